"""Reads settings from the environment and says everything that is wrong with them at once."""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

Value = TypeVar("Value")

ENVIRONMENTS = ("development", "test", "production")
MIN_SECRET = 32
_BOOLEANS = {"1": True, "true": True, "yes": True, "on": True} | {
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def read_secrets(path: Path) -> dict[str, str]:
    """The `NAME=value` lines of a file; nothing if there is no such file."""
    if not path.is_file():
        return {}
    lines = path.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


class Environment:
    """The variables that settings come from.

    `defaults` stand in for missing ones outside production. Complaints are collected;
    `check` raises them together, so that an operator mends a configuration in one go.
    """

    def __init__(
        self, variables: Mapping[str, str] = os.environ, defaults: Mapping[str, str] | None = None
    ) -> None:
        self.variables = variables
        self.problems: list[str] = []
        self.name = variables.get("CASTLE_ENV", "development")
        if self.name not in ENVIRONMENTS:
            self.problems.append(
                f"CASTLE_ENV is {self.name!r}; it must be one of {', '.join(ENVIRONMENTS)}"
            )
        self.production = self.name == "production"
        self.defaults = {} if self.production else dict(defaults or {})

    def text(self, name: str, default: str | None = None) -> str:
        """A text; without a default it must be given in production."""
        value = self.variables.get(name) or self.defaults.get(name)
        if value:
            return value
        if default is None or (self.production and name in REQUIRED):
            self.problems.append(f"{name} is not set; {REQUIRED.get(name, 'it is needed')}")
            return ""
        return default

    def secret(self, name: str) -> str:
        """A text that must be long enough not to be guessed."""
        value = self.text(name)
        if value and len(value) < MIN_SECRET:
            self.problems.append(
                f"{name} has {len(value)} characters; it needs at least {MIN_SECRET} random ones"
            )
        return value

    def number(self, name: str, default: int, least: int = 0, most: int = 2**63) -> int:
        """A whole number between `least` and `most`."""

        def parse(text: str) -> int:
            value = int(text)
            if not least <= value <= most:
                raise ValueError
            return value

        return self._parsed(name, default, parse, f"a whole number from {least} to {most}")

    def boolean(self, name: str, default: bool) -> bool:
        """A yes or no."""
        return self._parsed(
            name, default, lambda text: _BOOLEANS[text.lower()], "one of " + ", ".join(_BOOLEANS)
        )

    def words(self, name: str, default: str | None = None) -> list[str]:
        """A list of texts, separated by commas."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def url(self, name: str, default: str, schemes: Iterable[str]) -> str:
        """A URL of one of the schemes, empty if it is wrong; it must be given in production."""
        value = self.text(name, default)
        if value and urlsplit(value).scheme not in schemes:
            # Not the value itself: it may hold a password.
            self.problems.append(f"{name} must be a URL that begins with {', '.join(schemes)}")
            return ""
        return value

    def check(self) -> None:
        """Raise ImproperlyConfigured with every complaint, if there is one."""
        if self.problems:
            raise ImproperlyConfigured(
                "The settings cannot be used:\n"
                + "".join(f"  - {problem}\n" for problem in self.problems)
                + "docs/operations.md lists every variable."
            )

    def _parsed(
        self, name: str, default: Value, parse: Callable[[str], Value], expected: str
    ) -> Value:
        text = self.variables.get(name)
        if not text:
            return default
        try:
            return parse(text)
        except (ValueError, KeyError):
            self.problems.append(f"{name} is {text!r}; it must be {expected}")
            return default


# What production demands, and why, in the words that an operator reads.
REQUIRED = {
    "SECRET_KEY": "it signs sessions (`make setup` writes one for development)",
    "CHALLENGE_SECRET": "it chooses the daily deals and must stay the same"
    " (`make setup` writes one for development)",
    "HANDLE_SECRET": "it keeps erased handles from being taken again and must stay the same"
    " (`make setup` writes one for development)",
    "ALLOWED_HOSTS": "it names the hosts that the service answers for, separated by commas",
    "DATABASE_URL": "it points to the PostgreSQL server",
    "REDIS_URL": "it points to the broker, a Redis or Valkey with noeviction",
    "CACHE_URL": "it points to the cache, another Redis or Valkey",
}
