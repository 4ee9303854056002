"""What operators watch of the competition; see games.metrics."""

from prometheus_client import Counter

SUBMISSIONS = Counter("castle_submissions", "Submissions that were stored", ["outcome"])

for outcome in ("won", "unfinished", "rejected"):
    SUBMISSIONS.labels(outcome)
