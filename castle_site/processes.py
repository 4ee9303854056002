"""Child processes that cannot outlive their parent.

On Linux the kernel sends a process a signal of its choice when its parent dies
(`PR_SET_PDEATHSIG`, see prctl(2)); so a supervisor that is killed leaves no orphan.
"""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
# Set for children whose own children must die with them too (see `die_with_parent_if_asked`).
DIE_WITH_PARENT = "CASTLE_DIE_WITH_PARENT"

# Loaded before any fork: a child between fork and exec must not import.
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(with_signal: int = signal.SIGTERM, parent: int | None = None) -> None:
    """Ask the kernel for a signal when the parent of this process dies.

    `parent` is the process id that the parent had when it forked: if it has died in between,
    the signal is sent at once. Does nothing where there is no such call (outside Linux).
    """
    if _libc is None:
        return
    _libc.prctl(PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), with_signal)


def die_with_parent_if_asked() -> None:
    """Call `die_with_parent(SIGKILL)` in a worker whose supervisor asked for it.

    The web server's and Celery's own children have finished or given up their work when
    their parent is dead: tasks are delivered again, requests have lost their socket.
    """
    if os.environ.get(DIE_WITH_PARENT) == "1":
        die_with_parent(signal.SIGKILL)


def start_child(
    command: Sequence[str | Path],
    *,
    account: pwd.struct_passwd | None = None,
    death_signal: int = signal.SIGTERM,
    niceness: int = 0,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    output: IO[bytes] | int | None = None,
) -> "subprocess.Popen[bytes]":
    """Start a process in a session of its own that gets `death_signal` when we die.

    `account` is the user to become (only root can); `niceness` is added to ours. Standard
    error goes where standard output goes. Raises RuntimeError outside the main thread: the
    kernel watches the thread that forked, not the process.
    """
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("children are started from the main thread alone")
    parent = os.getpid()

    def before_exec() -> None:
        # After the change of user, which would clear the wish.
        die_with_parent(death_signal, parent)
        if niceness:
            os.nice(niceness)

    return subprocess.Popen(
        [os.fspath(part) for part in command],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        env=dict(env) if env is not None else None,
        cwd=cwd,
        start_new_session=True,
        preexec_fn=before_exec,
        user=None if account is None else account.pw_uid,
        group=None if account is None else account.pw_gid,
        extra_groups=None if account is None else [],
    )


def stop_child(child: "subprocess.Popen[bytes]", with_signal: int, patience: float) -> int:
    """Send a signal, wait `patience` seconds, then kill; return the exit status."""
    if child.poll() is None:
        child.send_signal(with_signal)
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            child.kill()
    return child.wait()
