/** What the page says: names of cards, reasons, times and dates, in plain English. */

import { HOME, SUITS, rankOf, suitOf } from "./rules.js";

const RANK_NAMES = [
  "ace", "two", "three", "four", "five", "six", "seven",
  "eight", "nine", "ten", "jack", "queen", "king",
];
const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SUIT_SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

export const VARIANT_NAMES = {
  "beleaguered-castle": "Beleaguered Castle",
  "streets-and-alleys": "Streets and Alleys",
  citadel: "Citadel",
};

export const suitName = (suit) => SUIT_NAMES[SUITS[suit]];
export const rankName = (rank) => RANK_NAMES[rank - 1];
/** “a seven”, “an eight” */
export const aRank = (rank) => `${rank === 1 || rank === 8 ? "an" : "a"} ${rankName(rank)}`;
/** “seven of hearts” */
export const cardName = (card) => `${rankName(rankOf(card))} of ${suitName(suitOf(card))}`;
/** “7♥” */
export function cardSign(card) {
  const rank = rankOf(card);
  const letter = { 1: "A", 11: "J", 12: "Q", 13: "K" }[rank] ?? rank;
  return letter + SUIT_SIGNS[SUITS[suitOf(card)]];
}

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Why `count` cards of a row cannot go to a place, as a sentence for the player. */
export function whyNot(board, source, destination, count, reason) {
  const cards = board.rows[source - 1];
  const moved = cards.at(-count);
  const onto = destination === HOME ? null : board.availableCard(destination);
  switch (reason) {
    case "same_row":
      return "It lies there already.";
    case "empty_source":
      return `Row ${source} is a space: there is no card to move.`;
    case "wrong_foundation": {
      if (count > 1) return "Cards go to a foundation one at a time.";
      const next = board.foundations[suitOf(moved)] + 1;
      const awaited = `${rankName(next)} of ${suitName(suitOf(moved))}`;
      return `The foundation waits for the ${awaited}, not the ${cardName(moved)}.`;
    }
    case "does_not_fit":
      return rankOf(onto) === 1
        ? `Nothing goes onto the ${cardName(onto)}: no card is lower than an ace.`
        : `The ${cardName(moved)} does not go onto the ${cardName(onto)}: `
          + `only ${aRank(rankOf(onto) - 1)} does.`;
    case "not_a_run":
      return `The ${cardName(moved)} is covered. Only the outermost card may move, `
        + "or a run that descends by one to it.";
    case "sequence_too_long": {
      const spaces = board.spaces().filter((row) => row !== destination).length;
      const most = plural(2 ** spaces, "card");
      return `Moving ${count} cards takes more spaces: with ${spaces || "none"} free, `
        + `${most} can go at a time.`;
    }
    default:
      return "That is not a move.";
  }
}

/** Why a line's move cannot be played: `board` is the position before it, `error` as in `replay`. */
export function wrongMoveWords(board, text, { reason, offset }) {
  const token = /^([1-8])([1-8h])(?:x([0-9]+))?/i.exec(text.slice(offset));
  if (reason === "after_end") return "the game is won before it.";
  if (reason === "line_too_long") return "a line has at most 5,000 moves.";
  if (reason === "bad_text" || !token) return "this is no move.";
  const [source, destination, count] = token.slice(1).map((part) => Number(part) || 0);
  return whyNot(board, source, destination, count || 1, reason);
}

/** Where a card went: “7♥ home”, “7♥ onto 8♣”, “7♥ to space 3”. */
export function moveWords(board, { source, destination }) {
  const card = board.availableCard(source);
  if (destination === HOME) return `${cardName(card)} home`;
  const onto = board.availableCard(destination);
  return `${cardName(card)} ${onto === null ? `to space ${destination}` : `onto ${cardName(onto)}`}`;
}

/** A row for a screen reader: its available card first, then what lies under it. */
export function rowWords(board, row) {
  const names = board.rows[row - 1].map(cardName).reverse();
  if (!names.length) return `Row ${row}: a space`;
  const under = names.slice(1);
  const rest = under.length ? `; under it ${under.join(", ")}` : ", the only card";
  return `Row ${row}: ${names[0]}${rest}`;
}

export function foundationWords(board, suit) {
  const top = board.foundations[suit];
  if (!top) return `Foundation of ${suitName(suit)}: empty, waits for the ace`;
  const next = top === 13 ? "complete" : `waits for the ${rankName(top + 1)}`;
  return `Foundation of ${suitName(suit)}: ${rankName(top)}, ${next}`;
}

/** “92 moves, 5 over par” */
export function overPar(moves, par) {
  if (par === null || par === undefined) return plural(moves, "move");
  const over = moves - par;
  const words = over > 0 ? `${over} over par` : over < 0 ? `${-over} under par` : "par";
  return `${plural(moves, "move")}, ${words}`;
}

/** Signed difference to par for a table: “+5”, “0”, “−1”. */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** The par of an API object as text: “92”, or bounds “90–93” while it is not proven. */
export function parText(par) {
  if (!par || par.high === null) return "unknown";
  return par.proven || par.low === null ? `${par.high}` : `${par.low}–${par.high}`;
}

/** The difficulty of an API object as a word: “medium”. */
export const gradeText = (difficulty) => difficulty?.grade ?? "";

/** Seconds as a clock: “4:07”, “1:04:07”. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** The time until an instant, for a countdown: “5 h 12 min”, “48 s”. */
export function remaining(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A UTC date such as `2025-03-09` in words: “Sunday, 9 March 2025”. */
export function dateWords(date, options = { weekday: "long" }) {
  const format = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC", ...options };
  return new Intl.DateTimeFormat("en-GB", format).format(new Date(`${date}T00:00:00Z`));
}
