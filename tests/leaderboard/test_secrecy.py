"""Nothing that the service says depends on a challenge that is not open yet.

The same calls go to two databases that differ in tomorrow's challenges alone (but for their
commitments, which are public), and to one without any. Answers, headers, cookies, log lines
and messages to workers must be the same, byte for byte. The calls are made from the URL
conf: a route with an unknown parameter, or a method that writes and has no body here,
fails the test.
"""

import datetime as dt
import hashlib
import itertools
import logging
import os
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from celery import Task
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

from games import presence
from games.models import Deal
from games.rules import get_variant
from games.services import label_publish
from leaderboard.models import Challenge, Group, Player, Submission
from leaderboard.services.challenges import challenge_publish
from leaderboard.services.groups import group_create
from leaderboard.services.players import player_register
from leaderboard.services.tokens import token_create
from tests.leaderboard.lines import (
    CASTLE,
    CASTLE_2,
    CASTLE_3,
    CITADEL,
    CITADEL_2,
    CITADEL_3,
    STREETS,
    longer,
)
from tests.leaderboard.playing import DAY, NOON, SetClock, make_caller, make_challenge
from tests.routes import methods, paths, plain, routes

NEXT = DAY + dt.timedelta(days=1)
COMMITMENT = "c0" * 32

# What is sent to each route that writes, by route and method: bodies that get far.
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("api/v1/deals/<str:variant>/<str:number>/label", "post"): {},
    ("api/v1/deals/<str:variant>/<str:number>/verify", "post"): {"line": CASTLE.line},
    ("api/v1/challenges/<str:variant>/<str:date>/attempts", "post"): {},
    ("api/v1/challenges/<str:variant>/<str:date>/submissions", "post"): {"line": CASTLE.line},
    ("api/v1/groups", "post"): {"name": "Kings"},
    ("api/v1/groups/<uuid:group_id>", "patch"): {"name": "Queens", "new_code": True},
    ("api/v1/groups/<uuid:group_id>", "delete"): {},
    ("api/v1/groups/<uuid:group_id>/members", "post"): {"code": "kings"},
    ("api/v1/groups/<uuid:group_id>/members/<str:handle>", "delete"): {},
    ("api/v1/players", "post"): {"handle": "Grace", "password": "correct horse battery"},
    ("api/v1/guests", "post"): {},
    ("api/v1/tokens", "post"): {"handle": "Ada", "password": "correct horse battery"},
    ("api/v1/tokens/current", "delete"): {},
    ("api/v1/deals/<str:variant>/<str:number>/hint", "post"): {},
    ("api/v1/challenges/<str:variant>/<str:date>/hint", "post"): {},
    ("api/v1/submissions/<uuid:submission_id>/post-mortem", "post"): {},
    ("api/v1/session", "post"): {"handle": "Ada", "password": "correct horse battery"},
    ("api/v1/session", "delete"): {},
    ("api/v1/me", "patch"): {"preferences": {"sound": True}},
    ("api/v1/me", "delete"): {"password": "correct horse battery"},
    ("api/v1/me/password", "post"): {
        "password": "correct horse battery",
        "new_password": "another horse, another battery",
    },
}


@dataclass(frozen=True)
class World:
    """What a database has for tomorrow: number, key and label of each variant's challenge."""

    deals: tuple[Any, ...]
    key: bytes
    candidate: int
    first_id: int


WORLD_A = World((CASTLE_2, STREETS, CITADEL_2), b"a" * 32, 0, 1)
WORLD_B = World((CASTLE_3, STREETS, CITADEL_3), b"b" * 32, 5, 7)


