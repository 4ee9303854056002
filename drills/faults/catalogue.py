"""The faults of the drill, by name."""

from dataclasses import dataclass

from drills.faults.means import (
    Means,
    child_killed,
    connections_full,
    disk_full,
    everything_killed,
    killed,
    memory_full,
    slow,
    stopped,
    unreachable,
)

PROGRAMS = ("web", "worker", "par", "beat")
SERVERS = ("database", "broker", "cache")


@dataclass(frozen=True)
class Fault:
    """What is broken, how, and for how long (seconds).

    `cuts_callers`: the web server itself is broken, so requests may go without an answer;
    with every other fault each one gets an answer.
    """

    name: str
    means: Means
    seconds: float = 4.0
    cuts_callers: bool = False


def _faults() -> list[Fault]:
    found = [
        Fault(f"{part} killed", killed(part), 2.0, cuts_callers=part == "web")
        for part in (*PROGRAMS, *SERVERS)
    ]
    found += [
        Fault(f"{part} child killed", child_killed(part), 2.0, cuts_callers=part == "web")
        for part in ("web", "worker", "par", "database")
    ]
    found += [
        # Longer than anything is waited for.
        Fault(f"{part} stopped", stopped(part), 20.0, cuts_callers=part == "web")
        for part in (*PROGRAMS, *SERVERS)
    ]
    found += [
        Fault(f"{part} slow", slow(part), 6.0, cuts_callers=part == "web")
        for part in (*PROGRAMS, *SERVERS)
    ]
    found += [Fault(f"{part} unreachable", unreachable(part), 6.0) for part in SERVERS]
    found += [
        Fault("disk full", disk_full, 8.0),
        Fault("connections full", connections_full, 6.0),
        Fault("broker memory full", memory_full("broker"), 6.0),
        Fault("cache memory full", memory_full("cache"), 6.0),
    ]
    found += [
        Fault("all servers killed", killed(*SERVERS), 2.0),
        Fault("all servers stopped", stopped(*SERVERS), 12.0),
        Fault("all servers unreachable", unreachable(*SERVERS), 6.0),
        Fault("broker and cache stopped", stopped("broker", "cache"), 10.0),
        Fault("all programs killed", killed(*PROGRAMS), 2.0, cuts_callers=True),
        Fault("database and workers killed", killed("database", "worker", "par"), 2.0),
        Fault("all parts killed", killed(*PROGRAMS, *SERVERS), 2.0, cuts_callers=True),
        Fault("supervisor killed", everything_killed, 2.0, cuts_callers=True),
    ]
    return found


FAULTS = {fault.name: fault for fault in _faults()}
# What the test suite has time for.
SHORT = ("database killed", "all parts killed")
