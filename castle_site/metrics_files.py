"""Where processes put their numbers, for one that tells them all (`castle_site.metrics`).

prometheus_client writes a file for each process id to PROMETHEUS_MULTIPROC_DIR. On one machine
that is one directory. Containers count their process ids anew, and would write to each other's
files: with METRICS_DIR, a directory that they share, each takes one of its own in it, named by
its host name.
"""

import glob
import os
import socket
from pathlib import Path

SHARED = "METRICS_DIR"
OWN = "PROMETHEUS_MULTIPROC_DIR"


def claim_directory() -> None:
    """Have this process write to its container's directory, if METRICS_DIR asks for that.

    To be called before prometheus_client is imported, which looks at the environment then.
    """
    shared = os.environ.get(SHARED)
    if shared and OWN not in os.environ:
        own = Path(shared, socket.gethostname())
        own.mkdir(exist_ok=True)
        os.environ[OWN] = str(own)


def files_of_all() -> list[str]:
    """The files of all processes, of this machine or of the containers that share METRICS_DIR."""
    shared = os.environ.get(SHARED)
    pattern = Path(glob.escape(shared), "*") if shared else Path(glob.escape(os.environ[OWN]))
    return sorted(glob.glob(str(pattern / "*.db")))
