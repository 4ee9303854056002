"""Playing one deal."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from castle_client.models import Hint
from castle_client.terminal.drawing import board_lines, columns, standings_lines
from castle_client.terminal.game import Game, legal_words
from castle_client.terminal.session import Session
from games.rules import Board, deal, format_position, get_variant

SHOWN = 10
HELP = """\
38        row 3 to row 8          3h     row 3 home (to its foundation)
38x4      a run of 4 cards        several moves may be typed at once
u  undo   r  redo   restart       l      legal moves
hint      the next move           line   the line so far
submit    send the line           text   the position for other programs
concede   send it and leave       board  the standings
q         leave; the game is kept"""


@dataclass(frozen=True)
class Deal:
    """What is played: a variant's deal, as the challenge of a date or for practice."""

    variant: str
    number: int
    date: dt.date | None = None

    @property
    def name(self) -> str:
        """The key of the game's line."""
        return f"{self.variant}/{self.date or self.number}"

    @property
    def board(self) -> Board:
        """The starting position."""
        return deal(get_variant(self.variant), self.number)


class Table:
    """A deal on the table, until it is left."""

    def __init__(self, session: Session, given: Deal) -> None:
        self.session = session
        self.deal = given
        self.game = Game(given.board)
        self.game.resume(session.keeper.line(given.name))
        self.started = self.game.move_count > 0
        self.warned = False
        self.commands: dict[str, Callable[[], bool | None]] = {
            "u": lambda: self.change(self.game.undo, "Nothing to undo."),
            "r": lambda: self.change(self.game.redo, "Nothing to redo."),
            "restart": self.restart,
            "l": lambda: session.show(columns(legal_words(self.game.board))),
            "hint": self.hint,
            "line": lambda: session.say(self.game.line or "No moves yet."),
            "text": lambda: session.show(format_position(self.game.board).splitlines()),
            "submit": self.submit,
            "concede": self.concede,
            "board": self.standings,
            "q": lambda: True,
            "?": lambda: session.show(HELP.splitlines()),
        }
        names = {"undo": "u", "redo": "r", "legal": "l", "quit": "q", "help": "?", "h": "?"}
        self.commands |= {name: self.commands[short] for name, short in names.items()}

    def run(self) -> None:
        """Play until the player leaves."""
        self.draw()
        while True:
            typed = self.session.ask(f"{self.game.move_count} moves> ")
            command = self.commands.get(typed.lower())
            if command is not None:
                if command():
                    return
            elif typed:
                self.play(typed)

    def draw(self) -> None:
        """Show the position, and how it stands."""
        self.session.show(board_lines(self.game.board))
        if self.game.board.is_stuck():
            self.session.say("No move is left: `u` takes one back, `concede` hands it in.")

    def play(self, text: str) -> None:
        """Play what was typed."""
        before = self.game.move_count
        error = self.game.play(text)
        if error is not None:
            wrong = f"`{error.text}`: {error.detail}." if error.text else f"{error.detail}."
            self.session.say(f"{wrong} Nothing was moved; `?` lists what can be typed.")
            return
        self.keep()
        self.draw()
        if self.deal.date is not None and not self.started:
            self.start(self.deal.date)
        if self.game.board.is_won() and self.game.move_count > before:
            self.session.say(f"Won in {self.game.move_count} moves.")
            if self.deal.date is not None:
                self.submit()

    def start(self, date: dt.date) -> None:
        """Start the server's clock with the first move."""
        self.started = True
        self.session.keeper.outbox.put(self.deal.variant, date, None)
        self.session.deliver()

    def keep(self) -> None:
        """Keep the line for the next time."""
        self.session.keeper.keep_line(self.deal.name, self.game.line)

    def change(self, change: Callable[[], bool], nothing: str) -> None:
        """Undo or redo, and show what came of it."""
        if not change():
            self.session.say(nothing)
            return
        self.keep()
        self.draw()

    def restart(self) -> None:
        """Begin again; `r` plays what was taken back."""
        self.game.restart()
        self.keep()
        self.draw()

    def hint(self) -> None:
        """Ask for the next move, once the player knows what that means."""
        client, line, date = self.session.client, self.game.line, self.deal.date
        if date is not None and not self.warned:
            self.session.say(
                "Whatever you submit after a hint is marked `assisted`, and has no rank."
            )
            if not self.session.agrees("Ask for a hint?"):
                return
            self.warned = True

        def ask() -> Hint:
            if date is None:
                return client.deal_hint(self.deal.variant, self.deal.number, line)
            self.session.become_player()
            return client.hint(self.deal.variant, date, line)

        found = self.session.attempt(ask)
        if found is None:
            return
        if found.move is not None:
            left = found.moves_left.high
            self.session.say(f"Play {found.move}." + (f" Moves left: {left}." if left else ""))
        elif found.verdict == "unsolvable":
            self.session.say("This position cannot be won any more: `u` takes a move back.")
        else:
            self.session.say("No move is known: the search was not brought to an end.")

    def submit(self) -> None:
        """Send the line as it stands."""
        if self.deal.date is None:
            self.session.say("This deal is for practice: there is no board for it.")
            return
        self.session.keeper.outbox.put(self.deal.variant, self.deal.date, self.game.line)
        if self.session.deliver() and self.game.board.is_won():
            self.standings()

    def concede(self) -> bool:
        """Hand the line in as it is, and leave."""
        self.submit()
        return True

    def standings(self) -> None:
        """Show the board."""
        if self.deal.date is None:
            self.session.say("This deal is for practice: there is no board for it.")
            return
        show_standings(self.session, self.deal.variant, self.deal.date)


def show_standings(session: Session, variant: str, date: dt.date) -> None:
    """Show the head of a challenge's board, and one's own place."""
    client = session.client
    page = session.attempt(lambda: next(client.standings_pages(variant, date, limit=SHOWN)))
    if page is None:
        return
    own = None
    if client.token is not None:
        own = session.attempt(lambda: client.own_standing(variant, date, neighbours=2))
    session.show(standings_lines(page.results, int(page.head.get("total", 0)), own))
