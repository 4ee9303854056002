"""Ask a database of advisories about every pinned package: `make audit`.

The database is OSV (https://google.github.io/osv.dev/api/), in one request; --url names another
of its kind. Exit status: 0 nothing is known, 1 something is, 2 the database could not be
asked, which is no good news and is said so. The standard library alone.
"""

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from sbom import REQUIREMENTS, Pinned, read_pinned

URL = "https://api.osv.dev/v1/querybatch"
TIMEOUT = 20


def ask(url: str, packages: Sequence[Pinned]) -> dict[str, list[str]]:
    """Return the ids of advisories by package URL. Raises OSError, ValueError."""
    queries = [{"package": {"purl": package.purl}} for package in packages]
    request = urllib.request.Request(  # noqa: S310 - the operator's own address
        url,
        data=json.dumps({"queries": queries}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
        results = json.load(answer)["results"]
    if len(results) != len(packages):
        raise ValueError(f"{len(results)} answers to {len(packages)} questions")
    return {
        package.purl: [advisory["id"] for advisory in result.get("vulns", [])]
        for package, result in zip(packages, results, strict=True)
        if result.get("vulns")
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, and tell what is known; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default=URL, help="of a database like OSV's querybatch")
    parser.add_argument("files", nargs="*", type=Path, default=[REQUIREMENTS])
    options = parser.parse_args(arguments)
    text = "\n".join(file.read_text(encoding="utf-8") for file in options.files)
    packages = list(dict.fromkeys(read_pinned(text)))
    if not packages:
        sys.stderr.write("no package is pinned in these files\n")
        return 2
    try:
        known = ask(options.url, packages)
    except (OSError, ValueError, KeyError, TypeError) as error:
        reason = getattr(error, "reason", error)
        sys.stderr.write(
            f"NOT AUDITED: {options.url} could not be asked about {len(packages)} packages"
            f" ({reason}). Nothing is known of their advisories, good or bad.\n"
        )
        return 2
    for purl, ids in known.items():
        print(f"{purl}: {', '.join(ids)}")
    print(f"{len(packages)} packages asked about, advisories for {len(known)}")
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main())
