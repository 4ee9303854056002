/** The standings of a week, month, year or of all time, kept fresh while they are looked at. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { amongGroup, chosenGroup, groupError, setUpGroups } from "./grouping.js";
import { restBeside } from "./resting.js";
import { currentPlayer } from "./session.js";
import { dateWords, plural, signed } from "./words.js";

const { period, variant } = $("#period").dataset;
const path = `/standings/${period}${variant ? `/${variant}` : ""}`;
const FRESH_MS = 60000;

let page = null;
let me = null;
let shown = null;

function row({ rank, rank_overall: overall, player: { handle }, wins, over_par: over }) {
  const own = handle === me?.handle;
  return h("tr", { className: own ? "own" : "", "aria-current": own ? "true" : null },
    h("th", { scope: "row" }, String(rank)),
    h("td", { className: "name" }, h("a", { href: `/players/${handle}` }, handle), own ? " (you)" : ""),
    h("td", {}, String(wins)),
    h("td", {}, signed(over)),
    overall === undefined ? null : h("td", {}, String(overall)));
}

function table(results) {
  const words = $("#words").textContent;
  const head = ["Rank", "Player", "Won", "Over par", chosenGroup() ? "Overall" : null].filter(Boolean);
  return h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": `Standings, ${words}` },
    h("table", {},
      h("caption", { className: "hide" }, `Standings, ${words}`),
      h("thead", {}, h("tr", {}, head.map((title) =>
        h("th", { scope: "col", className: title === "Player" ? "name" : "" }, title)))),
      h("tbody", {}, results.map(row))));
}

function throughWords({ first, last, through, total }) {
  const span = first === null ? "Since the first day" : `${dateWords(first, {})} to ${dateWords(last, {})}`;
  if (!through) return `${span}. No day of it is final yet.`;
  return `${span}, counted through ${dateWords(through)}: ${plural(total, "player")}.`;
}

/** A sentence or a row on the player's own place. */
function ownWords(own) {
  if (me.guest) {
    return [h("span", {}, "Guests stand on no board of a period. "),
      h("a", { href: "/account" }, "Choose a handle"), h("span", {}, "and your wins so far count.")];
  }
  if (own.hidden) return [h("span", {}, "A moderator has taken your results off the boards.")];
  if (!own.standing) return [h("strong", {}, "No place yet"),
    h("span", {}, "A win without help counts here once its day is final, at 02:00 UTC after it.")];
  const { rank, rank_overall: overall, wins, over_par: over } = own.standing;
  return [
    h("strong", {}, `Rank ${rank}`), h("span", {}, `of ${own.total}`),
    overall === undefined ? null : h("span", {}, `overall ${overall}`),
    h("span", {}, plural(wins, "win")), h("span", {}, `${signed(over)} to par`),
  ];
}

function showOwn(own) {
  const place = $("#own");
  place.hidden = !own;
  if (!own) return;
  const parts = ownWords(own).filter(Boolean);
  place.replaceChildren(h("span", { className: "muted" }, "You"), ...parts);
  restBeside(place, $("#standings tr.own"));
}

function showStandings(standings) {
  $("#through").textContent = throughWords(standings);
  const empty = chosenGroup() ? "Nobody of this group stands here yet." : "Nobody stands here yet.";
  $("#standings").replaceChildren(standings.results.length
    ? table(standings.results)
    : h("div", { className: "notice" }, h("p", {}, empty),
      h("a", { className: "button primary", href: "/" }, "Today’s deals")));
  for (const way of ["previous", "next"]) {
    const button = $(`#${way}`);
    button.hidden = !standings[way];
    button.onclick = () => {
      page = standings[way];
      show().then(() => $("#standings").scrollIntoView());
    };
  }
}

async function show() {
  try {
    me = await currentPlayer().catch(() => null);
    const standings = await get(page ?? amongGroup(`${path}?limit=50`));
    const own = me && await get(amongGroup(`${path}/me?limit=1`));
    const state = JSON.stringify([page, chosenGroup(), standings.board_revision, standings.through, me?.handle]);
    if (state === shown) return;
    shown = state;
    showStandings(standings);
    showOwn(own);
  } catch (error) {
    if (shown !== null) return; // what stands there is older, but still true of its moment
    showError($("#standings"), groupError(error), show);
  }
}

function showAnew() {
  page = null;
  shown = null;
  show();
}

setInterval(() => document.hidden || show(), FRESH_MS);
document.addEventListener("visibilitychange", () => document.hidden || show());
show();
setUpGroups(showAnew).catch(() => null); // without the list, the board is everybody's
