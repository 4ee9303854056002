"""The examples for operators: dashboard, alerts and units fit the service that there is."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from castle_site.supervisor.programs import STEADY_MEMORY, Program, programs
from tests.service import PROJECT

DEPLOY = PROJECT / "deploy"
IMAGE = PROJECT / "Dockerfile"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
# What may differ between one machine and another.
NUMBERS = re.compile(r"\d+(?:\.\d+)*")


def unit(path: Path) -> configparser.ConfigParser:
    """A unit's sections."""
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(path.read_text())
    return read


def test_there_is_a_unit_for_each_program() -> None:
    names = {path.stem.removeprefix("castle-") for path in UNITS}
    assert names == {program.name for program in programs({})} | {"prepare"}


@pytest.mark.parametrize("program", programs({}), ids=lambda program: program.name)
def test_units_run_what_the_supervisor_runs(program: Program) -> None:
    service = unit(DEPLOY / "systemd" / f"castle-{program.name}.service")["Service"]
    command = shlex.split(service["ExecStart"].replace("%%", "%"))
    assert command[0] == "/srv/castle/.venv/bin/python"
    ours = [NUMBERS.sub("N", word) for word in program.command[1:]]
    assert [NUMBERS.sub("N", word) for word in command[1:]] == ours
    if program.role != "command":
        assert f"CASTLE_PROCESS={program.role}" in service["Environment"].split()
        assert service["EnvironmentFile"] == "/etc/castle/environment"
    stop = {"SIGQUIT": 3, "SIGTERM": 15}[service.get("KillSignal", "SIGTERM")]
    assert stop == program.stop_with
    assert int(service.get("Nice", "0")) == program.niceness


@pytest.mark.parametrize(
    "path",
    [*(DEPLOY / "systemd" / f"castle-{each.name}.service" for each in programs({})), IMAGE],
    ids=lambda path: path.stem,
)
def test_freed_memory_goes_back_to_the_system(path: Path) -> None:
    for name, value in STEADY_MEMORY.items():
        assert f"{name}={value}" in path.read_text()


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_can_be_read(path: Path, tmp_path: Path) -> None:
    service = unit(path)["Service"]
    for name in ("NoNewPrivileges", "PrivateTmp", "ProtectHome"):
        assert service[name] == "yes"
    assert service["User"] == "castle"
    verifier = shutil.which("systemd-analyze")
    if verifier is None:
        return
    # All of them, for they name each other; with a program that is there, and this user.
    for each in UNITS:
        text = each.read_text().replace("/srv/castle/.venv/bin/python", "/bin/true")
        (tmp_path / each.name).write_text(text.replace("/srv/castle", str(tmp_path)))
    done = subprocess.run(
        [verifier, "verify", "--man=no", str(tmp_path / path.name)],
        capture_output=True,
        text=True,
        check=False,
    )
    ours = [line for line in done.stderr.splitlines() if "castle" in line]
    assert (done.returncode, ours) == (0, [])


# ------------------------------------------------------------------- dashboard and alerts


def expressions() -> list[str]:
    """Every query of the dashboard and the alerts."""
    dashboard: Any = json.loads((DEPLOY / "grafana.json").read_text())
    alerts: Any = yaml.safe_load((DEPLOY / "alerts.yml").read_text())
    found = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    found += [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    return found


def metrics_in(expression: str) -> set[str]:
    """The metrics that a query names; `up` is Prometheus's own."""
    return set(re.findall(r"\b(?:castle|django)_\w+", re.sub(r'"[^"]*"', "", expression)))


def test_every_query_names_a_metric() -> None:
    queries = expressions()
    assert len(queries) > 20
    for query in queries:
        assert metrics_in(query) or query.startswith("up{"), query
        assert query.count("(") == query.count(")"), query


def test_alerts_say_what_they_are_about() -> None:
    alerts: Any = yaml.safe_load((DEPLOY / "alerts.yml").read_text())
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 8
    production = (PROJECT / "docs" / "production.md").read_text()
    for rule in rules:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert len(rule["annotations"]["summary"]) > 20
        assert f"`{rule['alert']}`" in production


def test_panels_do_not_overlap() -> None:
    dashboard: Any = json.loads((DEPLOY / "grafana.json").read_text())
    places = [panel["gridPos"] for panel in dashboard["panels"]]
    assert len({(place["x"], place["y"]) for place in places}) == len(places)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(places)
    assert all(place["x"] + place["w"] <= 24 for place in places)
