"""What clients do in a round: drawn by a seed, and made smaller once it has shown a fault."""

import random
from collections.abc import Callable
from dataclasses import dataclass

# Kinds of steps, each as often as its weight says.
WEIGHTS = {
    "submit": 40,
    "repeat": 6,
    "reuse": 2,
    "attempt": 8,
    "hint": 1,
    "newcomer": 3,
    "upgrade": 3,
    "erase": 2,
    "hide_player": 3,
    "unhide_player": 4,
    "hide_result": 3,
    "unhide_result": 4,
    "group_make": 1,
    "group_join": 4,
    "group_leave": 1,
    "look": 16,
}


@dataclass(frozen=True)
class Step:
    """One thing to do: which of the players, the boards, and what the kind chooses among."""

    kind: str
    player: int
    board: int
    choice: int
    keyed: bool


Script = tuple[tuple[Step, ...], ...]


def draw(chance: random.Random, clients: int, steps: int) -> Script:
    """A script: so many steps for each client."""

    def step() -> Step:
        kind = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        # Few players are busy ones: their lines meet each other.
        busy = chance.random() < 0.4
        player = chance.randrange(4) if busy else chance.randrange(1000)
        return Step(
            kind, player, chance.randrange(100), chance.randrange(1000), chance.random() < 0.4
        )

    return tuple(tuple(step() for _ in range(steps)) for _ in range(clients))


def smaller(script: Script) -> list[Script]:
    """Scripts with a part left out: clients, kinds of steps, halves of a client's steps, steps."""
    found: list[Script] = []
    if len(script) > 1:
        half = len(script) // 2
        found += [script[:half], script[half:]]
        found += [script[:index] + script[index + 1 :] for index in range(len(script))]
    for kind in sorted({step.kind for steps in script for step in steps}):
        kept = tuple(tuple(step for step in steps if step.kind != kind) for steps in script)
        found.append(tuple(steps for steps in kept if steps))
    for index, steps in enumerate(script):
        middle = len(steps) // 2
        parts = [steps[:middle], steps[middle:]] if middle else []
        # One by one at the end: two steps that only fail together stand in either half.
        parts += [steps[:at] + steps[at + 1 :] for at in range(len(steps)) if 1 < len(steps) < 8]
        found += [(*script[:index], part, *script[index + 1 :]) for part in parts]
    return [one for one in dict.fromkeys(found) if one and one != script]


def shrink(script: Script, fails: Callable[[Script], bool], most: int) -> Script:
    """The smallest script found that still fails, after running `most` scripts at most.

    A race does not show each time, so each candidate has two runs.
    """
    runs = 0
    again = True
    while again:
        again = False
        for candidate in smaller(script):
            if runs >= most:
                return script
            runs += 2
            if fails(candidate) or fails(candidate):
                script, again = candidate, True
                break
    return script
