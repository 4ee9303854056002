"""What `docs/security.md` says of accounts and ids, where no other test does."""

import json
import os
import subprocess
import sys
import uuid
from typing import Any

import pytest
from celery import Task
from django.conf import LazySettings as Settings
from django.test import Client

from drills.scan import PRODUCTION
from games import presence
from leaderboard.models import Attempt, AuthToken, Challenge, Group, Player, Submission
from tests.access.world import make_world
from tests.leaderboard.accounts import make_player_caller
from tests.leaderboard.conftest import at as at  # the clock
from tests.leaderboard.playing import SetClock
from tests.service import PROJECT

PRINTED = [
    "PASSWORD_HASHERS",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "SESSION_COOKIE_HTTPONLY",
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "NUM_PROXIES",
    "DEBUG",
]


def test_production_is_strict_without_being_told() -> None:
    code = (
        "import json, castle_site.settings as s;"
        f"print(json.dumps({{name: getattr(s, name) for name in {PRINTED}}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.environ["PATH"], **PRODUCTION},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.Argon2PasswordHasher"],
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "NUM_PROXIES": 0,
        "DEBUG": False,
    }


@pytest.mark.django_db
def test_the_hash_of_a_password_is_argon2id(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    assert make_player_caller("Ada").player is not None
    assert Player.objects.get().password.startswith("argon2$argon2id$")


@pytest.mark.django_db
def test_a_token_is_not_stored() -> None:
    caller = make_player_caller("Ada")
    token = caller.headers["authorization"].removeprefix("Bearer ")
    stored = json.dumps(list(AuthToken.objects.values()), default=str)
    assert len(token) == 64
    assert token not in stored
    # Its first characters are kept, to tell tokens apart: the other 49 hold 196 bits.
    assert token[15:] not in stored


@pytest.mark.django_db
def test_ids_tell_nothing_and_absent_things_look_like_hidden_ones(
    at: SetClock, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(Task, "apply_async", lambda *_, **__: None)
    settings.ASSIST_WAIT = 0
    presence.note_worker()
    world = make_world(at, {})
    models: tuple[Any, ...] = (Player, Challenge, Submission, Group)
    ids = [row.pk for model in models for row in model.objects.all()]
    assert len(ids) > 12
    assert {uuid.UUID(str(each)).version for each in ids} == {4}
    assert Attempt._meta.pk.get_internal_type() == "UUIDField"

    headers = world.by_token("other")
    for route, kinds in {
        "api/v1/submissions/<uuid:submission_id>": ["player's, today", "a hidden player's"],
        "api/v1/submissions/<uuid:submission_id>/replay": ["player's lesser, settled"],
        "api/v1/advice/<uuid:advice_id>": ["player's"],
        "api/v1/players/<str:handle>": ["a hidden player's"],
        "api/v1/challenges/<str:variant>/<str:date>": ["tomorrow's"],
    }.items():
        world.objects["absent"] = world.objects["nobody's"] | {"date": "2031-01-01"}
        told = []
        for of in ("absent", *kinds):
            where = world.path(route, of)
            answer = Client().get(where, headers=headers)
            names = sorted(answer.headers)
            told.append((answer.status_code, answer.json() | {"instance": ""}, names))
        assert told[0][0] == 404
        assert all(each == told[0] for each in told), route
