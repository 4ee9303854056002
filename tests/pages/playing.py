"""Playing on the page: the table seen from outside, and moves by mouse, finger and keys."""

import datetime as dt
from collections.abc import Callable

from playwright.sync_api import Page

from games.rules import HOME, Board, Move, format_card, format_line, replay
from tests.leaderboard.lines import Won

Player = Callable[[Page, Board, Move], None]


def open_play(page: Page, variant: str, date: dt.date) -> None:
    """Open a day's challenge and wait until the cards lie."""
    page.goto(f"/play/{variant}/{date}")
    wait_for_table(page)


def wait_for_table(page: Page) -> None:
    """Wait until the cards lie on the table."""
    page.locator("[data-ready]").wait_for()


def position(page: Page) -> str:
    """What the buttons of the table say, as a screen reader would: foundations, then rows."""
    names = page.locator(".place").evaluate_all(
        "places => places.map(place => place.getAttribute('aria-label'))"
    )
    assert len(names) == 12
    return "\n".join(names)


def moves_made(page: Page) -> int:
    """The counter of moves."""
    return int(page.locator("#moves").inner_text())


def middle(page: Page, selector: str) -> tuple[float, float]:
    """The middle of an element, in the viewport."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def card_selector(board: Board, row: int, count: int = 1) -> str:
    """The outermost card of a row, or the innermost of its outermost `count` cards."""
    return f'.card[data-card="{format_card(board.rows[row - 1][-count])}"]'


def place_selector(board: Board, move: Move) -> str:
    """The place that a move goes to."""
    if move.destination == HOME:
        return f'.place[data-place="h{board.rows[move.source - 1][-1] & 3}"]'
    return f'.place[data-place="{move.destination}"]'


def drag(page: Page, source: str, destination: str) -> None:
    """Drag an element onto another with the mouse."""
    page.mouse.move(*middle(page, source))
    page.mouse.down()
    page.mouse.move(*middle(page, destination), steps=2)
    page.mouse.up()


def by_mouse(page: Page, board: Board, move: Move) -> None:
    """Home by clicks, the second of which takes the best target; to rows by drag."""
    card = card_selector(board, move.source)
    if move.destination != HOME:
        drag(page, card, place_selector(board, move))
        return
    page.mouse.click(*middle(page, card))
    if is_holding(page):
        page.mouse.click(*middle(page, card))


def by_touch(page: Page, board: Board, move: Move) -> None:
    """Tap the card, and where it shall go if there is a choice."""
    page.touchscreen.tap(*middle(page, card_selector(board, move.source)))
    if is_holding(page):
        page.touchscreen.tap(*middle(page, place_selector(board, move)))


def by_keys(page: Page, board: Board, move: Move) -> None:
    """Type the move as it is written."""
    page.keyboard.press(str(move.source))
    page.keyboard.press("h" if move.destination == HOME else str(move.destination))


def is_holding(page: Page) -> bool:
    """Whether cards are picked up."""
    return page.locator(".card.picked").count() > 0


def play(page: Page, start: Board, line: str, how: Player = by_keys) -> Board:
    """Play a line on the page, as far as the page does not finish the game by itself."""
    board = start.copy()
    for move in replay(start, line).moves:
        if page.locator("#play.won").count():
            break
        how(page, board, move)
        board.push(move)
    return board


def line_for_taps(won: Won, line: str | None = None) -> str:
    """A line that taps make: where only spaces can be chosen, the lowest-numbered is taken.

    Rows are alike, so a card that goes to another space is followed there ever after.
    """
    board, played = won.board, []
    now = {row: row for row in range(1, 9)} | {HOME: HOME}
    for move in replay(won.board, line or won.line).moves:
        source, destination = now[move.source], now[move.destination]
        targets = {each.destination for each in board.legal_moves() if each.source == source}
        spaces = board.spaces()
        if destination in spaces and targets <= set(spaces):
            taken = next(old for old, new in now.items() if new == spaces[0])
            now[taken], now[move.destination] = destination, spaces[0]
            destination = spaces[0]
        played.append(Move(source, destination))
        board.push(played[-1])
    assert board.is_won()
    return format_line(played)


def take_in(page: Page, line: str) -> None:
    """Import a line by the dialog."""
    page.get_by_role("button", name="More").click()
    page.get_by_label("Moves to play from the start").fill(line)
    page.get_by_role("button", name="Play these moves").click()
