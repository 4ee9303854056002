"""Who may do what: the tables of `docs/security.md` against what the service answers.

The routes come from the URL conf: one without a row fails, and the message holds the rows
that are missing, with what the service answers now, to be looked at and then written down.
"""

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from celery import Task
from django.conf import LazySettings as Settings
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.test import Client

from games import presence
from leaderboard.services.tokens import Scope
from tests.access.tables import Row, rows, table
from tests.access.world import ROLES, World, make_world, status_of
from tests.leaderboard.conftest import at as at  # the clock
from tests.leaderboard.playing import SetClock
from tests.leaderboard.test_secrecy import BODIES
from tests.routes import METHODS, methods, routes

pytestmark = pytest.mark.django_db
WAYS = ("read", "play", "account", "session", "no CSRF token", "bad token")
# A browser that is not spared the check for forged requests.
STRICT = partial(Client, enforce_csrf_checks=True)


@pytest.fixture
def world(at: SetClock, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> World:
    """Everybody and everything; the worker that is there takes its time."""
    monkeypatch.setattr(Task, "apply_async", lambda *_, **__: None)
    settings.ASSIST_WAIT = 0
    presence.note_worker()
    return make_world(at, BODIES)


def calls(*, api: bool) -> set[tuple[str, str]]:
    """Every method and route of the API, or of the pages."""
    return {
        (method, route)
        for route, pattern in routes()
        if route.startswith("api/") is api and not route.startswith("admin/")
        for method in methods(pattern)
    }


def compare(
    heading: str,
    columns: tuple[str, ...],
    wanted: set[tuple[str, str]],
    ask: Callable[[Row, str], int],
) -> None:
    """Every wanted call has a row, every row is of such a call, and says what is answered."""
    found = rows(heading, columns)
    missing = [Row(*call, "-", {}) for call in sorted(wanted - {row[:2] for row in found})]
    gone = sorted({row[:2] for row in found} - wanted)
    assert len({row[:3] for row in found}) == len(found), "a row stands twice"
    wrong = []
    for row in [*found, *missing]:
        if row[:2] in gone:
            continue
        answered = {column: ask(row, column) for column in columns}
        if answered != row.statuses:
            cells = [row.method.upper(), f"`{row.route}`", row.of.strip("-"), *answered.values()]
            wrong.append("| " + " | ".join(map(str, cells)) + " |")
    assert not wrong, "\n".join(["the service answers:", *wrong])
    assert not gone, f"there is no such route any more: {gone}"


def test_who_may_do_what(world: World) -> None:
    headers = {role: world.by_token(role) for role in ROLES}

    def ask(row: Row, role: str) -> int:
        presence.note_worker()
        where = world.path(row.route, row.of)
        body = world.bodies.get((row.route, row.method))
        return status_of(STRICT(), row.method, where, body, headers[role])

    compare("Who may do what", ROLES, calls(api=True), ask)


def test_what_tokens_and_sessions_reach(world: World) -> None:
    headers = {scope.value: world.by_token("player", scope) for scope in Scope}
    headers["bad token"] = {"Authorization": "Bearer " + "f" * 64}

    def ask(row: Row, way: str) -> int:
        presence.note_worker()
        where = world.path(row.route, row.of)
        body = world.bodies.get((row.route, row.method))
        if way in headers:
            return status_of(STRICT(), row.method, where, body, headers[way])
        browser = world.browser("player")
        assert browser.get("/api/v1/session").status_code == 200
        token = {"X-CSRFToken": browser.cookies["csrftoken"].value} if way == "session" else {}
        return status_of(browser, row.method, where, body, token)

    compare("What a token or a session reaches", WAYS, calls(api=True), ask)


def test_pages_are_the_same_for_everybody(world: World) -> None:
    signed_in = world.browser("player")

    def ask(row: Row, _: str) -> int:
        where = world.path(row.route, row.of)
        answers = [client.get(where) for client in (Client(), signed_in)]
        assert answers[0].content == answers[1].content, where
        return int(answers[0].status_code)

    compare("Pages", ("anybody",), calls(api=False), ask)


def test_no_route_has_other_methods(world: World) -> None:
    headers = world.by_token("superuser")
    tried = 0
    for route, pattern in routes():
        if route.startswith("admin/"):
            continue
        for method in {*METHODS, "trace", "brew"} - set(methods(pattern)):
            given = world.objects["player's"] | world.objects["player's, today"]
            world.objects["any"] = given | world.objects["today's"]
            status = status_of(Client(), method, world.path(route, "any"), {}, headers)
            assert status == 405, f"{method} {route}: {status}"
            tried += 1
        if route.startswith("api/") and route != "api/v1/docs":
            answer = Client().options(world.path(route, "any"), headers=headers)
            assert (answer.status_code, answer.content) == (204, b""), route
            assert {name.strip().lower() for name in answer["Allow"].split(",")} >= {
                *methods(pattern),
                "options",
            }
    assert tried > 200


def test_the_moderators_site(world: World) -> None:
    browsers = {role: world.browser(role) for role in ROLES}
    found = {row["model"]: row for row in table("The moderators' site")}
    models = {model._meta.label_lower: model for model in admin.site._registry}
    assert set(found) == set(models)
    wrong: list[str] = []
    for label, model in models.items():
        base = f"/admin/{label.replace('.', '/')}/"
        first = model._default_manager.order_by("pk").first()
        key = quote(first.pk if first else "1")
        for role in ("moderator", "superuser"):
            done = [
                word
                for word, part in (("see", ""), ("add", "add/"), ("delete", "{key}/delete/"))
                if status_of(browsers[role], "get", base + part.format(key=key), None, {}) == 200
            ]
            if first is not None and _has_form(browsers[role], f"{base}{key}/change/"):
                done.append("change")
            wrong += [f"{label}, {role}: {', '.join(done)}"] * (
                ", ".join(done) != found[label][role]
            )
        for role, part in product(("anonymous", "player"), ("", "{key}/change/")):
            where = base + part.format(key=key)
            assert status_of(browsers[role], "get", where, None, {}) == 302, (role, where)
    assert not wrong, "\n".join(["the service lets them:", *wrong])


def _has_form(browser: Client, where: str) -> bool:
    """Whether an object's page has a button that stores something."""
    return 'name="_save"' in browser.get(where).content.decode()
