"""The list of what the service is made of, and the question about advisories."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.castle_client.servers import Scripted, scripted
from tests.scripts.test_check_migrations import script
from tests.service import PROJECT, free_port

sys.path.insert(0, str(PROJECT / "scripts"))
sbom = script("sbom")
audit = script("audit")
REQUIREMENTS = """\
# made by uv
Django==5.2.1 \\
    --hash=sha256:aa
    # via -r requirements.in
typing_extensions==4.1 ; python_full_version < '3.13' \\
    --hash=sha256:bb
"""


def test_all_that_is_pinned_is_listed() -> None:
    assert sbom.read_pinned(REQUIREMENTS) == [
        ("Django", "5.2.1", ""),
        ("typing_extensions", "4.1", "python_full_version < '3.13'"),
    ]
    made = json.loads(sbom.make_sbom(REQUIREMENTS))
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    assert [each["purl"] for each in made["components"]] == [
        "pkg:pypi/django@5.2.1",
        "pkg:pypi/typing-extensions@4.1",
    ]
    assert made["dependencies"][0]["dependsOn"] == [each["purl"] for each in made["components"]]
    assert sbom.make_sbom(REQUIREMENTS) == sbom.make_sbom(REQUIREMENTS)
    assert made["serialNumber"] != json.loads(sbom.make_sbom("a==1 \\\n"))["serialNumber"]


def test_the_committed_list_is_that_of_the_requirements() -> None:
    text = (PROJECT / "requirements.txt").read_text()
    assert (PROJECT / "deploy" / "sbom.cdx.json").read_text() == sbom.make_sbom(text)
    pinned = [line for line in text.splitlines() if line[:1].isalnum()]
    assert len(pinned) == len(sbom.read_pinned(text)) > 30


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A requirements file."""
    path = tmp_path / "requirements.txt"
    path.write_text(REQUIREMENTS)
    return str(path)


def ask(file: str, answer: Any, status: int = 200) -> tuple[int, Scripted]:
    """Audit a file against a database that gives this answer."""
    with scripted() as service:
        service.answer(status, answer)
        return audit.main(["--url", service.url, file]), service


def test_nothing_is_known(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, service = ask(file, {"results": [{}, {}]})
    assert (status, capsys.readouterr().out) == (
        0,
        "2 packages asked about, advisories for 0\n",
    )
    [(method, _, _, body)] = service.requests
    assert method == "POST"
    assert json.loads(body)["queries"][0] == {"package": {"purl": "pkg:pypi/django@5.2.1"}}


def test_what_is_known_is_told(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _ = ask(file, {"results": [{"vulns": [{"id": "PYSEC-1"}, {"id": "GHSA-2"}]}, {}]})
    assert status == 1
    assert capsys.readouterr().out.startswith("pkg:pypi/django@5.2.1: PYSEC-1, GHSA-2\n")


@pytest.mark.parametrize("answer", [{"results": [{}]}, {}, [], "text"])
def test_an_answer_that_is_none_is_no_good_news(
    file: str, answer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(file, answer)[0] == 2
    assert capsys.readouterr().err.startswith("NOT AUDITED")


def test_a_database_that_is_away_is_no_good_news(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main(["--url", f"http://127.0.0.1:{free_port()}", file]) == 2
    assert "could not be asked about 2 packages" in capsys.readouterr().err
    assert ask(file, "internal", 500)[0] == 2
    (tmp_path / "empty.txt").write_text("django>=5\n")
    assert audit.main([str(tmp_path / "empty.txt")]) == 2
