"""The first screen: the day's challenges, practice, boards, replays, the account."""

import inspect
from collections.abc import Callable

from castle_client.errors import NotFoundError
from castle_client.models import Account, Challenge, Replay
from castle_client.terminal.drawing import challenge_line
from castle_client.terminal.session import LeaveError, Session
from castle_client.terminal.stepping import step_through
from castle_client.terminal.table import Deal, Table, show_standings
from games.rules import RulesError, get_variant, parse_deal_number, replay

HELP = """\
1 2 3                play one of today's deals
deal VARIANT NUMBER  play any deal, for practice
board 1              the standings of one of today's deals
replay 1             your latest line of it, move by move
replay ID            any line that you may see, by its submission
send                 send what could not be sent
me, guest, register, login, logout
today                this list again
q                    leave"""


class Menu:
    """The first screen, until the player leaves."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.challenges: tuple[Challenge, ...] = ()
        self.commands: dict[str, Callable[..., None]] = {
            "deal": self.practise,
            "board": self.board,
            "replay": self.replay,
            "send": self.send,
            "me": self.me,
            "guest": self.guest,
            "register": self.register,
            "login": self.login,
            "logout": self.logout,
            "today": self.today,
            "?": self.help,
            "help": self.help,
        }

    def run(self) -> None:
        """Show the day and do what is typed."""
        try:
            self.session.deliver()
            self.today()
            while True:
                words = self.session.ask("castle> ").split()
                if words and words[0].lower() in ("q", "quit"):
                    return
                if words:
                    self.do(words)
        except LeaveError:
            self.session.say("")

    def do(self, words: list[str]) -> None:
        """Do one command."""
        name, *arguments = words
        if (challenge := self.numbered(name)) is not None:
            given = Deal(challenge.variant, int(challenge.number), challenge.date)
            Table(self.session, given).run()
            self.today()
            return
        command = self.commands.get(name.lower())
        if command is None:
            self.session.say("`?` lists what can be typed.")
            return
        if len(inspect.signature(command).parameters) != len(arguments):
            self.session.say(f"`{name}` is typed otherwise: `?` lists how.")
            return
        command(*arguments)

    def numbered(self, text: str) -> Challenge | None:
        """The challenge with a number of the list."""
        if text in ("1", "2", "3") and int(text) <= len(self.challenges):
            return self.challenges[int(text) - 1]
        return None

    def today(self) -> None:
        """Show the day's challenges: those of the service, else those kept."""
        session = self.session
        date = session.now().date()
        today = session.attempt(session.client.today)
        preparing = today.preparing if today is not None else ()
        if today is not None:
            session.keeper.keep_today(today)
        else:
            today = session.keeper.today(date)
        if today is None:
            session.say("Today's deals are not known here; `deal VARIANT NUMBER` works anyway.")
            self.challenges = ()
            return
        self.challenges = today.results
        session.say(f"The deals of {today.date:%A, %d %B %Y} (UTC). `?` lists what can be typed.")
        for place, challenge in enumerate(self.challenges, start=1):
            session.say(challenge_line(place, challenge, self.state(challenge)))
        for variant in preparing:
            session.say(f"    {variant}: is being made, look again with `today`")

    def state(self, challenge: Challenge) -> str:
        """How far one's own game of a challenge is."""
        line = self.session.keeper.line(f"{challenge.variant}/{challenge.date}")
        if not line:
            return ""
        board = Deal(challenge.variant, int(challenge.number)).board
        return "won" if replay(board, line).won else f"at move {len(line.split())}"

    def practise(self, variant: str, number: str) -> None:
        """Play any deal."""
        try:
            given = Deal(get_variant(variant).slug, parse_deal_number(number))
        except RulesError as error:
            self.session.say(f"{error}.")
            return
        Table(self.session, given).run()

    def board(self, number: str) -> None:
        """Show the standings of one of the day's challenges."""
        challenge = self.numbered(number)
        if challenge is None:
            self.session.say("There is no such deal in the list.")
            return
        show_standings(self.session, challenge.variant, challenge.date)

    def replay(self, which: str) -> None:
        """Step through a line: one's latest of a challenge, or any by its submission."""
        client = self.session.client

        def find() -> Replay:
            challenge = self.numbered(which)
            if challenge is None:
                return client.replay(which)
            own = client.own_submissions(variant=challenge.variant, date=challenge.date, limit=1)
            latest = next(own, None)
            if latest is None:
                raise NotFoundError(404, {"detail": "You have not submitted a line of this deal."})
            return client.replay(latest.id)

        found = self.session.attempt(find)
        if found is not None:
            step_through(self.session, found)

    def send(self) -> None:
        """Send what waits."""
        if self.session.deliver():
            self.session.say("Nothing waits to be sent.")

    def me(self) -> None:
        """Show who one is, and what one has won."""
        session = self.session
        if session.client.token is None:
            session.say("You are nobody yet: the first move of a day's deal makes you a guest.")
            return
        me = session.attempt(session.client.me)
        if me is None:
            return
        session.say(f"You are {me.handle}{' (a guest)' if me.guest else ''}.")
        if me.statistics is not None:
            all_of = me.statistics.overall
            session.say(
                f"Played {all_of.played}, won {all_of.won}, without help {all_of.won_clean};"
                f" streak {all_of.streak.current} (best {all_of.streak.best})."
            )

    def guest(self) -> None:
        """Become a new guest."""
        if self.session.client.token is not None and not self.session.agrees(
            "This leaves the player that you are. Go on?"
        ):
            return
        self.session.client.token = None
        self.session.attempt(self.session.become_player)

    def register(self) -> None:
        """Register; a guest keeps everything."""
        session = self.session
        handle = session.ask("Handle (3 to 20 letters, digits, _ and -): ")
        password = session.ask_secret("Password (10 characters or more): ")
        account = session.attempt(lambda: session.client.register(handle, password))
        if account is not None:
            self.signed_in(account)
            session.say(f"Recovery code, shown this once: {account.recovery_code}")

    def login(self) -> None:
        """Log in by handle and password."""
        session = self.session
        handle = session.ask("Handle: ")
        password = session.ask_secret("Password: ")
        before, session.client.token = session.client.token, None
        account = session.attempt(
            lambda: session.client.login(handle, password, name="castle_client")
        )
        if account is None:
            session.client.token = before
        else:
            self.signed_in(account)

    def signed_in(self, account: Account) -> None:
        """Keep the token and say who one is."""
        self.session.keep_token()
        self.session.handle = account.player.handle
        self.session.say(f"You are {account.player.handle}.")

    def logout(self) -> None:
        """End the token here. A guest's token is all that a guest has."""
        session = self.session
        if session.client.token is None:
            session.say("You are not signed in.")
            return
        if not session.agrees("A guest who logs out cannot come back. Log out?"):
            return
        session.attempt(session.client.logout)
        session.client.token = None
        session.keep_token()
        session.say("Logged out.")

    def help(self) -> None:
        """List the commands."""
        self.session.show(HELP.splitlines())
