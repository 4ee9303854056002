"""Write the list of what the service is made of (CycloneDX 1.6, JSON), from requirements.txt.

    python scripts/sbom.py            writes deploy/sbom.cdx.json
    python scripts/sbom.py --check    says whether it is the one that the requirements give

The standard library alone. The same requirements give the same file: no time and no chance
are in it.
"""

import json
import re
import sys
import uuid
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[1]
REQUIREMENTS = PROJECT / "requirements.txt"
SBOM = PROJECT / "deploy" / "sbom.cdx.json"
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)\s*(?:;\s*([^\\]+?))?\s*\\?$", re.MULTILINE)
_NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


class Pinned(NamedTuple):
    """A package of requirements.txt; `marker` says where it is needed, empty for everywhere."""

    name: str
    version: str
    marker: str

    @property
    def purl(self) -> str:
        """The package URL, by which advisories name it."""
        name = re.sub(r"[-_.]+", "-", self.name).lower()
        return f"pkg:pypi/{name}@{self.version}"


def read_pinned(text: str) -> list[Pinned]:
    """Return the packages that a requirements file pins, in its order."""
    return [Pinned(*(part or "" for part in found)) for found in _PINNED.findall(text)]


def component(package: Pinned) -> dict[str, object]:
    """Return a package as CycloneDX has it."""
    found: dict[str, object] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
    }
    if package.marker:
        found["properties"] = [{"name": "castle:marker", "value": package.marker}]
    return found


def make_sbom(text: str) -> str:
    """Return the document for the text of a requirements file."""
    packages = read_pinned(text)
    names = "\n".join(package.purl for package in packages)
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(_NAMESPACE, names)}",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "castle", "name": "castle"}},
        "components": [component(package) for package in packages],
        "dependencies": [{"ref": "castle", "dependsOn": [each.purl for each in packages]}],
    }
    return json.dumps(document, indent=1) + "\n"


def main() -> int:
    """Write the document, or compare it; the exit status."""
    made = make_sbom(REQUIREMENTS.read_text(encoding="utf-8"))
    if "--check" not in sys.argv[1:]:
        SBOM.write_text(made, encoding="utf-8")
        return 0
    if SBOM.exists() and SBOM.read_text(encoding="utf-8") == made:
        return 0
    sys.stderr.write("deploy/sbom.cdx.json is not that of requirements.txt: `make sbom`\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
