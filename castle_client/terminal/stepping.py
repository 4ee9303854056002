"""Looking at a line move by move."""

from castle_client.models import Replay
from castle_client.terminal.drawing import board_lines
from castle_client.terminal.session import Session
from games.rules import deal, get_variant, parse_move


def step_through(session: Session, replay: Replay) -> None:
    """Show a line's positions one after the other, until the player has seen enough."""
    board = deal(get_variant(replay.variant), int(replay.number))
    moves = [parse_move(text) for text in replay.moves]
    session.say("Enter: next, b: back, a number: after so many moves, q: enough")
    place = 0
    while True:
        played = f", after {replay.moves[place - 1]}" if place else ""
        session.say(f"{place} of {len(moves)} moves{played}")
        session.show(board_lines(board))
        if place == len(moves) and replay.reason:
            session.say(f"The next move breaks the rules: {replay.reason}.")
        typed = session.ask("replay> ").lower()
        if typed in ("q", "quit"):
            return
        wanted = place + 1
        if typed == "b":
            wanted = place - 1
        elif typed.isascii() and typed.isdigit() and len(typed) < 6:
            wanted = int(typed)
        wanted = max(0, min(wanted, len(moves)))
        while place < wanted:
            board.push(moves[place])
            place += 1
        while place > wanted:
            board.pop()
            place -= 1
