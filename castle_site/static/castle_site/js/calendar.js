/** The days so far, with the player's own outcome. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { outcomeOf } from "./outcomes.js";
import { currentPlayer } from "./session.js";
import { VARIANT_NAMES, dateWords, parText } from "./words.js";

const place = $("#months");
const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const days = new Map();
const own = new Map();
let chosen = null;
let next = null;

/** A day's challenges in the order of the games everywhere else. */
const inOrder = (challenges) => {
  const place = ({ variant }) => Object.keys(VARIANT_NAMES).indexOf(variant);
  return challenges.sort((one, other) => place(one) - place(other));
};

const keyOf = ({ variant, date }) => `${variant} ${date}`;
const stateOf = (challenge) => outcomeOf(challenge, own.get(keyOf(challenge)) ?? null);

function day(date, challenges) {
  const states = challenges.map(stateOf);
  const words = challenges.map(({ variant }, index) => `${VARIANT_NAMES[variant]} ${states[index].words}`);
  return h("a", {
    href: `#${date}`,
    "aria-label": `${dateWords(date)}: ${words.join("; ")}`,
    "aria-current": date === chosen ? "date" : null,
    onclick: (event) => {
      event.preventDefault();
      choose(date);
    },
  }, String(Number(date.slice(8))),
  h("b", {}, states.map(({ mark }) => h("span", { className: `dot ${mark}` }))));
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

function entry(challenge) {
  const { variant, date, par, difficulty } = challenge;
  const { submission, settled } = own.get(keyOf(challenge)) ?? {};
  const path = `${variant}/${date}`;
  const link = (href, words) => h("a", { href, "aria-label": `${words}: ${VARIANT_NAMES[variant]}` }, words);
  const over = settled ?? Date.now() >= Date.parse(challenge.settles_at);
  return h("li", {},
    h("strong", {}, VARIANT_NAMES[variant]), ` · par ${parText(par)}${difficulty ? `, ${difficulty.grade}` : ""} · `,
    stateOf(challenge).words, h("br"),
    link(`/play/${path}`, "Play"), " · ", link(`/board/${path}`, "Board"),
    submission ? [" · ", link(`/replay/${submission}`, "Your replay")] : null,
    over ? [" · ", link(`/replay/${path}`, "Solver’s line")] : null);
}

function choose(date) {
  chosen = date;
  draw();
  const box = $("#day");
  box.hidden = false;
  box.replaceChildren(h("h2", { tabIndex: -1 }, dateWords(date)), h("ul", {}, days.get(date).map(entry)));
  $("h2", box).focus({ preventScroll: true });
  box.scrollIntoView({ block: "nearest" });
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

/** One's own outcomes of a page of days: the service pages both lists alike. */
async function loadOwn(query) {
  if (!(await currentPlayer())) return;
  for (const day of (await get(`/me/calendar?${query}`)).results) own.set(keyOf(day), day);
  draw();
}

async function load(query) {
  try {
    const page = await get(`/challenges?${query}`);
    for (const challenge of page.results) {
      days.set(challenge.date, inOrder([...(days.get(challenge.date) ?? []), challenge]));
    }
    next = page.next?.split("?")[1] ?? null;
    draw();
    await loadOwn(query).catch(() => null);
  } catch (error) {
    showError(place, error, () => load(query));
  }
}

$("#older").onclick = () => load(next);
load("limit=100");
