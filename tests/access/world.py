"""Everybody who may ask, and one of everything that may be asked for.

It is noon of the tests' day. Ada plays: she has lines of today and of a settled day, a group
with a guest in it, and a question that is being answered. Bob plays too, and has nothing to do
with her. Eve was hidden by a moderator.
"""

import datetime as dt
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.test import Client

from games import presence
from leaderboard.models import Player
from leaderboard.services.challenges import challenge_publish
from leaderboard.services.moderation import player_hide
from leaderboard.services.players import guest_create
from leaderboard.services.tokens import Scope, token_create
from tests.leaderboard.accounts import PASSWORD, make_player
from tests.leaderboard.grouping import make_group
from tests.leaderboard.lines import CASTLE, CASTLE_2, CASTLE_3, CITADEL, STREETS, unfinished
from tests.leaderboard.playing import DAY, NOON, Caller, SetClock, make_caller, make_challenge
from tests.routes import parameters, path

SETTLED, TOMORROW = DAY - dt.timedelta(days=3), DAY + dt.timedelta(days=1)
ROLES = ("anonymous", "guest", "player", "other", "moderator", "superuser")
NOBODYS = "00000000-0000-4000-8000-000000000009"


@dataclass
class World:
    """Who there is, by role, and the values of paths, by what they are of."""

    players: dict[str, Player]
    objects: dict[str, dict[str, str]]
    bodies: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)

    def path(self, route: str, of: str) -> str:
        """The path of a route for an object named in `objects`."""
        values = self.objects[""] | self.objects[of]
        missing = set(parameters(route)) - set(values)
        assert not missing, f"say in make_world() what stands for {missing} in {route}"
        return path(route, values)

    def by_token(self, role: str, *scopes: Scope) -> dict[str, str]:
        """The headers of a role with a token."""
        if role == "anonymous":
            return {}
        token = token_create(player=self.players[role], scopes=scopes or tuple(Scope)).token
        return {"Authorization": f"Bearer {token}"}

    def browser(self, role: str) -> Client:
        """A browser where a role is signed in; one that nobody is signed in to is anonymous."""
        client = Client(enforce_csrf_checks=True)
        if role != "anonymous":
            client.force_login(self.players[role])
        return client


def make_world(at: SetClock, bodies: Mapping[tuple[str, str], dict[str, Any]]) -> World:
    """Put it all into the database."""
    ada, bob, eve = (make_caller(player=make_player(name)) for name in ("Ada", "Bob", "Eve"))
    guest = make_caller(player=guest_create())
    at(dt.datetime.combine(SETTLED, dt.time(12), dt.UTC))
    settled = make_challenge(CASTLE_2, SETTLED)
    best = _submit(ada, SETTLED, CASTLE_2.line)
    lesser = _submit(ada, SETTLED, unfinished(CASTLE_2, 9))
    wrong = _submit(ada, SETTLED, "11")
    hidden = _submit(eve, SETTLED, CASTLE_2.line)
    at(NOON)
    # All of today's: a missing one would be made by a thread, outside the test's transaction.
    today = [make_challenge(won) for won in (CASTLE, STREETS, CITADEL)]
    for challenge in (settled, *today, make_challenge(CASTLE_3, TOMORROW)):
        challenge_publish(challenge_id=challenge.id)
    running = _submit(ada, DAY, CASTLE.line)
    Group.objects.create(name="moderators")
    moderator, superuser = _moderator("Mona", superuser=False), _moderator("Susan", superuser=True)
    player_hide(player=eve.player, moderator=superuser, reason="odd lines")
    group = make_group(ada, guest)
    # A question takes too long for its answer: a worker is there, and does nothing.
    presence.note_worker()
    asked = ada.post("deals/citadel/5/hint")
    assert asked.status_code == 202, asked.content
    objects: dict[str, dict[str, str]] = {
        "": {
            "variant": "beleaguered-castle",
            "number": "5",
            "period": "2025-03",
            "handle": "Ada",
            "extension": "csv",
            "version": "1",
            "url": "nothing",
        },
        "-": {},
        "today's": {"date": DAY.isoformat()},
        "a settled day's": {"date": SETTLED.isoformat()},
        "tomorrow's": {"date": TOMORROW.isoformat()},
        "today's deal": {"number": str(CASTLE.number)},
        "tomorrow's deal": {"number": str(CASTLE_3.number)},
        "player's, today": _submission(running),
        "player's best, settled": _submission(best),
        "player's lesser, settled": _submission(lesser),
        "player's rejected, settled": _submission(wrong),
        "a hidden player's": _submission(hidden) | {"handle": "Eve"},
        "nobody's": _submission(NOBODYS)
        | {"handle": "Nobody-9", "group_id": NOBODYS, "advice_id": NOBODYS},
        "player's": {"group_id": group["id"], "advice_id": asked.json()["id"]},
        "player's, a member": {"group_id": group["id"], "handle": guest.player.handle},
    }
    everybody = {
        "guest": guest.player,
        "player": ada.player,
        "other": bob.player,
        "moderator": moderator,
        "superuser": superuser,
    }
    right: dict[tuple[str, str], dict[str, Any]] = {
        ("api/v1/groups/<uuid:group_id>/members", "post"): {"code": group["join_code"]},
        ("api/v1/groups/<uuid:group_id>", "patch"): {"name": "Queens"},
        ("api/v1/tokens", "post"): {"handle": "Ada", "password": PASSWORD},
        ("api/v1/session", "post"): {"handle": "Ada", "password": PASSWORD},
        ("api/v1/me/password", "post"): {
            "password": PASSWORD,
            "new_password": "another horse, another battery",
        },
    }
    return World(everybody, objects, {**bodies, **right})


def _submit(caller: Caller, date: dt.date, line: str) -> str:
    """The id of a submission."""
    response = caller.post(f"challenges/beleaguered-castle/{date}/submissions", {"line": line})
    assert response.status_code == 201, response.content
    return str(response.json()["id"])


def _submission(submission_id: str) -> dict[str, str]:
    return {"submission_id": submission_id, "submission": submission_id}


def _moderator(handle: str, *, superuser: bool) -> Player:
    player = make_player(handle)
    player.is_staff, player.is_superuser = True, superuser
    player.save()
    player.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    return player


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done in here is undone."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def status_of(
    client: Client,
    method: str,
    where: str,
    body: Mapping[str, Any] | None,
    headers: Mapping[str, str],
) -> int:
    """The status of a call's answer; what it has changed is undone."""
    with undone():
        response = client.generic(
            method.upper(),
            where,
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
            headers=dict(headers),
        )
        # Answers that come as streams read the database when they are read.
        b"".join(response.streaming_content) if response.streaming else response.content
    return int(response.status_code)


Ask = Callable[[str, str, str], int]
