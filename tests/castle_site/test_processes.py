"""Children end when their parent does."""

import signal
import subprocess
import sys
import threading

import pytest

from castle_site.processes import start_child, stop_child
from tests.processes import eventually, is_alive

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
PARENT = """
import sys, time
from castle_site.processes import start_child
child = start_child([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


def test_a_child_ends_when_its_parent_is_killed() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert is_alive(child)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert eventually(lambda: not is_alive(child))


def test_a_child_is_stopped_with_the_signal_asked_for() -> None:
    child = start_child(SLEEP)
    assert stop_child(child, signal.SIGINT, 10) != 0
    assert not is_alive(child.pid)


def test_a_child_that_does_not_listen_is_killed() -> None:
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    child = start_child([sys.executable, "-c", deaf])
    assert eventually(lambda: _ignores_sigterm(child.pid))
    assert stop_child(child, signal.SIGTERM, 0.1) == -signal.SIGKILL


def test_children_are_started_from_the_main_thread_alone() -> None:
    errors: list[BaseException] = []

    def start() -> None:
        with pytest.raises(RuntimeError, match="main thread") as caught:
            start_child(SLEEP)
        errors.append(caught.value)

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert len(errors) == 1


def _ignores_sigterm(pid: int) -> bool:
    with open(f"/proc/{pid}/status") as status:
        masks = {line.split(":")[0]: line.split()[1] for line in status if line.startswith("Sig")}
    return bool(int(masks["SigIgn"], 16) >> (signal.SIGTERM - 1) & 1)
