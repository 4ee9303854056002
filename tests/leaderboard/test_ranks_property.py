"""Whatever players submit, in whatever order: boards, "me" and counts agree with a recount."""

import datetime as dt
import itertools
from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leaderboard.claims import claim_read
from leaderboard.models import Assistance, Challenge, Player, ScoreCount, Submission
from leaderboard.selectors.standings import Standing, board_around, board_page
from leaderboard.services.players import guest_create
from leaderboard.services.submissions import submission_create
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import DAY, NOON, SetClock, make_challenge

LINES = [
    *(longer(CASTLE, extra) for extra in range(4)),
    *(unfinished(CASTLE, moves) for moves in (0, 12, 13, 40)),
    "11",
]
CLAIMS = [claim_read(CASTLE.variant, CASTLE.number, line, "native") for line in LINES]
_days = itertools.count(1)


@dataclass(frozen=True)
class Step:
    """A player submits a line, or asks for help first; then time goes on, or stands still."""

    player: int
    line: int
    helped: bool
    minutes: int


steps = st.lists(
    st.builds(
        Step,
        st.integers(0, 5),
        st.integers(0, len(LINES) - 1),
        st.sampled_from([False, False, False, True]),
        st.integers(0, 1),
    ),
    max_size=25,
)


def recount(challenge: Challenge) -> list[tuple[int, int, Submission]]:
    """Every player's best line from the submissions alone, in order: section, rank, line.

    Rank 0 stands for none.
    """
    best: dict[object, tuple[tuple[int, ...], Submission]] = {}
    accepted = Submission.objects.filter(challenge=challenge, status="accepted", late=False)
    for line in accepted.order_by("received_at"):
        if line.outcome == "won":
            key = (2 if line.assisted else 1, 0, line.move_count)
        else:
            key = (3, -line.foundation_cards, line.move_count)
        if line.player_id not in best or key < best[line.player_id][0]:
            best[line.player_id] = key, line
    rows = sorted(best.values(), key=lambda row: (row[0], row[1].received_at))
    return [
        (
            key[0],
            1 + sum(other < key for other, _ in rows) if key[0] == 1 else 0,
            line,
        )
        for key, line in rows
    ]


def shown(standings: list[Standing]) -> list[tuple[int, int, object]]:
    return [(row.position.section, row.rank or 0, row.player_id) for row in standings]


@pytest.mark.django_db
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps)
def test_all_agree_with_a_naive_recount(at: SetClock, played: list[Step]) -> None:
    date = DAY - dt.timedelta(days=next(_days))
    challenge = make_challenge(date=date)
    now = NOON.replace(year=date.year, month=date.month, day=date.day)
    players: dict[int, Player] = {}
    at(now)
    for step in played:
        player = players.get(step.player) or guest_create()
        players[step.player] = player
        if step.helped:
            Assistance.objects.get_or_create(
                player=player, challenge=challenge, defaults={"asked_at": now}
            )
        submission_create(player=player, challenge=challenge, claim=CLAIMS[step.line])
        # Lines of one player never share an instant: which of two came first is then known.
        now += dt.timedelta(minutes=step.minutes, microseconds=1)
        at(now)

    expected = [(section, rank, line.player_id) for section, rank, line in recount(challenge)]
    whole = board_page(challenge, limit=200)
    assert shown(whole.standings) == expected
    assert whole.tally.total == len(expected)

    # In pages of two, the same.
    rows: list[Standing] = []
    page = board_page(challenge, limit=2)
    rows += page.standings
    while page.more:
        page = board_page(challenge, limit=2, start=rows[-1].position)
        rows += page.standings
    assert rows == whole.standings

    for index, standing in enumerate(whole.standings):
        player = next(one for one in players.values() if one.pk == standing.player_id)
        own = board_around(challenge, player, neighbours=2)
        assert own.standing == standing
        assert own.above == whole.standings[max(0, index - 2) : index]
        assert own.below == whole.standings[index + 1 : index + 3]
        assert own.tally.revision == whole.tally.revision

    counts = Counter()  # type: Counter[tuple[int, int]]
    for section, _, line in recount(challenge):
        counts[section, 52 - line.foundation_cards if section == 3 else line.move_count] += 1
    stored = ScoreCount.objects.filter(challenge=challenge).exclude(count=0)
    assert {(row.section, row.score): row.count for row in stored} == counts
