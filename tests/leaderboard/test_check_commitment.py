"""`manage.py check_commitment`."""

import datetime as dt
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from leaderboard.commitments import candidate_number, challenge_key, commitment

DAY = dt.date(2028, 2, 29)
KEY = challenge_key(b"a secret of the tests", "citadel", DAY)
NUMBERS = [candidate_number(KEY, index) for index in range(3)]
COMMITMENT = commitment("citadel", DAY, NUMBERS[2], KEY)


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("check_commitment", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_it_works() -> None:
    values = ("citadel", "2028-02-29", str(NUMBERS[2]), KEY.hex(), "2")
    assert run(*values, "--commitment", COMMITMENT) == [
        f"candidate 0: {NUMBERS[0]}",
        f"candidate 1: {NUMBERS[1]}",
        f"candidate 2: {NUMBERS[2]}",
        f"commitment: {COMMITMENT}",
        "all agrees",
    ]
    assert run(*values)[-1] == "all agrees"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((str(NUMBERS[1]), KEY.hex(), "2"), "candidate 2 under this key is another deal"),
        ((str(NUMBERS[2]), KEY.hex(), "1"), "candidate 1 under this key is another deal"),
        ((str(NUMBERS[2]), "00" * 32, "2"), "candidate 2 under this key is another deal"),
        (
            (str(NUMBERS[2]), KEY.hex(), "2", "--commitment", "0" * 64),
            "the commitment belongs to another number or key",
        ),
    ],
)
def test_it_finds_out(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run("citadel", "2028-02-29", *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("freecell", "2028-02-29", "1", KEY.hex(), "0"),
        ("citadel", "2027-02-29", "1", KEY.hex(), "0"),
        ("citadel", "2028-02-29", "0", KEY.hex(), "0"),
        ("citadel", "2028-02-29", "x", KEY.hex(), "0"),
        ("citadel", "2028-02-29", "1", "no key", "0"),
        ("citadel", "2028-02-29", "1", "0011", "0"),
        ("citadel", "2028-02-29", "1", KEY.hex(), "-1"),
        ("citadel", "2028-02-29", "1", KEY.hex(), "1000000"),
    ],
)
def test_it_refuses_what_cannot_be_checked(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
