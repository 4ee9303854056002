"""Who decides whether a deal's solution may be shown: a registry of guards.

This app knows deals, not challenges. An app that plays for deals registers a guard; while
none is registered nothing is shown, so that a forgotten registration gives nothing away.
"""

from collections.abc import Callable

from games.errors import AssistanceRefusedError
from games.rules import Variant

Guard = Callable[[Variant, int], None]

_guards: list[Guard] = []


def register(guard: Guard) -> None:
    """Add a guard: called with variant and deal number, it raises AssistanceRefusedError or not.

    What a guard refuses, everybody can see being refused: it must not tell of deals that
    are still secret.
    """
    if guard not in _guards:
        _guards.append(guard)


def check(variant: Variant, number: int) -> None:
    """Raise AssistanceRefusedError unless all guards, and at least one, allow help."""
    if not _guards:
        raise AssistanceRefusedError(detail="Nobody has said that this deal may be helped with.")
    for guard in _guards:
        guard(variant, number)


def is_allowed(variant: Variant, number: int) -> bool:
    """Whether the deal's line, or a hint on it, may be shown to anybody."""
    try:
        check(variant, number)
    except AssistanceRefusedError:
        return False
    return True
