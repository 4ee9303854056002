"""The numbers of all processes are told together, also of containers that share a directory."""

import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import eventually
from tests.service import PROJECT, free_port

# A container has a host name, and counts its processes anew: each of these is its first.
COUNT = """
import os, socket, sys
host, part, count = sys.argv[1:]
socket.gethostname, os.getpid = lambda: host, lambda: 1
import castle_site
from prometheus_client import Counter
Counter("castle_seen", "Seen by a container", ["part"]).labels(part).inc(int(count))
"""


def count(environment: dict[str, str], host: str, part: str, times: int) -> None:
    """Count something in a process of a container."""
    command = [sys.executable, "-c", COUNT, host, part, str(times)]
    subprocess.run(command, env=environment, cwd=PROJECT, check=True)


@pytest.fixture
def told(tmp_path: Path) -> Iterator[str]:
    """What `castle_site.metrics` answers for what containers have counted."""
    environment = {
        "CASTLE_ENV": "test",
        "METRICS_DIR": str(tmp_path),
        "METRICS_PORT": str(free_port()),
    }
    for host, part, times in (("a", "web", 2), ("b", "web", 3)):
        count(environment, host, part, times)
    server = subprocess.Popen(
        [sys.executable, "-m", "castle_site.metrics"],
        env=environment,
        cwd=PROJECT,
    )
    url = f"http://127.0.0.1:{environment['METRICS_PORT']}/"

    def answers() -> bool:
        try:
            urllib.request.urlopen(url).close()
        except OSError:
            return False
        return True

    try:
        assert eventually(answers, 60)
        # One that comes later is told too.
        count(environment, "c", "beat", 7)
        with urllib.request.urlopen(url) as answer:
            yield answer.read().decode()
    finally:
        server.kill()
        server.wait()


def test_containers_with_equal_process_ids_are_added_up(told: str, tmp_path: Path) -> None:
    assert 'castle_seen_total{part="web"} 5.0' in told
    assert 'castle_seen_total{part="beat"} 7.0' in told
    assert {path.name for path in tmp_path.iterdir()} >= {"a", "b", "c"}
    assert [path.name for path in (tmp_path / "a").glob("counter_*")] == ["counter_1.db"]
