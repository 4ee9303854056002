"""What operators watch besides requests: replays, searches, and what waits for workers.

Served with all else by `castle_site.metrics`; deploy/ has a dashboard and alerts for them.
Every label that there will be is made at once, so that a series begins at 0.
"""

from prometheus_client import Counter, Gauge, Histogram

KINDS = ("labels", "par")
OUTCOMES = ("solvable", "unsolvable", "undetermined", "failed")

VERIFICATION = Histogram(
    "castle_verification_seconds",
    "Reading and replaying a line that somebody has sent",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1),
)
SEARCHES = Counter("castle_searches", "Searches that ended", ["kind", "outcome"])
SEARCH_STATES = Counter("castle_search_states", "Positions that searches stored", ["kind"])
SEARCH_SECONDS = Counter("castle_search_seconds", "Time that searches took", ["kind"])
# Of several workers the one that has swept last knows best.
WAITING = Gauge(
    "castle_jobs_waiting", "Searches that wait", ["kind"], multiprocess_mode="mostrecent"
)
OLDEST = Gauge(
    "castle_jobs_oldest_seconds",
    "How long the oldest search that waits has waited",
    ["kind"],
    multiprocess_mode="mostrecent",
)

for kind in KINDS:
    for outcome in OUTCOMES:
        SEARCHES.labels(kind, outcome)
    SEARCH_STATES.labels(kind)
    SEARCH_SECONDS.labels(kind)
