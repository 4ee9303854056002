"""Groups on the page: making, inviting, joining, changing, leaving."""

import re

import pytest
from playwright.sync_api import Page, expect

from leaderboard.models import Group, Player
from leaderboard.services.groups import group_create, group_join
from tests.pages.days import CASTLE, today
from tests.pages.visitors import register, sign_in

pytestmark = pytest.mark.django_db(transaction=True)


def make_group(owner: Player, *members: Player, name: str = "Kings") -> Group:
    """A group with its members."""
    group = group_create(player=owner, name=name)
    for member in members:
        group_join(player=member, group_id=group.pk, code=group.join_code)
    return group


def open_groups(page: Page, path: str = "/groups") -> None:
    """Open the page of groups and wait until they stand there."""
    page.goto(path)
    page.locator("#groups[data-ready]").wait_for()


def test_a_guest_makes_one_and_a_friend_joins(page: Page) -> None:
    open_groups(page)
    expect(page.locator("#list")).to_contain_text("You are in no group yet.")
    page.locator("#make").get_by_label("Name").fill("Kings of Sunday")
    page.get_by_role("button", name="Make").click()
    group = page.get_by_role("article", name="Kings of Sunday")
    expect(group.locator(".members li")).to_have_text(re.compile(r"^\S+ \(you\) owner guest$"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    group.get_by_role("button", name="Copy an invitation").click()
    expect(group.get_by_role("status")).to_contain_text("The invitation is copied")
    invitation = page.evaluate("navigator.clipboard.readText()")
    stored = Group.objects.get()
    assert invitation.startswith("Join “Kings of Sunday” on Castle: http://localhost")
    assert invitation.endswith(f"/groups#{stored.pk}.{stored.join_code}.Kings%20of%20Sunday")

    # A friend opens the link; the address bar keeps no code afterwards.
    sign_in(page, register("Ada"))
    page.goto("/how-to-play")
    open_groups(page, f"/groups#{invitation.split('#')[1]}")
    expect(page.locator("#invitation h2")).to_have_text("You are invited to “Kings of Sunday”")
    expect(page.locator("#invitation")).to_contain_text("Its members will see your handle Ada")
    expect(page.locator("#list")).to_be_empty()
    page.locator("#accept").click()
    expect(group.locator(".members li")).to_have_count(2)
    expect(page.locator("#invitation")).to_be_hidden()
    assert page.url.endswith("/groups")
    expect(group.get_by_role("link", name="Beleaguered Castle today")).to_have_attribute(
        "href", f"/board/{CASTLE.variant}/{today()}?group={stored.pk}"
    )
    group.get_by_role("link", name="This month").click()
    expect(page).to_have_url(re.compile(f"/standings/{today():%Y-%m}\\?group={stored.pk}$"))


def test_an_invitation_without_a_name_and_one_declined(page: Page) -> None:
    group = make_group(register("Ada"))
    for name in ("", ".", ".%E0", ".Kings%E2%80%AEyadnuS", f".{'W' * 41}"):
        page.goto("/how-to-play")
        open_groups(page, f"/groups#{group.pk}.{group.join_code}{name}")
        expect(page.locator("#invitation h2")).to_have_text("You are invited to a group")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#list")).to_contain_text("You are in no group yet.")


def test_a_name_that_is_missing_is_said_so(page: Page) -> None:
    open_groups(page)
    page.get_by_role("button", name="Make").click()
    expect(page.locator("#make-name-error")).to_have_text("Name is missing.")
    expect(page.get_by_label("Name")).to_be_focused()
    assert not Group.objects.exists()


def test_joining_by_a_pasted_text(page: Page, complaints: list[str]) -> None:
    group = make_group(register("Ada"))
    sign_in(page, register("Bob"))
    open_groups(page)
    field = page.get_by_label("Invitation")
    button = page.locator("#join").get_by_role("button")
    field.fill("come and join us")
    button.click()
    expect(page.locator("#join .form-error")).to_contain_text("There is no invitation in this text")
    field.fill(f"{group.pk}.{'x' * 12}")
    button.click()
    expect(page.locator("#join .form-error")).to_contain_text("This invitation does not hold")
    assert "404" in complaints.pop()
    field.fill(f"Join us: https://castle.example/groups#{group.pk}.{group.join_code} soon")
    button.click()
    expect(page.locator("#said")).to_have_text("You are in Kings.")
    expect(page.get_by_role("article", name="Kings")).to_be_visible()
    assert group.memberships.count() == 2


def test_an_owner_changes_it(page: Page) -> None:
    ada, bob, eve = register("Ada"), register("Bob"), register("Eve")
    group = make_group(ada, bob, eve)
    sign_in(page, ada)
    open_groups(page)
    page.get_by_text("Change the group").click()
    page.get_by_role("article").get_by_label("Name").fill("Queens")
    page.get_by_role("button", name="Rename").click()
    article = page.get_by_role("article", name="Queens")
    article.get_by_text("Change the group").click()
    article.get_by_role("button", name="New code").click()
    expect(page.locator("#said")).to_have_text("The group has a new join code.")
    code = group.join_code
    group.refresh_from_db()
    assert group.join_code != code
    expect(article.locator(".secret")).to_have_text(group.join_code)
    article.get_by_role("button", name="Put out: Eve").click()
    page.get_by_role("button", name="Put out", exact=True).click()
    expect(page.locator("#said")).to_have_text("Eve is out of Queens.")
    article.get_by_role("button", name="Hand over: Bob").click()
    page.get_by_role("button", name="Hand over", exact=True).click()
    expect(page.locator("#said")).to_have_text("Bob is the owner of Queens now.")
    expect(article.locator(".members li")).to_have_text(["Ada (you)", "Bob owner"])
    expect(page.get_by_text("Change the group")).to_have_count(0)
    article.get_by_role("button", name="Leave …").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator("#list")).to_contain_text("You are in no group yet.")
    assert [each.player.handle for each in group.memberships.all()] == ["Bob"]


def test_it_is_dissolved_only_after_a_question(page: Page) -> None:
    ada = register("Ada")
    make_group(ada)
    sign_in(page, ada)
    open_groups(page)
    page.get_by_text("Change the group").click()
    page.get_by_role("button", name="Dissolve …").click()
    page.get_by_role("button", name="Keep it").click()
    assert Group.objects.count() == 1
    page.get_by_role("button", name="Dissolve …").click()
    page.get_by_role("button", name="Dissolve", exact=True).click()
    expect(page.locator("#said")).to_have_text("Kings is dissolved.")
    assert Group.objects.count() == 0


def test_a_name_that_does_not_fit(page: Page, complaints: list[str]) -> None:
    sign_in(page, register("Ada"))
    open_groups(page)
    page.locator("#make").get_by_label("Name").fill("Kings\u202eof Sunday")
    page.get_by_role("button", name="Make").click()
    expect(page.locator("#make-name-error")).not_to_be_empty()
    assert "400" in complaints.pop()
