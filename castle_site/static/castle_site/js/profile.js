/** A player as everybody may see them; one's own history besides. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { currentPlayer } from "./session.js";
import { VARIANT_NAMES, clock, dateWords } from "./words.js";

const main = $("#profile");
const OUTCOMES = { won: "won", unfinished: "not won" };

function historyRow({ id, variant, date, outcome, status, move_count: moves, elapsed_s: elapsed, late }) {
  const words = status === "rejected" ? "rejected" : OUTCOMES[outcome];
  return h("tr", {},
    h("td", { className: "name" }, h("a", { href: `/replay/${id}` }, `${VARIANT_NAMES[variant]}, ${dateWords(date, {})}`),
      late ? [" ", h("span", { className: "tag" }, "late")] : ""),
    h("td", {}, words), h("td", {}, String(moves)),
    h("td", { className: "wide" }, elapsed === null ? "–" : clock(elapsed)));
}

async function showHistory() {
  const { results } = await get("/me/submissions?limit=50");
  $("#history").hidden = false;
  if (!results.length) return;
  $("#history-table").replaceChildren(h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Your games" },
    h("table", {}, h("thead", {}, h("tr", {},
      h("th", { scope: "col", className: "name" }, "Game"), h("th", { scope: "col" }, "Outcome"),
      h("th", { scope: "col" }, "Moves"), h("th", { scope: "col", className: "wide" }, "Time"))),
    h("tbody", {}, results.map(historyRow)))));
}

async function start() {
  try {
    const player = await get(`/players/${main.dataset.handle}`);
    const since = dateWords(player.created_at.slice(0, 10), {});
    $("#since").textContent = player.guest ? `A guest since ${since}.` : `Plays here since ${since}.`;
    const me = await currentPlayer();
    if (me?.handle === player.handle) await showHistory();
  } catch (error) {
    showError($("#since"), error.status === 404 ? new Error("There is no player of this name.") : error);
  }
}

start();
