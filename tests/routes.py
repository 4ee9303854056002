"""The routes of the site, walked from the URL conf: what is there to be tried."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("get", "post", "put", "patch", "delete")
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_NAMED_GROUP = re.compile(r"\(\?P<(\w+)>[^)]*\)")


def routes(patterns: Any = None, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """All routes of the site with their patterns."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern


def plain(route: str) -> str:
    """A route with its parameters as `<name>`, also where it is a regular expression."""
    if "(?P" not in route and "^" not in route:
        return route
    return _NAMED_GROUP.sub(r"<\1>", route).replace("^", "").replace("$", "")


def parameters(route: str) -> list[str]:
    """The names of a route's parameters."""
    return _PARAMETER.findall(route)


def path(route: str, values: Mapping[str, str]) -> str:
    """The path of a route with these values."""
    return "/" + _PARAMETER.sub(lambda found: values[found[1]], route)


def paths(route: str, known: Mapping[str, Sequence[str]]) -> list[str]:
    """The paths of a route, with every combination of values for its parameters."""
    names = parameters(route)
    unknown = set(names) - set(known)
    assert not unknown, f"say what stands for {unknown} in {route}"
    return [
        path(route, dict(zip(names, chosen, strict=True)))
        for chosen in itertools.product(*(known[name] for name in names))
    ]


def methods(pattern: URLPattern) -> list[str]:
    """The methods that a route's view has."""
    view = getattr(pattern.callback, "cls", None) or getattr(pattern.callback, "view_class", None)
    return ["get"] if view is None else [name for name in METHODS if hasattr(view, name)]
