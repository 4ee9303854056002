"""Recovery codes as texts."""

import pytest

from leaderboard.recovery import (
    ALPHABET,
    recovery_code_hash,
    recovery_code_make,
    recovery_code_parse,
)

CODE = "7K3V9-02HWQ-8DJX1-MTC4R-ZBN61"


def test_it_works() -> None:
    code = recovery_code_make()
    assert len(code) == 29
    assert code.count("-") == 4
    assert recovery_code_parse(code) == code.replace("-", "")
    assert len({recovery_code_make() for _ in range(1000)}) == 1000


def test_the_alphabet_has_nothing_to_mistake() -> None:
    assert len(set(ALPHABET)) == 32
    assert not set("ILOU") & set(ALPHABET)


@pytest.mark.parametrize(
    "typed",
    [
        CODE.lower(),
        CODE.replace("-", ""),
        CODE.replace("-", " "),
        f"  {CODE} ",
        CODE.replace("0", "O").replace("1", "I"),
        CODE.replace("0", "o").replace("1", "l"),
    ],
)
def test_spelling_does_not_matter(typed: str) -> None:
    assert recovery_code_hash(typed) == recovery_code_hash(CODE) != ""


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "-",
        CODE[:-1],
        CODE + "0",
        CODE.replace("7", "U"),
        CODE + "\0",
        "7" * 25 + "\u0660",
        " " * 100_000,
        "\u00df" * 25,
    ],
)
def test_other_texts_are_no_code(typed: str) -> None:
    assert recovery_code_parse(typed) is None
    assert recovery_code_hash(typed) == ""


def test_another_code_has_another_hash() -> None:
    assert recovery_code_hash(CODE) != recovery_code_hash(CODE.replace("7", "8"))
