"""The moderators' site as a whole."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.test import Client

from leaderboard.models import Player


@pytest.fixture
def moderator(client: Client) -> Client:
    """The client of somebody with every permission."""
    client.force_login(Player.objects.create_superuser("keeper", "a long one, for a moderator"))
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("object_id", ["99999999999999999999", "x", "%00"])
def test_no_object_has_a_page_to_be_sent_to(moderator: Client, object_id: str) -> None:
    kind = ContentType.objects.get_for_model(Player)
    assert moderator.get(f"/admin/r/{kind.pk}/{object_id}/").status_code == 404


@pytest.mark.django_db
def test_moderators_find_the_tables(moderator: Client) -> None:
    page = moderator.get("/admin/")
    assert page.status_code == 200
    assert "Players" in page.content.decode()
