"""Where the embedded servers keep data and sockets, and the URLs that follow from it.

Everything is computed from one directory and the user, so that the settings and
the supervisor agree without telling each other.
"""

import contextlib
import hashlib
import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

# The length of sun_path in Linux is 108 bytes, one of them for the end (unix(7)).
MAX_SOCKET_PATH = 107
POSTGRES_SOCKET = ".s.PGSQL.5432"
DATABASE = "castle"
ROLE = "castle"


def server_account() -> pwd.struct_passwd | None:
    """The account that servers run as: none but root changes it, PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise LookupError("running as root needs an account named postgres or nobody")


def is_reachable(path: Path) -> bool:
    """Whether any account may pass through every directory down to `path`, as far as they are."""
    path = path.resolve()
    return all(
        parent.stat().st_mode & stat.S_IXOTH for parent in [path, *path.parents] if parent.is_dir()
    )


def var_directory(project: Path, variables: Mapping[str, str] = os.environ) -> Path:
    """Where the service writes: CASTLE_VAR, or `var/` in the project directory."""
    return Path(variables.get("CASTLE_VAR") or project / "var")


@dataclass(frozen=True)
class Places:
    """Directories of one set of servers, the account they run as, and their URLs."""

    data: Path
    sockets: Path
    logs: Path
    account: pwd.struct_passwd | None

    @classmethod
    def of(cls, var: Path) -> "Places":
        """The places under a directory for what the service writes (`var/` by default).

        Where the servers cannot get there (root's servers run as another account, and a home
        is closed to it), their data lies under `/var/lib`. A path too long for a socket gets
        a socket directory beside the temporary files.
        """
        var = var.resolve()
        name = f"castle-{hashlib.sha256(os.fsencode(var)).hexdigest()[:12]}"
        account = server_account()
        home = var
        if account is not None and not is_reachable(var):
            home = Path("/var/lib") / name
        sockets = home / "run"
        if len(os.fsencode(sockets / POSTGRES_SOCKET)) > MAX_SOCKET_PATH:
            sockets = Path(tempfile.gettempdir()) / f"{name}-{os.geteuid()}"
        return cls(home / "data", sockets, var / "log", account)

    @property
    def postgres_data(self) -> Path:
        """The database cluster."""
        return self.data / "postgres"

    @property
    def broker_socket(self) -> Path:
        """Where the broker's Valkey listens."""
        return self.sockets / "broker.sock"

    @property
    def cache_socket(self) -> Path:
        """Where the cache's Valkey listens."""
        return self.sockets / "cache.sock"

    def database_url(self) -> str:
        """What DATABASE_URL is by default."""
        return f"postgresql://{ROLE}@{quote(str(self.sockets), safe='')}/{DATABASE}"

    def broker_url(self, number: int = 0) -> str:
        """What REDIS_URL is by default; `number` names one of the server's databases."""
        return f"redis+socket://{self.broker_socket}?virtual_host={number}"

    def cache_url(self, number: int = 1) -> str:
        """What CACHE_URL is by default; `number` names one of the server's databases."""
        return f"unix://{self.cache_socket}?db={number}"

    def make_directory(self, path: Path) -> None:
        """Make a directory that only the servers' account can look into.

        Raises PermissionError if somebody else has put something of that name there.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=0o700, exist_ok=True)
        found = path.lstat()
        owners = {os.geteuid()} | ({self.account.pw_uid} if self.account else set())
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in owners:
            raise PermissionError(f"{path} belongs to somebody else")
        if self.account is not None:
            os.chown(path, self.account.pw_uid, self.account.pw_gid)
        path.chmod(0o700)

    def remove(self) -> None:
        """Remove data, sockets and copied programs; no server may be running."""
        for path in (self.data, self.sockets, self.data.parent / "programs"):
            if path.exists():
                shutil.rmtree(path)
        # What is left of a directory under /var/lib; elsewhere the logs still stand there.
        with contextlib.suppress(OSError):
            self.data.parent.rmdir()
