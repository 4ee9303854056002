"""Limits hit by 200 requests at once, over sockets and several web processes."""

import re
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings

from games.throttling import scope_of
from leaderboard.services.players import guest_create
from leaderboard.services.tokens import token_create
from tests.concurrency.api import Answer, Api, Figures
from tests.concurrency.cast import PASSWORD
from tests.concurrency.running import Running
from tests.leaderboard.test_secrecy import routes

LIMIT, WINDOW, PARALLEL = 10, 3600, 200
# Counted by account, behind the count of addresses: asked from many of them.
BY_ACCOUNT = "login_account"
NOBODY = "00000000-0000-4000-8000-000000000000"


class Ask(NamedTuple):
    """A request that counts in a scope."""

    method: str
    path: str
    body: Any = None


def asks() -> dict[str, Ask]:
    """A request for each scope of the settings, found among the routes."""
    found = {scope: ask for scope, ask in _found() if scope in settings.THROTTLE_RATES}
    login = {"handle": "nobody-here", "password": PASSWORD}
    return {**found, BY_ACCOUNT: Ask("POST", "/api/v1/tokens", login)}


def _found() -> Iterator[tuple[str, Ask]]:
    for route, pattern in routes():
        view = getattr(pattern.callback, "view_class", None)
        path = "/" + re.sub("<uuid:[a-z_]+>", NOBODY, re.sub("<str:[a-z_]+>", "nothing", route))
        for method in ("GET", "POST"):
            if view is not None and hasattr(view, method.lower()):
                yield scope_of(view, method), Ask(method, path, {} if method == "POST" else None)


def hit_all(running: Running, figures: Figures) -> None:
    """Hit each limit, and compare what passes with it."""
    found = asks()
    figures.compare("scopes", sorted(found), sorted(settings.THROTTLE_RATES), "every scope")
    limits = {f"THROTTLE_{scope.upper()}": f"{LIMIT}/hour" for scope in found}
    with running.another_web(**limits, WEB_WORKERS="3") as port:
        for number, (scope, ask) in enumerate(sorted(found.items()), start=1):
            many = scope == BY_ACCOUNT
            answers = _hit(port, figures, ask, f"127.{number}", PARALLEL // LIMIT if many else 1)
            _judge(scope, answers, figures, said=not many)


def _hit(port: int, figures: Figures, ask: Ask, net: str, addresses: int) -> list[Answer]:
    """The answers to 200 requests of one player at once, from so many addresses of a net."""
    token = token_create(player=guest_create()).token
    barrier = threading.Barrier(PARALLEL)
    answers: list[Answer] = []

    def hit(number: int) -> None:
        api = Api(port, figures, f"{net}.0.{1 + number % addresses}")
        try:
            # Connected beforehand: the requests alone leave at the same moment.
            api.connection.connect()
            barrier.wait(30)
            answers.append(api.ask("throttled", *ask, token=token))
        except Exception as error:
            figures.fault(f"{ask.path}: {type(error).__name__}: {error}")
        finally:
            api.close()

    threads = [threading.Thread(target=hit, args=(number,)) for number in range(PARALLEL)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def _judge(scope: str, answers: list[Answer], figures: Figures, *, said: bool) -> None:
    """Exactly as many pass as may, each told another rest; all others are told when to come."""
    passed = [answer for answer in answers if answer.status != 429]
    refused = [answer for answer in answers if answer.status == 429]
    figures.compare("passed", (scope, len(passed), len(answers)), (scope, LIMIT, PARALLEL), scope)
    statuses = Counter(answer.status for answer in passed)
    figures.compare("passed", {status for status in statuses if status >= 500}, set(), scope)
    for answer in refused:
        wait = answer.headers.get("Retry-After", "")
        right = wait.isdigit() and WINDOW - 120 <= int(wait) <= WINDOW
        figures.compare("Retry-After", right, True, f"{scope} {wait!r}")
        figures.compare("problem", answer.body["type"], "/problems/too-many-requests", scope)
    if not said:
        return
    rests = []
    for answer in answers:
        policy = answer.headers.get("RateLimit-Policy")
        figures.compare("RateLimit-Policy", policy, f'"{scope}";q={LIMIT};w={WINDOW}', scope)
        found = re.fullmatch(rf'"{scope}";r=(\d+);t=(\d+)', answer.headers.get("RateLimit", ""))
        if figures.compare("RateLimit", found is not None, True, scope) and found is not None:
            rests.append(int(found[1]))
            if answer.status == 429:
                # The window's end, in both words: no more than a second apart.
                wait = int(answer.headers.get("Retry-After", "0"))
                figures.compare("RateLimit", abs(int(found[2]) - wait) <= 1, True, scope)
    expected = sorted([*range(LIMIT), *[0] * (PARALLEL - LIMIT)])
    figures.compare("RateLimit", sorted(rests), expected, scope)
