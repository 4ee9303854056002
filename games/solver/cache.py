"""Where the compiled kernels are kept between processes.

numba's own cache notices a change of the file that a kernel stands in, and not of the files whose
functions it calls. The directory's name therefore holds a digest of all sources of the solver:
another source, another directory.
"""

import hashlib
import os
import tempfile
from pathlib import Path


def source_digest() -> str:
    """Digest (16 hex digits) of all Python files of the solver, name and content."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _is_usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    # The cache holds pickles: a folder that somebody else owns is not to be trusted.
    return os.access(folder, os.W_OK) and folder.stat().st_uid == os.getuid()


def cache_folder() -> Path:
    """First usable place: NUMBA_CACHE_DIR, beside the sources, the user's cache, a fresh folder.

    The last one is made anew by every process, so nothing is kept there, but nothing fails.
    """
    name = f"castle-solver-{source_digest()}"
    parents = [Path(__file__).parent / "__pycache__"]
    if "XDG_CACHE_HOME" in os.environ or "HOME" in os.environ:
        parents.append(Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"))
    if os.environ.get("NUMBA_CACHE_DIR"):
        parents.insert(0, Path(os.environ["NUMBA_CACHE_DIR"]))
    for parent in parents:
        if _is_usable(parent / name):
            return parent / name
    return Path(tempfile.mkdtemp(prefix="castle-solver-"))
