"""Deals by number: layouts, labels, verifying, hints, and vectors for other clients."""

import json
from collections.abc import Iterator
from typing import Any

from castle_client.base import Part, at
from castle_client.models import Deal, Hint, Layout, Variants, Verified
from castle_client.reading import read

Number = int | str


class Deals(Part):
    """Calls about deals; none needs a token."""

    def variants(self) -> Variants:
        """Return the games, and the numbers that deals may have."""
        return self.get(Variants, "variants")

    def layout(self, variant: str, number: Number) -> Layout:
        """Return the cards of a deal, which never change."""
        return self.get(Layout, at("deals", variant, number, "layout"))

    def deal(self, variant: str, number: Number) -> Deal:
        """Return a deal with its label, if somebody has asked for one."""
        return self.get(Deal, at("deals", variant, number))

    def label(self, variant: str, number: Number, *, patience: float = 0) -> Deal:
        """Ask for a deal's label, and wait up to `patience` seconds until it is made.

        The deal as it stands then: `label.state` says whether the label is.
        """
        path = at("deals", variant, number, "label")
        deal = read(Deal, self.transport.call("POST", path, repeatable=True).data)
        clock = self.transport.retries
        deadline = clock.now() + patience
        while _is_waiting(deal) and clock.now() < deadline:
            clock.sleep(1)
            deal = self.deal(variant, number)
        return deal

    def verify(
        self, variant: str, number: Number, line: str, *, format: str = "native"
    ) -> Verified:
        """Have a line replayed; nothing is stored. Raises UnreadableLineError."""
        body = {"line": line, "format": format}
        path = at("deals", variant, number, "verify")
        return self.post(Verified, path, body, repeatable=True)

    def deal_hint(
        self,
        variant: str,
        number: Number,
        line: str = "",
        *,
        format: str = "native",
        patience: float = 60,
    ) -> Hint:
        """Return the next move after a line; AssistanceRefusedError for an open challenge's deal.

        Waits up to `patience` seconds for the search, then UnavailableError.
        """
        body = {"line": line, "format": format}
        return self.ask(Hint, at("deals", variant, number, "hint"), body, patience=patience)

    def vectors(self, version: int = 1) -> Iterator[Any]:
        """Yield the records of the test vectors, each a JSON object with its `kind`."""
        content = self.transport.call("GET", at("vectors", version)).content
        return map(json.loads, content.decode().splitlines())


def _is_waiting(deal: Deal) -> bool:
    return deal.label is not None and deal.label.state in ("queued", "running")
