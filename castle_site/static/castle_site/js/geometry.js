/**
 * Where everything lies on the table, in pixels, for a width, a height and the rows' lengths.
 *
 * Wide tables are laid as on a table: the foundations in the middle column, rows 1 to 4 on
 * the left growing to the left, rows 5 to 8 on the right growing to the right. Narrow ones
 * are stacked: foundations on top, the rows under each other, growing to the right.
 */

import { ROW_COUNT } from "./rules.js";

const EDGE = 10;
const LABEL = 20;
/** Rows never get longer: 7 cards and a run of 12 on a king that lies outermost. */
const LONGEST = 19;
const CASTLE_WIDTH = 620;

const clamp = (least, value, most) => Math.max(least, Math.min(value, most));

/**
 * `{stacked, compact, width, height, card: {width, height}, place(number), slot(row, index,
 * length), home(suit)}`: places 1 to 8 are rows, `home(0…3)` are foundations; both give
 * `{x, y, width, height}`. `height` is what the table needs.
 */
export function layOut(width, height) {
  return width >= CASTLE_WIDTH ? castle(width, height) : stacked(width, height);
}

function castle(width, height) {
  const gap = clamp(6, height * 0.02, 16);
  const byHeight = (height - 2 * EDGE - 3 * gap) / 4 / 1.4;
  const byWidth = (width - 4 * EDGE - 2 * LABEL) / 12.2;
  const cardWidth = Math.floor(clamp(38, Math.min(byHeight, byWidth), 124));
  const card = { width: cardWidth, height: Math.round(cardWidth * 1.4) };
  const needed = 2 * EDGE + 4 * card.height + 3 * gap;
  const top = Math.max(EDGE, (Math.max(height, needed) - needed) / 2 + EDGE);
  const middle = (width - card.width) / 2;
  const aside = Math.round(card.width * 0.2) + LABEL;
  const wing = Math.min(middle - aside - EDGE, card.width * 6.6);
  const line = (number) => top + ((number - 1) % 4) * (card.height + gap);
  const left = (number) => number <= 4;
  const inner = (number) =>
    left(number) ? middle - aside - card.width : middle + card.width + aside;
  const step = (length) =>
    Math.min(card.width * 0.5, (wing - card.width) / Math.max(1, length - 1));
  return {
    stacked: false,
    compact: card.width < 64,
    width,
    height: needed,
    card,
    step,
    mirrored: left,
    slot: (number, index, length) => ({
      x: inner(number) + (left(number) ? -1 : 1) * index * step(length),
      y: line(number),
    }),
    place: (number) => ({
      x: left(number) ? inner(number) + card.width - wing : inner(number),
      y: line(number),
      width: wing,
      height: card.height,
    }),
    label: (number) => ({
      x: left(number) ? middle - aside : middle + card.width + aside - LABEL,
      y: line(number),
      width: LABEL,
      height: card.height,
    }),
    home: (suit) => ({ x: middle, y: line(suit + 1), ...card }),
  };
}

function stacked(width, height) {
  const edge = 6;
  const gap = 5;
  const lines = ROW_COUNT + 1;
  const byHeight = (height - 2 * edge - ROW_COUNT * gap) / lines / 1.28;
  const byWidth = (width - 2 * edge - LABEL) / (1 + (LONGEST - 1) * 0.31);
  const cardWidth = Math.floor(clamp(38, Math.min(byHeight, byWidth), 64));
  const card = { width: cardWidth, height: Math.round(cardWidth * 1.28) };
  const line = (number) => edge + number * (card.height + gap);
  const start = edge + LABEL;
  const wing = width - start - edge;
  const step = (length) =>
    Math.min(card.width * 0.62, (wing - card.width) / Math.max(1, length - 1));
  return {
    stacked: true,
    compact: true,
    width,
    height: 2 * edge + lines * card.height + ROW_COUNT * gap,
    card,
    step,
    mirrored: () => false,
    slot: (number, index, length) => ({ x: start + index * step(length), y: line(number) }),
    place: (number) => ({ x: start, y: line(number), width: wing, height: card.height }),
    label: (number) => ({ x: edge - 4, y: line(number), width: LABEL, height: card.height }),
    home: (suit) => ({
      x: width / 2 + (suit - 2) * (card.width + 10) + 5,
      y: edge,
      ...card,
    }),
  };
}
