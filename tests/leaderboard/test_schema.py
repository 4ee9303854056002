"""The OpenAPI document of the whole API is made without a warning."""

from pathlib import Path

from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator


def test_every_answer_has_a_name_of_its_own(tmp_path: Path) -> None:
    document = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(document))
    text = document.read_text()
    for name in ("submission_replay", "period_standings", "group_create", "challenge_distribution"):
        assert f"operationId: {name}" in text


def test_rows_among_a_group_are_described() -> None:
    schemas = SchemaGenerator().get_schema(request=None, public=True)["components"]["schemas"]
    for name, nullable in (("Standing", True), ("PeriodStanding", False)):
        row = schemas[name]
        assert row["properties"]["rank_overall"]["type"] == "integer"
        assert row["properties"]["rank_overall"].get("nullable", False) is nullable
        assert "rank_overall" not in row["required"]
        assert "rank" in row["required"]
