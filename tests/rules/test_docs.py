"""Every example in the docstrings of games.rules and in docs/rules.md is run."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import games.rules

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules.md"


def test_examples_in_docstrings() -> None:
    names = [module.name for module in pkgutil.iter_modules(games.rules.__path__)]
    assert "replay" in names
    attempted = 0
    for name in names:
        result = doctest.testmod(importlib.import_module(f"games.rules.{name}"))
        assert result.failed == 0, name
        attempted += result.attempted
    assert attempted > 5


def test_examples_in_the_document() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert (result.failed, result.attempted > 20) == (0, True)


def test_all_names_are_exported_and_documented() -> None:
    assert len(games.rules.__all__) == len(set(games.rules.__all__))
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in games.rules.__all__:
        thing = getattr(games.rules, name)
        assert name in text, name
        if callable(thing) and name not in ("Card", "LineFormat"):
            assert thing.__doc__, name
