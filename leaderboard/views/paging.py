"""Pages of lists, with links to the next and the previous one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from rest_framework.request import Request

from games.pagination import (
    Cursor,
    KeyPart,
    encode_cursor,
    keyset_filter,
    page_url,
    read_cursor,
    read_limit,
    reverse_order,
)

M = TypeVar("M", bound=Model)
T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """Rows of a list in its order; `next` and `previous` are paths with a query, or None."""

    results: list[T]
    next: str | None
    previous: str | None


def make_page(
    request: Request,
    kind: str,
    rows: list[T],
    *,
    cursor: Cursor | None,
    more: bool,
    key: Callable[[T], tuple[KeyPart, ...]],
) -> Page[T]:
    """A page of rows in list order; `more` says whether there are others in the way it was read."""
    backwards = cursor is not None and cursor.backwards
    has_next = backwards or more
    has_previous = more if backwards else cursor is not None
    last = encode_cursor(kind, Cursor(key(rows[-1]))) if rows and has_next else None
    first = encode_cursor(kind, Cursor(key(rows[0]), True)) if rows and has_previous else None
    return Page(
        rows,
        page_url(request.path, request.query_params, last),
        page_url(request.path, request.query_params, first),
    )


def read_page(
    request: Request,
    rows: QuerySet[M],
    *,
    kind: str,
    order: Sequence[str],
    types: Sequence[type[KeyPart]],
    key: Callable[[M], tuple[KeyPart, ...]],
) -> Page[M]:
    """The page of a table that the request's `cursor` and `limit` ask for.

    `order` ends in a column that makes it unique; `key` gives a row's values of it.
    """
    limit = read_limit(request.query_params)
    cursor = read_cursor(request.query_params, kind, types)
    backwards = cursor is not None and cursor.backwards
    way = reverse_order(order) if backwards else list(order)
    if cursor is not None:
        rows = rows.filter(keyset_filter(way, cursor.key))
    found = list(rows.order_by(*way)[: limit + 1])
    more = len(found) > limit
    found = found[:limit]
    if backwards:
        found.reverse()
    return make_page(request, kind, found, cursor=cursor, more=more, key=key)


def page_data(page: Page[Any], rows: Iterable[Any]) -> dict[str, Any]:
    """A page as JSON, its rows already so."""
    return {"results": list(rows), "next": page.next, "previous": page.previous}
