/** Help from the solver: the next move, and where a line was lost. */

import { get, post } from "./api.js";
import { cardName, moveWords, plural } from "./words.js";
import { formatLine } from "./rules.js";

const POLL_MS = 1000;

const pathOf = ({ variant, date, number }) =>
  date ? `/challenges/${variant}/${date}` : `/deals/${variant}/${number}`;

/**
 * Asks, and asks again while the solver needs longer than a request waits. Null once
 * `isWanted()` is false. `onAsked()` is called when the question was taken, `onWait()` each
 * time that it takes longer.
 */
async function ask(path, body, { isWanted = () => true, onAsked = () => {}, onWait = () => {} } = {}) {
  let answer = await post(path, body);
  onAsked();
  while (answer.state === "pending") {
    onWait();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!isWanted()) return null;
    answer = await get(`/advice/${answer.id}`);
  }
  return isWanted() ? answer : null;
}

/** The next move after a line of a challenge (`{variant, date}`) or a deal (`{variant, number}`). */
export const askHint = (deal, line, options) => ask(`${pathOf(deal)}/hint`, { line }, options);

/** Where an own submission was lost; with `par` also how far from par it was at each point. */
export const askPostMortem = (id, par, options) =>
  ask(`/submissions/${id}/post-mortem`, { par }, options);

/**
 * Where a line on a deal that nobody plays for was lost, as a post-mortem tells it: what is
 * lost stays lost, so a few hints on its positions find the place. Null if not wanted any more.
 */
export async function findLoss(deal, moves, options) {
  const verdicts = new Map();
  const verdictAt = async (index) => {
    if (!verdicts.has(index)) {
      const answer = await askHint(deal, formatLine(moves.slice(0, index)), options);
      if (answer === null) return null;
      verdicts.set(index, answer.verdict);
    }
    return verdicts.get(index);
  };
  /** The last index that `isBefore` holds of, and the first that it does not. */
  const border = async (isBefore) => {
    let [before, after] = [-1, moves.length + 1];
    while (after - before > 1) {
      const middle = (before + after) >> 1;
      const verdict = await verdictAt(middle);
      if (verdict === null) return null;
      if (isBefore(verdict)) before = middle;
      else after = middle;
    }
    return [before, after];
  };
  const winnable = await border((verdict) => verdict === "solvable");
  const lost = winnable && (await border((verdict) => verdict !== "unsolvable"));
  if (!lost) return null;
  const [last, first] = [winnable[0], lost[1]];
  return {
    move_count: moves.length,
    last_winnable: last < 0 ? null : last,
    first_lost: first > moves.length ? null : first,
    exact: first === last + 1,
    winning_line: null,
    par: null,
  };
}

/**
 * By index, how many moves over par a best finish from there comes to; null where that is not
 * proven. Null without a proven par of the deal, or in a report that did not follow it.
 */
export function overParOf(report, par) {
  if (!report.par || !par?.proven) return null;
  return report.par.map((left, index) => (left === null ? null : index + left - par.high));
}

/** What a post-mortem says, as sentences. `start` is the deal, `moves` the line. */
export function lossWords(start, moves, report, par = null) {
  const { last_winnable: last, first_lost: first, exact } = report;
  const best = overParOf(report, par)?.[last ?? -1];
  const far = best === undefined || best === null ? ""
    : best ? ` A best finish from there is ${best} over par.` : " Par is still possible from there.";
  if (first === null) {
    return last === moves.length ? `This line can still be won.${far}`
      : "The solver cannot tell whether this line can still be won.";
  }
  if (first === 0) return "This deal could not be won from the start.";
  const board = start.copy();
  for (const move of moves.slice(0, first - 1)) board.push(move);
  const spoken = moveWords(board, moves[first - 1]);
  if (!exact) {
    const from = last === null ? "the start" : `move ${last}`;
    return `Lost by move ${first} at the latest (${spoken}); up to ${from} it could be won. `
      + "In between the solver cannot tell.";
  }
  return `Lost by move ${first}: ${spoken}. Before it, after ${plural(last, "move")}, it could still be won.${far}`;
}

/** Where moves were given away: `cost` between the positions `after` and `index`. */
export function costlyMoves(report, par) {
  const found = [];
  let [after, before] = [0, 0];
  for (const [index, now] of (overParOf(report, par) ?? []).entries()) {
    if (now === null) continue;
    if (now > before) found.push({ after, index, cost: now - before });
    [after, before] = [index, now];
  }
  return found;
}

/** A hint as sentences: the move, and how far the end is. */
export function hintWords(board, move, { moves_left: left, shortest }, par) {
  const card = cardName(board.availableCard(move.source));
  const spoken = moveWords(board, move).slice(card.length);
  const total = left.proven ? board.moves.length + left.high : null;
  const over = total === null || !par?.proven ? null : total - par.high;
  const end = !left.proven ? "" : `; ${plural(left.high, "move")} more at best`
    + (over === null ? "" : over > 0 ? `, ${over} over par in all` : ", par in all");
  return `Hint: ${shortest ? "" : "a way to win is "}the ${card}${spoken}${end}.`;
}
