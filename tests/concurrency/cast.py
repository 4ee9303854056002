"""The players of a run: what the test knows of each, and of their groups."""

import random
import threading
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from leaderboard.models import Player
from leaderboard.services.groups import group_create, group_join
from leaderboard.services.players import guest_create, moderator_create, player_register
from leaderboard.services.tokens import token_create

PASSWORD = "seven red kings in a row"


@dataclass(eq=False)
class Member:
    """A player: who it is, and what the service has acknowledged."""

    player: UUID
    token: str
    handle: str
    guest: bool
    # Set before the request leaves: from then on every answer may be 401.
    gone: bool = False
    helped: set[UUID] = field(default_factory=set)
    acknowledged: dict[str, Any] = field(default_factory=dict)
    keyed: list[tuple[str, str, Any, int, bytes]] = field(default_factory=list)


@dataclass
class Party:
    """A group, with its join code and who has been let in."""

    id: UUID
    code: str
    inside: list[Member]


@dataclass
class Cast:
    """All players and groups of a run; several threads add to them."""

    moderator: Player
    members: list[Member] = field(default_factory=list)
    groups: list["Party"] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    made: int = 0

    @classmethod
    def of(cls, registered: int, guests: int) -> "Cast":
        """Registered players and guests, made by the service's own functions."""
        cast = cls(moderator_create(handle="moderator", password=None))
        for _ in range(registered):
            player = player_register(handle=cast.handle(), password=PASSWORD).player
            cast.add(player, token_create(player=player).token)
        for _ in range(guests):
            player = guest_create()
            cast.add(player, token_create(player=player).token)
        random.Random(0).shuffle(cast.members)  # noqa: S311
        cast.gather(cast.members[:5])
        cast.gather(cast.members[3:9])
        return cast

    def gather(self, members: list[Member]) -> None:
        """Make a group of players."""
        first, *rest = (Player.objects.get(pk=member.player) for member in members)
        group = group_create(player=first, name="Kings")
        for player in rest:
            group_join(player=player, group_id=group.pk, code=group.join_code)
        self.groups.append(Party(group.pk, group.join_code, list(members)))

    def handle(self) -> str:
        """A handle that nobody has had."""
        with self.lock:
            self.made += 1
            letters = "abcdefghjk"
            return "racer-" + "".join(letters[int(digit)] for digit in f"{self.made:05d}")

    def add(self, player: Player, token: str) -> None:
        """Add a player who is there."""
        self.append(Member(player.pk, token, player.handle, player.is_guest))

    def append(self, member: Member) -> None:
        """Add a player."""
        with self.lock:
            self.members.append(member)

    def pick(self, number: int) -> Member:
        """One of the players who have not been deleted, or have been just now."""
        there = [member for member in self.members if not member.gone] or self.members
        return there[number % len(there)]
