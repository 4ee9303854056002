/** A line on a table of its own. */

import { h } from "./dom.js";
import { replay } from "./rules.js";
import { Table } from "./table.js";

export class Film {
  /** `line` is text, played on `start` as far as it is legal. */
  constructor(start, line, caption) {
    this.start = start;
    this.moves = replay(start, line).moves;
    this.element = h("div", { className: "table passive", role: "group", "aria-label": `Table: ${caption}` });
    this.figure = h("figure", {}, h("figcaption", {}, caption), h("div", { className: "felt" }, this.element));
  }

  /** Lays the cards, once the figure is in the page. */
  mount() {
    if (this.table) return;
    this.table = new Table(this.element, { passive: true });
    this.board = this.start.copy();
    this.table.show(this.board);
  }

  /** Shows the position after `at` moves, or the last one. */
  show(at) {
    const goal = Math.min(at, this.moves.length);
    while (this.board.moves.length > goal) this.board.pop();
    while (this.board.moves.length < goal) this.board.push(this.moves[this.board.moves.length]);
    this.table.show(this.board);
  }

  /** Marks the card that the last move has moved, or none. */
  point(marked) {
    const move = marked ? this.board.moves.at(-1) : null;
    if (move?.destination) this.table.mark(move.destination, 1);
    else this.table.mark();
  }
}
