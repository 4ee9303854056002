"""Test vectors for other implementations of the rules: files that never change, by version.

`tests/data/make_vector_file.py` makes them; docs/clients.md describes their records.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.errors import NotFoundError

CONTENT_TYPE = "application/x-ndjson"


@dataclass(frozen=True)
class Vectors:
    """A version: the rules that it is about, records in the file, SHA-256 in hexadecimal."""

    version: int
    rules_version: int
    records: int
    sha256: str

    @property
    def href(self) -> str:
        """The path of the file."""
        return f"/api/v1/vectors/{self.version}"

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return len(content(self.version))


VERSIONS = {
    1: Vectors(1, 1, 599, "f4a2842da7c90e9964d1344516cd7f42ac0a6a73c9e03933286d138e3c536383"),
}
"""All versions that were published."""


@cache
def content(version: int) -> bytes:
    """Return a version's file: JSON objects, one a line, in ASCII."""
    return (Path(__file__).parent / f"vectors-{version}.ndjson").read_bytes()


def vectors_get(version: str) -> Vectors:
    """Return the version that a path names; NotFoundError if there is none."""
    found = next((each for each in VERSIONS.values() if str(each.version) == version), None)
    if found is None:
        raise NotFoundError(detail="There are no vectors of this version.")
    return found
