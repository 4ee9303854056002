#!/usr/bin/env python3
"""Makes everything that the project needs on a machine that has Python alone.

Standard library only; also Pythons that are too old must get as far as the message. A second
run finds its stamp and ends at once. `make run`, `make test` and the rest call it.
"""

import argparse
import ctypes
import fcntl
import hashlib
import importlib.util
import json
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
NEWER_PYTHONS = ("python3.13", "python3.12", "python3.11", "python3.14")
# What the tests of the page look for, in this order (tests/pages/browser.py).
BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
BUILD = "requirements-build.txt"
STAMP = "castle-stamp.json"
SECRETS = ("SECRET_KEY", "CHALLENGE_SECRET", "HANDLE_SECRET")


class SetupError(Exception):
    """Something that a person has to do; the text says what."""


def check_python(version, find=shutil.which):
    """Return None if this Python will do, else the path of one that will.

    Raises SetupError if there is none.
    """
    if tuple(version[:2]) >= OLDEST:
        return None
    for name in NEWER_PYTHONS:
        path = find(name)
        if path:
            return path
    raise SetupError(
        "Python %d.%d is too old: the service needs %d.%d or newer.\n"
        "Debian 12 and newer have it: apt install python3 python3-venv"
        % (version[0], version[1], OLDEST[0], OLDEST[1])
    )


def missing_packages(find_module=importlib.util.find_spec, find=shutil.which, tests=False):
    """The Debian packages that are not there, as pairs of name and whether we need it.

    With `tests` also what the tests of the page need: a browser, and what drives it.
    """
    missing = []
    if find_module("ensurepip") is None or find_module("venv") is None:
        missing.append(("python3-venv", True))
    if not Path("/etc/ssl/certs/ca-certificates.crt").exists() and find("apt-get"):
        missing.append(("ca-certificates", False))
    if not find("curl"):
        missing.append(("curl", False))
    if tests and not has_browser(find):
        missing.append(("chromium", True))
    if tests and not has_library("libatomic.so.1"):
        missing.append(("libatomic1", True))
    return missing


def has_library(name):
    """Whether the loader finds a shared library."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def has_browser(find=shutil.which, environ=None):
    """Whether the tests have a Chromium: one that CHROMIUM names, the system's, Playwright's."""
    environ = os.environ if environ is None else environ
    if environ.get("CHROMIUM") or any(find(name) for name in BROWSERS):
        return True
    own = environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(Path.home() / ".cache" / "ms-playwright")
    return any(Path(own).glob("chromium*-*"))


def install_packages(missing, is_root, find=shutil.which, run=subprocess.run):
    """Install Debian packages when we may; say which are missing when not.

    Raises SetupError if one is missing that the set-up cannot do without.
    """
    if not missing:
        return
    names = [name for name, _ in missing]
    line = "apt-get install -y --no-install-recommends " + " ".join(names)
    if is_root and find("apt-get"):
        say("Installing Debian packages: " + ", ".join(names))
        environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
        run(["apt-get", "update", "-q"], check=True, env=environment)
        run(line.split(), check=True, env=environment)
        return
    text = "Missing Debian packages: %s. As root:\n    apt-get update && %s" % (
        ", ".join(names),
        line,
    )
    if any(needed for _, needed in missing):
        raise SetupError(text)
    say(text)


def digest(files, python):
    """What the stamp holds: the requirements' content and the Python they are for."""
    state = hashlib.sha256(repr(python).encode())
    for path in files:
        state.update(path.read_bytes())
    return state.hexdigest()


def make_environment(venv, python):
    """Make the virtual environment, anew if the Python under it has gone or changed."""
    program = venv / "bin" / "python"
    if program.exists():
        probe = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
        done = subprocess.run([str(program), "-c", probe], capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.strip() == "%d.%d" % python[:2]:
            return program
    say("Making the virtual environment in %s" % venv.name)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=True)
    return program


def install_requirements(project, venv, files):
    """Install pinned requirements, each checked against its hash, unless they are there."""
    python = tuple(sys.version_info[:2])
    stamp = venv / STAMP
    wanted = {path.name: digest([path], python) for path in files}
    try:
        found = json.loads(stamp.read_text())
    except (OSError, ValueError):
        found = {}
    if (venv / "bin" / "python").exists() and all(
        found.get(name) == value for name, value in wanted.items()
    ):
        return
    program = make_environment(venv, python)
    # One step a list: what builds a package is there before the package.
    if project / BUILD in files:
        pip_install(program, project, [project / BUILD])
    pip_install(program, project, [path for path in files if path.name != BUILD])
    found.update(wanted)
    stamp.write_text(json.dumps(found))


def pip_install(program, project, files):
    """Install lists of pinned requirements; raises SetupError if pip cannot."""
    say("Installing %s" % " and ".join(path.name for path in files))
    command = [str(program), "-m", "pip", "install", "--quiet", "--require-hashes"]
    # Wheels alone, but for one test's package of pure Python; what builds that is pinned too.
    command += ["--only-binary=:all:"]
    if "requirements-dev.txt" in [path.name for path in files]:
        command += ["--no-binary=pysol-cards", "--no-build-isolation", "--use-pep517"]
    command += ["--no-input", "--disable-pip-version-check", "--root-user-action=ignore"]
    for path in files:
        command += ["--requirement", str(path)]
    done = subprocess.run(command, cwd=str(project), stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise SetupError(
            "pip could not install the requirements (its message stands above).\n"
            "It needs a way to a package index; a proxy is read from HTTPS_PROXY, and an index"
            " of your own from pip's configuration."
        )


def make_secrets(var):
    """Make the secrets of a development machine, each once, readable by their owner alone."""
    path = var / "secrets.env"
    handle = os.open(str(path), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    with os.fdopen(handle, "r+") as file:
        there = {line.split("=", 1)[0] for line in file.read().splitlines()}
        missing = [name for name in SECRETS if name not in there]
        if missing:
            say("Making secrets in %s" % path)
        for name in missing:
            file.write("%s=%s\n" % (name, secrets.token_urlsafe(48)))


def say(text):
    """Tell what happens."""
    print(text, file=sys.stderr, flush=True)


def main(arguments=None):
    """Set everything up; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--dev", action="store_true", help="also what tests and lint need")
    parser.add_argument("--tests", action="store_true", help="also the Debian packages of tests")
    options = parser.parse_args(arguments)
    try:
        newer = check_python(sys.version_info)
        if newer is not None:
            os.execv(newer, [newer, str(Path(__file__).resolve()), *sys.argv[1:]])
        var = Path(os.environ.get("CASTLE_VAR") or PROJECT / "var")
        try:
            var.mkdir(parents=True, exist_ok=True)
            lock = (var / "setup.lock").open("w")
        except PermissionError as error:
            raise SetupError("%s cannot be written to; run as its owner" % error.filename) from None
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            install_packages(missing_packages(tests=options.tests), os.geteuid() == 0)
            files = [PROJECT / "requirements.txt"]
            if options.dev:
                files += [PROJECT / BUILD, PROJECT / "requirements-dev.txt"]
            install_requirements(PROJECT, PROJECT / ".venv", files)
            make_secrets(var)
    except SetupError as error:
        say("Set-up stopped: %s" % error)
        return 1
    except KeyboardInterrupt:
        say("Set-up stopped; what is missing will be made the next time")
        return 130
    except subprocess.CalledProcessError as error:
        say("Set-up stopped: %s failed with status %d" % (error.cmd, error.returncode))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
