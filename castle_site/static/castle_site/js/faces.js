/**
 * Card faces, drawn as SVG: ranks as strokes, suits as shapes, so that they look the same on
 * every machine. A full face is 100 x 140 units, a compact one (small screens) 100 x 128.
 */

import { RANKS, SUITS, rankOf, suitOf } from "./rules.js";

// Rank signs as open strokes in a box of 18 x 24; the ten is squeezed into it.
const STROKES = {
  A: "M1 23 9 1l8 22M4 15.5h10",
  2: "M2 7.5C2 3.5 5 1.5 9 1.5s7 2.2 7 6C16 13 3 17 2 22.5h14.5",
  3: "M2 1.5h13.5L8.5 10c4.5-.2 8 2.2 8 6.3s-3.3 6.5-7.7 6.5c-3.5 0-6-1.5-7.3-4.3",
  4: "M13 23V1.5L1.5 17H17",
  5: "M15.5 1.5h-11L3.3 11c1.5-1.2 3.5-1.8 5.5-1.8 4.5 0 7.7 2.6 7.7 6.7 0 4.2-3.2 6.9-7.7 6.9-3.3 0-6-1.5-7.3-4",
  6: "M14 1.5C7.5 3 2 9 2 16a7 6.7 0 1 0 14 0 7 6.7 0 0 0-14 0",
  7: "M1.5 1.5h15L7 23",
  8: "M9 11C5.5 11 3 9 3 6.2S5.5 1.5 9 1.5s6 1.9 6 4.7S12.5 11 9 11c-4.2 0-7.2 2.3-7.2 5.8s3 6 7.2 6 7.2-2.5 7.2-6S13.2 11 9 11z",
  9: "M4 22.7c6.5-1.5 12-7.5 12-14.5a7 6.7 0 1 0-14 0 7 6.7 0 0 0 14 0",
  T: "M.5 5 4 1.5V23M13 1.5c3.6 0 5 4.5 5 10.6s-1.4 10.7-5 10.7-5-4.6-5-10.7 1.4-10.6 5-10.6z",
  J: "M13 1v15.5c0 4-2.3 6.3-5.8 6.3-3 0-5-1.6-5.7-4.5",
  Q: "M9 1.5c5 0 7.6 4.6 7.6 10.6S14 22.8 9 22.8 1.4 18.2 1.4 12.1 4 1.5 9 1.5zM10 16.5l7.5 7",
  K: "M2.5 1v22M16 1 2.5 15.5M7.7 10 17 23",
};

// Suits as shapes in a box of 32 x 32, and what stands on the court cards in one of 64 x 64.
const SHAPES = {
  C: "M16 2a6.7 6.7 0 0 1 5.4 10.7A6.7 6.7 0 1 1 18 22.6c.4 3.3 1.7 5.7 4 7.9H10c2.3-2.2 3.6-4.6 4-7.9a6.7 6.7 0 1 1-3.4-9.9A6.7 6.7 0 0 1 16 2z",
  D: "M16 1.5c3 5.2 7.3 10.2 12 14.5-4.7 4.3-9 9.3-12 14.5-3-5.2-7.3-10.2-12-14.5 4.7-4.3 9-9.3 12-14.5z",
  H: "M16 29.5C6.5 21.5 2 16.6 2 10.8 2 6.6 5.2 3.5 9.2 3.5c2.9 0 5.3 1.5 6.8 4.2 1.5-2.7 3.9-4.2 6.8-4.2 4 0 7.2 3.1 7.2 7.3 0 5.8-4.5 10.7-14 18.7z",
  S: "M16 1.5c3.5 7.3 13.5 11.5 13.5 18.7 0 4-3 6.6-6.5 6.6-2.5 0-4.6-1.2-5.8-3.3.4 3 1.7 5.2 4 7H10.8c2.3-1.8 3.6-4 4-7-1.2 2.1-3.3 3.3-5.8 3.3-3.5 0-6.5-2.6-6.5-6.6C2.5 13 12.5 8.8 16 1.5z",
};
const EMBLEMS = {
  // A tower, a coronet, a crown.
  11: "M14 8h8v6h6V8h8v6h6V8h8v16l-6 5v18l8 6v5H12v-5l8-6V29l-6-5zM28 44v-8a4 4 0 0 1 8 0v8z",
  12: "M10 50 6 24l13 12 13-22 13 22 13-12-4 26zM11 53h42v5H11zM6 22a4 4 0 1 1 .1 0zM32 12a4 4 0 1 1 .1 0zM58 22a4 4 0 1 1 .1 0z",
  13: "M9 46 5 18l15 10L32 8l12 20 15-10-4 28zM9 50h46v8H9zM30 3h4v3h3v4h-3v3h-4v-3h-3V6h3z",
};

