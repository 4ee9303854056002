"""What docs/surveys says is what its data says."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.rules import VARIANTS, get_variant
from games.surveys.statistics import PUBLISHED, wilson, z_score

DOCS = Path(settings.BASE_DIR, "docs", "surveys")
SEED, DEALS = 20261130, 20_000
PAGE = (DOCS / "README.md").read_text()


def figures(slug: str) -> Any:
    """The figures of a survey."""
    return json.loads((DOCS / f"{slug}-{SEED}.json").read_text())


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_page_has_the_figures(slug: str) -> None:
    data = figures(slug)
    assert (data["seed"], data["deals"]) == (SEED, DEALS)
    assert data["solvable"] + data["unsolvable"] + data["undetermined"] == DEALS
    [line] = [line for line in PAGE.splitlines() if line.startswith("| [") and f"]({slug}-" in line]
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells[0] == f"[{get_variant(slug).name}]({slug}-{SEED}.html)"
    assert cells[1:4] == [
        f"{data['solvable']:,}",
        f"{data['unsolvable']:,}",
        str(data["undetermined"]),
    ]
    low = wilson(data["solvable"], DEALS)[0]
    high = wilson(data["solvable"] + data["undetermined"], DEALS)[1]
    share = data["solvable"] / DEALS
    assert cells[4] == f"**{100 * share:.2f} %** ({100 * low:.2f} to {100 * high:.2f})"


@pytest.mark.parametrize("slug", PUBLISHED)
def test_it_agrees_with_what_is_published(slug: str) -> None:
    data = figures(slug)
    for hits in (data["solvable"], data["solvable"] + data["undetermined"]):
        assert abs(z_score(hits, DEALS, PUBLISHED[slug])) < 3.3


@pytest.mark.parametrize("slug", VARIANTS)
def test_a_fresh_sample_has_the_grades_shares(slug: str) -> None:
    grades = figures(slug)["grades"]
    graded = sum(grades.values())
    assert graded > 900
    for grade, share in (("easy", 40), ("medium", 30), ("hard", 20), ("fiendish", 10)):
        # Two samples of chance: about four standard deviations of their difference.
        assert abs(100 * grades[grade] / graded - share) < 8, grade


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_pictures_are_there(slug: str) -> None:
    assert f"]({slug}-{SEED}.png)" in PAGE
    assert (DOCS / f"{slug}-{SEED}.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (DOCS / f"{slug}-{SEED}.html").read_text()
