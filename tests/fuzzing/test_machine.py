"""Calls in any order, against a small model of what must be there afterwards."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from leaderboard.handles import skeleton
from leaderboard.models import Challenge
from tests.leaderboard.accounts import OTHER_PASSWORD, PASSWORD, call
from tests.leaderboard.conftest import at as at  # the clock
from tests.leaderboard.lines import CASTLE, longer, unfinished
from tests.leaderboard.playing import NOON, Caller, SetClock, make_challenge, path_of

LINES = {longer(CASTLE, extra): CASTLE.par + extra for extra in range(4)}
UNFINISHED = [unfinished(CASTLE, moves) for moves in (5, 20)]
HANDLES = ["Ada", "a-d-a", "Bob", "B0B", "Modern", "Modem", "admin", "x", "\u0410da", "\u202eadA"]
TAKEABLE = {"Ada", "a-d-a", "Bob", "B0B", "Modern", "Modem"}


class Playing(RuleBasedStateMachine):
    """Accounts, attempts, submissions and groups of a day."""

    callers = Bundle("callers")
    set_clock: SetClock
    challenge: Challenge

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.set_clock(NOON)
        self.now = NOON
        self.taken: set[str] = set()
        # By who plays: handle, whether a guest, what was submitted, best win, groups.
        self.handles: dict[int, str] = {}
        self.sent: dict[int, dict[str, str]] = {}
        self.best: dict[int, int] = {}
        self.groups: dict[str, list[int]] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    @initialize(target=callers)
    def first(self) -> Any:
        return multiple(self.guest(), self.guest())

    @rule(target=callers)
    def guest(self) -> Caller:
        response = Caller().post("guests")
        assert response.status_code == 201
        return self._caller(response.json())

    @rule(target=callers, handle=st.sampled_from(HANDLES))
    def register(self, handle: str) -> Any:
        response = Caller().post("players", {"handle": handle, "password": PASSWORD})
        if handle not in TAKEABLE:
            assert response.status_code == 400
        elif skeleton(handle) in self.taken:
            assert response.status_code == 409
        else:
            assert response.status_code == 201
            self.taken.add(skeleton(handle))
            return self._caller(response.json())
        return multiple()

    @rule(caller=callers, handle=st.sampled_from(sorted(TAKEABLE)))
    def upgrade(self, caller: Caller, handle: str) -> None:
        was = self.handles[id(caller)]
        response = caller.post("players", {"handle": handle, "password": PASSWORD})
        if not was.startswith("guest-") or skeleton(handle) in self.taken:
            assert response.status_code == 409
            return
        assert response.status_code == 201
        self.taken.add(skeleton(handle))
        self.handles[id(caller)] = handle

    @rule(caller=callers)
    def start(self, caller: Caller) -> None:
        path = f"{path_of(self.challenge)}/attempts"
        answers = [caller.post(path) for _ in range(2)]
        assert answers[0].status_code in (200, 201)
        assert answers[1].status_code == 200
        assert answers[0].json() == answers[1].json()

    @rule(caller=callers, line=st.sampled_from([*LINES, *UNFINISHED, "11"]), key=st.booleans())
    def submit(self, caller: Caller, line: str, key: bool) -> None:
        headers = {"idempotency_key": f"{len(line)}"} if key else {}
        response = caller.submit(line, self.challenge, **headers)
        known = self.sent[id(caller)].get(line)
        replayed = response.get("Idempotency-Replayed") == "true"
        assert response.status_code == (200 if known and not replayed else response.status_code)
        assert response.status_code in (200, 201), response.content
        body = response.json()
        assert known in (None, body["id"])
        self.sent[id(caller)][line] = body["id"]
        assert body["status"] == ("rejected" if line == "11" else "accepted")
        assert body["outcome"] == (
            "won" if line in LINES else None if line == "11" else "unfinished"
        )
        if line in LINES:
            self.best[id(caller)] = min(LINES[line], self.best.get(id(caller), 10**6))

    @rule(caller=callers, other=callers)
    def look_at_lines(self, caller: Caller, other: Caller) -> None:
        for submission in self.sent[id(other)].values():
            found = caller.get(f"submissions/{submission}").status_code
            assert found == (200 if caller is other else 404)

    @rule(caller=callers)
    def found_group(self, caller: Caller) -> None:
        response = caller.post("groups", {"name": "Kings"})
        if sum(id(caller) in members for members in self.groups.values()) >= 20:
            assert response.status_code == 409
            return
        assert response.status_code == 201
        self.groups[f"{response.json()['id']} {response.json()['join_code']}"] = [id(caller)]

    @rule(caller=callers, data=st.data())
    def join(self, caller: Caller, data: st.DataObject) -> None:
        if not self.groups:
            return
        name = data.draw(st.sampled_from(sorted(self.groups)))
        group, code = name.split()
        response = caller.post(f"groups/{group}/members", {"code": code})
        inside = id(caller) in self.groups[name]
        assert response.status_code == (200 if inside else 201)
        if not inside:
            self.groups[name].append(id(caller))

    @rule(caller=callers, data=st.data())
    def leave(self, caller: Caller, data: st.DataObject) -> None:
        if not self.groups:
            return
        name = data.draw(st.sampled_from(sorted(self.groups)))
        path = f"groups/{name.split()[0]}/members/{self.handles[id(caller)]}"
        response = call(caller, "DELETE", path)
        inside = id(caller) in self.groups[name]
        assert response.status_code == (204 if inside else 404)
        if inside:
            self.groups[name].remove(id(caller))
            if not self.groups[name]:
                del self.groups[name]

    @rule(caller=consumes(callers))
    def erase(self, caller: Caller) -> None:
        assert call(caller, "DELETE", "me").status_code == 204
        assert caller.get("me").status_code == 401
        for line in self.sent.pop(id(caller)).values():
            assert Caller().get(f"submissions/{line}").status_code == 404
        self.best.pop(id(caller), None)
        del self.handles[id(caller)]
        for name in list(self.groups):
            if id(caller) in self.groups[name]:
                self.groups[name].remove(id(caller))
            if not self.groups[name]:
                del self.groups[name]

    @rule(seconds=st.integers(1, 600))
    def wait(self, seconds: int) -> None:
        self.now += dt.timedelta(seconds=seconds)
        self.set_clock(self.now)

    @rule(caller=callers)
    def wrong_password(self, caller: Caller) -> None:
        sent = {"handle": self.handles[id(caller)], "password": OTHER_PASSWORD}
        assert Caller().post("tokens", sent).status_code == 401

    @invariant()
    def the_board_is_that_of_the_model(self) -> None:
        board = Caller().get(f"{path_of(self.challenge)}/standings?section=ranked").json()
        found = [(row["rank"], row["moves"], row["player"]["handle"]) for row in board["results"]]
        moves = sorted(self.best.values())
        wanted = {
            (1 + moves.index(best), best, self.handles[who]) for who, best in self.best.items()
        }
        assert set(found) == wanted
        assert len(found) == len(wanted)

    def _caller(self, body: Any) -> Caller:
        caller = Caller(headers={"authorization": f"Bearer {body['token']}"})
        self.handles[id(caller)] = body["player"]["handle"]
        self.sent[id(caller)] = {}
        self._kept = [*getattr(self, "_kept", []), caller]
        return caller


@pytest.fixture
def playing(db: None, at: SetClock) -> Iterator[type[Playing]]:
    """The machine with the tests' clock, and one challenge for all that it tries."""
    Playing.set_clock, Playing.challenge = staticmethod(at), make_challenge()
    yield Playing
    del Playing.set_clock, Playing.challenge


@pytest.mark.django_db
def test_whatever_the_order_the_service_is_as_the_model(playing: type[Playing]) -> None:
    run_state_machine_as_test(
        playing,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            database=None,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
