"""Settles the large board of the newest date, says how long that took, and undoes it.

`python -m bench.service.settling` with the environment of a database.
"""

import json
import time

import django
from django.db import connection, transaction


def main() -> None:
    """Settle in a transaction that is rolled back; the rows it leaves dead are vacuumed."""
    django.setup()
    from bench.service.choosing import Chosen
    from leaderboard.models import PeriodTotal
    from leaderboard.seeding.past import clock_moved
    from leaderboard.seeding.plan import TASK_AFTER
    from leaderboard.services.challenges import challenge_settle

    board = Chosen.newest().board
    totals = PeriodTotal.objects.count()
    with clock_moved() as set_clock:
        set_clock(board.settles_at + TASK_AFTER)
        with transaction.atomic():
            begin = time.perf_counter()
            settled = challenge_settle(challenge=board)
            seconds = time.perf_counter() - begin
            after = PeriodTotal.objects.count()
            transaction.set_rollback(True)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    print(
        json.dumps(
            {
                "settled": settled,
                "seconds": round(seconds, 1),
                "totals_before": totals,
                "totals_after": after,
            }
        )
    )


if __name__ == "__main__":
    main()
