"""The file of a backup: a zip with the dump of the database and a list of what is in it.

    database.dump   as `pg_dump --format=custom` writes it
    manifest.json   when, of which server, migrations, rows and hash of every table

Nothing is held in memory, and a file that was cut off is no zip. Without this service:
`unzip -p FILE database.dump | pg_restore --no-owner --dbname=…`.
"""

import contextlib
import hashlib
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from castle_site.operations.digests import Digest
from castle_site.operations.errors import BackupError

FORMAT = 1
DUMP, MANIFEST = "database.dump", "manifest.json"
BLOCK = 2**18


@dataclass(frozen=True)
class Manifest:
    """What a backup holds. `made_at` is the moment that it shows, in UTC."""

    made_at: str
    postgresql: int
    migrations: list[str]
    tables: dict[str, Digest]
    dump_bytes: int
    dump_sha256: str
    format: int = FORMAT

    @property
    def rows(self) -> int:
        """The rows of all tables."""
        return sum(digest.rows for digest in self.tables.values())


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A file that comes to be when it is whole and on disk, readable by its owner alone.

    Raises BackupError where a file of that name is: a backup is never overwritten.
    """
    if path.exists():
        raise BackupError(f"{path} is there already")
    part = path.with_name(f"{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.rename(path)
        directory = os.open(path.parent, os.O_RDONLY)
        os.fsync(directory)
        os.close(directory)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)


def archive_write(
    path: Path, dump: IO[bytes], describe: Callable[[int, str], Manifest]
) -> Manifest:
    """Write a dump as it comes, then the manifest that `describe` makes of its size and hash."""
    size, digest = 0, hashlib.sha256()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as file:
        # pg_dump compresses.
        with file.open(DUMP, "w", force_zip64=True) as member:
            while block := dump.read(BLOCK):
                member.write(block)
                digest.update(block)
                size += len(block)
        manifest = describe(size, digest.hexdigest())
        file.writestr(MANIFEST, json.dumps(asdict(manifest), indent=2))
    return manifest


def manifest_read(path: Path) -> Manifest:
    """The manifest of a backup whose dump is whole; BackupError."""
    with _opened(path) as file:
        data = json.loads(file.read(MANIFEST))
        if data["format"] != FORMAT:
            raise BackupError(f"{path} is of format {data['format']}; this service reads {FORMAT}")
        digest, size = hashlib.sha256(), 0
        with file.open(DUMP) as dump:
            while block := dump.read(BLOCK):
                digest.update(block)
                size += len(block)
    if (size, digest.hexdigest()) != (data["dump_bytes"], data["dump_sha256"]):
        raise BackupError(f"{path} is damaged: the dump is not the one that was written")
    tables = {name: Digest(**digest) for name, digest in data.pop("tables").items()}
    return Manifest(**data, tables=tables)


def dump_copy(path: Path, target: IO[bytes]) -> None:
    """Write the dump of a backup to a stream."""
    with _opened(path) as file, file.open(DUMP) as dump:
        while block := dump.read(BLOCK):
            target.write(block)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise BackupError(f"{path} is no backup, or damaged: {error}") from error
