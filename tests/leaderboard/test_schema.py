"""The OpenAPI document of the whole API is made without a warning."""

from pathlib import Path

from django.core.management import call_command


def test_every_answer_has_a_name_of_its_own(tmp_path: Path) -> None:
    document = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(document))
    text = document.read_text()
    for name in ("submission_replay", "period_standings", "group_create", "challenge_distribution"):
        assert f"operationId: {name}" in text
