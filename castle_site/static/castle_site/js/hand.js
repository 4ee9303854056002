/** The player's hand: picks cards up and puts them down, by mouse, touch or keyboard. */

import { isOneChoice, targetsOf, wayTo } from "./game.js";
import { HOME, parseCard, rankOf, suitOf } from "./rules.js";
import { aRank, cardName, foundationWords, plural, rankName, suitName, whyNot } from "./words.js";

/** So far a pointer may stray, in pixels, before a press becomes a drag. */
const DRAG_FROM = 6;

export class Hand {
  /**
   * `board()` gives the position, `play(moves)` plays, `say(text)` tells the player why a
   * move cannot be made or what can be chosen. `offering(move)` hears of a move that is
   * advised, and with null that it no longer is.
   */
  constructor(table, { board, play, say, offering = () => {} }) {
    Object.assign(this, { table, board, play, say, offering, picked: null, press: null, offered: null });
    const { element } = table;
    element.addEventListener("pointerdown", (event) => this.onDown(event));
    element.addEventListener("pointermove", (event) => this.onMove(event));
    element.addEventListener("pointerup", (event) => this.onUp(event));
    element.addEventListener("pointercancel", () => this.cancel());
    element.addEventListener("click", (event) => this.onClick(event));
    element.addEventListener("keydown", (event) => this.onKey(event));
    element.addEventListener("dragstart", (event) => event.preventDefault());
    this.rove(table.rows[0]);
  }

  /** Puts down what is held, where it was. */
  cancel() {
    if (this.press?.lifted) this.drop();
    this.press = null;
    this.picked = null;
    this.table.mark();
    this.table.aim();
    if (!this.offered) return;
    this.offered = null;
    this.offering(null);
  }

  /** Shows a move that is advised: its card is held, and its destination the only target. */
  offer(move) {
    this.cancel();
    const { source, destination } = move;
    this.picked = { row: source, count: 1, targets: [{ destination }] };
    this.table.mark(source, 1);
    this.table.aim(this.picked.targets, suitOf(this.board().availableCard(source)));
    this.offered = move;
    this.offering(move);
  }

  /**
   * Picks up the outermost `count` cards of a row. With one choice only they go there at
   * once, unless `wait` is set.
   */
  pick(row, count = 1, { wait = false } = {}) {
    this.cancel();
    const board = this.board();
    if (!board.rows[row - 1].length) {
      this.say(`Row ${row} is a space: any card may be put here.`);
      return;
    }
    if (count > board.runLength(row)) {
      this.say(whyNot(board, row, HOME, count, "not_a_run"));
      return;
    }
    const targets = targetsOf(board, row, count);
    if (isOneChoice(targets) && !wait) this.put(row, targets[0].destination, count);
    else if (targets.length || wait) this.hold(row, count, targets);
    if (!targets.length) this.say(this.whyNowhere(board, row, count));
  }

  /** Leaves a move that is advised, unless what is chosen belongs to it. */
  disregard(...chosen) {
    if (this.offered && !chosen.includes(this.offered.destination)) this.cancel();
  }

  /** Holds cards and shows where they may go. */
  hold(row, count, targets) {
    this.disregard();
    const board = this.board();
    const card = board.rows[row - 1].at(-count);
    this.picked = { row, count, targets };
    this.table.mark(row, count);
    this.table.aim(targets, suitOf(card));
    const held = count > 1 ? `${cardName(card)} and ${plural(count - 1, "card")} on it` : cardName(card);
    const places = targets.map(({ destination, space }) =>
      destination === HOME ? "home" : `row ${destination}${space ? " (space)" : ""}`);
    this.say(`Holding the ${held}. Choose: ${places.join(", ")}.`, { quiet: true });
  }

  /** Puts what is held at a destination; on its own row it goes to the best target. */
  choose(destination) {
    const { row, count, targets } = this.picked;
    const goal = destination === row ? targets[0]?.destination : destination;
    this.cancel();
    if (goal !== undefined) this.put(row, goal, count);
  }

  put(row, destination, count) {
    const board = this.board();
    const { moves, reason } = wayTo(board, row, destination, count);
    if (moves) this.play(moves);
    else this.say(whyNot(board, row, destination, count, reason));
  }

  /** Takes more cards of the run that is held, or fewer. */
  grow(by) {
    const row = this.picked?.row ?? this.focusedRow();
    if (!row) return;
    const board = this.board();
    const count = Math.max(1, Math.min(board.runLength(row), (this.picked?.count ?? 1) + by));
    if (!board.rows[row - 1].length) return;
    this.hold(row, count, targetsOf(board, row, count));
  }

  /** Acts on a place: puts there what is held, or picks up from there. */
  act(destination, suit = 0, options = {}) {
    // A typed row begins a move, also the one that is advised; a chosen one makes it.
    const source = !options.wait && destination === this.offered?.source;
    this.disregard(source ? this.offered.destination : destination);
    if (this.picked) this.choose(destination);
    else if (destination === HOME) this.say(`${foundationWords(this.board(), suit)}.`);
    else this.pick(destination, 1, options);
  }

  whyNowhere(board, row, count) {
    const card = board.rows[row - 1].at(-count);
    if (count > 1) {
      for (let other = 1; other <= board.rows.length; other++) {
        const { reason } = wayTo(board, row, other, count);
        if (reason === "sequence_too_long") return whyNot(board, row, other, count, reason);
      }
    }
    const rank = rankOf(card);
    const wishes = [];
    if (rank < 13) wishes.push(`${aRank(rank + 1)} to lie on`);
    wishes.push("a space");
    if (count === 1 && rank > 1) wishes.push(`the ${rankName(rank - 1)} of ${suitName(suitOf(card))} at home`);
    return `The ${cardName(card)} can go nowhere now: it needs ${wishes.join(", or ")}.`;
  }

