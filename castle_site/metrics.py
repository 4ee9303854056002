"""Serves the metrics of all processes on a port of its own, to this machine alone.

`python -m castle_site.metrics`; PROMETHEUS_MULTIPROC_DIR is the directory that the processes
write their numbers to.
"""

import os
import threading

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

DEFAULT_PORT = 9464


def main() -> None:
    """Serve until the process is ended."""
    registry = CollectorRegistry()
    # The package has no types for it.
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    port = int(os.environ.get("METRICS_PORT", DEFAULT_PORT))
    start_http_server(port, os.environ.get("METRICS_HOST", "127.0.0.1"), registry)
    threading.Event().wait()


if __name__ == "__main__":
    main()
