"""Boards counted again from the raw rows, slow and obvious: what all answers are compared with.

Nothing here uses the competition's own ranking, counts or queries. What a board shows
follows from the submissions, from who is hidden, deleted or a guest, and from nothing else;
of the results only their ids (the last sort key) and the moderators' mark are read.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import dict_row

SECTIONS = ("ranked", "assisted", "unfinished")
Row = dict[str, Any]

PLAYERS = "SELECT id, handle, is_guest, hidden_at FROM leaderboard_player"
CHALLENGES = """
    SELECT id, variant, date, par_high, par_reference, settled_at FROM leaderboard_challenge
    WHERE id = ANY(%s)
"""
SUBMISSIONS = """
    SELECT id, player_id, challenge_id, outcome, assisted, move_count, foundation_cards,
           elapsed_ms, received_at
    FROM leaderboard_submission WHERE challenge_id = ANY(%s) AND status = 'accepted' AND NOT late
"""
RESULTS = """
    SELECT id, player_id, challenge_id, submission_id, hidden_itself FROM leaderboard_result
    WHERE challenge_id = ANY(%s) AND slot = 'in_time'
"""
REVISIONS = """
    SELECT challenge_id, sum(revision)::bigint AS revision FROM leaderboard_scorecount
    WHERE challenge_id = ANY(%s) GROUP BY challenge_id
"""
GROUPS = "SELECT id, revision FROM leaderboard_group"
MEMBERS = "SELECT group_id, player_id FROM leaderboard_membership"


@dataclass(frozen=True)
class Raw:
    """The rows of some challenges at one moment."""

    players: dict[UUID, Row]
    challenges: dict[UUID, Row]
    submissions: list[Row]
    results: list[Row]
    revisions: dict[UUID, int]
    groups: dict[UUID, int]
    members: dict[UUID, set[UUID]]


@dataclass
class Board:
    """One board as it should be shown: its rows in order, with their players' ids."""

    revision: int
    par: int
    rows: list[Row]
    players: list[UUID | None]
    groups: dict[UUID, tuple[int, set[UUID]]] = field(default_factory=dict)

    def index_of(self, player: UUID) -> int | None:
        """Where a player stands, from 0."""
        return self.players.index(player) if player in self.players else None

    def page(self, start: int, limit: int) -> list[Row]:
        """So many rows from a place on."""
        return self.rows[start : start + limit]

    def around(self, player: UUID, limit: int) -> tuple[Row | None, list[Row], list[Row]]:
        """A player's row, those above and those below; nothing without one."""
        index = self.index_of(player)
        if index is None:
            return None, [], []
        above = self.rows[max(0, index - limit) : index]
        return self.rows[index], above, self.rows[index + 1 : index + 1 + limit]

    def distribution(self) -> dict[str, Any]:
        """The answer about the spread of the board."""
        shares: dict[str, list[Row]] = {}
        for section in SECTIONS[:2]:
            counts = Counter(row["moves"] for row in self.rows if row["section"] == section)
            shares[section] = [
                {"moves": moves, "over_par": moves - self.par, "count": counts[moves]}
                for moves in sorted(counts)
            ]
        for share in shares["ranked"]:
            share["rank"] = rank(share["moves"], self.rows)
        cards = Counter(
            row["foundation_cards"] for row in self.rows if row["section"] == "unfinished"
        )
        return {
            "board_revision": self.revision,
            "total": len(self.rows),
            "par": self.par,
            **shares,
            "unfinished": [
                {"foundation_cards": number, "count": cards[number]}
                for number in sorted(cards, reverse=True)
            ],
        }

    def among(self, group: UUID) -> "Board":
        """The board among a group: ranks there, and those of the whole board beside them."""
        revision, members = self.groups[group]
        places = [place for place, player in enumerate(self.players) if player in members]
        rows = [dict(self.rows[place]) for place in places]
        for row in rows:
            row["rank_overall"] = row["rank"]
            row["rank"] = rank(row["moves"], rows) if row["section"] == "ranked" else None
        players = [self.players[place] for place in places]
        return Board(self.revision + revision, self.par, rows, players, {})


def rank(moves: int, rows: Sequence[Row]) -> int:
    """1 + the number of clean wins in strictly fewer moves."""
    return 1 + sum(row["section"] == "ranked" and row["moves"] < moves for row in rows)


def read(connection: "psycopg.Connection[Any]", challenges: Sequence[UUID]) -> Raw:
    """Read the rows in one transaction that sees one moment."""
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    with connection.transaction(), connection.cursor(row_factory=dict_row) as cursor:

        def rows(sql: str) -> list[Row]:
            values = [list(challenges)] if "%s" in sql else None
            return cursor.execute(sql.encode(), values).fetchall()

        members: dict[UUID, set[UUID]] = defaultdict(set)
        for row in rows(MEMBERS):
            members[row["group_id"]].add(row["player_id"])
        return Raw(
            players={row["id"]: row for row in rows(PLAYERS)},
            challenges={row["id"]: row for row in rows(CHALLENGES)},
            submissions=rows(SUBMISSIONS),
            results=rows(RESULTS),
            revisions={row["challenge_id"]: row["revision"] for row in rows(REVISIONS)},
            groups={row["id"]: row["revision"] for row in rows(GROUPS)},
            members=members,
        )


