"""Which ES modules a page needs, so that the browser can fetch all of them at once."""

import re
from functools import cache
from pathlib import Path

JS = Path(__file__).resolve().parent.parent / "static" / "castle_site" / "js"
_IMPORT = re.compile(
    r"""^(?:import|\} from|export .* from)\b[^"]*"\./([a-z]+\.js)";$""", re.MULTILINE
)
_IMPORT_ON_DEMAND = re.compile(r"""\bimport\("\./([a-z]+\.js)"\)""")


@cache
def modules_of(*names: str, on_demand: bool = False) -> tuple[str, ...]:
    """Return the static paths of modules and of all they import, each once.

    With `on_demand` also those that are imported only when they are needed.
    """
    found: list[str] = []
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.append(name)
            text = (JS / name).read_text(encoding="utf-8")
            waiting += _IMPORT.findall(text)
            waiting += _IMPORT_ON_DEMAND.findall(text) if on_demand else []
    return tuple(f"castle_site/js/{name}" for name in found)
