"""`python -m bench.service.plans FILE`: the plan of every query of every call, as Markdown.

With the environment of a database. Each call is made once in this process, and each of its
statements is explained with the values that it was sent with. Ends with status 1 if a plan
reads all of a large table or sorts one.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

LARGE_TABLES = "result|submission|attempt|player|periodtotal|periodpair"
SCAN = re.compile(rf"Seq Scan on leaderboard_({LARGE_TABLES})\b")
SORT = re.compile(r"Sort Key: .*?\b(result|total)\.")
EXPLAINED = re.compile(r"\s*(SELECT|WITH|INSERT|UPDATE)\b", re.IGNORECASE)
LITERAL = re.compile(r"'[^']*'|\b[0-9]+\b")
CUT = 600


def main(path: Path) -> int:
    """Explain everything, write it down, say what is wrong."""
    django.setup()
    from bench.service.choosing import Chosen
    from bench.service.subjects import noon_of
    from leaderboard.seeding.past import clock_moved

    chosen = Chosen.of(1)
    parts: list[str] = []
    wrong: list[str] = []
    seen: set[str] = set()
    with clock_moved() as set_clock:
        set_clock(noon_of(chosen.board.date))
        for name, request in chosen.requests().items():
            if name.startswith("floor"):
                continue
            parts.append(f"### {name}\n")
            for sql, plan in plans_of(request[0]):
                # Who asks and for which challenge is looked up alike by all of them.
                if (shape := LITERAL.sub("", sql)) in seen:
                    continue
                seen.add(shape)
                parts.append(f"```sql\n{_tidy(sql)}\n```\n\n```text\n{plan}\n```\n")
                wrong += [f"{name}: {bad}" for bad in complaints(plan)]
    path.write_text("\n".join(parts))
    for line in wrong:
        print(line)
    print(f"{len(wrong)} complaints; the plans are in {path}")
    return int(bool(wrong))


def complaints(plan: str) -> list[str]:
    """What a plan must not do: read all of a large table, or sort it."""
    return [match[0] for pattern in (SCAN, SORT) for match in pattern.finditer(plan)]


def plans_of(request: bytes) -> Iterator[tuple[str, str]]:
    """The statements of a request and their plans; what it writes is undone."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    method, path, _ = first.split(" ")
    headers = dict(line.split(": ", 1) for line in lines)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        response = Client().generic(
            method, path, body, content_type="application/json", headers=headers
        )
        if response.status_code not in (200, 201):
            raise SystemExit(f"{method} {path}: {response.status_code}")
        statements = [query["sql"] for query in queries.captured_queries]
        transaction.set_rollback(True)
    for sql in statements:
        if EXPLAINED.match(sql):
            yield sql, explain(sql)


def explain(sql: str) -> str:
    """A statement's plan, with what it really read; what it writes is undone."""
    with transaction.atomic(), connection.cursor() as cursor:
        # Rows and no times: these say the same on every machine.
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS OFF, COSTS OFF, TIMING OFF, SUMMARY OFF) {sql}")
        plan: list[Any] = cursor.fetchall()
        transaction.set_rollback(True)
    return "\n".join(row[0] for row in plan if "Index Searches" not in row[0])


def _tidy(sql: str) -> str:
    """A statement without its indentation, cut where it is very long."""
    text = "\n".join(line.strip() for line in sql.strip().splitlines() if line.strip())
    return text if len(text) <= CUT else f"{text[:CUT]} …"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
