"""What the parts of the client share: calls that give objects, pages, answers that take time."""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from castle_client.errors import UnavailableError, UnexpectedAnswerError
from castle_client.reading import read
from castle_client.transport import Answer, Transport

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list. `head` is what stands beside the rows, such as `board_revision`."""

    results: tuple[T, ...]
    next: str | None
    previous: str | None
    head: Mapping[str, Any]


class Part:
    """Some of the client's calls; `Client` is made of all parts."""

    transport: Transport

    def get(self, kind: type[T], path: str, **query: object) -> T:
        """GET an object."""
        return read(kind, self.transport.call("GET", path, query=query).data)

    def post(
        self,
        kind: type[T],
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        key: str | None = None,
        repeatable: bool | None = None,
        secret: bool = False,
    ) -> T:
        """POST, and read the object that is answered."""
        answer = self.transport.call(
            "POST", path, body=body, key=key, repeatable=repeatable, secret=secret
        )
        return read(kind, answer.data)

    def page(self, kind: type[T], path: str, **query: object) -> Page[T]:
        """GET one page of a list."""
        data = self.transport.call("GET", path, query=query).data
        if not isinstance(data, dict):
            raise UnexpectedAnswerError("a list that is none")
        head = {name: data[name] for name in data.keys() - {"results", "next", "previous"}}
        # A type that is made at run time: `read` takes it apart, mypy knows it by Page[T].
        rows = read(tuple[kind, ...], data.get("results"), "/results")  # type: ignore[valid-type]
        return Page(rows, _link(data.get("next")), _link(data.get("previous")), head)

    def pages(self, kind: type[T], path: str, **query: object) -> Iterator[Page[T]]:
        """GET all pages of a list, one when it is asked for."""
        page = self.page(kind, path, **query)
        yield page
        while page.next is not None:
            page = self.page(kind, page.next)
            yield page

    def rows(self, kind: type[T], path: str, **query: object) -> Iterator[T]:
        """Give all rows of a list. A row that changes meanwhile may be missed, none comes twice."""
        for page in self.pages(kind, path, **query):
            yield from page.results

    def ask(self, kind: type[T], path: str, body: Mapping[str, Any], *, patience: float) -> T:
        """POST a question, and wait for its answer while it is being searched (202).

        After `patience` seconds: UnavailableError.
        """
        answer = self.transport.call("POST", path, body=body, repeatable=True)
        return read(kind, self.wait(answer, patience).data)

    def wait(self, answer: Answer, patience: float) -> Answer:
        """Ask again where an answer 202 says, when it says, until there is another."""
        clock = self.transport.retries
        deadline = clock.now() + patience
        while answer.status == 202:
            location = _link(answer.headers.get("location"))
            if location is None:
                raise UnexpectedAnswerError("202 without a Location")
            if clock.now() >= deadline:
                document = {"title": "The answer takes longer", "type": "about:blank"}
                raise UnavailableError(503, document)
            clock.sleep(float(answer.headers.get("retry-after", "1")))
            answer = self.transport.call("GET", location)
        return answer


def at(*parts: object) -> str:
    """Return the path of these parts, each quoted, under `/api/v1/`."""
    return "/".join(quote(str(part), safe="") for part in parts)


def new_key() -> str:
    """Return an Idempotency-Key that no other request has."""
    return str(uuid.uuid4())


def _link(link: Any) -> str | None:
    """A link of an answer, which stays in this service."""
    if link is None:
        return None
    if not isinstance(link, str) or not link.startswith("/") or link.startswith("//"):
        raise UnexpectedAnswerError(f"a link that leads elsewhere: {str(link)[:60]!r}")
    return link
