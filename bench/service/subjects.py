"""What is asked of a database: the requests of every call, written to files for the clients.

`python -m bench.service.subjects FOLDER` with the environment of a database; prints what it
chose as JSON. Players with tokens who have not played today are made for submissions.
"""

import datetime as dt
import json
import sys
from pathlib import Path
from typing import Any

import django

HELD = 2_000
PROFILES = 50
# The largest period: all time, overall.
PERIOD = "all"
LINE_MOVES = 100


def main(folder: Path, submitters: int) -> None:
    """Choose, make what is missing, write the files."""
    django.setup()
    from bench.service.choosing import Chosen

    chosen = Chosen.of(submitters)
    folder.mkdir(parents=True, exist_ok=True)
    from bench.service.client import write_requests

    for name, requests in chosen.requests().items():
        write_requests(folder / f"{name}.requests", requests)
    print(json.dumps(chosen.told(), default=str))


def get(path: str, token: str | None = None) -> bytes:
    """A GET request as it goes over the wire."""
    return _request("GET", path, token, b"")


def post(path: str, token: str, body: dict[str, Any]) -> bytes:
    """A POST request of a JSON object as it goes over the wire."""
    return _request("POST", path, token, json.dumps(body).encode())


def _request(method: str, path: str, token: str | None, body: bytes) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept: application/json"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def noon_of(date: dt.date) -> dt.datetime:
    """The middle of a day, when its challenge is open."""
    return dt.datetime.combine(date, dt.time(12), dt.UTC)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