// Where the pips stand, as x and y of their centres; those below the middle are turned.
const LEFT = 35;
const MID = 50;
const RIGHT = 65;
const TWO = [[MID, 36], [MID, 104]];
const FOUR = [[LEFT, 36], [RIGHT, 36], [LEFT, 104], [RIGHT, 104]];
const SIX = [...FOUR, [LEFT, 70], [RIGHT, 70]];
const EIGHT = [...FOUR, [LEFT, 58.7], [RIGHT, 58.7], [LEFT, 81.3], [RIGHT, 81.3]];
const PIPS = {
  2: TWO,
  3: [...TWO, [MID, 70]],
  4: FOUR,
  5: [...FOUR, [MID, 70]],
  6: SIX,
  7: [...SIX, [MID, 53]],
  8: [...SIX, [MID, 53], [MID, 87]],
  9: [...EIGHT, [MID, 70]],
  10: [...EIGHT, [MID, 47.3], [MID, 92.7]],
};

const suitShape = (suit, x, y, size, turned = false) =>
  `<path class="s" d="${SHAPES[suit]}" transform="translate(${x} ${y})`
  + `${turned ? " rotate(180)" : ""} scale(${size / 32}) translate(-16 -16)"/>`;

const rankSign = (rank, x, y, size) =>
  `<path class="r" d="${STROKES[rank]}" transform="translate(${x} ${y}) scale(${size / 24})"/>`;

/** Rank over suit in the left upper corner. */
function index(rank, suit, { size, small, x, y, gap }) {
  const width = (size * 18) / 24;
  return rankSign(rank, x, y, size) + suitShape(suit, x + width / 2, y + size + gap + small / 2, small);
}

function middle(rank, suit) {
  if (rank === 1) return suitShape(suit, MID, 70, 50);
  if (rank > 10) {
    return `<rect class="f" x="27" y="25" width="46" height="90" rx="4"/>`
      + `<path class="e" d="${EMBLEMS[rank]}" transform="translate(31 32) scale(.59)"/>`
      + suitShape(suit, MID, 92, 27);
  }
  return PIPS[rank].map(([x, y]) => suitShape(suit, x, y, 19, y > 70)).join("");
}

const FULL = { size: 24, small: 16, x: 5, y: 8, gap: 4 };
const COMPACT = { size: 37, small: 29, x: 6, y: 9, gap: 7 };

/**
 * The face of a card as SVG text. `mirrored` has the index in the right corner, for the left
 * wing, whose cards are covered on their left.
 */
export function faceMarkup(card, { compact = false, mirrored = false } = {}) {
  const rank = RANKS[rankOf(card) - 1];
  const suit = SUITS[suitOf(card)];
  const height = compact ? 128 : 140;
  const place = compact ? COMPACT : FULL;
  const sign = index(rank, suit, place);
  // Mirroring moves the index across without mirroring its signs.
  const across = 100 - 2 * place.x - (place.size * 18) / 24;
  const corner = `<g class="i"><g transform="translate(${mirrored ? across : 0} 0)">${sign}</g></g>`;
  const body = compact
    ? suitShape(suit, mirrored ? 31 : 69, 91, 46)
    : middle(rankOf(card), suit)
      + `<g transform="rotate(180 50 70) translate(${mirrored ? across : 0} 0)">${sign}</g>`;
  return `<svg viewBox="0 0 100 ${height}" focusable="false">${body}${corner}</svg>`;
}

/** A suit's sign alone, as SVG text. */
export const suitMarkup = (suit) =>
  `<svg class="suit ${suit}" viewBox="0 0 32 32" focusable="false">${suitShape(suit, 16, 16, 32)}</svg>`;
