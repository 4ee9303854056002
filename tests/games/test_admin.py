"""The moderators' pages of deals."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games import assistance
from games.errors import AssistanceRefusedError
from games.models import Deal, Job
from games.rules import CITADEL, Variant
from games.services import deal_ensure, label_request, label_store
from games.services.claims import job_claim
from games.solver import Result
from tests.games.conftest import SOLVABLE, UNSOLVABLE

pytestmark = pytest.mark.django_db
URL = "/admin/games/deal/"


@pytest.fixture
def moderator(client: Client) -> Client:
    """A moderator who is signed in."""
    client.force_login(get_user_model().objects.create_superuser("chief", "a long password"))
    return client


def test_it_works(moderator: Client, best_result: Result) -> None:
    row = deal_ensure(variant=CITADEL, number=SOLVABLE)
    label_store(row=row, result=best_result)
    label_request(variant=CITADEL, number=UNSOLVABLE)
    page = moderator.get(URL)
    assert page.status_code == 200
    assert page.content.count(b"field-number") == 2
    page = moderator.get(f"{URL}{row.pk}/change/")
    assert page.status_code == 200
    assert row.line in page.content.decode()
    assert b'name="line"' not in page.content


def test_it_says_why_a_deal_was_given_up(moderator: Client, settings: Any) -> None:
    row = label_request(variant=CITADEL, number=UNSOLVABLE).deal
    Job.objects.update(attempts=settings.LABEL_ATTEMPTS - 1)
    claim = job_claim(deal_id=row.pk, kind=Job.Kind.LABEL)
    assert claim is not None
    claim.give_back("MemoryError: no room for the table")
    for page in (moderator.get(URL), moderator.get(f"{URL}{row.pk}/change/")):
        assert "MemoryError: no room for the table" in page.content.decode()
        assert "ndetermined" in page.content.decode()


def test_a_deal_is_found_by_its_number(moderator: Client) -> None:
    for number in (5, 55):
        deal_ensure(variant=CITADEL, number=number)
    assert moderator.get(URL, {"q": "5"}).content.count(b"field-number") == 1
    assert moderator.get(URL, {"q": "five"}).status_code == 200
    assert moderator.get(URL, {"jobs__state": "queued"}).status_code == 200


@pytest.mark.parametrize("path", ["add/", "{pk}/delete/"])
def test_nothing_is_added_or_deleted(moderator: Client, path: str) -> None:
    row = deal_ensure(variant=CITADEL, number=5)
    assert moderator.post(URL + path.format(pk=row.pk), {"post": "yes"}).status_code == 403
    assert Deal.objects.count() == 1


def test_the_line_of_a_deal_that_is_played_for_is_secret(
    moderator: Client, best_result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = deal_ensure(variant=CITADEL, number=SOLVABLE)
    label_store(row=row, result=best_result)

    def refuse(variant: Variant, number: int) -> None:
        raise AssistanceRefusedError

    monkeypatch.setattr(assistance, "_guards", [refuse])
    assert row.line not in moderator.get(f"{URL}{row.pk}/change/").content.decode()


def test_no_filter_asks_for_what_a_line_holds(moderator: Client) -> None:
    assert moderator.get(URL, {"line__startswith": "1"}).status_code == 400
    assert moderator.get(URL, {"verdict__exact": "solvable"}).status_code == 200


def test_nothing_is_changed(moderator: Client) -> None:
    row = deal_ensure(variant=CITADEL, number=5)
    answer = moderator.post(f"{URL}{row.pk}/change/", {"verdict": "unsolvable"})
    assert answer.status_code == 403
    row.refresh_from_db()
    assert row.verdict is None


def test_a_label_is_asked_for_again(moderator: Client, best_result: Result) -> None:
    proven = deal_ensure(variant=CITADEL, number=SOLVABLE)
    label_store(row=proven, result=best_result)
    wanted = deal_ensure(variant=CITADEL, number=UNSOLVABLE)
    data: dict[str, Any] = {
        "action": "ask_again",
        "_selected_action": [str(proven.pk), str(wanted.pk)],
    }
    page = moderator.post(URL, data, follow=True)
    assert b"1 queued." in page.content
    assert Job.objects.get().deal == wanted


def test_it_is_closed_to_others(client: Client) -> None:
    assert client.get(URL).status_code == 302
