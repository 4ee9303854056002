/**
 * Position text: the board format of PySolFC's tools and of fc-solve, read and written.
 *
 * A foundations line comes first, then eight rows, innermost card first, an empty one as a
 * colon. What is accepted besides is what `games.rules.parse_position` accepts.
 */

import { Board, RANKS, ROW_COUNT, RulesError, SUITS, parseCard } from "./rules.js";

/** A position as text, with the foundations line; `0` is the top of an empty foundation. */
export function formatPosition(board) {
  const top = (suit) => board.foundations[SUITS.indexOf(suit)];
  const tops = [..."HCDS"].map((suit) => `${suit}-${top(suit) ? RANKS[top(suit) - 1] : 0}`);
  const rows = board.rowTexts().map((text) => text || ":");
  return [`Foundations: ${tops.join(" ")}`, ...rows, ""].join("\n");
}

/** Reads a position; throws RulesError unless the 52 cards are all there, once. */
export function parsePosition(text) {
  const rows = [];
  let foundations = null;
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const line of lines) {
    const label = /^[ \t\r\v\f]*(?:(foundations:|founds:)|(freecells:|fc:)|:)?/i.exec(line);
    const words = line.slice(label[0].length).split(/[ \t\r\v\f]+/).filter(Boolean);
    if (label[1]) {
      if (foundations || rows.length) throw new RulesError("the foundations line comes first, once");
      foundations = readFoundations(words);
    } else if (label[2]) {
      if (words.some((word) => !word.startsWith("-"))) {
        throw new RulesError("these games have no free cells");
      }
    } else if (rows.length < ROW_COUNT) rows.push(words.map(parseCard));
    else if (words.length) throw new RulesError("a position has eight rows");
  }
  if (rows.length < ROW_COUNT) {
    throw new RulesError(`a position has eight rows, here are ${rows.length}`);
  }
  return new Board(rows, foundations ?? [0, 0, 0, 0]);
}

function readFoundations(words) {
  const tops = new Map();
  for (const word of words) {
    const match = /^([HCDS])-(0|10|[A2-9TJQK])$/i.exec(word);
    const suit = match?.[1].toUpperCase();
    if (!match || tops.has(suit)) throw new RulesError(`${word} names no foundation, or one twice`);
    tops.set(suit, match[2] === "0" ? 0 : RANKS.indexOf(match[2].toUpperCase().replace("10", "T")) + 1);
  }
  return [...SUITS].map((suit) => tops.get(suit) ?? 0);
}
