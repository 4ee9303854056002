/** A line that wins, as the solver has given it: its next moves need not be asked for again. */

import { formatMove, replay } from "./rules.js";

/** What lies where, row by row; the foundations hold what is left. */
const textOf = (board) => board.rowTexts().join("/");

export class Lead {
  /** `answer` is a hint on the position of `board`, with the whole line. */
  constructor(board, { line, shortest }) {
    this.shortest = shortest;
    this.moves = replay(board, line).moves;
    this.places = new Map();
    const trial = board.copy();
    this.moves.forEach((move, index) => {
      this.places.set(textOf(trial), index);
      trial.push(move);
    });
  }

  /** The hint on a position of the line, in the service's words; null on any other. */
  next(board) {
    const index = this.places.get(textOf(board));
    if (index === undefined) return null;
    // What is left of a shortest line is a shortest line.
    const moves_left = { high: this.moves.length - index, proven: this.shortest };
    return { verdict: "solvable", move: formatMove(this.moves[index]), shortest: this.shortest, moves_left };
  }
}