@pytest.fixture
def same_chances(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Make chance come out the same in every run; gives the function that begins again."""
    counter = itertools.count()

    def numbers(size: int) -> bytes:
        blocks = (hashlib.sha256(b"%d" % next(counter)).digest() for _ in range(size // 32 + 1))
        return b"".join(blocks)[:size]

    def begin() -> None:
        nonlocal counter
        counter = itertools.count()

    monkeypatch.setattr(os, "urandom", numbers)
    monkeypatch.setattr(random, "_urandom", numbers)
    monkeypatch.setattr("knox.crypto.generate_bytes", numbers)
    return begin


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """The messages to workers, in place of a broker."""
    messages: list[tuple[str, Any]] = []

    def send(task: Any, args: Any = None, *_: Any, **__: Any) -> None:
        messages.append((task.name, args))

    monkeypatch.setattr(Task, "apply_async", send)
    return messages


@pytest.fixture
def world(db: None, at: SetClock) -> Player:
    """What both databases share: today and yesterday, a player, deals with labels."""
    at(NOON)
    for won in (CASTLE, STREETS, CITADEL):
        make_challenge(won)
        make_challenge(won, DAY - dt.timedelta(days=1))
    for challenge in Challenge.objects.order_by("date", "variant"):
        challenge_publish(challenge_id=challenge.id)
    player = player_register(handle="Ada", password="correct horse battery").player
    caller = make_caller(player=player)
    caller.post("challenges/citadel/2025-03-09/attempts")
    for line in (longer(CITADEL, 3), CITADEL.line, "11"):
        caller.post("challenges/citadel/2025-03-09/submissions", {"line": line})
    group_create(player=player, name="Kings")
    # Somebody has asked, by chance, for the labels of what will be played tomorrow.
    for won in (CASTLE_2, CASTLE_3, CITADEL_2, CITADEL_3):
        label = Challenge(
            variant=won.variant,
            verdict="solvable",
            line=won.line,
            moves=won.par,
            par_low=won.par,
            par_high=won.par,
        )
        label_publish(variant=get_variant(won.variant), number=won.number, source=label)
    assert Deal.objects.count() == 7
    return player


def make_tomorrow(given: World, *, same_ids: bool = False) -> None:
    """Put a world's challenges of tomorrow into the database."""
    for index, won in enumerate(given.deals):
        number = index + (1 if same_ids else given.first_id)
        make_challenge(
            won,
            NEXT,
            id=f"00000000-0000-4000-8000-{number:012d}",
            key=given.key,
            candidate=given.candidate,
            commitment=COMMITMENT,
            states=number * 1000,
            line=longer(won, given.candidate),
            moves=won.par + given.candidate,
            par_high=won.par + given.candidate,
        )


# ------------------------------------------------------------------------- calls by URL conf


def values(player: Player) -> dict[str, list[str]]:
    """What stands in a path for a parameter of each name."""
    submissions = [str(row.pk) for row in Submission.objects.order_by("received_at", "move_count")]
    ids = [f"00000000-0000-4000-8000-{number:012d}" for number in (1, 2, 7, 9)]
    numbers = [won.number for won in (CITADEL, CITADEL_2, CITADEL_3)]
    return {
        "variant": ["citadel", "beleaguered-castle"],
        "date": [NEXT.isoformat(), DAY.isoformat(), "2025-03-11"],
        "number": [str(number) for number in numbers],
        "submission_id": submissions + ids,
        "submission": submissions[:1] + ids,
        "advice_id": ids,
        "group_id": [str(row.pk) for row in Group.objects.all()] + ids[:1],
        "handle": [player.handle],
        "version": ["1", "2"],
        "period": ["all", f"{NEXT:%Y-%m}", NEXT.isoformat()],
        "extension": ["csv", "ndjson"],
    }


def calls(player: Player) -> list[tuple[str, str, dict[str, Any] | None]]:
    """Method, path and body of every call that the URL conf allows."""
    found = []
    for route, pattern in routes():
        if route.startswith("admin/"):
            continue
        for method in methods(pattern):
            assert method == "get" or (route, method) in BODIES, f"give a body to {method} {route}"
            body = None if method == "get" else BODIES[route, method]
            found += [(method, path, body) for path in paths(route, values(player))]
    return found


# ----------------------------------------------------------------------- what a call gives


def told(
    client: Client,
    method: str,
    path: str,
    body: dict[str, Any] | None,
    headers: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> tuple[Any, ...]:
    """All that a call lets out: status, headers, cookies, content, log lines."""
    caplog.clear()
    options: dict[str, Any] = {"headers": headers}
    if body is not None:
        options |= {"data": body, "content_type": "application/json"}
    response = getattr(client, method)(path, **options)
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return (
        method,
        path,
        response.status_code,
        sorted(masked(f"{name}: {value}") for name, value in response.items()),
        masked(str(response.cookies)),
        content,
        [masked(record.getMessage()) for record in caplog.records],
    )


def masked(text: str) -> str:
    """A text without what the real clock puts into it."""
    # Django's signatures tell the second in which they were made.
    text = re.sub(r":\w{6}:[\w-]{43}", ":_", text)
    text = re.sub(r"('ms': )[\d.]+", r"\1_", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "_", text)
    text = re.sub(r"(;t=)\d+", r"\1_", text)
    return re.sub(r"(expires=|Expires: |Last-Modified: )[^;]+", r"\1_", text)


Recorder = Callable[[World | None], list[Any]]


@pytest.fixture
def record(
    world: Player,
    same_chances: Callable[[], None],
    sent: list[tuple[str, Any]],
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
    settings: Any,
) -> Recorder:
    """Make all calls in a world, each in a transaction that is undone; gives all they tell."""
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.db"
    settings.ASSIST_WAIT = 0
    caplog.set_level(logging.DEBUG, logger="castle")
    caplog.set_level(logging.INFO)
    token = token_create(player=world).token
    todo = calls(world)
    # Above all no loop over nothing.
    assert len(todo) > 60

    def run(given: World | None) -> list[Any]:
        found: list[Any] = []
        with transaction.atomic(), connection.cursor() as cursor:
            # Numbers that are given out are not taken back when a transaction is undone.
            cursor.execute("SELECT setval(oid::regclass, 1000) FROM pg_class WHERE relkind = 'S'")
            if given is not None:
                make_tomorrow(given)
            for headers in ({}, {"authorization": f"Bearer {token}"}):
                for method, path, body in todo:
                    if headers and not path.startswith("/api/v1/"):
                        continue
                    cache.clear()
                    presence.note_worker()
                    sent.clear()
                    same_chances()
                    with transaction.atomic():
                        with django_capture_on_commit_callbacks(execute=True):
                            answer = told(Client(), method, path, body, headers, caplog)
                        transaction.set_rollback(True)
                    found.append((*answer, list(sent)))
            transaction.set_rollback(True)
        return found

    return run


def test_no_two_tomorrows_can_be_told_apart(record: Recorder) -> None:
    first, second, without = record(WORLD_A), record(WORLD_B), record(None)
    assert len(first) == len(second) == len(without)
    for one, other in zip(first, second, strict=True):
        assert one == other
    # Even whether there is one is told by the public commitment alone.
    apart = {one[1] for one, other in zip(first, without, strict=True) if one != other}
    assert apart == {"/api/v1/commitments"}

    # Not even where both worlds would be wrong in the same way.
    for answer in first:
        path, text = answer[1], repr(answer)
        for won in (CASTLE_2, CITADEL_2):
            assert str(won.number) in path or str(won.number) not in text, path
        assert WORLD_A.key.hex() not in text, path

    # The comparison is worth something: it has seen answers, log lines and messages.
    statuses = {answer[2] for answer in first}
    assert {200, 201, 202, 204, 401, 404} <= statuses
    assert all(status < 500 for status in statuses)
    assert any(answer[6] for answer in first)
    assert any(answer[7] for answer in first)
    won_today = [
        answer[1] for answer in first if answer[1].endswith("/submissions") and answer[2] == 201
    ]
    assert len(won_today) == 2


# ----------------------------------------------------------------------------- moderators


@pytest.mark.parametrize("superuser", [True, False])
def test_moderators_cannot_tell_them_apart_either(
    world: Player,
    same_chances: Callable[[], None],
    caplog: pytest.LogCaptureFixture,
    superuser: bool,
) -> None:
    from django.contrib.auth.models import Permission

    world.is_staff, world.is_superuser = True, superuser
    world.save()
    world.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    ids = [f"00000000-0000-4000-8000-{number:012d}" for number in (1, 2, 3)]
    known = {
        "object_id": ids,
        "app_label": ["leaderboard"],
        "content_type_id": ["1"],
        "url": ["nothing"],
    }
    todo = []
    for route, _ in routes():
        if route.startswith("admin/") and "logout" not in route:
            todo += paths(plain(route), known)
    assert len(todo) > 80
    worlds = []
    client = Client()
    client.force_login(world)
    client.get("/admin/")
    for given in (WORLD_A, WORLD_B):
        found = []
        with transaction.atomic():
            make_tomorrow(given, same_ids=True)
            for path in todo:
                same_chances()
                with transaction.atomic():
                    client = Client()
                    client.force_login(world)
                    found.append(told(client, "get", path, None, {}, caplog))
                    transaction.set_rollback(True)
            transaction.set_rollback(True)
        worlds.append(found)
    for one, other in zip(*worlds, strict=True):
        assert one == other
    shown = [answer[1] for answer in worlds[0] if answer[2] == 200]
    assert (f"/admin/leaderboard/challenge/{ids[0]}/change/" in shown) is superuser
    connection.close()
