"""Accounts on the page: guests who become players, signing in and out, leaving."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from leaderboard.models import Player
from leaderboard.services.players import player_register
from tests.pages.days import CASTLE, PASSWORD, make_today, today
from tests.pages.playing import open_play, take_in, wait_for_table

pytestmark = pytest.mark.django_db(transaction=True)


def fill_in(page: Page, form: str, handle: str, password: str) -> None:
    """Fill in a form of handle and password, and send it."""
    place = page.locator(form)
    place.get_by_label("Handle", exact=True).first.fill(handle)
    place.get_by_label("Password", exact=True).first.fill(password)
    place.get_by_role("button").first.click()


@pytest.fixture
def visitor(page: Page) -> Page:
    """The account page of somebody unknown."""
    page.goto("/account")
    page.locator("#account[data-ready]").wait_for()
    return page


def test_a_guest_keeps_the_results(page: Page) -> None:
    make_today([CASTLE])
    open_play(page, CASTLE.variant, today())
    take_in(page, CASTLE.line)
    expect(page.locator("#result-said")).to_contain_text("rank 1 of 1")
    guest = page.locator("#who").inner_text()
    page.locator("#result").get_by_role("button", name="Close").click()
    page.locator("#who").click()
    expect(page.locator("#guest")).to_contain_text(f"You play as the guest {guest}.")
    fill_in(page, "#sign-up", "Ada", PASSWORD)
    expect(page.locator("#code")).to_have_text(re.compile(r"\S{8,}"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#recovery").get_by_role("button", name="Copy").click()
    expect(page.locator("#code-said")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("#code").inner_text()
    page.get_by_role("button", name="I have it").click()
    expect(page.locator("#registered")).to_contain_text("You are Ada.")
    expect(page.locator("#who")).to_have_text("Ada")
    assert Player.objects.get().handle == "Ada"
    page.goto(f"/board/{CASTLE.variant}/{today()}")
    expect(page.locator("tr.own[aria-current]")).to_contain_text("Ada (you)")
    page.locator("tr.own[aria-current]").get_by_role("link", name="Ada").click()
    expect(page.locator("#history tbody tr")).to_have_count(1)
    expect(page.locator("#history tbody")).to_contain_text("Beleaguered Castle")
    page.locator("#history").get_by_role("link", name=re.compile("^Beleaguered Castle")).click()
    wait_for_table(page)


def test_sign_up_sign_out_sign_in(visitor: Page) -> None:
    fill_in(visitor, "#sign-up", "Grace-H", PASSWORD)
    visitor.get_by_role("button", name="I have it").click()
    visitor.get_by_role("button", name="Sign out").click()
    expect(visitor.locator("#who")).to_have_text("Sign in or up")
    fill_in(visitor, "#sign-in", "grace-h", PASSWORD)
    expect(visitor.locator("#who")).to_have_text("Grace-H")
    expect(visitor.locator("#registered")).to_be_visible()
    visitor.reload()
    expect(visitor.locator("#who")).to_have_text("Grace-H")


def test_the_recovery_code_sets_a_new_password(visitor: Page) -> None:
    code = player_register(handle="Ada", password=PASSWORD).recovery_code
    visitor.get_by_text("Password forgotten").click()
    form = visitor.locator("#recover")
    form.get_by_label("Handle").fill("Ada")
    form.get_by_label("Recovery code").fill(code)
    form.get_by_label("New password").fill("another password, longer")
    form.get_by_role("button").click()
    expect(visitor.locator("#code")).not_to_be_empty()
    visitor.get_by_role("button", name="I have it").click()
    expect(visitor.locator("#registered")).to_be_visible()


@pytest.mark.parametrize(
    ("handle", "password", "place"),
    [
        ("a b", PASSWORD, "#new-handle-error"),
        ("Ada", "short", "#new-password-error"),
        ("taken", PASSWORD, "#new-handle-error"),
    ],
)
def test_what_does_not_fit_is_said_beside_the_field(
    visitor: Page, complaints: list[str], handle: str, password: str, place: str
) -> None:
    player_register(handle="Taken", password=PASSWORD)
    fill_in(visitor, "#sign-up", handle, password)
    expect(visitor.locator(place)).not_to_be_empty()
    field = visitor.locator(place.removesuffix("-error"))
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    assert len(complaints) == 1
    assert re.search("status of 4(00|09)", complaints.pop())


def test_a_wrong_password(visitor: Page, complaints: list[str]) -> None:
    fill_in(visitor, "#sign-in", "nobody", "a wrong password")
    expect(visitor.locator("#sign-in > form .form-error")).to_have_text(
        "No player has this handle with this password or recovery code."
    )
    assert "401" in complaints.pop()
    assert complaints == []


def test_export_and_deletion(visitor: Page) -> None:
    fill_in(visitor, "#sign-up", "Ada", PASSWORD)
    visitor.get_by_role("button", name="I have it").click()
    with visitor.expect_download() as download:
        visitor.get_by_role("button", name="Export").click()
    data = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert data["player"]["handle"] == "Ada"
    visitor.get_by_role("button", name="Delete the account …").click()
    visitor.get_by_role("button", name="Delete for good").click()
    expect(visitor.locator("#who")).to_have_text("Sign in or up")
    expect(visitor.locator("#visitor")).to_be_visible()
    assert Player.objects.count() == 0


def test_who_was_signed_out_elsewhere_is_told_so(visitor: Page, complaints: list[str]) -> None:
    fill_in(visitor, "#sign-up", "Ada", PASSWORD)
    visitor.get_by_role("button", name="I have it").click()
    Session.objects.all().delete()  # as a new password on another device would
    visitor.get_by_role("button", name="Export").click()
    expect(visitor.locator("#ended")).to_contain_text("Your session as Ada has ended")
    expect(visitor.locator("#who")).to_have_text("Sign in again")
    expect(visitor.locator("#own-data")).to_be_hidden()
    assert "401" in complaints.pop()
    visitor.goto("/how-to-play")
    expect(visitor.locator("#who")).to_have_text("Sign in again")
    visitor.locator("#who").click()
    fill_in(visitor, "#sign-in", "Ada", PASSWORD)
    expect(visitor.locator("#ended")).to_be_hidden()
    expect(visitor.locator("#registered")).to_contain_text("You are Ada.")


def test_the_password_is_changed_and_others_are_signed_out(visitor: Page) -> None:
    fill_in(visitor, "#sign-up", "Ada", PASSWORD)
    code = visitor.locator("#code").inner_text()
    visitor.get_by_role("button", name="I have it").click()
    visitor.get_by_text("Change the password").click()
    visitor.get_by_label("Password now").fill(PASSWORD)
    visitor.locator("#changed-password").fill("another password, longer")
    visitor.get_by_role("button", name="Change", exact=True).click()
    expect(visitor.locator("#recovery")).to_be_visible()
    assert visitor.locator("#code").inner_text() not in ("", code)
    visitor.get_by_role("button", name="I have it").click()
    visitor.reload()
    expect(visitor.locator("#who")).to_have_text("Ada")
    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (503, "unavailable", "The service cannot answer at the moment. Try again in 7 s."),
        (429, "too-many-requests", "Too many requests in a short time. Try again in 7 s."),
        (0, "", "The service cannot be reached"),
    ],
)
def test_what_stands_in_the_way_is_said(
    page: Page, complaints: list[str], status: int, kind: str, words: str
) -> None:
    body = json.dumps({"type": f"/problems/{kind}", "title": kind, "status": status})

    def answer(route: Route) -> None:
        if not status:
            route.abort()
            return
        route.fulfill(status=status, body=body, headers={"Retry-After": "7"})

    page.route("**/api/v1/session", answer)
    page.goto("/account")
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.locator("#sign-up")).to_be_hidden()
    page.unroute("**/api/v1/session")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#sign-up")).to_be_visible()
    assert complaints
    assert all("Failed to load resource" in each for each in complaints)
    complaints.clear()
