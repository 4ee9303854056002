"""docker-compose.yml is valid, and starts what the supervisor starts."""

import importlib.resources
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from jsonschema.validators import validator_for

from castle_site.environment import REQUIRED
from castle_site.supervisor.programs import programs

PROJECT = Path(__file__).resolve().parents[2]
TEXT = (PROJECT / "docker-compose.yml").read_text()


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(TEXT)
    return loaded


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The compose specification's own schema, which check-jsonschema brings along."""
    files = importlib.resources.files("check_jsonschema")
    text = (files / "builtin_schemas/vendor/compose-spec.json").read_text()
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def test_it_is_valid(compose: dict[str, Any], schema: dict[str, Any]) -> None:
    assert schema["title"] == "Compose Specification"
    validator_for(schema)(schema).validate(compose)


def test_the_schema_would_notice(compose: dict[str, Any], schema: dict[str, Any]) -> None:
    broken = {**compose, "services": {"db": {"image": "postgres:18", "volume": ["db:/x"]}}}
    with pytest.raises(jsonschema.ValidationError, match="volume"):
        validator_for(schema)(schema).validate(broken)


def test_every_service_has_a_health_check_but_the_one_that_ends(compose: dict[str, Any]) -> None:
    services = compose["services"]
    ours = {"prepare", "web", "worker", "par", "beat", "metrics"}
    assert set(services) == {"db", "redis", "cache"} | ours
    without = {name for name, service in services.items() if "healthcheck" not in service}
    assert without == {"prepare"}


def test_data_lies_in_named_volumes(compose: dict[str, Any]) -> None:
    assert compose["services"]["db"]["volumes"] == ["db:/var/lib/postgresql"]
    assert compose["services"]["redis"]["volumes"] == ["redis:/data"]
    assert set(compose["volumes"]) == {"db", "redis", "metrics"}


def test_the_numbers_of_all_containers_come_together(compose: dict[str, Any]) -> None:
    """All mount one volume, in which each has a directory of its own."""
    counting = {"web", "worker", "par", "beat", "metrics"}
    for name in counting:
        service = compose["services"][name]
        assert service["volumes"] == ["metrics:/metrics"]
        assert service["environment"]["METRICS_DIR"] == "/metrics"
        assert "PROMETHEUS_MULTIPROC_DIR" not in service["environment"]
    metrics = compose["services"]["metrics"]
    assert metrics["command"] == ["python", *programs({})[-1].command[1:]]
    assert not set(metrics["environment"]) & set(REQUIRED)
    assert metrics["ports"] == ["${METRICS_BIND:-127.0.0.1:9464}:9464"]
    options = compose["volumes"]["metrics"]["driver_opts"]
    uid = re.search(r"--uid (\d+)", (PROJECT / "Dockerfile").read_text())
    assert uid is not None
    assert (options["type"], f"uid={uid[1]}" in options["o"]) == ("tmpfs", True)


def test_secrets_come_from_outside_or_compose_stops(compose: dict[str, Any]) -> None:
    environment = compose["services"]["web"]["environment"]
    assert set(REQUIRED) <= set(environment)
    secrets = {name for name in REQUIRED if name.endswith(("SECRET", "KEY"))}
    assert len(secrets) == 3
    for name in secrets | {"ALLOWED_HOSTS"}:
        assert environment[name].startswith(f"${{{name}:?")
    assert "${POSTGRES_PASSWORD:?" in environment["DATABASE_URL"]


def test_what_must_be_set_stands_in_the_example() -> None:
    needed = set(re.findall(r"\$\{(\w+):\?", TEXT))
    example = (PROJECT / ".env.example").read_text()
    assert needed
    assert needed <= set(re.findall(r"^(\w+)=", example, re.MULTILINE))


def test_all_programs_of_the_supervisor_run_there(compose: dict[str, Any]) -> None:
    names = {program.name for program in programs({})}
    assert names <= set(compose["services"])
    for name in ("worker", "par"):
        ours = next(program for program in programs({}) if program.name == name).command
        theirs = compose["services"][name]["command"]
        assert ours[ours.index("--queues") + 1] == theirs[theirs.index("--queues") + 1]


def test_the_image_runs_as_nobody_in_particular() -> None:
    dockerfile = (PROJECT / "Dockerfile").read_text()
    assert dockerfile.count("FROM ") == 2
    assert re.search(r"^USER castle$", dockerfile, re.MULTILINE)
    assert "--require-hashes" in dockerfile
