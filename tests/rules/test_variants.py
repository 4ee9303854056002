"""The three variants."""

import dataclasses

import pytest

from games.rules import BELEAGUERED_CASTLE, VARIANTS, UnknownVariantError, get_variant


def test_it_works() -> None:
    assert get_variant("beleaguered-castle") is BELEAGUERED_CASTLE
    assert BELEAGUERED_CASTLE.name == "Beleaguered Castle"


def test_there_are_three_in_a_fixed_order() -> None:
    assert [(variant.slug, variant.name) for variant in VARIANTS.values()] == [
        ("beleaguered-castle", "Beleaguered Castle"),
        ("streets-and-alleys", "Streets and Alleys"),
        ("citadel", "Citadel"),
    ]
    assert list(VARIANTS) == [variant.slug for variant in VARIANTS.values()]


@pytest.mark.parametrize(
    "slug", ["", "freecell", "Citadel", "citadel\x00", "citadel " * 9, "\ud800"]
)
def test_other_slugs_are_refused(slug: str) -> None:
    with pytest.raises(UnknownVariantError, match="known are beleaguered-castle") as caught:
        get_variant(slug)
    assert caught.value.text.isascii()


def test_a_variant_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        BELEAGUERED_CASTLE.name = "Castle"  # type: ignore[misc]
