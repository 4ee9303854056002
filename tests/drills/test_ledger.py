"""The ledger notices what a service must not answer."""

import pytest

from drills.http import NO_ANSWER, Answer
from drills.ledger import TOO_SLOW, Ledger

MADE = frozenset({200, 201})


def test_an_expected_answer_is_counted_and_timed() -> None:
    ledger = Ledger()
    assert ledger.note("submit", Answer(201, "{}", {}, 0.25), MADE)
    assert ledger.seconds["submit"] == [0.25]
    assert (ledger.faults, ledger.longest) == ([], 0.25)


@pytest.mark.parametrize("status", [500, 502, 504, 404, 400, 429, 301])
def test_every_other_status_is_a_fault(status: int) -> None:
    ledger = Ledger()
    assert not ledger.note("submit", Answer(status, "why"), MADE)
    assert ledger.fault_count == 1
    assert str(status) in ledger.faults[0]
    assert ledger.bad_5xx == (1 if status >= 500 else 0)


def test_503_is_none_if_it_says_when_to_come_back() -> None:
    ledger = Ledger()
    assert not ledger.note("submit", Answer(503, "", {"retry-after": "5"}), MADE)
    assert (ledger.fault_count, ledger.bad_5xx, ledger.without_retry_after) == (0, 0, 0)
    for headers in ({}, {"retry-after": "soon"}):
        ledger.note("submit", Answer(503, "", headers), MADE)
    assert (ledger.fault_count, ledger.bad_5xx, ledger.without_retry_after) == (2, 0, 2)


@pytest.mark.parametrize("status", [NO_ANSWER, TOO_SLOW])
def test_no_answer_is_counted_apart(status: int) -> None:
    ledger = Ledger()
    assert not ledger.note("submit", Answer(status, "reset"), MADE)
    assert (ledger.count(status), ledger.fault_count) == (1, 0)
