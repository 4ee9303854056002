"""The calls in docs/accounts.md, one after the other, give the answers that stand there."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from leaderboard.services.challenges import challenge_settle
from tests.leaderboard.lines import CASTLE, longer
from tests.leaderboard.playing import NOON, SetClock, make_caller, make_challenge

PAGE = Path(__file__).parents[2] / "docs" / "accounts.md"
BASE = "http://localhost:8000"
# Stands for what differs from call to call.
ANY = "…"


def examples() -> Iterator[tuple[str, str]]:
    """The commands of the page with the answers below them."""
    for block in re.findall(r"```console\n(.*?)```", PAGE.read_text(), re.DOTALL):
        command, _, answer = block.partition("\n")
        yield command.removeprefix("$ "), answer


def curl(command: str, variables: dict[str, str], browser: Client | None = None) -> Any:
    """What a curl command would answer; shell variables in double quotes are replaced.

    `browser` has the cookies of commands that keep them (`-b`, `-c`).
    """
    for name, value in variables.items():
        command = command.replace(f"${name}", value)
    words = iter(shlex.split(command))
    assert next(words) == "curl"
    method, headers, data, url, client = "GET", {}, "", "", Client()
    for word in words:
        match word:
            case "-X":
                method = next(words)
            case "-H":
                name, value = next(words).split(": ")
                headers[name] = value
            case "-d":
                data = next(words)
            case "-b" | "-c":
                assert next(words) == "cookies.txt"
                assert browser is not None
                client = browser
            case _:
                url = word
    assert url.startswith(f"{BASE}/api/v1/")
    return client.generic(
        method,
        url.removeprefix(BASE),
        data,
        content_type=headers.pop("Content-Type", ""),
        headers=headers,
    )


def assert_like(found: Any, written: Any, place: str) -> None:
    """Assert that an answer is the one written, but for what may be anything."""
    if written == ANY:
        assert isinstance(found, str), place
    elif isinstance(written, dict):
        assert list(found) == list(written), place
        for name in written:
            assert_like(found[name], written[name], f"{place}/{name}")
    elif isinstance(written, list):
        assert len(found) == len(written), place
        for index, (one, other) in enumerate(zip(found, written, strict=True)):
            assert_like(one, other, f"{place}/{index}")
    else:
        assert found == written, place


@pytest.mark.django_db
def test_the_page_tells_the_truth(at: SetClock) -> None:
    challenge = make_challenge()
    at(NOON.replace(hour=11))
    assert make_caller().submit(longer(CASTLE, 2), challenge).status_code == 201
    at(NOON)
    variables: dict[str, str] = {}
    browser = Client(enforce_csrf_checks=True)
    calls = list(examples())
    assert len(calls) == 23
    for command, written in calls:
        if command.startswith("curl -X DELETE") and command.endswith("/me"):
            # She is deleted after that day.
            at(challenge.settles_at)
            assert challenge_settle(challenge=challenge)
        response = curl(command, variables, browser)
        text = response.getvalue().decode()
        if "csrftoken" in browser.cookies:
            variables["CSRF"] = browser.cookies["csrftoken"].value
        if not written:
            assert (response.status_code, text) == (204, ""), command
            continue
        answer = json.loads(text)
        assert_like(answer, json.loads(written), command)
        # The scripts of readers keep the tokens, and the latest code.
        if answer.get("token"):
            named = re.search(r'"name": "(\w+)"', command)
            variables[named[1].upper() if named else "TOKEN"] = answer["token"]
        if answer.get("recovery_code"):
            variables["RECOVERY_CODE"] = answer["recovery_code"]
    assert {"TOKEN", "PHONE", "TABLET", "CSRF", "RECOVERY_CODE"} == set(variables)
