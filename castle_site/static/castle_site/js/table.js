/**
 * The table: places (rows and foundations) as buttons, and over them 52 cards that slide.
 *
 * The cards are a picture and hidden from screen readers; the buttons say what lies where.
 */

import { faceMarkup, suitMarkup } from "./faces.js";
import { layOut } from "./geometry.js";
import { CARD_COUNT, HOME, ROW_COUNT, SUITS, formatCard, suitOf } from "./rules.js";
import { foundationWords, rowWords } from "./words.js";

/** How long a card slides, and how much later the next single move of a run begins. */
export const SLIDE_MS = 190;
const STEP_MS = 90;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Table {
  /** Fills an element; `passive` tables (replays) have places that cannot be chosen. */
  constructor(element, { passive = false } = {}) {
    this.element = element;
    this.board = null;
    this.timers = [];
    this.rows = [];
    this.homes = [];
    this.labels = [];
    this.cards = [];
    const tag = passive ? "div" : "button";
    for (let suit = 0; suit < SUITS.length; suit++) this.homes.push(makePlace(tag, `h${suit}`));
    for (let row = 1; row <= ROW_COUNT; row++) {
      this.rows.push(makePlace(tag, `${row}`));
      this.labels.push(makeElement("span", "label", String(row)));
    }
    const picture = makeElement("div", "cards");
    picture.setAttribute("aria-hidden", "true");
    for (let card = 0; card < CARD_COUNT; card++) {
      const element = makeElement("div", `card ${SUITS[suitOf(card)]}`);
      element.dataset.card = formatCard(card);
      this.cards.push(element);
      picture.append(element);
    }
    this.homes.forEach((home, suit) => {
      home.innerHTML = suitMarkup(SUITS[suit]);
    });
    picture.prepend(...this.labels);
    element.replaceChildren(...this.homes, ...this.rows, picture);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(element);
  }

  /** The button of a destination: a row, or with HOME the foundation of a suit. */
  placeOf(destination, suit = 0) {
    return destination === HOME ? this.homes[suit] : this.rows[destination - 1];
  }

  resize() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth || !this.board) return;
    if (clientWidth === this.layout?.width && clientHeight === this.measured) return;
    this.measured = clientHeight;
    const before = this.layout;
    this.layout = layOut(clientWidth, clientHeight);
    const { card, stacked, compact, height } = this.layout;
    const { style, classList } = this.element;
    style.setProperty("--card-width", `${card.width}px`);
    style.setProperty("--card-height", `${card.height}px`);
    style.setProperty("--table-height", `${Math.ceil(height)}px`);
    classList.toggle("stacked", stacked);
    if (before?.compact !== compact) this.cards.forEach((element) => delete element.dataset.face);
    this.rows.forEach((place, index) => put(place, this.layout.place(index + 1)));
    this.labels.forEach((label, index) => put(label, this.layout.label(index + 1)));
    this.homes.forEach((place, suit) => put(place, this.layout.home(suit)));
    classList.add("unmoved");
    this.draw(this.board);
    this.element.offsetWidth; // the new places hold before cards slide again
    classList.remove("unmoved");
  }

  /** Shows a position; `moves`, the single moves that led to it, are shown one by one. */
  show(board, moves = []) {
    this.stop();
    this.board = board.copy();
    if (!this.layout) this.resize();
    if (!this.layout) return;
    if (moves.length < 2 || still.matches) {
      this.draw(this.board);
      return;
    }
    const shown = this.board.copy();
    for (let left = moves.length; left > 0; left--) shown.pop();
    moves.forEach((move, index) => {
      const timer = setTimeout(() => {
        shown.push(move);
        this.draw(shown);
      }, index * STEP_MS);
      this.timers.push(timer);
    });
    this.say();
  }

  /** Ends what is still sliding at its goal. */
  stop() {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  draw(board) {
    const { layout } = this;
    board.rows.forEach((cards, index) => {
      const row = index + 1;
      const run = board.runLength(row);
      const squeeze = Math.min(1, layout.step(cards.length) / (layout.card.width * this.indexWidth));
      cards.forEach((card, depth) => {
        const { x, y } = layout.slot(row, depth, cards.length);
        const outermost = depth === cards.length - 1;
        this.put(card, x, y, depth + 1, layout.mirrored(row), outermost ? 1 : squeeze);
        this.cards[card].classList.toggle("open", depth >= cards.length - run);
      });
    });
    for (let suit = 0; suit < SUITS.length; suit++) {
      const { x, y } = layout.home(suit);
      for (let rank = 1; rank <= board.foundations[suit]; rank++) {
        const card = 4 * (rank - 1) + suit;
        this.put(card, x, y, rank, false, 1);
        this.cards[card].classList.remove("open");
        // Only the top and the one below it can be seen, also while one slides.
        this.cards[card].classList.toggle("deep", rank < board.foundations[suit] - 1);
      }
      this.homes[suit].classList.toggle("complete", board.foundations[suit] === 13);
    }
    this.say();
  }

  /** The width of the index on a face, as a part of the card's. */
  get indexWidth() {
    return this.layout.compact ? 0.35 : 0.25;
  }

  put(card, x, y, level, mirrored, squeeze) {
    const element = this.cards[card];
    const face = `${this.layout.compact ? "c" : "f"}${mirrored ? "m" : ""}`;
    if (element.dataset.face !== face) {
      element.innerHTML = faceMarkup(card, { compact: this.layout.compact, mirrored });
      element.dataset.face = face;
    }
    const transform = `translate(${Math.round(x * 2) / 2}px, ${Math.round(y * 2) / 2}px)`;
    if (element.dataset.at !== transform) {
      // A card that moves lies over those that stay, and cannot be touched, until it is there.
      element.style.setProperty("--level", element.dataset.at ? level + 60 : level);
      element.classList.toggle("moving", "at" in element.dataset);
      element.style.transform = transform;
      element.dataset.at = transform;
      clearTimeout(element.settled);
      element.settled = setTimeout(() => {
        element.style.setProperty("--level", level);
        element.classList.remove("moving");
      }, still.matches ? 0 : SLIDE_MS + 20);
    }
    element.classList.remove("deep");
    element.style.setProperty("--squeeze", squeeze.toFixed(3));
    element.style.setProperty("--squeeze-from", mirrored ? "100%" : "0%");
  }

  /** Writes on the places what lies there. */
  say() {
    const { board } = this;
    this.rows.forEach((place, index) => {
      label(place, rowWords(board, index + 1));
      place.classList.toggle("space", !board.rows[index].length);
    });
    this.homes.forEach((place, suit) => label(place, foundationWords(board, suit)));
  }

  /** Marks the outermost `count` cards of a row as picked up, or none. */
  mark(row = null, count = 0) {
    const picked = row === null ? [] : this.board.rows[row - 1].slice(-count);
    this.cards.forEach((element, card) => element.classList.toggle("picked", picked.includes(card)));
    this.rows.forEach((place, index) => {
      if (place.tagName === "BUTTON") place.setAttribute("aria-pressed", row === index + 1);
    });
  }

  /** Marks places as targets, the first as the best. */
  aim(targets = [], suit = 0) {
    for (const place of [...this.rows, ...this.homes]) place.classList.remove("target", "best");
    targets.forEach(({ destination }, index) => {
      this.placeOf(destination, suit).classList.add("target", ...(index ? [] : ["best"]));
    });
  }
}

function label(place, text) {
  if (place.getAttribute("aria-label") !== text) place.setAttribute("aria-label", text);
}

function put(element, { x, y, width, height }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
}

function makeElement(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function makePlace(tag, name) {
  const home = name.startsWith("h");
  const place = makeElement(tag, `place ${home ? "home" : "row"}`);
  place.dataset.place = name;
  if (tag === "button") place.type = "button";
  else place.setAttribute("role", "img");
  return place;
}

