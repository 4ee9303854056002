"""Guards decide whether a deal's solution may be shown."""

import pytest

from games import assistance
from games.errors import AssistanceRefusedError
from games.rules import CITADEL, STREETS_AND_ALLEYS, Variant


@pytest.fixture(autouse=True)
def _no_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistance, "_guards", [])


def refuse_five(variant: Variant, number: int) -> None:
    """Refuse one deal."""
    if (variant, number) == (CITADEL, 5):
        raise AssistanceRefusedError


def allow(variant: Variant, number: int) -> None:
    """Refuse nothing."""


def test_it_works() -> None:
    assistance.register(refuse_five)
    assert assistance.is_allowed(CITADEL, 6)
    assert assistance.is_allowed(STREETS_AND_ALLEYS, 5)
    assert not assistance.is_allowed(CITADEL, 5)
    with pytest.raises(AssistanceRefusedError):
        assistance.check(CITADEL, 5)


def test_without_guards_nothing_is_allowed() -> None:
    assert not assistance.is_allowed(CITADEL, 6)


def test_one_guard_that_refuses_is_enough() -> None:
    assistance.register(allow)
    assistance.register(refuse_five)
    assert not assistance.is_allowed(CITADEL, 5)


def test_a_fault_of_a_guard_is_no_permission() -> None:
    def broken(variant: Variant, number: int) -> None:
        raise LookupError

    assistance.register(broken)
    with pytest.raises(LookupError):
        assistance.is_allowed(CITADEL, 5)
