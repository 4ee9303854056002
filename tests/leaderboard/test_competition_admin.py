"""The moderators' pages of challenges and of what is played."""

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib import admin
from django.test import Client

from leaderboard.models import (
    Assistance,
    Attempt,
    Challenge,
    ChallengeMaking,
    IdempotencyRecord,
    Player,
    Result,
    ScoreCount,
    Submission,
)
from leaderboard.services.players import guest_create
from tests.leaderboard.lines import CASTLE, CASTLE_2, longer
from tests.leaderboard.playing import (
    DAY,
    NOON,
    SetClock,
    instant,
    make_caller,
    make_challenge,
    path_of,
)

pytestmark = pytest.mark.django_db

NEXT = DAY + dt.timedelta(days=1)
MODELS = [
    Assistance,
    Attempt,
    Challenge,
    ChallengeMaking,
    IdempotencyRecord,
    Result,
    ScoreCount,
    Submission,
]


@pytest.fixture(autouse=True)
def _noon(at: SetClock) -> None:
    at(NOON)


def moderator(**values: Any) -> Client:
    """Somebody logged in to the moderators' pages with every permission to look."""
    from django.contrib.auth.models import Permission

    player = guest_create()
    Player.objects.filter(pk=player.pk).update(is_staff=True, **values)
    player.refresh_from_db()
    player.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(player)
    return client


def url(model: Any, *parts: object) -> str:
    tail = "".join(f"{part}/" for part in parts)
    return f"/admin/leaderboard/{model._meta.model_name}/{tail}"


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.mark.parametrize("model", MODELS)
def test_every_table_has_its_pages(model: Any) -> None:
    challenge, caller = make_challenge(), make_caller()
    assert caller.player is not None
    caller.post(f"{path_of(challenge)}/attempts", idempotency_key="one")
    caller.submit(CASTLE.line, challenge)
    Assistance.objects.create(player=caller.player, challenge=challenge, asked_at=NOON)
    ChallengeMaking.objects.create(variant="citadel", date=DAY, holder=challenge.id, until=NOON)
    assert model in admin.site._registry
    row = model.objects.get()
    client = moderator(is_superuser=True)
    assert "1 " in page(client, url(model))
    page(client, url(model, row.pk, "change"))
    assert client.get(url(model, "add")).status_code == 403
    assert client.post(url(model, row.pk, "change"), {}).status_code == 403
    assert client.post(url(model, row.pk, "delete"), {"post": "yes"}).status_code == 403
    assert model.objects.count() == 1


def secrets(challenge: Challenge) -> list[str]:
    return [str(challenge.number), bytes(challenge.key).hex(), challenge.line, "1234"]


def test_a_challenge_ahead_is_masked_even_to_superusers(at: SetClock) -> None:
    ahead = make_challenge(CASTLE_2, NEXT)
    client = moderator(is_superuser=True)
    listed = page(client, url(Challenge))
    assert "secret until it opens" in listed
    detail = page(client, url(Challenge, ahead.pk, "change"))
    assert str(ahead.commitment) in detail
    for secret in secrets(ahead):
        assert secret not in listed + detail
    at(instant("2025-03-10 00:00:00"))
    client = moderator(is_superuser=True)
    detail = page(client, url(Challenge, ahead.pk, "change"))
    for secret in (str(ahead.number), bytes(ahead.key).hex()):
        assert secret in detail
    # The line waits for settling.
    assert ahead.line not in detail
    at(ahead.settles_at)
    client = moderator(is_superuser=True)
    assert ahead.line in page(client, url(Challenge, ahead.pk, "change"))


def test_a_challenge_ahead_is_not_there_for_other_moderators() -> None:
    ahead, today = make_challenge(CASTLE_2, NEXT), make_challenge()
    client = moderator()
    listed = page(client, url(Challenge))
    assert str(today.pk) in listed
    assert str(ahead.pk) not in listed
    # The admin answers an unknown row by a redirection to its start.
    assert client.get(url(Challenge, ahead.pk, "change")).status_code == 302


@pytest.mark.parametrize(
    "query",
    [
        "number__gt=5",
        "number=79680425071963186202",
        "key__startswith=x",
        "par_low__lt=80",
        "states__gt=0",
        "line__contains=38",
        "id__gt=0",
        "moves=70",
    ],
)
def test_no_filter_asks_for_what_is_masked(query: str) -> None:
    make_challenge(CASTLE_2, NEXT)
    client = moderator(is_superuser=True)
    assert client.get(f"{url(Challenge)}?{query}").status_code == 400


@pytest.mark.parametrize("query", ["o=3", "o=-3", "q=79680425071963186202", "variant=citadel"])
def test_other_queries_tell_nothing_apart(query: str) -> None:
    client = moderator(is_superuser=True)
    pages = []
    for won, days in ((CASTLE, 1), (CASTLE_2, 1)):
        Challenge.objects.all().delete()
        make_challenge(won, DAY + dt.timedelta(days=days), id=_ID, commitment="0" * 64)
        make_challenge(CASTLE, DAY + dt.timedelta(days=2), id=_ID_2, commitment="0" * 64)
        shown = page(client, f"{url(Challenge)}?{query}")
        pages.append(re.sub(r'(csrfmiddlewaretoken" value=)"\w+"', r"\1", shown))
    assert pages[0] == pages[1]


_ID = "00000000-0000-4000-8000-000000000001"
_ID_2 = "00000000-0000-4000-8000-000000000002"


@pytest.mark.parametrize("model", [Submission, Attempt, Result])
def test_no_filter_of_another_table_asks_for_it_either(model: Any) -> None:
    make_challenge(CASTLE_2, NEXT)
    client = moderator(is_superuser=True)
    assert client.get(f"{url(model)}?challenge__number__gt=5").status_code == 400
    assert client.get(f"{url(model)}?challenge__line__contains=3").status_code == 400


def test_lines_wait_for_settling_here_too(at: SetClock) -> None:
    challenge, caller = make_challenge(), make_caller()
    line = longer(CASTLE, 3)
    caller.submit(line, challenge)
    submission = Submission.objects.get()
    address = url(Submission, submission.pk, "change")
    client = moderator(is_superuser=True)
    assert line not in page(client, address)
    assert client.get(f"{url(Submission)}?line__startswith=6").status_code == 400
    at(challenge.settles_at)
    assert line in page(moderator(is_superuser=True), address)


def test_only_moderators_get_in() -> None:
    caller = make_caller()
    client = Client()
    assert caller.player is not None
    client.force_login(caller.player)
    for model in MODELS:
        assert client.get(url(model)).status_code == 302