  // ------------------------------------------------------------------------------ pointers

  /** What lies under the pointer: `{destination, suit, count}`; count 0 is a bare place. */
  hit(event) {
    const card = event.target.closest(".card");
    if (card) {
      const number = parseCard(card.dataset.card);
      const rows = this.board().rows;
      const index = rows.findIndex((cards) => cards.includes(number));
      if (index < 0) return { destination: HOME, suit: suitOf(number), count: 0 };
      const count = rows[index].length - rows[index].indexOf(number);
      return { destination: index + 1, suit: 0, count };
    }
    const place = event.target.closest(".place");
    return place && { ...placeOf(place), count: 0 };
  }

  onDown(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const hit = this.hit(event);
    if (!hit) {
      this.cancel();
      return;
    }
    this.press = { x: event.clientX, y: event.clientY, hit, id: event.pointerId, lifted: null };
  }

  onMove(event) {
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    if (!press.lifted) {
      if (Math.hypot(dx, dy) < DRAG_FROM || !this.lift(press)) return;
      this.table.element.setPointerCapture(press.id);
    }
    for (const { element, at } of press.lifted) element.style.transform = `${at} translate(${dx}px, ${dy}px)`;
    const over = this.placeUnder(event);
    for (const place of [...this.table.rows, ...this.table.homes]) {
      place.classList.toggle("over", place === over?.place);
    }
  }

  /** Begins to drag the run that was pressed; false if it may not move. */
  lift(press) {
    const { destination: row, count } = press.hit;
    const board = this.board();
    if (!count) return false;
    if (count > board.runLength(row)) {
      this.say(whyNot(board, row, HOME, count, "not_a_run"));
      this.press = null;
      return false;
    }
    this.picked = null;
    this.table.stop();
    this.table.draw(board);
    const cards = board.rows[row - 1].slice(-count);
    this.table.mark(row, count);
    this.table.aim(targetsOf(board, row, count), suitOf(cards[0]));
    press.lifted = cards.map((card) => {
      const element = this.table.cards[card];
      element.classList.add("lifted");
      return { element, at: element.dataset.at };
    });
    return true;
  }

  /** Lets go of what is dragged; it slides to where the position has it. */
  drop() {
    for (const { element } of this.press.lifted) {
      element.classList.remove("lifted");
      delete element.dataset.at;
    }
    for (const place of [...this.table.rows, ...this.table.homes]) place.classList.remove("over");
    this.table.draw(this.board());
  }

  onUp(event) {
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    if (!press.lifted) {
      this.press = null;
      this.tap(press.hit, event.pointerType);
      return;
    }
    const over = this.placeUnder(event);
    const { destination: row, count } = press.hit;
    this.cancel();
    if (over && over.destination !== row) this.put(row, over.destination, count);
  }

  tap({ destination, suit, count }, pointerType) {
    const run = destination === HOME ? 0 : this.board().runLength(destination);
    // A finger easily misses a narrow strip: a covered card stands for its whole row.
    const wanted = count > run && pointerType !== "mouse" ? 1 : Math.max(1, count);
    const own = destination === this.offered?.source && wanted === 1;
    this.disregard(own ? this.offered.destination : destination);
    const { picked } = this;
    if (picked && destination === picked.row && wanted !== picked.count && count) {
      this.pick(destination, wanted);
    } else if (picked) this.choose(destination);
    else if (destination === HOME) this.act(HOME, suit);
    else this.pick(destination, wanted);
  }

  placeUnder(event) {
    const frame = this.table.element.getBoundingClientRect();
    const x = event.clientX - frame.left;
    const y = event.clientY - frame.top;
    const { layout } = this.table;
    const inside = (box) =>
      x >= box.x - 4 && x <= box.x + box.width + 4 && y >= box.y - 4 && y <= box.y + box.height + 4;
    const suit = this.table.homes.findIndex((_, index) => inside(layout.home(index)));
    if (suit >= 0) return { place: this.table.homes[suit], destination: HOME };
    const row = this.table.rows.findIndex((_, index) => inside(layout.place(index + 1)));
    return row < 0 ? null : { place: this.table.rows[row], destination: row + 1 };
  }

  // ------------------------------------------------------------------------------ keyboard

  /** Clicks without a pointer: the keyboard's, and those of assistive technology. */
  onClick(event) {
    const place = event.target.closest(".place");
    if (event.detail !== 0 || !place) return;
    const { destination, suit } = placeOf(place);
    this.act(destination, suit);
  }

  onKey(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const place = event.target.closest(".place");
    if (!step || !place || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = this.neighbour(place, ...step);
    if (next) this.rove(next).focus();
  }

  /** The nearest place in a direction. */
  neighbour(place, dx, dy) {
    const middle = (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    const from = middle(place);
    let best = null;
    for (const other of [...this.table.homes, ...this.table.rows]) {
      const to = middle(other);
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      const cost = ahead + 3 * aside;
      if (other !== place && ahead > 4 && (!best || cost < best.cost)) best = { other, cost };
    }
    return best?.other ?? null;
  }

  /** Makes a place the one that the tab key reaches. */
  rove(place) {
    for (const other of [...this.table.homes, ...this.table.rows]) other.tabIndex = other === place ? 0 : -1;
    return place;
  }

  focusedRow() {
    const place = document.activeElement?.closest(".place");
    return place ? placeOf(place).destination : null;
  }
}

function placeOf(place) {
  const name = place.dataset.place;
  if (name.startsWith("h")) return { destination: HOME, suit: Number(name.slice(1)) };
  return { destination: Number(name), suit: 0 };
}
