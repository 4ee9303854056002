"""What fc-solve prints is taken by the API and by `manage.py verify`, as it was printed."""

from pathlib import Path

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from games.rules import VARIANTS, deal, format_line, get_variant, replay
from tests.data.fc_solve import Solution, read_solutions


def expanded(solution: Solution) -> str:
    """The solution as our own line."""
    board = deal(get_variant(solution.slug), solution.number)
    return format_line(replay(board, solution.output, format="fc-solve").moves)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", VARIANTS)
def test_the_api_accepts_fifty_solutions(api: APIClient, slug: str) -> None:
    solutions = read_solutions(slug)
    assert len(solutions) == 50
    for solution in solutions:
        url = f"/api/v1/deals/{slug}/{solution.number}/verify"
        answer = api.post(url, {"line": solution.output, "format": "fc-solve"}).json()
        assert (answer["legal"], answer["outcome"]) == (True, "won"), solution.number
        assert answer["foundation_cards"] == 52
        assert answer["line"] == expanded(solution)
        assert answer["move_count"] == len(answer["line"].split())


@pytest.mark.parametrize("slug", VARIANTS)
def test_the_command_accepts_a_file_of_it(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solution = read_solutions(slug)[0]
    file = tmp_path / "solution.txt"
    file.write_text(solution.output)
    number = str(solution.number)
    call_command("verify", slug, number, "--file", str(file), "--format", "fc-solve")
    moves = len(expanded(solution).split())
    assert capsys.readouterr().out == f"won in {moves} moves\n"
