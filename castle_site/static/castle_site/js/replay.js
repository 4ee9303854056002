/** Watching a line: a submission, or the solver's, or both beside each other. */

import { get } from "./api.js";
import { $, copyText, h, icon, showError } from "./dom.js";
import { Board, replay } from "./rules.js";
import { Table } from "./table.js";
import { VARIANT_NAMES, clock, dateWords, overPar, parText, plural } from "./words.js";

const main = $("#replay");
const place = $("#boards");
const SPEEDS = { slow: 1100, even: 550, fast: 220 };

/** A line on a table of its own. */
class Film {
  constructor(start, line, caption) {
    this.start = start;
    this.moves = replay(start, line).moves;
    this.element = h("div", { className: "table passive", role: "group", "aria-label": `Table: ${caption}` });
    this.figure = h("figure", {}, h("figcaption", {}, caption), h("div", { className: "felt" }, this.element));
  }

  mount() {
    this.table = new Table(this.element, { passive: true });
    this.board = this.start.copy();
    this.table.show(this.board);
  }

  show(at) {
    const goal = Math.min(at, this.moves.length);
    while (this.board.moves.length > goal) this.board.pop();
    while (this.board.moves.length < goal) this.board.push(this.moves[this.board.moves.length]);
    this.table.show(this.board);
  }
}

class Player {
  constructor(films) {
    this.films = films;
    this.length = Math.max(...films.map(({ moves }) => moves.length));
    this.at = 0;
    this.timer = null;
    place.classList.toggle("two", films.length > 1);
    place.replaceChildren(...films.map(({ figure }) => figure));
    films.forEach((film) => film.mount());
    $("#step").max = this.length;
    $("#player").hidden = false;
    main.dataset.ready = "1";
    this.show(0);
  }

  listen() {
    $("#play-pause").onclick = () => (this.timer ? this.pause() : this.play());
    $("#back").onclick = () => this.show(this.at - 1, true);
    $("#forth").onclick = () => this.show(this.at + 1, true);
    $("#step").oninput = ({ target }) => this.show(Number(target.value), true);
    $("#speed").onchange = () => this.timer && this.play();
    document.onkeydown = ({ key, target }) => {
      if (target.matches("input, select, textarea, button, a") && key === " ") return;
      if (target.matches("input, select")) return;
      if (key === "ArrowLeft") this.show(this.at - 1, true);
      if (key === "ArrowRight") this.show(this.at + 1, true);
    };
    return this;
  }

  show(at, byHand = false) {
    if (byHand) this.pause();
    this.at = Math.max(0, Math.min(at, this.length));
    this.films.forEach((film) => film.show(this.at));
    const slider = $("#step");
    slider.value = this.at;
    slider.setAttribute("aria-valuetext", `move ${this.at} of ${this.length}`);
    $("#at").textContent = `Move ${this.at} of ${this.length}`;
  }

  play() {
    clearInterval(this.timer);
    if (this.at === this.length) this.show(0);
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.length) this.pause();
    }, SPEEDS[$("#speed").value]);
    this.button("pause", "Pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.button("play", "Play");
  }

  button(name, words) {
    $("#play-pause").replaceChildren(icon(name), words);
  }
}

function submissionWords({ outcome, status, move_count: moves, foundation_cards: cards, elapsed_s: elapsed, late, assisted }, par) {
  const facts = [];
  if (status === "rejected") facts.push(`Rejected after ${plural(moves, "legal move")}`);
  else if (outcome === "won") facts.push(`Won in ${overPar(moves, par.high)}`);
  else facts.push(`Not won: ${cards} of 52 cards home after ${plural(moves, "move")}`);
  if (elapsed !== null) facts.push(`time ${clock(elapsed)}`);
  if (late) facts.push("late");
  if (assisted) facts.push("with help");
  return `${facts.join(", ")}.`;
}

async function start() {
  try {
    const { submission: id } = main.dataset;
    const submission = id ? await get(`/submissions/${id}`) : null;
    const { variant, date } = submission ?? main.dataset;
    const path = `/challenges/${variant}/${date}`;
    const challenge = await get(path);
    const settled = Date.parse(challenge.server_time) >= Date.parse(challenge.settles_at);
    const solution = settled ? await get(`${path}/solution`).catch(() => null) : null;
    const deal = Board.fromTexts(challenge.rows, challenge.foundations);
    const films = [];
    if (submission) films.push(new Film(deal, submission.line, "The submitted line"));
    if (solution) films.push(new Film(deal, solution.line, `The solver's line, ${plural(solution.moves, "move")}`));
    $("#title").textContent = `${VARIANT_NAMES[variant]}, ${dateWords(date, {})}`;
    document.title = `Replay: ${$("#title").textContent} · Castle`;
    $("#words").textContent = submission
      ? submissionWords(submission, challenge.par)
      : `The fewest moves known: par ${parText(challenge.par)}${challenge.par.proven ? ", proven" : ""}.`;
    $("#to-board").href = `/board/${variant}/${date}`;
    $("#to-play").href = `/play/${variant}/${date}`;
    $("#links").hidden = false;
    $("#copy").onclick = () => copyText((submission ?? solution).line, (said) => {
      $("#copied").textContent = said;
    });
    new Player(films).listen();
  } catch (error) {
    const words = error.status === 404
      ? new Error("There is no such replay, or it is not open yet: until a day is settled, two hours after its end, everybody sees only their own lines.")
      : error;
    showError(place, words, error.status === 404 ? null : start);
  }
}

start();
