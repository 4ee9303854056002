"""The rules in JavaScript say what the rules in Python say, in a real browser."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from games.rules import VARIANTS, sequence_cost
from tests.data.make_vectors import make_vectors

POSITIONS = 10_000
LINES = 1_000

# Returns the first few differences, and how many there are.
CHECK = """
async (text) => {
  const {positions, lines} = JSON.parse(text);
  const rules = await import("/static/castle_site/js/rules.js");
  const {formatPosition, parsePosition} = await import("/static/castle_site/js/position.js");
  const differences = [];
  const compare = (what, got, wanted) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) differences.push([what, got, wanted]);
  };
  const attempt = (run) => {
    try { return rules.formatLine(run()); } catch (error) { return `!${error.reason}`; }
  };
  for (const given of positions) {
    const board = rules.Board.fromTexts(given.rows, given.foundations);
    compare("legal", rules.formatLine(board.legalMoves()), given.legal);
    compare("key", board.key(), given.key);
    compare("text", formatPosition(board), given.text);
    compare("parsed", parsePosition(given.text).key(), given.key);
    compare("cards", board.foundationCards, given.cards);
    compare("stuck", board.isStuck(), given.stuck);
    for (const [source, destination, count, wanted] of given.sequences) {
      const got = attempt(() => rules.expandSequence(board, source, destination, count));
      compare("sequence", got, wanted);
    }
    for (const move of board.legalMoves()) { board.push(move); board.pop(); }
    compare("popped", board.key(), given.key);
  }
  for (const given of lines) {
    const start = rules.Board.fromTexts(given.rows, given.foundations);
    const {moves, board, error, outcome} = rules.replay(start, given.line);
    compare("moves", rules.formatLine(moves), given.moves);
    compare("error", error, given.error);
    compare("outcome", outcome, given.outcome);
    compare("cards", board.foundationCards, given.cards);
  }
  return {count: differences.length, first: differences.slice(0, 5)};
}
"""


@pytest.fixture
def page(page: Page) -> Page:
    """A page of our origin, which modules can be imported into."""
    page.goto("/how-to-play")
    return page


@pytest.mark.parametrize("slug", VARIANTS)
def test_it_agrees_with_python(page: Page, slug: str) -> None:
    vectors: dict[str, Any] = make_vectors(VARIANTS[slug], POSITIONS, LINES, "page")
    assert len(vectors["positions"]) >= POSITIONS
    assert len(vectors["lines"]) >= LINES
    outcomes = {line["outcome"] for line in vectors["lines"]}
    assert outcomes == {"won", "unfinished", None}
    assert page.evaluate(CHECK, json.dumps(vectors)) == {"count": 0, "first": []}


def test_costs_of_sequences_agree(page: Page) -> None:
    wanted = {
        f"{count} {spaces}": sequence_cost(count, spaces)
        for spaces in range(8)
        for count in range(1, min(2**spaces, 13) + 1)
    }
    assert len(wanted) == 1 + 2 + 4 + 8 + 13 * 4
    got = page.evaluate(
        """async (names) => {
          const {sequenceCost} = await import("/static/castle_site/js/rules.js");
          const cost = (name) => sequenceCost(...name.split(" ").map(Number));
          return Object.fromEntries(names.map((name) => [name, cost(name)]));
        }""",
        list(wanted),
    )
    assert got == wanted


@pytest.mark.parametrize("text", ["", "1S", "7HH", "11C", "\uff17H", "7 H"])
def test_what_is_no_card_is_refused(page: Page, text: str) -> None:
    refusal = page.evaluate(
        """async (text) => {
          const {parseCard} = await import("/static/castle_site/js/rules.js");
          try { return parseCard(text); } catch (error) { return error.message; }
        }""",
        text,
    )
    assert refusal == "no card can be read here"


@pytest.mark.parametrize("text", ["TC", "10C", "tc"])
def test_cards_are_read_as_in_python(page: Page, text: str) -> None:
    got = page.evaluate(
        """async (text) => {
          const {formatCard, parseCard} = await import("/static/castle_site/js/rules.js");
          return formatCard(parseCard(text));
        }""",
        text,
    )
    assert got == "TC"
