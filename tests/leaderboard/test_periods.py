"""Periods by name, and how they are kept: once, exactly, whatever happens around settling."""

import datetime as dt
import doctest
import itertools

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import leaderboard.periods
from leaderboard.models import (
    Challenge,
    PeriodLedger,
    PeriodPair,
    PeriodTotal,
    PeriodWins,
    Player,
    Result,
)
from leaderboard.periods import Period, boards_of, period_parse
from leaderboard.ranking import PeriodPlace, PeriodTally
from leaderboard.selectors.periods import period_around, period_page
from leaderboard.services.challenges import challenge_settle, challenges_to_settle
from leaderboard.services.erasing import player_erase
from leaderboard.services.moderation import (
    player_hide,
    player_unhide,
    result_hide,
    result_unhide,
)
from leaderboard.services.periods import challenge_enter
from leaderboard.services.players import guest_upgrade, moderator_create
from tests.leaderboard.accounts import PASSWORD
from tests.leaderboard.lines import CASTLE, CITADEL, Won, longer
from tests.leaderboard.playing import (
    DAY,
    NOON,
    Caller,
    SetClock,
    make_caller,
    make_challenge,
)

ALL = Period("all", None, None)


def test_the_examples_in_the_module_are_right() -> None:
    result = doctest.testmod(leaderboard.periods)
    assert (result.failed, result.attempted) == (0, 4)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2024", "2024-01-01", "2024-12-31"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2025-02", "2025-02-01", "2025-02-28"),
        ("2024-12", "2024-12-01", "2024-12-31"),
        ("2025-W01", "2024-12-30", "2025-01-05"),
        ("2020-W53", "2020-12-28", "2021-01-03"),
        ("2024-W09", "2024-02-26", "2024-03-03"),
    ],
)
def test_periods_have_their_dates(text: str, first: str, last: str) -> None:
    expected = Period(text, dt.date.fromisoformat(first), dt.date.fromisoformat(last))
    assert period_parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "ALL", "24", "02024", "0000", "2024-13", "2024-00", "2024-1", "2024-W00"),
        *("2024-W54", "2021-W53", "2024-w01", "2024-W1", "2024-02-03", "٢٠٢٤", "2024 "),
        *("9999-W53", "all\0"),
    ],
)
def test_what_is_no_period(text: str) -> None:
    assert period_parse(text) is None


@given(st.dates(dt.date(1, 1, 10), dt.date(9999, 12, 20)))
def test_a_date_is_in_the_periods_that_hold_it(date: dt.date) -> None:
    boards = boards_of(date, "citadel")
    assert len(set(boards)) == 8
    assert boards[-1] == ("all", "")
    assert {variant for _, variant in boards} == {"citadel", ""}
    for name in {name for name, _ in boards} - {"all"}:
        period = period_parse(name)
        assert period is not None
        assert period.first is not None
        assert period.last is not None
        assert period.first <= date <= period.last


