"""Reading the queries of lists: variants and dates by name."""

import datetime as dt
from collections.abc import Mapping

from games.errors import ValidationError
from games.rules import VARIANTS
from leaderboard.selectors.challenges import date_parse


def read_variant(query: Mapping[str, str]) -> str | None:
    """The `variant` of a query, None if it has none; ValidationError if there is no such one."""
    variant = query.get("variant")
    if variant is not None and variant not in VARIANTS:
        raise _invalid("variant", f"`variant` is one of {', '.join(VARIANTS)}.")
    return variant


def read_date(query: Mapping[str, str], name: str) -> dt.date | None:
    """A date of a query, None if it has none; ValidationError if it is no date."""
    text = query.get(name)
    if text is None:
        return None
    date = date_parse(text)
    if date is None:
        raise _invalid(name, f"`{name}` is a date like 2025-03-09.")
    return date


def read_choice(query: Mapping[str, str], name: str, choices: list[str]) -> str | None:
    """A named choice of a query, None if it has none; ValidationError for others."""
    text = query.get(name)
    if text is not None and text not in choices:
        raise _invalid(name, f"`{name}` is one of {', '.join(choices)}.")
    return text


def _invalid(name: str, detail: str) -> ValidationError:
    error = {"pointer": "", "parameter": name, "code": "invalid", "detail": detail}
    return ValidationError(errors=[error])
