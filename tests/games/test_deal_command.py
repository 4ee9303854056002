"""manage.py deal."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.rules import CITADEL, deal, parse_position
from tests.games.test_layout_endpoint import LAYOUT


def test_it_works(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("deal", "citadel", "5")
    text = capsys.readouterr().out
    assert text.startswith("Foundations: H-2 C-A D-A S-A\n5C 3S TD 5S 9S\n")
    assert parse_position(text) == deal(CITADEL, 5)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("deal", "citadel", "5", "--format", "json")
    assert json.loads(capsys.readouterr().out) == LAYOUT


def test_the_key(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("deal", "citadel", "5", "--format", "key")
    assert capsys.readouterr().out == deal(CITADEL, 5).key() + "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["citadell", "5"], "invalid choice"),
        (["citadel", "0"], "whole number from 1"),
        (["citadel", "100000000000000000000"], "whole number from 1"),
        (["citadel", "five"], "whole number from 1"),
        (["citadel"], "arguments are required"),
    ],
)
def test_what_is_no_deal_is_refused(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("deal", *arguments)