@pytest.mark.django_db
def test_the_database_names_them_alike() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT day::date, to_char(day, 'YYYY'), to_char(day, 'YYYY-MM'),
                to_char(day, 'IYYY-"W"IW')
            FROM generate_series('2019-12-20'::date, '2029-01-10'::date, '1 day') AS day
            """
        )
        rows = cursor.fetchall()
    assert len(rows) > 3000
    for date, *names in rows:
        assert {name for name, _ in boards_of(date, "citadel")} == {"all", *names}


# ------------------------------------------------------------------------------- keeping


def play(caller: Caller, at: SetClock, date: dt.date, extra: int = 0, won: Won = CASTLE) -> None:
    """A win of a date, in so many moves more than par; twice is once."""
    challenge = Challenge.objects.filter(variant=won.variant, date=date).first()
    challenge = challenge or make_challenge(won, date)
    at(dt.datetime.combine(date, dt.time(12), dt.UTC))
    assert caller.submit(longer(won, extra), challenge).status_code in (200, 201)


def settle(at: SetClock) -> None:
    """Settle all challenges, two days after the last."""
    for challenge in Challenge.objects.order_by("date"):
        at(challenge.settles_at)
        challenge_settle(challenge=challenge)


def player_of(caller: Caller) -> Player:
    assert caller.player is not None
    return Player.objects.get(pk=caller.player.pk)


_names = itertools.count(1)


def registered() -> Caller:
    """A player who registers by way of a guest: no slow password for each."""
    caller = make_caller()
    number = next(_names)
    Player.objects.filter(pk=player_of(caller).pk).update(
        is_guest=False, handle=f"Player{number}", handle_skeleton=f"p{number}"
    )
    return caller


def stored() -> list[tuple[object, ...]]:
    """All that the tables of periods hold, but for the revisions."""
    totals = PeriodTotal.objects.order_by("period", "variant", "player")
    wins = PeriodWins.objects.exclude(count=0).order_by("period", "variant", "minus_wins")
    pairs = PeriodPair.objects.order_by("period", "variant", "minus_wins", "over_par")
    return [
        *totals.values_list("period", "variant", "player", "minus_wins", "over_par", "reached_at"),
        *wins.values_list("period", "variant", "minus_wins", "count"),
        *pairs.values_list("period", "variant", "minus_wins", "over_par", "count"),
    ]


@pytest.mark.django_db
def test_settling_enters_a_challenge_once(at: SetClock) -> None:
    play(registered(), at, DAY)
    settle(at)
    before = stored()
    assert len(before) == 3 * 8
    settle(at)
    Challenge.objects.update(settled_at=None)
    settle(at)
    assert stored() == before
    assert PeriodLedger.objects.count() == 8


@pytest.mark.django_db
@pytest.mark.parametrize("entered", range(8))
def test_settling_killed_half_way_is_finished_once(
    at: SetClock, monkeypatch: pytest.MonkeyPatch, entered: int
) -> None:
    """Every board shows all of the challenge or nothing of it, whoever registers meanwhile."""
    play(registered(), at, DAY)
    guest = make_caller()
    play(guest, at, DAY, extra=2)
    challenge = Challenge.objects.get()
    at(challenge.settles_at)
    boards = boards_of(challenge.date, challenge.variant)

    def killed(*, challenge: Challenge, period: str, variant: str) -> bool:
        if (period, variant) == boards[entered]:
            raise KeyboardInterrupt
        return challenge_enter(challenge=challenge, period=period, variant=variant)

    with monkeypatch.context() as patch:
        patch.setattr("leaderboard.services.challenges.challenge_enter", killed)
        with pytest.raises(KeyboardInterrupt):
            challenge_settle(challenge=challenge)
    # The challenge is closed and its par fixed; the rest of the boards know nothing of it yet.
    challenge.refresh_from_db()
    assert challenge.settled_at == challenge.settles_at
    assert shown(boards) == [(DAY, 1)] * entered + [(None, 0)] * (8 - entered)
    guest_upgrade(guest=player_of(guest), handle="Ada", password=PASSWORD)
    assert shown(boards) == [(DAY, 2)] * entered + [(None, 0)] * (8 - entered)
    assert challenges_to_settle() == [challenge]
    assert not challenge_settle(challenge=challenge)
    assert shown(boards) == [(DAY, 2)] * 8
    assert challenges_to_settle() == []
    before = stored()
    assert not challenge_settle(challenge=challenge)
    assert stored() == before
    assert PeriodLedger.objects.count() == 8


def shown(boards: list[tuple[str, str]]) -> list[tuple[dt.date | None, int]]:
    """Up to when each board goes, and how many players are on it."""
    found = []
    for name, variant in boards:
        period = period_parse(name)
        assert period is not None
        page = period_page(period, variant, limit=9)
        assert page.tally.total == len(page.standings)
        found.append((page.through, page.tally.total))
    return found


@pytest.mark.django_db
def test_hiding_and_deleting_are_seen_at_once_and_undone_exactly(at: SetClock) -> None:
    moderator = moderator_create(handle="moderator", password=None)
    ada, bob = registered(), registered()
    for days in range(3):
        play(ada, at, DAY + dt.timedelta(days=days), extra=days)
        play(bob, at, DAY + dt.timedelta(days=days), extra=1)
    settle(at)
    before = stored()
    revision = period_page(ALL, "", limit=1).tally.revision
    player_hide(player=player_of(ada), moderator=moderator, reason="odd")
    assert [row.handle for row in period_page(ALL, "", limit=9).standings] == [
        player_of(bob).handle
    ]
    assert period_around(ALL, "", player_of(ada), neighbours=1).hidden
    assert period_page(ALL, "", limit=1).tally.revision > revision
    player_unhide(player=player_of(ada), moderator=moderator, reason="fine")
    assert stored() == before
    result = Result.objects.get(player=ada.player, challenge__date=DAY)
    result_hide(result=result, moderator=moderator, reason="odd")
    assert [row.wins for row in period_page(ALL, "", limit=9).standings] == [3, 2]
    result_unhide(result=result, moderator=moderator, reason="fine")
    assert stored() == before
    player_erase(player=player_of(ada))
    page = period_page(ALL, "", limit=9)
    assert ([row.rank for row in page.standings], page.tally.total) == ([1], 1)
    assert PeriodPair.objects.filter(count=0).count() == 0


@pytest.mark.django_db
def test_a_guests_past_counts_from_registering_on(at: SetClock) -> None:
    guest = make_caller()
    play(guest, at, DAY, extra=2)
    play(guest, at, DAY, won=CITADEL)
    settle(at)
    assert stored() == []
    guest_upgrade(guest=player_of(guest), handle="Ada", password=PASSWORD)
    (row,) = period_page(ALL, "", limit=9).standings
    assert (row.handle, row.wins, row.over_par) == ("Ada", 2, 2)
    assert len(period_page(ALL, "citadel", limit=9).standings) == 1


def test_ranks_of_pairs() -> None:
    places = [(-3, 5), (-3, 5), (-3, 9), (-2, -1), (-2, 0), (-2, 0), (-1, 40)]
    wins = [(-3, 3, 1), (-2, 3, 1), (-1, 1, 1)]
    pairs = [(*place, places.count(place)) for place in set(places)]
    tally = PeriodTally(wins, pairs)
    ranks = [tally.rank(PeriodPlace(*place)) for place in places]
    assert ranks == [1 + sum(other < place for other in places) for place in places]
    assert ranks == [1, 1, 3, 4, 5, 5, 7]
    assert (tally.total, tally.revision) == (7, 3)


STEPS = ("play", "settle", "hide", "unhide", "register")


@pytest.mark.django_db
@settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from(STEPS)), max_size=25))
def test_the_board_is_what_a_recount_says(at: SetClock, steps: list[tuple[int, str]]) -> None:
    with transaction.atomic():
        at(NOON)
        callers = [make_caller() for _ in range(5)]
        take(steps, callers, at)
        expected = sorted(recount(callers))
        page = period_page(ALL, "", limit=10)
        assert [row.position[:3] for row in page.standings] == expected
        assert [row.rank for row in page.standings] == [
            1 + sum(other[:2] < one[:2] for other in expected) for one in expected
        ]
        assert page.tally.total == len(expected)
        pairs = PeriodPair.objects.filter(period="all", variant="")
        assert sum(pairs.values_list("count", flat=True)) == len(expected)
        transaction.set_rollback(True)


def take(steps: list[tuple[int, str]], callers: list[Caller], at: SetClock) -> None:
    """Let players win a day's challenge, be hidden, register; let days be settled."""
    moderator = moderator_create(handle="moderator", password=None)
    date = DAY
    for index, step in steps:
        player = player_of(callers[index])
        if step == "play":
            play(callers[index], at, date, extra=index // 2)
        elif step == "settle":
            for challenge in Challenge.objects.filter(settled_at=None):
                at(challenge.settles_at)
                challenge_settle(challenge=challenge)
            date += dt.timedelta(days=1)
        elif step == "register":
            if player.is_guest:
                guest_upgrade(guest=player, handle=f"Ada{index}", password=PASSWORD)
        else:
            act = player_hide if step == "hide" else player_unhide
            act(player=player, moderator=moderator, reason="odd")


def recount(callers: list[Caller]) -> list[tuple[int, int, dt.datetime]]:
    """What stands on the board of all time, from players and results alone."""
    found = []
    for player in map(player_of, callers):
        wins = Result.objects.filter(player=player, challenge__settled_at__isnull=False)
        if wins and not player.is_guest and player.hidden_at is None:
            over = sum(result.moves - CASTLE.par for result in wins)
            found.append((-len(wins), over, max(result.accepted_at for result in wins)))
    return found
