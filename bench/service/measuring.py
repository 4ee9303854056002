"""Calls measured side by side: large and small board and the floor, in short turns."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from bench.service.fleet import Fleet, Round, Web

SIZE_RATIO = 0.8
INSERT_RATIO = 0.5


@dataclass(frozen=True)
class Call:
    """Something that clients ask for, and the bare view that it is compared with."""

    name: str
    floor: str
    status: int = 200
    once: bool = False


CALLS = (
    Call("standings page", "floor read"),
    Call("deep page", "floor read"),
    Call("me with neighbours", "floor own"),
    Call("period standings", "floor read"),
    Call("profile", "floor read"),
    Call("submission", "floor insert", 201, once=True),
    Call("submission, same moves", "floor insert", 201, once=True),
)
FLOOR_STATUSES = (200, 201)


@dataclass
class Side:
    """The turns of one call at one server."""

    rounds: list[Round] = field(default_factory=list)

    def told(self) -> dict[str, Any]:
        """Milliseconds and requests a second over all turns."""
        latencies = sorted(1000 * one for turn in self.rounds for one in turn.latencies)
        if not latencies:
            return {"requests": 0, "failed": 0, "p50_ms": 0.0, "p95_ms": 0.0, "rate": 0.0}
        return {
            "requests": len(latencies),
            "failed": sum(turn.failed for turn in self.rounds),
            "p50_ms": round(statistics.median(latencies), 3),
            "p95_ms": round(latencies[int(0.95 * (len(latencies) - 1))], 3),
            "rate": round(statistics.median(turn.rate for turn in self.rounds), 1),
        }


@dataclass(frozen=True)
class Measured:
    """One call at one number of clients; ratios are medians over the turns."""

    call: str
    clients: int
    large: dict[str, Any]
    small: dict[str, Any]
    floor: dict[str, Any]
    to_small: float
    to_floor: float

    @property
    def short(self) -> list[str]:
        """What falls short of the ratios to hold."""
        found = [] if self.to_small >= SIZE_RATIO else [f"{self.to_small:.2f} of the small board"]
        if self.call == "submission" and self.to_floor < INSERT_RATIO:
            found.append(f"{self.to_floor:.2f} of the bare insert")
        return found

    def told(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def measure(
    call: Call,
    *,
    clients: int,
    fleet: Fleet,
    large: Web,
    small: Web,
    floor: Web,
    rounds: int,
    seconds: float,
) -> Measured:
    """Measure a call; the order of the three turns with each round."""
    sides = {"large": Side(), "small": Side(), "floor": Side()}

    def turn(name: str, lasting: float) -> Round:
        if name == "floor":
            return fleet.run(
                floor,
                call.floor,
                clients=clients,
                seconds=lasting,
                statuses=FLOOR_STATUSES,
                once=False,
            )
        return fleet.run(
            large if name == "large" else small,
            call.name,
            clients=clients,
            seconds=lasting,
            statuses=(call.status,),
            once=call.once,
        )

    for name in sides:
        turn(name, seconds / 2)
    for number in range(rounds):
        order = list(sides)
        for name in order if number % 2 else reversed(order):
            sides[name].rounds.append(turn(name, seconds))
    return Measured(
        call.name,
        clients,
        sides["large"].told(),
        sides["small"].told(),
        sides["floor"].told(),
        _ratio(sides["large"].rounds, sides["small"].rounds),
        _ratio(sides["large"].rounds, sides["floor"].rounds),
    )


def _ratio(ours: Sequence[Round], theirs: Sequence[Round]) -> float:
    """The median over the turns of how many times as fast ours is."""
    pairs = zip(ours, theirs, strict=True)
    return round(statistics.median(our.rate / max(their.rate, 0.001) for our, their in pairs), 3)


def table(rows: Iterable[Measured]) -> str:
    """The measurements for people."""
    head = (
        f"{'call':<22}{'clients':>8} |{'p50':>8}{'p95':>8}{'req/s':>8} |"
        f"{'p50':>8}{'p95':>8}{'req/s':>8}{'ratio':>7} |{'p50':>8}{'req/s':>8}{'ratio':>7}"
    )
    groups = f"{'':<30} |{'large board (ms)':^24} |{'small board (ms)':^31} |{'floor (ms)':^23}"
    lines = [groups, head, "-" * len(head)]
    for row in rows:
        large, small, floor = row.large, row.small, row.floor
        lines.append(
            f"{row.call:<22}{row.clients:>8} |{large['p50_ms']:>8.2f}{large['p95_ms']:>8.2f}"
            f"{large['rate']:>8.0f} |{small['p50_ms']:>8.2f}{small['p95_ms']:>8.2f}"
            f"{small['rate']:>8.0f}{row.to_small:>7.2f} |{floor['p50_ms']:>8.2f}"
            f"{floor['rate']:>8.0f}{row.to_floor:>7.2f}"
        )
    return "\n".join(lines)
