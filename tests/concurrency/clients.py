"""Clients that play a script: each step asks the service, and judges the answer by itself."""

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection

from games import clock
from leaderboard.models import Challenge, Player, Result
from leaderboard.services import moderation
from tests.concurrency.api import Answer, Api, Figures
from tests.concurrency.cast import PASSWORD, Cast, Member, Party
from tests.concurrency.days import almost, others, wins
from tests.concurrency.scripts import Step
from tests.leaderboard.playing import path_of

LIMITS = (1, 2, 3, 7, 50, 200)


@dataclass(frozen=True)
class Seen:
    """An answer that carries a revision, to be compared with the rows of that moment."""

    kind: str
    challenge: uuid.UUID
    revision: int
    body: Any
    limit: int = 0
    player: uuid.UUID | None = None
    group: uuid.UUID | None = None
    first: bool = False


class Client:
    """One thread's connection, and how it performs steps on the boards of a round."""

    def __init__(
        self, port: int, figures: Figures, cast: Cast, challenges: list[Challenge], seen: list[Seen]
    ) -> None:
        self.api = Api(port, figures)
        self.figures, self.cast, self.challenges, self.seen = figures, cast, challenges, seen

    def play(self, steps: Iterable[Step], done: Callable[[], None]) -> None:
        """Perform all steps; `done` is called after each."""
        try:
            for step in steps:
                getattr(self, f"do_{step.kind}")(step)
                done()
        except Exception as error:
            self.figures.fault(f"{step}: {type(error).__name__}: {error}")
        finally:
            self.api.close()
            connection.close()

    # ------------------------------------------------------------------------------ playing

    def do_submit(self, step: Step) -> None:
        """Submit a line: mostly a win of some length, else an unfinished or a wrong one."""
        challenge = self._challenge(step)
        member = self.cast.pick(step.player)
        unfinished, rejected = others(challenge.variant)
        pool = wins(challenge.variant)
        if step.choice % 10 == 0:
            pool = rejected
        elif step.choice % 10 < 4:
            pool = unfinished
        line = pool[step.choice // 10 % len(pool)]
        helped = challenge.pk in member.helped
        key = uuid.uuid4().hex if step.keyed else None
        path = f"{path_of(challenge)}/submissions"
        body = {"line": line}
        answer = self._ask("submit", member, "POST", path, body, key, expected=(200, 201))
        if answer is None:
            return
        found = answer.body
        outcome = {id(rejected): None, id(unfinished): "unfinished"}.get(id(pool), "won")
        self.figures.compare("outcome", found["outcome"], outcome, line)
        if outcome is not None:
            self.figures.compare("moves", found["move_count"], len(line.split()), line)
        if answer.status == 201 and helped:
            self.figures.compare("assisted", found["assisted"], True, found["id"])
        self._acknowledge(member, answer)
        if key is not None:
            member.keyed.append((path, key, body, answer.status, answer.content))

    def do_repeat(self, step: Step) -> None:
        """Send a request again under its key: the same answer, to the byte."""
        member = self.cast.pick(step.player)
        if not member.keyed:
            return
        path, key, body, status, content = member.keyed[step.choice % len(member.keyed)]
        answer = self._ask("repeat", member, "POST", path, body, key, expected=(status,))
        if answer is not None:
            self.figures.compare("repeat", answer.content, content, key)
            replayed = answer.headers.get("Idempotency-Replayed")
            self.figures.compare("repeat", replayed, "true", key)

    def do_reuse(self, step: Step) -> None:
        """Send something else under a key that was used: refused."""
        member = self.cast.pick(step.player)
        if member.keyed:
            path, key, *_ = member.keyed[step.choice % len(member.keyed)]
            self._ask("reuse", member, "POST", path, {"line": "1h 1h"}, key, expected=(422,))

    def do_attempt(self, step: Step) -> None:
        """Start an attempt, or find it."""
        path = f"{path_of(self._challenge(step))}/attempts"
        self._ask("attempt", self.cast.pick(step.player), "POST", path, expected=(200, 201))

    def do_hint(self, step: Step) -> None:
        """Ask for help: what is submitted from then on is assisted."""
        challenge, member = self._challenge(step), self.cast.pick(step.player)
        body = {"line": almost(challenge.variant)}
        path = f"{path_of(challenge)}/hint"
        answer = self._ask("hint", member, "POST", path, body, expected=(200, 202))
        # Noted before it was answered; nothing is noted once the challenge is settled.
        if answer is not None and clock.now() < challenge.settles_at:
            member.helped.add(challenge.pk)

    # ----------------------------------------------------------------------------- accounts

    def do_newcomer(self, _: Step) -> None:
        """Come as a guest."""
        answer = self.api.ask("guest", "POST", "guests")
        if self.figures.compare("status", answer.status, 201, "guest"):
            handle = answer.body["player"]["handle"]
            player = Player.objects.get(handle=handle)
            self.cast.add(player, answer.body["token"])

    def do_upgrade(self, step: Step) -> None:
        """Register a guest."""
        guests = [member for member in self.cast.members if member.guest and not member.gone]
        if not guests:
            return
        member = guests[step.player % len(guests)]
        handle = self.cast.handle()
        body = {"handle": handle, "password": PASSWORD}
        answer = self._ask("upgrade", member, "POST", "players", body, expected=(201, 409))
        if answer is not None and answer.status == 201:
            member.handle, member.guest = handle, False

    def do_erase(self, step: Step) -> None:
        """Delete an account, unless few are left."""
        there = [member for member in self.cast.members if not member.gone]
        if len(there) < 12:
            return
        member = there[step.choice % len(there)]
        member.gone = True
        self._ask("erase", member, "DELETE", "me", expected=(204,))

    # --------------------------------------------------------------------------- moderation

    def do_hide_player(self, step: Step) -> None:
        """Hide a player."""
        self._moderate(moderation.player_hide, step)

    def do_unhide_player(self, step: Step) -> None:
        """Show a player again."""
        self._moderate(moderation.player_unhide, step)

    def do_hide_result(self, step: Step) -> None:
        """Hide a result."""
        self._moderate_result(moderation.result_hide, step)

    def do_unhide_result(self, step: Step) -> None:
        """Show a result again."""
        self._moderate_result(moderation.result_unhide, step)

    def _moderate(self, action: Callable[..., bool], step: Step) -> None:
        hidden = Player.objects.exclude(hidden_at=None).order_by("handle").first()
        player = Player(pk=self.cast.pick(step.player).player)
        if action is moderation.player_unhide and hidden is not None:
            player = hidden
        action(player=player, moderator=self.cast.moderator, reason="to see")
        self.figures.note(f"{action.__name__}", 0)

    def _moderate_result(self, action: Callable[..., bool], step: Step) -> None:
        results = Result.objects.filter(challenge=self._challenge(step)).order_by("id")
        if action is moderation.result_unhide:
            results = results.filter(hidden_itself=True)
        there = list(results)
        if there:
            result = there[step.player % len(there)]
            action(result=result, moderator=self.cast.moderator, reason="to see")
            self.figures.note(f"{action.__name__}", 0)

    # ------------------------------------------------------------------------------- groups

    def do_group_make(self, step: Step) -> None:
        """Make a group."""
        member, body = self.cast.pick(step.player), {"name": "Kings"}
        answer = self._ask("group", member, "POST", "groups", body, expected=(201, 409))
        if answer is not None and answer.status == 201:
            group = Party(uuid.UUID(answer.body["id"]), answer.body["join_code"], [member])
            with self.cast.lock:
                self.cast.groups.append(group)

    def do_group_join(self, step: Step) -> None:
        """Join a group, if it is still there."""
        if self.cast.groups:
            group = self.cast.groups[step.choice % len(self.cast.groups)]
            member, body = self.cast.pick(step.player), {"code": group.code}
            path = f"groups/{group.id}/members"
            expected = (200, 201, 404, 409)
            answer = self._ask("join", member, "POST", path, body, expected=expected)
            if answer is not None and answer.status == 201:
                group.inside.append(member)

    def do_group_leave(self, step: Step) -> None:
        """Leave a group, if one is in it."""
        if self.cast.groups:
            group = self.cast.groups[step.choice % len(self.cast.groups)]
            member = group.inside[step.player % len(group.inside)]
            path = f"groups/{group.id}/members/{member.handle}"
            self._ask("leave", member, "DELETE", path, expected=(204, 404))

    # -------------------------------------------------------------------------------- looking

    def do_today(self, _: Step) -> None:
        """Look at today's challenges, and at one of them."""
        for path in ("challenges/today", path_of(self.challenges[0])):
            answer = self.api.ask("challenge", "GET", path)
            self.figures.compare("status", answer.status, 200, path)

    def do_own_lines(self, step: Step) -> None:
        """Look at the lines that one has submitted."""
        self._ask(
            "own lines", self.cast.pick(step.player), "GET", "me/submissions", expected=(200,)
        )

    def do_look(self, step: Step) -> None:
        """Read a board in every way, one after the other."""
        challenge, member = self._challenge(step), self.cast.pick(step.player)
        path, limit = f"{path_of(challenge)}/standings", LIMITS[step.choice % len(LIMITS)]
        asked = f"{path}?limit={limit}"
        first = True
        # A few pages: what is asked for in the meantime goes on changing the board.
        for _ in range(3):
            body = self._see("page", challenge, asked, limit=limit, first=first)
            if body is None or body["next"] is None:
                break
            asked, first = body["next"], False
        self._see("distribution", challenge, f"{path}/distribution")
        near = 1 + step.choice % 25
        self._see("me", challenge, f"{path}/me?limit={near}", limit=near, member=member)
        if self.cast.groups:
            group = self.cast.groups[step.choice % len(self.cast.groups)]
            query = f"group={group.id}&limit={near}"
            viewer = group.inside[step.player % len(group.inside)]
            shared: dict[str, Any] = {"limit": near, "member": viewer, "group": group.id}
            self._see("group page", challenge, f"{path}?{query}", first=True, **shared)
            self._see("group me", challenge, f"{path}/me?{query}", **shared)
            asked = f"{path}/distribution?group={group.id}"
            self._see("group distribution", challenge, asked, **shared)

    def _see(
        self,
        kind: str,
        challenge: Challenge,
        path: str,
        *,
        limit: int = 0,
        first: bool = False,
        member: Member | None = None,
        group: uuid.UUID | None = None,
    ) -> Any:
        if member is None:
            answer = self.api.ask(kind, "GET", path)
            self.figures.compare("status", answer.status, 200, path)
        else:
            found = self._ask(kind, member, "GET", path, expected=(200, 404) if group else (200,))
            if found is None or found.status != 200:
                return None
            answer = found
        player = None if member is None else member.player
        self.seen.append(
            Seen(
                kind,
                challenge.pk,
                answer.body["board_revision"],
                answer.body,
                limit,
                player,
                group,
                first,
            )
        )
        return answer.body

    # ------------------------------------------------------------------------------- helpers

    def _challenge(self, step: Step) -> Challenge:
        return self.challenges[step.board % len(self.challenges)]

    def _ask(
        self,
        kind: str,
        member: Member,
        method: str,
        path: str,
        body: Any = None,
        key: str | None = None,
        *,
        expected: tuple[int, ...],
    ) -> Answer | None:
        """Ask as a player; None if that one has been deleted, which must have been wanted."""
        headers = {} if key is None else {"Idempotency-Key": key}
        answer = self.api.ask(kind, method, path, body, member.token, headers)
        if answer.status == 401 and member.gone:
            return None
        right = self.figures.compare("status", answer.status in expected, True, kind)
        if not right:
            self.figures.fault(f"{kind}: {answer.status} {answer.content[:300]!r}")
        return answer if right else None

    def _acknowledge(self, member: Member, answer: Answer) -> None:
        """Remember a submission; the same one must always be answered the same."""
        body = answer.body
        before = member.acknowledged.setdefault(body["id"], body)
        self.figures.compare("same submission", body, before, body["id"])
