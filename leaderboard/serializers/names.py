"""Names that players give to things, and that others read."""

import unicodedata
from typing import Any

from games.serializers import TextField

# Control and format characters (which turn the direction of writing, or show nothing at all),
# line and paragraph separators, private use.
FORBIDDEN = {"Cc", "Cf", "Zl", "Zp", "Co"}
# Letters of several scripts and many emoji are joined by these two.
JOINERS = {"\u200c", "\u200d"}


class NameField(TextField):
    """A text that reads as it is stored: nothing in it is unseen or reorders what is around it.

    In Unicode's composed form, with single spaces; at least one character of it can be seen.
    """

    default_error_messages = {  # noqa: RUF012 - so DRF has it
        "unseen": "Characters that cannot be seen, or that turn the direction of writing, "
        "are not taken in a name."
    }

    def to_internal_value(self, data: Any) -> str:
        """The name, composed; an error if it is not what it looks like."""
        name = unicodedata.normalize("NFC", super().to_internal_value(data))
        kinds = [unicodedata.category(each) for each in name if each not in JOINERS]
        seen = any(kind[0] in "LNSP" for kind in kinds)
        if FORBIDDEN.intersection(kinds) or (name and not seen):
            self.fail("unseen")
        return " ".join(name.split())