def key_of(line: Row) -> tuple[int, int, int]:
    """What makes one accepted line better than another: less of it."""
    if line["outcome"] == "won":
        return (2 if line["assisted"] else 1), 0, line["move_count"]
    return 3, 52 - line["foundation_cards"], line["move_count"]


def best_lines(raw: Raw, challenge: UUID) -> dict[UUID, Row]:
    """The best line of each player who is there, hidden or not: of equal ones the earliest."""
    best: dict[UUID, Row] = {}
    for line in raw.submissions:
        player = line["player_id"]
        if line["challenge_id"] != challenge or player is None:
            continue
        rival = best.get(player)
        if rival is None or _order(line) < _order(rival):
            best[player] = line
    return best


def _order(line: Row) -> tuple[Any, ...]:
    return (*key_of(line), line["received_at"])


def visible(raw: Raw, challenge: UUID) -> list[tuple[Row, Row, UUID | None]]:
    """The lines that a board shows, with their results and players, in order."""
    lines = {line["id"]: line for line in raw.submissions}
    best = best_lines(raw, challenge)
    found = []
    for result in raw.results:
        if result["challenge_id"] != challenge or result["hidden_itself"]:
            continue
        player = result["player_id"]
        if player is None:
            found.append((lines[result["submission_id"]], result, None))
        elif raw.players[player]["hidden_at"] is None and player in best:
            found.append((best[player], result, player))
    return sorted(found, key=lambda one: (*_order(one[0]), str(one[1]["id"])))


def board(raw: Raw, challenge: UUID) -> Board:
    """A challenge's board as the API should show it."""
    found = raw.challenges[challenge]
    par = found["par_high"] if found["par_reference"] is None else found["par_reference"]
    rows, players = [], []
    for line, _, player in visible(raw, challenge):
        section = SECTIONS[key_of(line)[0] - 1]
        who = None if player is None else raw.players[player]
        rows.append(
            {
                "rank": None,
                "section": section,
                "player": who and {"handle": who["handle"], "guest": who["is_guest"]},
                "moves": line["move_count"],
                "over_par": None if section == "unfinished" else line["move_count"] - par,
                "foundation_cards": line["foundation_cards"],
                "elapsed_s": None if line["elapsed_ms"] is None else line["elapsed_ms"] / 1000,
                "accepted_at": instant(line["received_at"]),
                "submission": str(line["id"]),
            }
        )
        players.append(player)
    for row in rows:
        if row["section"] == "ranked":
            row["rank"] = rank(row["moves"], rows)
    groups = {group: (raw.groups[group], raw.members.get(group, set())) for group in raw.groups}
    return Board(raw.revisions.get(challenge, 0), par, rows, players, groups)


def instant(value: dt.datetime) -> str:
    """An instant as the API writes it."""
    return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")


def profile(raw: Raw, player: UUID, boards: dict[UUID, Board], settled: set[UUID]) -> Row:
    """What a profile says that everybody may see, from the boards alone; streaks are not here."""
    rows = []
    for challenge, one in boards.items():
        index = one.index_of(player)
        if index is not None:
            rows.append((challenge, one.rows[index]))
    clean = [(challenge, row) for challenge, row in rows if row["section"] == "ranked"]
    over = Counter(row["over_par"] for _, row in clean)
    ranks = []
    for challenge, row in clean:
        if challenge in settled:
            total = sum(other["section"] == "ranked" for other in boards[challenge].rows)
            at = raw.challenges[challenge]
            ranks.append((row["rank"], -total, -at["date"].toordinal(), at["variant"], at["date"]))
    return {
        "played": len(rows),
        "won": sum(row["section"] != "unfinished" for _, row in rows),
        "won_clean": len(clean),
        "average_over_par": round(sum(row["over_par"] for _, row in clean) / len(clean), 3)
        if clean
        else None,
        "over_par": [{"over_par": key, "count": over[key]} for key in sorted(over)],
        "best_ranks": [
            {"rank": place, "total": -total, "variant": variant, "date": date.isoformat()}
            for place, total, _, variant, date in sorted(ranks)[:3]
        ],
    }


def period(raw: Raw, boards: dict[UUID, Board], variant: str, within: Any) -> list[Row]:
    """The board of the settled challenges whose date is `within`; variant "" is all."""
    wins: dict[UUID, list[Row]] = defaultdict(list)
    for challenge, one in boards.items():
        at = raw.challenges[challenge]
        if at["settled_at"] is None or variant not in ("", at["variant"]) or not within(at["date"]):
            continue
        for player, row in zip(one.players, one.rows, strict=True):
            if player is not None and row["section"] == "ranked" and not row["player"]["guest"]:
                wins[player].append(row)
    rows = []
    for player, won in wins.items():
        total = sum(row["over_par"] for row in won)
        reached = max(row["accepted_at"] for row in won)
        rows.append((-len(won), total, reached, str(player), won[0]["player"]))
    return [
        {
            "rank": 1 + sum(other[:2] < row[:2] for other in rows),
            "player": row[4],
            "wins": -row[0],
            "over_par": row[1],
            "reached_at": row[2],
        }
        for row in sorted(rows)
    ]
