"""The pages. None of them reads the database: what they show comes from the public API.

So a page is the same for everybody, but for the colours that the browser asks for.
"""

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from castle_site.pages.modules import modules_of
from castle_site.pages.navigation import NAVIGATION
from castle_site.pages.periods import kinds_beside, period_at, period_beside, period_words
from games import clock
from games.rules import VARIANTS, InvalidDealNumberError, parse_deal_number
from leaderboard.periods import Period

THEMES = ("auto", "light", "dark")

_compress = GZipMiddleware(lambda request: HttpResponse()).process_response


def _page(
    request: HttpRequest,
    template: str,
    *,
    script: str,
    preload: Sequence[str] = (),
    **context: Any,
) -> HttpResponse:
    """Render a page with its module, and the API paths that it will ask for first."""
    theme = request.COOKIES.get("castle_theme", "")
    response = render(
        request,
        f"castle_site/{template}.html",
        {
            "here": template,
            "navigation": NAVIGATION,
            "theme": theme if theme in THEMES else "",
            "script": f"castle_site/js/{script}.js",
            # Not those of site.js: a browser asks for six files at a time, and they can wait.
            "modules": modules_of(f"{script}.js"),
            "preload": preload,
            **context,
        },
    )
    patch_cache_control(response, no_cache=True, private=True)
    patch_vary_headers(response, ["Cookie"])
    # Nothing secret is in a page, so its length tells nobody anything (BREACH).
    _compress(request, response)
    return response


def _variant(slug: str) -> dict[str, str]:
    """Return what a page needs of a variant; Http404 if there is none."""
    if slug not in VARIANTS:
        raise Http404
    return {"variant": slug, "name": VARIANTS[slug].name}


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Today's challenges."""
    return _page(
        request,
        "today",
        script="today",
        preload=["/challenges/today"],
        date=clock.now().date(),
        variants=VARIANTS.values(),
    )


@require_safe
def play(request: HttpRequest, variant: str, date: dt.date) -> HttpResponse:
    """A day's challenge on the table."""
    game = _variant(variant)
    preload = [f"/challenges/{variant}/{date}"]
    return _page(request, "play", script="play", preload=preload, date=date, **game)


@require_safe
def deal(request: HttpRequest, variant: str, number: str) -> HttpResponse:
    """A deal by its number on the table."""
    game = _variant(variant)
    try:
        value = parse_deal_number(number)
    except InvalidDealNumberError:
        raise Http404 from None
    preload = [f"/deals/{variant}/{value}"]
    return _page(request, "play", script="play", preload=preload, number=value, **game)


@require_safe
def own_board(request: HttpRequest) -> HttpResponse:
    """A position of the player's own, which stands in the address behind the `#`."""
    return _page(request, "play", script="play", name="A board of your own", own=True)


@require_safe
def deals(request: HttpRequest) -> HttpResponse:
    """The choice of a deal by number, or of a board by its text."""
    return _page(request, "deals", script="deals", variants=VARIANTS.values())


@require_safe
def board(request: HttpRequest, variant: str, date: dt.date) -> HttpResponse:
    """The standings of a day's challenge."""
    game = _variant(variant)
    path = f"/challenges/{variant}/{date}"
    return _page(
        request,
        "board",
        script="board",
        # Among a group the answers are others.
        preload=[path] if "group" in request.GET else [path, f"{path}/standings?limit=50"],
        date=date,
        variants=VARIANTS.values(),
        **game,
    )


@require_safe
def replay(request: HttpRequest, submission: uuid.UUID) -> HttpResponse:
    """A submission, move by move."""
    preload = [f"/submissions/{submission}"]
    return _page(request, "replay", script="replay", preload=preload, submission=submission)


@require_safe
def solution(request: HttpRequest, variant: str, date: dt.date) -> HttpResponse:
    """The solver's line of a settled challenge, move by move."""
    preload = [f"/challenges/{variant}/{date}/solution"]
    game = _variant(variant)
    return _page(request, "replay", script="replay", preload=preload, date=date, **game)


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """The days so far."""
    return _page(
        request,
        "calendar",
        script="calendar",
        preload=["/challenges?limit=100"],
        variants=VARIANTS.values(),
    )


@require_safe
def standings(
    request: HttpRequest, period: Period | None = None, variant: str = ""
) -> HttpResponse:
    """The standings of a period, of this month if none is named; "" is all variants together."""
    date = clock.now().date()
    period = period or period_at("month", date)
    game = _variant(variant) if variant else {"variant": ""}
    path = f"/standings/{period.name}{f'/{variant}' if variant else ''}"
    # Among a group the answer is another one.
    preload = [] if "group" in request.GET else [f"{path}?limit=50"]
    return _page(
        request,
        "standings",
        script="standings",
        preload=preload,
        period=period,
        words=period_words(period),
        kinds=kinds_beside(period, date),
        before=period_beside(period, -1, date),
        after=period_beside(period, 1, date),
        variants=VARIANTS.values(),
        **game,
    )


@require_safe
def groups(request: HttpRequest) -> HttpResponse:
    """The player's groups."""
    return _page(request, "groups", script="groups", today=clock.now().date())


@require_safe
def profile(request: HttpRequest, handle: str) -> HttpResponse:
    """A player."""
    return _page(request, "profile", script="profile", handle=handle)


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Signing in and up, and one's own account."""
    return _page(request, "account", script="account")


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """The rules, in short."""
    return _page(request, "how-to-play", script="example")
