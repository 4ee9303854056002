/** A small picture of a deal, as it lies on the table. */

import { Board, RANKS, SUITS, rankOf, suitOf } from "./rules.js";

const CARD = { width: 21, height: 29 };
const STEP = 17;
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

function card(number, x, y) {
  const suit = SUITS[suitOf(number)];
  const red = suit === "H" || suit === "D" ? ' class="red"' : "";
  const rank = RANKS[rankOf(number) - 1].replace("T", "10");
  return `<rect x="${x}" y="${y}" width="${CARD.width}" height="${CARD.height}" rx="2.5"/>`
    + `<text${red} x="${x + CARD.width / 2}" y="${y + 12}" text-anchor="middle">${rank}</text>`
    + `<text${red} x="${x + CARD.width / 2}" y="${y + 24}" text-anchor="middle">${SIGNS[suit]}</text>`;
}

/** SVG text of a position; decorative, so hidden from screen readers. */
export function miniMarkup({ rows, foundations }) {
  const board = Board.fromTexts(rows, foundations);
  const width = 320;
  const middle = (width - CARD.width) / 2;
  const parts = [];
  for (let suit = 0; suit < 4; suit++) {
    const y = 18 + suit * 35;
    const top = board.foundations[suit];
    parts.push(`<rect class="slot" x="${middle}" y="${y}" width="${CARD.width}" height="${CARD.height}" rx="2.5"/>`);
    if (top) parts.push(card(4 * (top - 1) + suit, middle, y));
  }
  board.rows.forEach((cards, index) => {
    const side = index < 4 ? -1 : 1;
    cards.forEach((number, depth) => {
      parts.push(card(number, middle + side * (CARD.width + 8 + depth * STEP), 18 + (index % 4) * 35));
    });
  });
  return `<svg class="mini" viewBox="0 0 ${width} 172" aria-hidden="true" focusable="false">${parts.join("")}</svg>`;
}
