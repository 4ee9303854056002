"""The README does what it says: its Python tour, and its day's play against a real service."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.clock import ahead
from tests.service import PROJECT, Service

README = (PROJECT / "README.md").read_text()
BREAK = "--- next command ---"
DATE = 'date() {{ command date -d "@$(($(command date +%s) + {seconds}))" "$@"; }}\n'

# What differs from day to day and from run to run; only the type is compared.
VARYING = {
    "accepted_at", "closes_at", "created_at", "date", "detail", "elapsed_s", "expires_at", "handle",
    "high", "id", "instance", "low", "move_count", "moves", "next_at", "number", "opens_at",
    "over_par", "received_at", "server_time", "settles_at", "started_at", "submission", "token",
}  # fmt: skip


def _calls() -> list[tuple[str, str]]:
    """The commands of the README's console blocks, each with the answer shown under it."""
    calls = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, answer = part.partition("\n")
            calls.append((command, answer.strip()))
    return calls


def _pattern(text: str) -> Any:
    """An answer in which three dots stand for more keys, items or characters."""
    text = re.sub(r"\.\.\.(?=[}])", '"...": "..."', re.sub(r"\.\.\.(?=\])", '"..."', text))
    return json.loads(text)


def _differences(want: Any, got: Any, where: str = "", *, varies: bool = False) -> list[str]:
    """The places in which an answer is not as shown."""
    if want == "...":
        return []
    if type(want) is not type(got):
        return [f"{where}: {got!r} is not like {want!r}"]
    if isinstance(want, dict):
        more = "..." in want
        names = want.keys() - {"..."}
        found = [f"{where}/{name}: missing" for name in names - got.keys()]
        if not more:
            found += [f"{where}/{name}: not shown" for name in got.keys() - names]
        for name in names & got.keys():
            found += _differences(want[name], got[name], f"{where}/{name}", varies=name in VARYING)
        return found
    if isinstance(want, list):
        more = bool(want) and want[-1] == "..."
        shown = want[:-1] if more else want
        if len(got) < len(shown) or (not more and len(got) > len(shown)):
            return [f"{where}: {len(got)} items, {len(shown)} shown"]
        # The items of a row are cards of the day.
        return [
            difference
            for index, (one, other) in enumerate(zip(shown, got, strict=False))
            for difference in _differences(one, other, f"{where}/{index}", varies="rows" in where)
        ]
    return [] if varies or want == got else [f"{where}: {got!r} is not {want!r}"]


def test_the_python_tour_runs() -> None:
    tour = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(tour.examples) >= 7
    runner = doctest.DocTestRunner()
    assert runner.run(tour).failed == 0


def test_a_day_is_played_by_curl_as_the_readme_shows(service: Service, tmp_path: Path) -> None:
    calls = _calls()
    assert len(calls) >= 15
    service.start()
    script = f"\necho; echo '{BREAK}'\n".join(command for command, _ in calls)
    script = script.replace("localhost:8000", f"127.0.0.1:{service.port}")
    if seconds := round(ahead().total_seconds()):
        # The shell's date is to be that of the service.
        script = DATE.format(seconds=seconds) + script
    script = script.replace(
        ".venv/bin/python manage.py", f"{sys.executable} {PROJECT / 'manage.py'}"
    )
    done = subprocess.run(
        ["bash", "-eu", "-c", script],  # noqa: S607 - any bash will do
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = done.stdout.split(BREAK)
    assert len(answers) == len(calls)
    wrong = {
        command: (found, answer)
        for (command, shown), answer in zip(calls, answers, strict=True)
        if shown and (found := _differences(_pattern(shown), json.loads(answer)))
    }
    assert not wrong, json.dumps(wrong, indent=1)[:6000]
