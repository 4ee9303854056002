"""Deals, labels, verified lines, hints."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True)
class Variant:
    """A game."""

    slug: str
    name: str
    aces_first: bool
    builds_while_dealing: bool


@dataclass(frozen=True)
class Variants:
    """All games, and the least and the greatest deal number."""

    rules_version: int
    min_number: str
    max_number: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True)
class Par:
    """Bounds of the fewest moves that win."""

    low: int | None
    high: int | None
    proven: bool


@dataclass(frozen=True)
class Difficulty:
    """How hard a solvable deal is: harder than `number` of 100."""

    number: int
    grade: str


@dataclass(frozen=True)
class Label:
    """What the solver has proven of a deal."""

    state: str
    verdict: str | None
    reason: str | None
    par: Par
    difficulty: Difficulty | None
    moves: int | None
    line: str | None
    states: int
    seconds: float
    solver_version: str
    labelled_at: dt.datetime | None


@dataclass(frozen=True)
class Layout:
    """The cards of a deal: eight rows, innermost card first; cards on foundations by suit."""

    variant: str
    number: str
    rules_version: int
    rows: tuple[tuple[str, ...], ...]
    foundations: dict[str, int]


@dataclass(frozen=True)
class Deal(Layout):
    """A deal with its label, None if nobody has asked for one."""

    label: Label | None


@dataclass(frozen=True)
class Verified:
    """What came of a line that was replayed and not stored."""

    legal: bool
    outcome: str | None
    move_count: int
    foundation_cards: int
    line: str
    reason: str | None
    move_index: int | None
    text_offset: int | None
    detail: str | None


@dataclass(frozen=True)
class Hint:
    """The next move of a line that wins, and the line; None where none is known."""

    variant: str
    number: str
    move_count: int
    verdict: str
    move: str | None
    shortest: bool
    moves_left: Par
    reason: str | None
    solver_version: str
    line: str | None = None
