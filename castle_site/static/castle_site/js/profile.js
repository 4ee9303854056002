/** A player as everybody may see them; one's own history besides. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { timeText } from "./outcomes.js";
import { currentPlayer } from "./session.js";
import { statisticsParts } from "./statistics.js";
import { VARIANT_NAMES, dateWords } from "./words.js";

const main = $("#profile");
const OUTCOMES = { won: "won", unfinished: "not won" };

function historyRow({ id, variant, date, outcome, status, move_count: moves, elapsed_s: elapsed, late, assisted }) {
  const words = status === "rejected" ? "rejected" : OUTCOMES[outcome];
  const tags = [late && "late", assisted && "with help"].filter(Boolean);
  return h("tr", {},
    h("td", { className: "name" }, h("a", { href: `/replay/${id}` }, `${VARIANT_NAMES[variant]}, ${dateWords(date, {})}`),
      tags.map((tag) => [" ", h("span", { className: "tag" }, tag)]).flat()),
    h("td", {}, words), h("td", {}, String(moves)),
    h("td", { className: "wide" }, timeText(elapsed)));
}

function historyTable() {
  const body = h("tbody");
  const table = h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": "Your games" },
    h("table", {}, h("thead", {}, h("tr", {},
      h("th", { scope: "col", className: "name" }, "Game"), h("th", { scope: "col" }, "Outcome"),
      h("th", { scope: "col" }, "Moves"), h("th", { scope: "col", className: "wide" }, "Time"))), body));
  return { table, body };
}

async function showHistory() {
  const { table, body } = historyTable();
  const earlier = $("#earlier");
  const load = async (path) => {
    const { results, next } = await get(path);
    body.append(...results.map(historyRow));
    earlier.hidden = !next;
    earlier.onclick = () => load(next).catch((error) => showError($("#history-trouble"), error));
  };
  await load("/me/submissions?limit=50");
  $("#history").hidden = false;
  if (body.children.length) $("#history-table").replaceChildren(table);
}

async function start() {
  try {
    const me = await currentPlayer().catch(() => null);
    const isOwn = me?.handle.toLowerCase() === main.dataset.handle.toLowerCase();
    // What moderators have hidden counts in one's own view alone.
    const player = await get(isOwn ? "/me" : `/players/${main.dataset.handle}`);
    const since = dateWords(player.created_at.slice(0, 10), {});
    $("h1").textContent = player.handle;
    $("#since").textContent = player.guest ? `A guest since ${since}.` : `Plays here since ${since}.`;
    $("#statistics").replaceChildren(...statisticsParts(player.statistics));
    if (isOwn) await showHistory();
    main.dataset.ready = "1";
  } catch (error) {
    showError($("#since"), error.status === 404 ? new Error("There is no player of this name.") : error,
      error.status === 404 ? null : start);
  }
}

start();
