"""Boards, lists and standings as lines of at most 79 plain characters."""

import datetime as dt
import textwrap
from collections.abc import Iterable, Sequence

from castle_client.models import Challenge, OwnStanding, Standing
from games.rules import RANKS, SUITS, VARIANTS, Board

WIDTH = 79


def plain(text: str) -> str:
    """A text of the service's, with what could steer a terminal made visible."""
    return "".join(each if each.isprintable() else "?" for each in text)


def wrapped(text: str) -> list[str]:
    """A text in lines."""
    return textwrap.wrap(plain(text), WIDTH) or [""]


def board_lines(board: Board) -> list[str]:
    """A position: the foundations, the left wing, a gap, the right wing."""
    tops = "  ".join(
        f"{suit}:{RANKS[top - 1] if top else '-'}"
        for suit, top in zip(SUITS, board.foundations, strict=True)
    )
    rows = [f"  {row}  {text}".rstrip() for row, text in enumerate(board.row_texts(), start=1)]
    return [f"  foundations  {tops}", *rows[:4], "", *rows[4:]]


def challenge_line(place: int, challenge: Challenge, state: str) -> str:
    """A day's challenge in the list of them."""
    par = "par " + (str(challenge.par.high) if challenge.par.proven else "unknown")
    grade = challenge.difficulty.grade if challenge.difficulty else ""
    won = f"{challenge.counts.get('ranked', 0)} on the board"
    variant = VARIANTS.get(challenge.variant)
    name = variant.name if variant else challenge.variant
    return plain(f" {place}  {name:<20} {par:<12} {grade:<9} {won:<18} {state}")[:WIDTH].rstrip()


def time_text(seconds: float | None) -> str:
    """An elapsed time as people write it; nothing if it is not known."""
    if seconds is None:
        return ""
    return str(dt.timedelta(seconds=int(seconds)))


def over_par_text(over: int | None) -> str:
    """Moves over par: `par`, `+4`, `-1`."""
    if over is None:
        return ""
    return "par" if over == 0 else f"{over:+d}"


def standing_line(row: Standing, *, own: bool) -> str:
    """A row of a board; one's own has a star."""
    rank = "-" if row.rank is None else str(row.rank)
    handle = row.player.handle if row.player else "(deleted)"
    score = (
        f"{row.foundation_cards:>4} cards"
        if row.section == "unfinished"
        else f"{row.moves:>4} moves"
    )
    notes = [over_par_text(row.over_par), time_text(row.elapsed_s)]
    if row.section != "ranked":
        notes.append(row.section)
    mark = "*" if own else " "
    return plain(f"{mark}{rank:>6}  {handle:<20} {score}  {notes[0]:<5} {' '.join(notes[1:])}")[
        :WIDTH
    ].rstrip()


def standings_lines(top: Iterable[Standing], total: int, own: OwnStanding | None) -> list[str]:
    """The head of a board, and below it one's own place with its neighbours."""
    rows = list(top)
    mine = own.standing if own else None
    lines = [f"{total} on the board" + ("" if rows else ": nobody yet")]
    lines += [
        standing_line(row, own=mine is not None and row.submission == mine.submission)
        for row in rows
    ]
    if own is None or mine is None:
        return [*lines, "You are not on this board."] if own else lines
    if all(row.submission != mine.submission for row in rows):
        lines.append("   ...")
        around = [*own.above, mine, *own.below]
        shown = {row.submission for row in rows}
        lines += [
            standing_line(row, own=row.submission == mine.submission)
            for row in around
            if row.submission not in shown
        ]
    if own.hidden:
        lines.append("A moderator has taken you off the board.")
    elif own.rank is not None:
        lines.append(f"Your rank is {own.rank} of {own.ranked_total}.")
    else:
        lines.append(f"Your line stands under: {mine.section}.")
    return lines


def columns(words: Sequence[str]) -> list[str]:
    """Short words side by side."""
    return textwrap.wrap("  ".join(words), WIDTH) or ["none"]
