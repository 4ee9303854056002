"""The JavaScript in docs/clients.md runs in a browser, and agrees with the published vectors."""

import json
import re

from playwright.sync_api import Page

from tests.castle_client.test_docs import PAGE

CHECK = """async () => {
  const { Board, expandSequence, formatLine, iterTokens, replay } = await import(
    "/static/castle_site/js/rules.js");
  const { formatPosition } = await import("/static/castle_site/js/position.js");
  const counts = {};
  const differ = [];
  const same = (record, got, wanted) => {
    counts[record.kind] = (counts[record.kind] ?? 0) + 1;
    if (JSON.stringify(got) !== JSON.stringify(wanted)) differ.push([record, got, wanted]);
  };
  const lines = (await (await fetch("/api/v1/vectors/1")).text()).trim().split("\\n");
  for (const record of lines.map((line) => JSON.parse(line))) {
    if (record.kind === "line") {
      const start = Board.fromTexts(record.rows, record.foundations);
      const { moves, error, outcome } = replay(start, record.line);
      same(record, [formatLine(moves), error, outcome],
        [record.moves, record.error, record.outcome]);
    } else if (record.kind === "position") {
      const board = Board.fromTexts(record.rows, record.foundations);
      const got = record.sequences.map(([source, destination, count]) => {
        try { return formatLine(expandSequence(board, source, destination, count)); }
        catch (error) { return `!${error.reason}`; }
      });
      same(record, [formatLine(board.legalMoves()), board.key(), formatPosition(board), got],
        [record.legal, record.key, record.text, record.sequences.map((each) => each[3])]);
    } else if (record.kind === "text" && record.format === "native") {
      let got;
      try {
        got = [...iterTokens(record.line)].map((t) => [t.source, t.destination, t.count, t.offset]);
      } catch (error) {
        got = { token: error.index, reason: error.reason, offset: error.offset };
      }
      same(record, got, record.tokens ?? record.error);
    }
  }
  return { counts, differ: differ.slice(0, 3) };
}"""


def test_the_example_does_what_it_says(page: Page) -> None:
    page.goto("/how-to-play")
    [code] = re.findall(r"^```js\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    calls = re.findall(r"`await (tryLine\(.*?\))` gives\n\n```json\n(.*?)```", PAGE, re.DOTALL)
    [(call, shown)] = calls
    assert page.evaluate(f"async () => {{ {code}\n return await {call}; }}") == json.loads(shown)


def test_the_published_vectors_hold_in_the_browser(page: Page) -> None:
    page.goto("/how-to-play")
    found = page.evaluate(CHECK)
    assert found == {"counts": {"text": 25, "position": 120, "line": 180}, "differ": []}
