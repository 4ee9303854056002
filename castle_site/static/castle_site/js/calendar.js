/** The days so far, with the player's own outcome. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { currentPlayer } from "./session.js";
import { gameName, read } from "./store.js";
import { VARIANT_NAMES, dateWords } from "./words.js";

const place = $("#months");
const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const STATES = { won: "won", begun: "begun", none: "not played" };
const chosen = { variant: null };
let days = new Map();
let won = new Set();
let next = null;

/** What the player has made of a challenge: by the service's word, else by this browser's. */
function stateOf({ variant, date, number }) {
  if (won.has(`${variant} ${date}`)) return "won";
  const kept = read(gameName(variant, number));
  if (kept?.seconds != null) return "won";
  return kept?.at ? "begun" : "none";
}

function day(date, challenges) {
  const states = challenges.map(stateOf);
  const words = challenges.map(({ variant }, index) => `${VARIANT_NAMES[variant]} ${STATES[states[index]]}`);
  return h("a", {
    href: `#${date}`,
    "aria-label": `${dateWords(date)}: ${words.join(", ")}`,
    "aria-current": date === chosen.date ? "date" : null,
    onclick: (event) => {
      event.preventDefault();
      choose(date);
    },
  }, String(Number(date.slice(8))),
  h("b", {}, states.map((state) => h("span", { className: `dot ${state}` }))));
}

function month(name, dates) {
  const first = new Date(`${name}-01T00:00:00Z`);
  const blank = (first.getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const cells = WEEKDAYS.map((weekday) => h("span", { "aria-hidden": "true" }, weekday));
  for (let index = 0; index < blank; index++) cells.push(h("span"));
  for (let number = 1; number <= length; number++) {
    const date = `${name}-${String(number).padStart(2, "0")}`;
    cells.push(dates.has(date) ? day(date, dates.get(date)) : h("i", { "aria-hidden": "true" }, String(number)));
  }
  const title = dateWords(`${name}-01`, { day: undefined });
  return h("section", { className: "month" }, h("h2", {}, title), h("div", { className: "days" }, cells));
}

function choose(date) {
  chosen.date = date;
  draw();
  const list = days.get(date).map((challenge) => {
    const { variant } = challenge;
    const path = `${variant}/${date}`;
    return h("li", {}, h("strong", {}, VARIANT_NAMES[variant]), ` · ${STATES[stateOf(challenge)]} · `,
      h("a", { href: `/play/${path}` }, "Play"), " · ", h("a", { href: `/board/${path}` }, "Board"));
  });
  const box = $("#day");
  box.hidden = false;
  box.replaceChildren(h("h2", { tabIndex: -1 }, dateWords(date)), h("ul", {}, list));
  $("h2", box).focus();
}

function draw() {
  const months = new Map();
  for (const [date, challenges] of days) {
    const name = date.slice(0, 7);
    if (!months.has(name)) months.set(name, new Map());
    months.get(name).set(date, challenges);
  }
  place.replaceChildren(...[...months].map(([name, dates]) => month(name, dates)));
  $("#older").hidden = !next;
}

async function ownWins() {
  if (!(await currentPlayer())) return;
  for (let path = "/me/submissions?limit=100", pages = 0; path && pages < 5; pages++) {
    const page = await get(path);
    for (const { outcome, variant, date } of page.results) {
      if (outcome === "won") won.add(`${variant} ${date}`);
    }
    path = page.next;
  }
}

async function load(path) {
  try {
    const page = await get(path);
    for (const challenge of page.results) {
      if (!days.has(challenge.date)) days.set(challenge.date, []);
      days.get(challenge.date).push(challenge);
    }
    next = page.next;
    draw();
  } catch (error) {
    showError(place, error, () => load(path));
  }
}

$("#older").onclick = () => load(next);
await load("/challenges?limit=100");
await ownWins().catch(() => null);
draw();
