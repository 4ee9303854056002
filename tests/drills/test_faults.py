"""The short form of the fault drill; `make drill` runs them all, and for longer."""

import pytest

from drills.faults.__main__ import run
from drills.faults.catalogue import FAULTS, PROGRAMS, SERVERS, SHORT
from drills.service import PARTS, drilled, start


def test_nothing_acknowledged_is_lost_when_the_database_or_everything_is_killed(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    with drilled(tmp_path_factory.mktemp("var")) as service:
        start(service)
        outcomes = run(service, [FAULTS[name] for name in SHORT], clients=4, calm=0.5)
    assert [outcome.problems for outcome in outcomes] == [[], []]
    for outcome in outcomes:
        ledger = outcome.ledger
        assert outcome.found == ledger.acknowledged() > len(ledger.submissions) > 0
        assert outcome.rows > 0
        assert outcome.wrong == []
        assert ledger.bad_5xx == ledger.without_retry_after == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in SHORT)


def test_every_part_is_killed_stopped_and_slowed() -> None:
    assert {*PROGRAMS, *SERVERS, "metrics"} == set(PARTS)
    for part in (*PROGRAMS, *SERVERS):
        assert {f"{part} killed", f"{part} stopped", f"{part} slow"} <= set(FAULTS)
    for part in SERVERS:
        assert f"{part} unreachable" in FAULTS
    assert {"disk full", "connections full", "broker memory full"} <= set(FAULTS)


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_callers_may_be_left_without_an_answer_only_where_the_web_server_is_broken(
    name: str,
) -> None:
    breaks_web = name.startswith("web ") or name in {
        "all programs killed",
        "all parts killed",
        "supervisor killed",
    }
    assert FAULTS[name].cuts_callers == breaks_web
