"""Keeps servers and programs running until it is told to stop."""

import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from castle_site.embedded import EmbeddedServers, ServerError
from castle_site.processes import start_child
from castle_site.supervisor.programs import Program, environment_of

# Seconds before a program that ended is started again; doubled each time up to the longest.
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# A program that ran this long starts afresh with the first pause.
STEADY = 60.0
MAX_LOG = 20 * 2**20


@dataclass
class Child:
    """A program with its process, and when it may be started again."""

    program: Program
    process: "subprocess.Popen[bytes] | None" = None
    started_at: float = 0.0
    pause: float = FIRST_PAUSE
    start_at: float = 0.0


class Supervisor:
    """Starts programs, starts them again when they end, and stops them in reverse order."""

    def __init__(
        self,
        programs: Sequence[Program],
        servers: EmbeddedServers,
        *,
        project: Path,
        var: Path,
        variables: Mapping[str, str],
        say: Callable[[str], None],
    ) -> None:
        self.children = [Child(program) for program in programs]
        self.servers = servers
        self.project = project
        self.var = var
        self.logs = servers.places.logs
        self.variables = variables
        self.say = say

    def tend(self) -> None:
        """Look after everything once: start what is due, notice what has ended."""
        now = time.monotonic()
        for name in self.servers.tend():
            self.say(f"{name} ended and was started again")
        for child in self.children:
            if child.process is not None and (status := child.process.poll()) is not None:
                self._note_end(child, status, now)
            if child.process is None and now >= child.start_at:
                self._start(child, now)

    def stop(self) -> None:
        """Ask every program to end, all at once; then the servers under them."""
        asked_at = time.monotonic()
        running = [
            (child.process, child.program)
            for child in self.children
            if child.process is not None and child.process.poll() is None
        ]
        for process, program in running:
            process.send_signal(program.stop_with)
        for process, program in running:
            try:
                process.wait(max(0, asked_at + program.patience - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for child in self.children:
            child.process = None
        self.servers.stop()

    def _start(self, child: Child, now: float) -> None:
        program = child.program
        log = self.logs / f"{program.name}.log"
        if log.exists() and log.stat().st_size > MAX_LOG:
            log.rename(log.with_suffix(".log.1"))
        with log.open("ab") as output:
            child.process = start_child(
                program.command,
                # Whatever it was doing is done again or was not acknowledged: no farewells.
                death_signal=signal.SIGKILL,
                niceness=program.niceness,
                env=environment_of(program, self.variables, self.var),
                cwd=self.project,
                output=output,
            )
        child.started_at = now

    def _note_end(self, child: Child, status: int, now: float) -> None:
        if now - child.started_at > STEADY:
            child.pause = FIRST_PAUSE
        self.say(
            f"{child.program.name} ended with status {status}; it starts again"
            f" in {child.pause:g} s (see {self.logs / child.program.name}.log)"
        )
        child.process = None
        child.start_at = now + child.pause
        child.pause = min(child.pause * 2, LONGEST_PAUSE)


__all__ = ["ServerError", "Supervisor"]
