"""`python -m castle_client`: play the day's deals in a terminal."""

import argparse
import contextlib
import getpass
import sys
from collections.abc import Sequence
from pathlib import Path

from castle_client.client import Client
from castle_client.errors import ClientError
from castle_client.retries import Retries
from castle_client.terminal.keeper import Keeper
from castle_client.terminal.menu import Menu
from castle_client.terminal.session import Session, Terminal
from castle_client.tokens import default_directory

# Somebody sits and waits: what cannot be reached soon is kept and sent later.
PATIENCE = Retries(attempts=3, first=0.3, longest=10)
MAX_LENGTH = 2**17


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the player, or do the one thing that the arguments ask for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m castle_client", description=__doc__)
    parser.add_argument("--url", default="http://localhost:8000", help="of the service")
    parser.add_argument(
        "--state", type=Path, default=default_directory(), help="where token and games are kept"
    )
    parser.add_argument("--timeout", type=float, default=15, help="of a request, in seconds")
    commands = parser.add_subparsers(dest="command", title="instead of playing")
    submit = commands.add_parser("submit", help="submit a line and print what is answered")
    submit.add_argument("variant")
    submit.add_argument("date", help="UTC, like 2025-03-09")
    submit.add_argument("file", type=Path, help="the line; - for standard input")
    submit.add_argument("--format", default="native", help="native or fc-solve")
    options = parser.parse_args(arguments)
    try:
        client = Client(options.url, retries=PATIENCE, timeout=options.timeout)
    except ValueError as error:
        parser.error(str(error))
    keeper = Keeper(options.state, client.url)
    client.token = keeper.tokens.load(client.url)
    session = Session(client, keeper, Terminal(ask_secret=getpass.getpass))
    if options.command == "submit":
        try:
            line = read_line(options.file)
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"{options.file} cannot be read: {error}")
        return hand_in(session, options.variant, options.date, line, options.format)
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives the input line its history
    Menu(session).run()
    return 0


def read_line(file: Path) -> str:
    """The line in a file, `-` for standard input; no line is longer than what is read."""
    if str(file) == "-":
        return sys.stdin.read(MAX_LENGTH)
    with file.open(encoding="utf-8") as stream:
        return stream.read(MAX_LENGTH)


def hand_in(session: Session, variant: str, date: str, line: str, line_format: str) -> int:
    """Submit a line; 0 if it was accepted, 1 if it was rejected, 2 if it could not be handed in."""
    try:
        session.become_player()
        submission = session.client.submit(variant, date, line, format=line_format)
    except ClientError as error:
        session.tell(error)
        return 2
    result = submission.outcome or f"{submission.reason} at move {submission.move_index}"
    session.say(f"{submission.status}: {result}, {submission.move_count} moves")
    return 0 if submission.status == "accepted" else 1


if __name__ == "__main__":
    sys.exit(main())
