"""Making challenges: ahead by workers, or on demand; one maker at a time."""

import datetime as dt
import re
import threading
import traceback
from io import StringIO
from typing import Any

import pytest
from celery.signals import worker_ready
from django.core.management import CommandError, call_command
from django.db import connection

from games.rules import VARIANTS, deal, replay
from leaderboard import choosing
from leaderboard.commitments import commitment_error
from leaderboard.models import Challenge, ChallengeMaking
from leaderboard.services import challenges as service
from leaderboard.services import demand, making
from leaderboard.services.challenges import ChallengeMakingError, challenge_make, challenges_missing
from leaderboard.services.making import LEASE, lease_take
from leaderboard.tasks import challenge_prepare, challenges_prepare
from tests.leaderboard.lines import CASTLE
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    problem_of,
)

NEXT = DAY + dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


@pytest.mark.django_db
def test_one_made_ahead_is_committed_to(at: SetClock) -> None:
    made = challenge_make(variant="citadel", date=NEXT)
    assert made is not None
    stored = Challenge.objects.get()
    assert stored == made
    assert stored.made_at == NOON
    assert stored.commitment is not None
    assert (
        commitment_error(
            "citadel",
            NEXT,
            number=int(stored.number),
            key=bytes(stored.key),
            index=stored.candidate,
            published=stored.commitment,
        )
        is None
    )
    assert (stored.verdict, stored.par_proven) == ("solvable", True)
    played = replay(deal(stored.game, int(stored.number)), stored.line)
    assert (played.outcome, played.move_count) == ("won", stored.par_low)
    assert ChallengeMaking.objects.count() == 0
    at(instant("2025-03-10 09:00:00"))
    caller = make_caller()
    assert caller.submit(stored.line, stored).json()["outcome"] == "won"


@pytest.mark.django_db
def test_one_made_on_its_own_day_is_not() -> None:
    made = challenge_make(variant="citadel", date=DAY)
    assert made is not None
    assert made.commitment is None


@pytest.mark.django_db
@pytest.mark.parametrize("date", [DAY - dt.timedelta(days=1), dt.date(2000, 2, 29)])
def test_the_past_gets_no_challenges(date: dt.date) -> None:
    assert challenge_make(variant="citadel", date=date) is None
    assert Challenge.objects.count() == 0


