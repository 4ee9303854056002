"""The three games, which differ in their deal alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.rules.errors import UnknownVariantError


@dataclass(frozen=True)
class Variant:
    """A game of the castle family, as data.

    ``aces_first``: the aces are taken from the pack and laid on the foundations first.
    ``builds_while_dealing``: a card that fits its foundation when dealt goes there.
    """

    slug: str
    name: str
    aces_first: bool
    builds_while_dealing: bool


BELEAGUERED_CASTLE = Variant(
    slug="beleaguered-castle",
    name="Beleaguered Castle",
    aces_first=True,
    builds_while_dealing=False,
)
STREETS_AND_ALLEYS = Variant(
    slug="streets-and-alleys",
    name="Streets and Alleys",
    aces_first=False,
    builds_while_dealing=False,
)
CITADEL = Variant(
    slug="citadel",
    name="Citadel",
    aces_first=False,
    builds_while_dealing=True,
)

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.slug: variant for variant in (BELEAGUERED_CASTLE, STREETS_AND_ALLEYS, CITADEL)}
)
"""All variants by slug, in the order in which they are always listed."""


def get_variant(slug: str) -> Variant:
    """Return the variant of a slug such as ``citadel``; UnknownVariantError if none has it."""
    variant = VARIANTS.get(slug)
    if variant is None:
        known = ", ".join(VARIANTS)
        raise UnknownVariantError(f"no such variant; known are {known}", text=slug, offset=0)
    return variant
