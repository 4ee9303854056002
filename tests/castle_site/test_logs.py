"""Log lines: JSON, with the request's id, without secrets."""

import json
import logging
import re

import pytest
import structlog
from django.test import Client

from castle_site.logs import HIDDEN, hide_secrets, logging_config


@pytest.fixture
def formatter() -> logging.Formatter:
    settings = dict(logging_config("INFO")["formatters"]["json"])
    made: logging.Formatter = settings.pop("()")(**settings)
    return made


def test_a_request_has_an_id_and_one_line(client: Client) -> None:
    with structlog.testing.capture_logs(
        processors=[structlog.contextvars.merge_contextvars]
    ) as lines:
        response = client.get("/nowhere?secret=hush")
    assert re.fullmatch("[0-9a-f]{32}", response["X-Request-ID"])
    [line] = [line for line in lines if line["event"] == "request"]
    assert line["request_id"] == response["X-Request-ID"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/nowhere", 404)
    assert "hush" not in json.dumps(line)


def test_the_id_that_a_caller_gives_is_kept(client: Client) -> None:
    response = client.get("/nowhere", headers={"X-Request-ID": "caller-1234"})
    assert response["X-Request-ID"] == "caller-1234"


@pytest.mark.parametrize("given", ["short", "a b c d e f g h", 'x"} forged line', "x" * 65])
def test_an_id_that_could_forge_lines_is_replaced(client: Client, given: str) -> None:
    assert client.get("/nowhere", headers={"X-Request-ID": given})["X-Request-ID"] != given


def test_probes_are_not_logged(client: Client) -> None:
    with structlog.testing.capture_logs() as lines:
        client.get("/healthz")
    assert lines == []


def test_secrets_are_hidden() -> None:
    event = {"event": "login", "password": "x", "api_token": "y", "Cookie": "z", "handle": "ann"}
    hidden = hide_secrets(None, "info", event)
    assert hidden == {
        "event": "login",
        "password": HIDDEN,
        "api_token": HIDDEN,
        "Cookie": HIDDEN,
        "handle": "ann",
    }


def test_lines_of_other_packages_are_json_too(formatter: logging.Formatter) -> None:
    record = logging.LogRecord("other", logging.WARNING, "f.py", 1, "%d of %d", (1, 2), None)
    line = json.loads(formatter.format(record))
    assert (line["event"], line["level"], line["logger"]) == ("1 of 2", "warning", "other")


def test_a_traceback_shows_no_values(formatter: logging.Formatter) -> None:
    password = "hush, " + "hush"
    try:
        raise ValueError(len(password))
    except ValueError as error:
        information = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "f.py", 1, "failed", (), information)
    text = formatter.format(record)
    assert json.loads(text)["exception"][0]["exc_type"] == "ValueError"
    assert "hush, hush" not in text
