"""What must hold after every fault: all that was acknowledged is there, and boards are right."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import psycopg

from drills.http import Connection
from drills.ledger import Ledger
from drills.load import API

OK = 200
SECTIONS = ("ranked", "assisted", "unfinished")


def lost(ledger: Ledger, database_url: str) -> list[str]:
    """What was acknowledged and is not there, or is there and differs; in words."""
    with psycopg.connect(database_url) as connection:
        return list(_lost(ledger, connection))


def _lost(ledger: Ledger, connection: psycopg.Connection[Any]) -> Iterator[str]:
    stored = {
        str(row[0]): tuple(row[1:])
        for row in connection.execute(
            "SELECT s.id, p.handle, c.variant, c.date::text, s.status, s.outcome, s.move_count,"
            " s.line FROM leaderboard_submission s JOIN leaderboard_player p ON p.id = s.player_id"
            " JOIN leaderboard_challenge c ON c.id = s.challenge_id"
        )
    }
    for one in ledger.submissions:
        line = one.line
        right = (one.handle, line.variant, line.date, line.status, line.outcome)
        if stored.get(one.id) != (*right, line.move_count, line.text):
            yield f"submission {one.id}: {stored.get(one.id)}"
    for what, wanted, sql in (
        ("guest", [(handle,) for handle in ledger.guests], "SELECT handle FROM leaderboard_player"),
        (
            "attempt",
            ledger.attempts,
            "SELECT p.handle, c.variant, c.date::text FROM leaderboard_attempt a"
            " JOIN leaderboard_player p ON p.id = a.player_id"
            " JOIN leaderboard_challenge c ON c.id = a.challenge_id",
        ),
        (
            "label",
            ledger.labels,
            "SELECT d.variant, d.number::text FROM games_deal d"
            " JOIN games_job j ON j.deal_id = d.id WHERE j.kind = 'labels'",
        ),
    ):
        found = set(connection.execute(sql))
        yield from (f"{what} {one}" for one in wanted if one not in found)


def labels_waiting(ledger: Ledger, database_url: str) -> list[tuple[str, str]]:
    """The labels asked for that have not come to an end."""
    with psycopg.connect(database_url) as connection:
        done = set(
            connection.execute(
                "SELECT d.variant, d.number::text FROM games_deal d"
                " JOIN games_job j ON j.deal_id = d.id"
                " WHERE j.kind = 'labels' AND j.state = 'done' AND d.verdict IS NOT NULL"
            )
        )
    return [one for one in ledger.labels if one not in done]


class Row(NamedTuple):
    """A row of a board as it should be."""

    rank: int | None
    section: str
    handle: str
    moves: int
    cards: int


def recount(database_url: str) -> dict[tuple[str, str], list[Row]]:
    """All boards, counted anew from the stored submissions in the slowest way there is."""
    with psycopg.connect(database_url) as connection:
        found = connection.execute(
            "SELECT c.variant, c.date::text, p.handle, s.outcome, s.assisted, s.move_count,"
            " s.foundation_cards, s.received_at"
            " FROM leaderboard_submission s JOIN leaderboard_player p ON p.id = s.player_id"
            " JOIN leaderboard_challenge c ON c.id = s.challenge_id"
            " WHERE s.status = 'accepted' AND NOT s.late AND p.hidden_at IS NULL"
        ).fetchall()
    best: dict[tuple[str, str], dict[str, tuple[Any, ...]]] = {}
    for variant, date, handle, outcome, assisted, moves, cards, at in found:
        won = outcome == "won"
        section = ("assisted" if assisted else "ranked") if won else "unfinished"
        order = (SECTIONS.index(section), 0 if won else -cards, moves, at)
        board = best.setdefault((variant, date), {})
        if handle not in board or order < board[handle][0]:
            board[handle] = (order, section, moves, cards)
    boards: dict[tuple[str, str], list[Row]] = {}
    for name, board in best.items():
        clean = [moves for _, section, moves, _ in board.values() if section == "ranked"]
        boards[name] = [
            Row(
                1 + sum(other < moves for other in clean) if section == "ranked" else None,
                section,
                handle,
                moves,
                cards,
            )
            for handle, (_, section, moves, cards) in board.items()
        ]
    return boards


def wrong_ranks(port: int, database_url: str) -> tuple[int, list[str]]:
    """Rows compared, and those of the boards that differ from the recount, in words."""
    connection = Connection(port)
    compared = 0
    wrong: list[str] = []
    for (variant, date), rows in recount(database_url).items():
        right = {row.handle: row for row in rows}
        path = f"{API}/challenges/{variant}/{date}/standings"
        shown = {row.handle: row for row in _board(connection, path)}
        compared += len(right)
        wrong += [
            f"{variant} {handle}: {shown.get(handle)}, not {right.get(handle)}"
            for handle in right.keys() | shown.keys()
            if shown.get(handle) != right.get(handle)
        ]
        wrong += _wrong_counts(connection, path, rows)
    connection.close()
    return compared, wrong


def _read(connection: Connection, path: str) -> Any:
    answer = connection.call("GET", path)
    if answer.status != OK:
        raise RuntimeError(f"{path}: {answer.status} {answer.text[:300]}")
    return answer.json()


def _board(connection: Connection, path: str) -> Iterator[Row]:
    following: str | None = f"{path}?limit=200"
    while following is not None:
        page = _read(connection, following)
        for row in page["results"]:
            yield Row(
                row["rank"],
                row["section"],
                row["player"]["handle"],
                row["moves"],
                row["foundation_cards"],
            )
        following = page["next"]


def _wrong_counts(connection: Connection, path: str, rows: list[Row]) -> list[str]:
    """What the distribution says, against the rows: its counts are kept apart from them."""
    shares = _read(connection, f"{path}/distribution")["ranked"]
    said = {(share["moves"], share["count"], share["rank"]) for share in shares}
    clean = [row for row in rows if row.section == "ranked"]
    right = {
        (row.moves, sum(other.moves == row.moves for other in clean), row.rank) for row in clean
    }
    return [f"{path}: distribution {share}" for share in said ^ right]
