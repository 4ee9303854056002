/** A game in progress: a line with a place in it, undo and redo, and what may come next. */

import { Board, HOME, RulesError, expandSequence, formatLine, rankOf, replay } from "./rules.js";

/**
 * The line played so far and the moves that were undone. `at` counts the moves that stand on
 * the board; the line may go on behind it until another move replaces the rest. `marks` are
 * the places where the player's own moves begin: a run that went in nine single moves is
 * undone at once.
 */
export class Game {
  constructor(start) {
    this.start = start;
    this.line = [];
    this.marks = new Set();
    this.board = start.copy();
  }

  /** The number of moves on the board. */
  get at() {
    return this.board.moves.length;
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.line.length;
  }

  /** The moves on the board as text. */
  get text() {
    return formatLine(this.board.moves);
  }

  /** Plays single moves as one step of the player; what was undone is given up. */
  play(moves) {
    const follows = moves.every((move, index) => same(move, this.line[this.at + index]));
    if (!follows) {
      this.line.length = this.at;
      for (const mark of this.marks) if (mark >= this.at) this.marks.delete(mark);
      this.line.push(...moves);
    }
    this.marks.add(this.at);
    for (const move of moves) this.board.push(move);
  }

  /** Goes to the place after `count` moves of the line. */
  goTo(count) {
    const goal = Math.max(0, Math.min(count, this.line.length));
    while (this.at > goal) this.board.pop();
    while (this.at < goal) this.board.push(this.line[this.at]);
  }

  undo() {
    this.goTo(Math.max(0, ...[...this.marks].filter((mark) => mark < this.at)));
  }

  redo() {
    this.goTo(Math.min(this.line.length, ...[...this.marks].filter((mark) => mark > this.at)));
  }

  /** What is kept of the game, as plain data. */
  save() {
    return { line: formatLine(this.line), at: this.at, marks: [...this.marks] };
  }

  /** Takes up what was kept; a line that is not legal here is left out, and false returned. */
  load({ line = "", at = 0, marks = [] } = {}) {
    const result = replay(this.start, line);
    if (result.error) return false;
    this.line = [...result.moves];
    this.marks = new Set(marks);
    this.board = this.start.copy();
    this.goTo(at);
    return true;
  }
}

const same = (one, other) =>
  other && one.source === other.source && one.destination === other.destination;

/** The single moves that take the outermost `count` cards of a row to a place, or a reason. */
export function wayTo(board, source, destination, count) {
  if (count > board.runLength(source)) return { reason: "not_a_run" };
  if (destination === HOME && count > 1) return { reason: "wrong_foundation" };
  try {
    return { moves: expandSequence(board, source, destination, count) };
  } catch (error) {
    if (error instanceof RulesError) return { reason: error.reason };
    throw error;
  }
}

/**
 * Where the outermost `count` cards of a row can go, best first: home, onto a row (the
 * longest run first), into a space. A row's only cards into another space are no gain and
 * are left out.
 */
export function targetsOf(board, source, count) {
  const whole = board.rows[source - 1].length === count;
  const found = [];
  for (let destination = HOME; destination <= board.rows.length; destination++) {
    const space = destination !== HOME && !board.rows[destination - 1].length;
    if ((space && whole) || !wayTo(board, source, destination, count).moves) continue;
    const worth = destination === HOME ? 100 : space ? -1 : board.runLength(destination);
    found.push({ destination, space, worth });
  }
  return found.sort((a, b) => b.worth - a.worth || a.destination - b.destination);
}

/** Whether there is nothing to choose between: one target, or spaces only. */
export function isOneChoice(targets) {
  return targets.length === 1 || (targets.length > 1 && targets.every((target) => target.space));
}

/**
 * A move home that cannot do harm, or null. An available card of a rank of at most the
 * lowest foundation's top + 2 can always go at once: no shortest solution is lost by it.
 */
export function safeMove(board) {
  const lowest = Math.min(...board.foundations);
  for (let source = 1; source <= board.rows.length; source++) {
    const card = board.availableCard(source);
    const move = { source, destination: HOME };
    if (card !== null && rankOf(card) <= lowest + 2 && board.isLegal(move)) return move;
  }
  return null;
}

/** The moves that finish the game if only moves home are left to make; null if not. */
export function finishingMoves(board) {
  const trial = new Board(board.rows, board.foundations, { check: false });
  for (;;) {
    const move = trial.legalMoves().find(({ destination }) => destination === HOME);
    if (!move) return trial.isWon() ? trial.moves : null;
    trial.push(move);
  }
}
