/** Watching a line: a submission, or the solver's, or both beside each other. */

import { get } from "./api.js";
import { Autopsy } from "./autopsy.js";
import { $, copyText, h, icon, showError } from "./dom.js";
import { Film } from "./film.js";
import { Board } from "./rules.js";
import { VARIANT_NAMES, clock, dateWords, gradeText, overPar, parText, plural } from "./words.js";

const main = $("#replay");
const place = $("#boards");
const SPEEDS = { slow: 1100, even: 550, fast: 220, faster: 90 };

/** Shows films side by side, at the same move each. */
export class Player {
  constructor() {
    this.films = [];
    this.length = 0;
    this.at = 0;
    this.timer = null;
    this.marks = new Map();
  }

  /** Shows these films, at the move that is shown now. */
  load(films) {
    this.films = films;
    this.length = Math.max(...films.map(({ moves }) => moves.length));
    place.classList.toggle("two", films.length > 1);
    place.replaceChildren(...films.map(({ figure }) => figure));
    films.forEach((film) => film.mount());
    $("#step").max = this.length;
    $("#player").hidden = false;
    main.dataset.ready = "1";
    this.mark(this.marks);
    this.show(this.at);
  }

  listen() {
    $("#play-pause").onclick = () => (this.timer ? this.pause() : this.play());
    $("#back").onclick = () => this.show(this.at - 1, true);
    $("#forth").onclick = () => this.show(this.at + 1, true);
    $("#step").oninput = ({ target }) => this.show(Number(target.value), true);
    $("#speed").onchange = () => this.timer && this.play();
    document.onkeydown = ({ key, target }) => {
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
    const mark = this.marks.get(this.at);
    this.films.forEach((film, index) => film.point(mark && !index));
    const slider = $("#step");
    slider.value = this.at;
    slider.setAttribute("aria-valuetext", `move ${this.at} of ${this.length}${mark ? `: ${mark}` : ""}`);
    $("#at").textContent = `Move ${this.at} of ${this.length}`;
    $("#mark").textContent = mark ? `${mark[0].toUpperCase()}${mark.slice(1)}.` : "";
  }

  /** Marks moves on the slider: a map of a move's number to what it did, in words. */
  mark(marks) {
    this.marks = marks;
    $("#ticks").replaceChildren(...[...marks.keys()].map((number) => {
      const tick = h("i", { className: "tick" });
      tick.style.setProperty("--part", number / this.length);
      return tick;
    }));
    this.show(this.at);
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

function challengeWords({ par, difficulty }) {
  const grade = gradeText(difficulty);
  return `Par ${parText(par)}${par.proven ? ", proven" : ""}${grade ? `; ${grade}` : ""}.`;
}

/** The solver's line, null before settling; why it is missing is told. */
async function fetchSolution(path, needed) {
  try {
    return await get(`${path}/solution`);
  } catch (error) {
    if (needed || error.status === 404 || !["ApiError", "OfflineError"].includes(error.name)) throw error;
    $("#copied").textContent = `The solver’s line could not be fetched. ${error.message}`;
    return null;
  }
}

async function start() {
  try {
    const { submission: id } = main.dataset;
    const submission = id ? await get(`/submissions/${id}`) : null;
    const { variant, date } = submission ?? main.dataset;
    const path = `/challenges/${variant}/${date}`;
    const challenge = await get(path);
    const settled = Date.parse(challenge.server_time) >= Date.parse(challenge.settles_at);
    const solution = settled || !submission ? await fetchSolution(path, !submission) : null;
    const deal = Board.fromTexts(challenge.rows, challenge.foundations);
    const films = [];
    if (submission) films.push(new Film(deal, submission.line, "The submitted line"));
    if (solution) films.push(new Film(deal, solution.line, `The solver's line, ${plural(solution.moves, "move")}`));
    $("#title").textContent = `${VARIANT_NAMES[variant]}, ${dateWords(date, {})}`;
    document.title = `Replay: ${$("#title").textContent} · Castle`;
    $("#words").textContent = submission
      ? `${submissionWords(submission, challenge.par)} ${challengeWords(challenge)}`
      : `The fewest moves known. ${challengeWords(challenge)}`;
    $("#to-board").href = `/board/${variant}/${date}`;
    $("#to-play").href = `/play/${variant}/${date}`;
    $("#links").hidden = false;
    $("#copy").onclick = () => copyText((submission ?? solution).line, (said) => {
      $("#copied").textContent = said;
    });
    const player = new Player().listen();
    player.load(films);
    if (submission?.status === "accepted") new Autopsy({ player, challenge, submission, settled, films, deal });
  } catch (error) {
    if (!["ApiError", "OfflineError"].includes(error.name)) throw error;
    const words = error.status === 404
      ? new Error("There is no such replay, or it is not open yet: until two hours after a day’s end everybody sees only their own lines.")
      : error;
    showError(place, words, error.status === 404 ? null : start);
  }
}

start();
