"""The terminal player with a person made of text: what is typed, and what was shown."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path

from castle_client import Client
from castle_client.terminal.keeper import Keeper
from castle_client.terminal.menu import Menu
from castle_client.terminal.session import Session, Terminal


class Screen:
    """What a terminal of 80 x 24 shows between two prompts."""

    def __init__(self) -> None:
        self.screens: list[list[str]] = [[]]

    def say(self, text: str) -> None:
        """Take a line; it must fit, and be plain."""
        assert len(text) < 80, text
        assert text.isascii(), text
        assert text.isprintable(), text
        self.screens[-1].append(text)
        # The prompt needs a line as well.
        assert len(self.screens[-1]) < 24, self.screens[-1]

    @property
    def text(self) -> str:
        """All that was shown so far."""
        return "\n".join(line for screen in self.screens for line in screen)

    @property
    def last(self) -> str:
        """What stands above the latest prompt."""
        return "\n".join(self.screens[-1])


def play(
    client: Client,
    state: Path,
    *typed: str | Callable[[Screen], None],
    now: Callable[[], dt.datetime] | None = None,
) -> Screen:
    """Run the player until all is typed, which ends the input; functions look at the screen."""
    screen = Screen()
    waiting = list(typed)

    def ask(prompt: str) -> str:
        assert len(prompt) < 60
        while waiting and callable(waiting[0]):
            look = waiting.pop(0)
            assert callable(look)
            look(screen)
        if not waiting:
            raise EOFError
        text = waiting.pop(0)
        assert isinstance(text, str)
        screen.screens.append([])
        return text

    keeper = Keeper(state, client.url)
    client.token = keeper.tokens.load(client.url)
    session = Session(client, keeper, Terminal(ask, screen.say, ask))
    if now is not None:
        session.now = now
    Menu(session).run()
    assert not waiting, f"nobody asked for {waiting}"
    return screen


def shows(*texts: str) -> Callable[[Screen], None]:
    """A look at the screen that must show these texts."""

    def look(screen: Screen) -> None:
        for text in texts:
            assert text in screen.last, screen.last

    return look
