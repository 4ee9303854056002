"""Serves the metrics of all processes on a port of its own, to this machine alone.

`python -m castle_site.metrics`; `castle_site.metrics_files` says where the processes write
their numbers to.
"""

import os
import threading
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from castle_site.metrics_files import files_of_all

DEFAULT_PORT = 9464


class AllProcesses(Collector):
    """The numbers of all processes, put together at each question."""

    def collect(self) -> Iterable[Metric]:
        """Read every file that there is by now."""
        # The package has no types for it.
        merged: Iterable[Metric] = MultiProcessCollector.merge(  # type: ignore[no-untyped-call]
            files_of_all(), accumulate=True
        )
        return merged


def main() -> None:
    """Serve until the process is ended."""
    registry = CollectorRegistry()
    registry.register(AllProcesses())
    port = int(os.environ.get("METRICS_PORT", DEFAULT_PORT))
    start_http_server(port, os.environ.get("METRICS_HOST", "127.0.0.1"), registry)
    threading.Event().wait()


if __name__ == "__main__":
    main()