@pytest.mark.django_db
def test_a_day_that_ends_during_the_search_gets_none(
    at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = service.choose

    def slowly(*args: Any, **options: Any) -> Any:
        choice = choose(*args, **options)
        at(instant("2025-03-10 00:00:00"))
        return choice

    monkeypatch.setattr(service, "choose", slowly)
    assert challenge_make(variant="citadel", date=DAY) is None
    assert Challenge.objects.count() == 0


@pytest.mark.django_db
def test_a_day_that_begins_during_the_search_makes_the_commitment_void(
    at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = service.choose

    def slowly(*args: Any, **options: Any) -> Any:
        choice = choose(*args, **options)
        at(instant("2025-03-10 00:00:00"))
        return choice

    monkeypatch.setattr(service, "choose", slowly)
    made = challenge_make(variant="citadel", date=NEXT)
    assert made is not None
    assert made.commitment is None


@pytest.mark.django_db
def test_what_is_there_stays_whatever_the_secret(settings: Any) -> None:
    first = challenge_make(variant="citadel", date=NEXT)
    settings.CHALLENGE_SECRET = "another secret " * 3
    assert challenge_make(variant="citadel", date=NEXT) == first
    later = challenge_make(variant="citadel", date=NEXT + dt.timedelta(days=1))
    assert later is not None
    assert Challenge.objects.count() == 2


@pytest.mark.django_db
def test_a_row_that_another_process_stored_first_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    choose = service.choose

    def overtaken(*args: Any, **options: Any) -> Any:
        make_challenge(CASTLE, DAY)
        return choose(*args, **options)

    monkeypatch.setattr(service, "choose", overtaken)
    made = challenge_make(variant="beleaguered-castle", date=DAY)
    assert made is not None
    assert int(made.number) == CASTLE.number
    assert Challenge.objects.count() == 1


@pytest.mark.django_db
def test_a_lease_lets_one_maker_search(at: SetClock) -> None:
    with lease_take("citadel", DAY) as first, lease_take("citadel", DAY) as second:
        assert first is not None
        assert second is None
        assert challenge_make(variant="citadel", date=DAY) is None
        with lease_take("citadel", NEXT) as other_day:
            assert other_day is not None
    assert ChallengeMaking.objects.count() == 0
    assert challenge_make(variant="citadel", date=DAY) is not None


@pytest.mark.django_db
def test_the_lease_of_a_killed_maker_runs_out(
    at: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lease_take("citadel", DAY) as killed:
        assert killed is not None
        at(NOON + LEASE - dt.timedelta(microseconds=1))
        with lease_take("citadel", DAY) as early:
            assert early is None
        at(NOON + LEASE)
        with lease_take("citadel", DAY) as later:
            assert later is not None
            # Who stood still and comes back learns of it at the next renewal.
            monkeypatch.setattr(making, "RENEWAL", 0)
            assert killed.lost()
            assert not later.lost()


@pytest.mark.django_db
def test_a_running_maker_renews_its_lease(at: SetClock, monkeypatch: pytest.MonkeyPatch) -> None:
    with lease_take("citadel", DAY) as lease:
        assert lease is not None
        at(NOON + LEASE / 2)
        monkeypatch.setattr(making, "RENEWAL", 0)
        assert not lease.lost()
        assert ChallengeMaking.objects.get().until == NOON + LEASE * 1.5


@pytest.mark.django_db
def test_what_is_missing_today_comes_first() -> None:
    make_challenge(CASTLE, DAY)
    missing = challenges_missing()
    assert len(missing) == 3 * 8 - 1
    assert missing[:3] == [
        ("streets-and-alleys", DAY),
        ("citadel", DAY),
        ("beleaguered-castle", NEXT),
    ]
    assert missing[-1] == ("citadel", DAY + dt.timedelta(days=7))
    assert challenges_missing(days=0) == missing[:2]


@pytest.mark.django_db
def test_the_tasks_are_told_variant_and_date_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(challenge_prepare, "apply_async", lambda args, **_: sent.append(args))
    make_challenge(CASTLE, DAY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.db.transaction.on_commit", lambda send: send())
        challenges_prepare()
    assert [list(args) for args in sent] == [
        [variant, date.isoformat()] for variant, date in challenges_missing()
    ]
    challenge_prepare("citadel", "2025-03-10")
    challenge_prepare("citadel", "2025-03-10")
    assert Challenge.objects.filter(variant="citadel", date=NEXT).count() == 1


@pytest.mark.django_db
def test_an_error_tells_nothing_of_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(variant: str, number: int, **_: Any) -> Any:
        raise ValueError(f"{variant} {number} is too much")

    monkeypatch.setattr(choosing, "label_of", fail)
    with pytest.raises(ChallengeMakingError) as caught:
        challenge_prepare("citadel", "2025-03-10")
    shown = "".join(traceback.format_exception(caught.value))
    assert "ChallengeMakingError: citadel 2025-03-10: ValueError" in shown
    assert "is too much\n" not in shown
    assert not re.search(r"\d{15}", shown)
    # The lease is free for the next try.
    assert ChallengeMaking.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_starts_looks_for_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(challenges_prepare, "apply_async", lambda args, **_: sent.append(args))
    worker_ready.send(sender=None)
    assert [list(args) for args in sent] == [[]]


# ------------------------------------------------------------------------------ on demand


@pytest.mark.django_db(transaction=True)
def test_todays_is_made_when_it_is_first_asked_for(settings: Any) -> None:
    settings.CHALLENGE_WAIT = 60
    response = Caller().get("challenges/citadel/2025-03-09")
    assert response.status_code == 200
    assert response.json()["number"] == str(Challenge.objects.get().number)
    assert Challenge.objects.get().commitment is None
    wait_for_makers()


@pytest.mark.django_db(transaction=True)
def test_all_of_today_are_made_when_today_is_asked_for(settings: Any) -> None:
    settings.CHALLENGE_WAIT = 60
    body = Caller().get("challenges/today").json()
    assert [row["variant"] for row in body["results"]] == list(VARIANTS)
    assert body["preparing"] == []
    wait_for_makers()


@pytest.mark.django_db(transaction=True)
def test_only_todays_is() -> None:
    for date in ("2025-03-08", "2025-03-10"):
        problem_of(Caller().get(f"challenges/citadel/{date}"), 404)
    assert Challenge.objects.count() == 0


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Any:
    """A search that lasts until the test lets it end."""
    go_on = threading.Event()
    choose = service.choose

    def slowly(*args: Any, **options: Any) -> Any:
        assert go_on.wait(20)
        return choose(*args, **options)

    monkeypatch.setattr(service, "choose", slowly)
    settings.CHALLENGE_WAIT = 0.1
    yield go_on
    go_on.set()
    wait_for_makers()


def wait_for_makers() -> None:
    for maker in list(demand._makers.values()):
        maker.join(20)


@pytest.mark.django_db(transaction=True)
def test_no_request_waits_for_a_long_search(stuck: threading.Event) -> None:
    caller = make_caller()
    path = "challenges/citadel/2025-03-09"
    for response in (
        Caller().get(path),
        Caller().get(path),
        Caller().get(f"{path}/standings"),
        caller.get(f"{path}/standings/me"),
        caller.post(f"{path}/attempts"),
        caller.post(f"{path}/submissions", {"line": ""}),
    ):
        problem = problem_of(response, 503)
        assert problem["type"] == "/problems/challenge-being-made"
        assert response["Retry-After"] == "5"
    stuck.set()
    wait_for_makers()
    assert Caller().get(path).status_code == 200
    assert caller.post(f"{path}/submissions", {"line": ""}).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_today_gives_what_is_there_and_says_what_is_not(stuck: threading.Event) -> None:
    problem_of(Caller().get("challenges/today"), 503)
    make_challenge(CASTLE)
    response = Caller().get("challenges/today")
    assert response.status_code == 200
    assert response["Retry-After"] == "5"
    body = response.json()
    assert [row["variant"] for row in body["results"]] == ["beleaguered-castle"]
    assert body["preparing"] == ["streets-and-alleys", "citadel"]


@pytest.mark.django_db(transaction=True)
def test_many_who_ask_at_once_get_one_challenge() -> None:
    answers: list[Any] = []

    def ask() -> None:
        try:
            answers.append(Caller().get("challenges/citadel/2025-03-09"))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wait_for_makers()
    assert len(answers) == 8
    assert {answer.status_code for answer in answers} <= {200, 503}
    numbers = {answer.json()["number"] for answer in answers if answer.status_code == 200}
    assert numbers == {str(Challenge.objects.get().number)}


@pytest.mark.django_db(transaction=True)
def test_a_search_that_fails_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(service, "choose", lambda *args, **options: 1 / 0)
        problem_of(Caller().get("challenges/citadel/2025-03-09"), 503)
        wait_for_makers()
    assert Caller().get("challenges/citadel/2025-03-09").status_code == 200
    wait_for_makers()


# ----------------------------------------------------------------------------- the command


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("prepare_challenges", *arguments, stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.django_db
def test_the_command_makes_what_is_missing() -> None:
    make_challenge(CASTLE)
    assert run("--days", "1") == [
        "streets-and-alleys 2025-03-09: ready",
        "citadel 2025-03-09: ready",
        "beleaguered-castle 2025-03-10: ready",
        "streets-and-alleys 2025-03-10: ready",
        "citadel 2025-03-10: ready",
        "5 of 5 challenges made",
    ]
    made = set(Challenge.objects.values_list("date", "variant"))
    assert made == {(date, variant) for date in (DAY, NEXT) for variant in VARIANTS}
    assert run("--days", "1") == ["all challenges are made already"]


@pytest.mark.django_db
def test_the_command_tells_nothing_of_the_deals(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run("--date", "2025-03-11")
    shown = "\n".join(lines) + "".join(capsys.readouterr())
    made = Challenge.objects.all()
    assert len(made) == 3
    for challenge in made:
        for secret in (str(challenge.number), bytes(challenge.key).hex(), str(challenge.id)):
            assert secret not in shown


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments",
    [
        ["--date", "2025-03-08"],
        ["--date", "soon"],
        ["--days", "-1"],
        ["--days", "366"],
        ["--days", "1", "--date", "2025-03-10"],
    ],
)
def test_the_command_refuses(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
    assert Challenge.objects.count() == 0
