"""Settles the large board of the newest date, says how long that took, and undoes it.

The transaction of the longest board of a period is told beside the whole: who hides, deletes or
registers waits for one of them at most.

`python -m bench.service.settling` with the environment of a database.
"""

import json
import time
from typing import Any

import django
from django.db import connection, transaction


def main() -> None:
    """Settle in a transaction that is rolled back; the rows it leaves dead are vacuumed."""
    django.setup()
    from bench.service.choosing import Chosen
    from leaderboard.models import PeriodTotal
    from leaderboard.seeding.past import clock_moved
    from leaderboard.seeding.plan import TASK_AFTER
    from leaderboard.services import challenges
    from leaderboard.services.periods import challenge_enter

    boards: list[float] = []

    def timed(**values: Any) -> bool:
        begin = time.perf_counter()
        entered = challenge_enter(**values)
        with connection.cursor() as cursor:
            # As COMMIT would.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        boards.append(time.perf_counter() - begin)
        return entered

    vars(challenges)["challenge_enter"] = timed
    board = Chosen.newest().board
    totals = PeriodTotal.objects.count()
    with clock_moved() as set_clock:
        set_clock(board.settles_at + TASK_AFTER)
        with transaction.atomic():
            begin = time.perf_counter()
            settled = challenges.challenge_settle(challenge=board)
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
                "longest_board": round(max(boards), 1),
                "totals_before": totals,
                "totals_after": after,
            }
        )
    )


if __name__ == "__main__":
    main()
