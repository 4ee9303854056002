"""Choosing whom and what the requests of a bench ask for; needs the site's settings."""

import datetime as dt
import secrets
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import connection
from django.db.models import Count
from knox.crypto import hash_token
from knox.settings import CONSTANTS

from bench.service.floors.models import Floor
from bench.service.subjects import HELD, LINE_MOVES, PERIOD, PROFILES, get, noon_of, post
from games.pagination import Cursor, encode_cursor
from games.rules import Move, deal, format_line, get_variant, parse_line
from leaderboard.handles import skeleton
from leaderboard.models import AuthToken, Challenge, Player, Result
from leaderboard.seeding.lines import detoured
from leaderboard.selectors.standings import Position
from leaderboard.services.tokens import Scope
from leaderboard.views.standings import KIND

# A month of one variant.
PROFILE_RESULTS = 30
CHUNK = 5_000
# Moves more or less than 100 that submissions have.
SPREAD = 10


@dataclass
class Chosen:
    """The board that is played, and who asks: (handle skeleton, token) of each kind."""

    board: Challenge
    held: list[str] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)
    profiles: list[tuple[str, str]] = field(default_factory=list)
    cursors: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, submitters: int) -> "Chosen":
        """Choose from the database that the settings name."""
        make_floor()
        chosen = cls.newest()
        now = noon_of(chosen.board.date)
        chosen.held = tokens_for(spread_players(chosen.board, HELD), now)
        chosen.fresh = fresh_players(submitters, now)
        chosen.profiles = profile_players()
        chosen.cursors = deep_cursors(chosen.board)
        return chosen

    @classmethod
    def newest(cls) -> "Chosen":
        """The longest board of the newest date alone."""
        newest = Challenge.objects.order_by("-date").values_list("date", flat=True)[0]
        boards = Challenge.objects.filter(date=newest).annotate(size=Count("results"))
        return cls(boards.order_by("-size")[0])

    def requests(self) -> dict[str, list[bytes]]:
        """The requests of every call and every floor, by name."""
        board = f"/api/v1/challenges/{self.board.variant}/{self.board.date}"
        same = {"line": line_of(self.board, LINE_MOVES)}
        # Players finish in many numbers of moves; these come to 100 on average.
        lengths = range(LINE_MOVES - SPREAD, LINE_MOVES + SPREAD + 1)
        lines = [{"line": line_of(self.board, moves)} for moves in lengths]
        return {
            "standings page": [get(f"{board}/standings")],
            "deep page": [get(f"{board}/standings?cursor={cursor}") for cursor in self.cursors],
            "me with neighbours": [get(f"{board}/standings/me", token) for token in self.held],
            "period standings": [get(f"/api/v1/standings/{PERIOD}")],
            "profile": [get(f"/api/v1/players/{handle}") for handle, _ in self.profiles],
            "submission": [
                post(f"{board}/submissions", token, body)
                for token, body in zip(self.fresh[::2], cycle(lines), strict=False)
            ],
            "submission, same moves": [
                post(f"{board}/submissions", token, same) for token in self.fresh[1::2]
            ],
            "floor insert": [
                post("/floor/insert", token, body)
                for token, body in zip(self.held, cycle(lines), strict=False)
            ],
            "floor read": [get(f"/floor/read/{bones}") for _, bones in self.profiles],
            "floor own": [get("/floor/own", token) for token in self.held],
        }

    def told(self) -> dict[str, Any]:
        """What was chosen."""
        return {
            "now": noon_of(self.board.date),
            "board": f"{self.board.variant} {self.board.date}",
            "results": Result.objects.filter(challenge=self.board, slot="in_time").count(),
            "profiles": len(self.profiles),
        }


def make_floor() -> None:
    """Make the floor's table anew."""
    with connection.schema_editor() as editor:
        editor.execute(f"DROP TABLE IF EXISTS {Floor._meta.db_table}")
        editor.create_model(Floor)


def line_of(board: Challenge, length: int) -> str:
    """A line that wins the board's deal in so many moves, or as many as it takes at least."""
    moves = [Move(token.source, token.destination) for token in parse_line(board.line)]
    start = deal(get_variant(board.variant), int(board.number))
    return format_line(detoured(start, moves, max(0, length - len(moves))))


def spread_players(board: Challenge, count: int) -> list[Any]:
    """Players from the whole of a board: ids are by chance."""
    rows = Result.objects.filter(challenge=board, slot="in_time", hidden=False)
    return list(rows.order_by("id").values_list("player_id", flat=True)[:count])


def tokens_for(players: list[Any], now: dt.datetime) -> list[str]:
    """A token for each player, as `services.tokens` would make it, by the thousand."""
    tokens = [secrets.token_hex(32) for _ in players]
    AuthToken.objects.bulk_create(
        (
            AuthToken(
                digest=hash_token(token),
                token_key=token[: CONSTANTS.TOKEN_KEY_LENGTH],
                user_id=player,
                # Later than any that a use of it would write.
                expiry=now + dt.timedelta(days=1000),
                scopes=list(Scope),
            )
            for player, token in zip(players, tokens, strict=True)
        ),
        batch_size=CHUNK,
    )
    return tokens


def fresh_players(count: int, now: dt.datetime) -> list[str]:
    """Registered players who have not played, each with a token."""
    salt = secrets.token_hex(3).translate(str.maketrans("0123456789", "ghjkpqtvwx"))
    unusable = make_password(None)
    handles = [f"bench-{salt}-{index:06}" for index in range(count)]
    players = Player.objects.bulk_create(
        (
            Player(
                handle=handle,
                handle_skeleton=skeleton(handle),
                password=unusable,
                created_at=now - dt.timedelta(days=1),
            )
            for handle in handles
        ),
        batch_size=CHUNK,
    )
    return tokens_for([player.pk for player in players], now)


def profile_players() -> list[tuple[str, str]]:
    """Handle and skeleton of registered players whose results are as near to 30 as can be."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT player.handle, player.handle_skeleton
            FROM (
                SELECT player_id, count(*) AS results FROM leaderboard_result
                WHERE slot = 'in_time' GROUP BY player_id HAVING count(*) > 1
            ) AS played JOIN leaderboard_player AS player ON player.id = played.player_id
            WHERE NOT player.is_guest ORDER BY abs(played.results - %s), player.id LIMIT %s
            """,
            [PROFILE_RESULTS, PROFILES],
        )
        return list(cursor.fetchall())


def deep_cursors(board: Challenge) -> list[str]:
    """Cursors at a tenth to nine tenths of a board."""
    rows = Result.objects.filter(challenge=board, slot="in_time", hidden=False)
    ordered = rows.order_by("section", "score", "accepted_at", "id")
    count = rows.count()
    cursors = []
    for tenth in range(1, 10):
        row = ordered[count * tenth // 10]
        key = Position(row.section, row.score, row.accepted_at, row.pk)
        cursors.append(encode_cursor(KIND, Cursor(key)))
    return cursors
