"""A configuration is refused at the start, with every complaint in one message."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from castle_site.environment import Environment, read_secrets

PROJECT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "CASTLE_ENV": "production",
    "SECRET_KEY": "a" * 25 + "bcdefghijklmnopqrstuvwxyz",
    "CHALLENGE_SECRET": "c" * 50,
    "HANDLE_SECRET": "h" * 50,
    "ALLOWED_HOSTS": "castle.example",
    "DATABASE_URL": "postgresql://castle@db/castle",
    "REDIS_URL": "redis://broker/0",
    "CACHE_URL": "redis://cache/0",
}
SHOW = """
import json
from castle_site import settings
print(json.dumps({name: getattr(settings, name) for name in %r}))
"""


def _load(
    variables: dict[str, str], *names: str, tmp_path: Path
) -> "subprocess.CompletedProcess[str]":
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-c", SHOW % list(names)],
        env={**inherited, "CASTLE_VAR": str(tmp_path), **variables},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_whole_production_configuration_is_taken(tmp_path: Path) -> None:
    done = _load(
        PRODUCTION, "SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "DEBUG", tmp_path=tmp_path
    )
    assert done.stderr == ""
    assert '"SECURE_SSL_REDIRECT": true' in done.stdout
    assert '"SESSION_COOKIE_SECURE": true' in done.stdout
    assert '"DEBUG": false' in done.stdout


def test_production_names_everything_that_is_missing(tmp_path: Path) -> None:
    (tmp_path / "secrets.env").write_text("SECRET_KEY=" + "d" * 60)
    done = _load({"CASTLE_ENV": "production"}, tmp_path=tmp_path)
    assert done.returncode != 0
    for name in PRODUCTION:
        if name != "CASTLE_ENV":
            assert f"- {name} is not set" in done.stderr


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY has 5 characters"),
        ({"CHALLENGE_SECRET": PRODUCTION["SECRET_KEY"]}, "must differ"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must name hosts"),
        ({"DATABASE_URL": "mysql://db:word@db/castle"}, "DATABASE_URL must be a URL"),
        ({"NUM_PROXIES": "many"}, "NUM_PROXIES is 'many'; it must be a whole number from 0 to 10"),
        ({"SSL_REDIRECT": "perhaps"}, "SSL_REDIRECT is 'perhaps'; it must be one of"),
        ({"CASTLE_ENV": "staging"}, "CASTLE_ENV is 'staging'"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, str], complaint: str, tmp_path: Path) -> None:
    done = _load({**PRODUCTION, **changes}, tmp_path=tmp_path)
    assert done.returncode != 0
    assert complaint in done.stderr
    assert "db:word" not in done.stderr


def test_development_takes_its_secrets_from_the_file_of_the_set_up(tmp_path: Path) -> None:
    secrets = "".join(f"{name}={name.lower() * 5}\n" for name in PRODUCTION if "SECRET" in name)
    (tmp_path / "secrets.env").write_text("# a comment\n" + secrets)
    done = _load({}, "SECRET_KEY", tmp_path=tmp_path)
    assert done.stdout == '{"SECRET_KEY": "%s"}\n' % ("secret_key" * 5)


def test_without_the_set_up_development_says_what_to_do(tmp_path: Path) -> None:
    done = _load({}, tmp_path=tmp_path)
    assert "make setup" in done.stderr


def test_read_secrets_of_a_missing_file_is_empty(tmp_path: Path) -> None:
    assert read_secrets(tmp_path / "none") == {}


def test_words_and_numbers_are_read() -> None:
    env = Environment({"HOSTS": "a, b,,c", "COUNT": "3", "FLAG": "Yes"})
    assert env.words("HOSTS") == ["a", "b", "c"]
    assert env.number("COUNT", 1) == 3
    assert env.boolean("FLAG", default=False) is True
    env.check()


def test_complaints_come_together() -> None:
    env = Environment({"COUNT": "x", "FLAG": "y"})
    env.number("COUNT", 1)
    env.boolean("FLAG", default=False)
    with pytest.raises(ImproperlyConfigured, match=r"(?s)COUNT.*FLAG"):
        env.check()


def test_earlier_keys_may_be_named(tmp_path: Path) -> None:
    keys = {"SECRET_KEY_FALLBACKS": "b" * 50 + ", " + "d" * 50}
    done = _load({**PRODUCTION, **keys}, "SECRET_KEY_FALLBACKS", tmp_path=tmp_path)
    assert done.stdout == f'{{"SECRET_KEY_FALLBACKS": ["{"b" * 50}", "{"d" * 50}"]}}\n'
    same = {"SECRET_KEY_FALLBACKS": PRODUCTION["SECRET_KEY"]}
    done = _load({**PRODUCTION, **same}, tmp_path=tmp_path)
    assert "SECRET_KEY must not stand among SECRET_KEY_FALLBACKS" in done.stderr
