"""What `make bench` runs: each part with its own defaults; their `--help` tells more."""

import sys

from bench import solver
from bench.service.__main__ import main as service

if __name__ == "__main__":
    sys.exit(solver.main([]) or service([]))
