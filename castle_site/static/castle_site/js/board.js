/** The standings of a day's challenge, kept fresh while they are looked at. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { ownStanding } from "./own.js";
import { currentPlayer } from "./session.js";
import { VARIANT_NAMES, clock, dateWords, parText, plural, signed } from "./words.js";

const main = $("#board");
const { variant, date } = main.dataset;
const path = `/challenges/${variant}/${date}`;
const FIRST = `${path}/standings?limit=50`;
const FRESH_MS = 15000;
const SECTIONS = {
  assisted: "Won with help: no rank",
  unfinished: "Not won: a record of progress",
};

let page = FIRST;
let challenge = null;
let me = null;

function row(standing) {
  const { rank, player, moves, over_par: over, elapsed_s: elapsed, section, submission } = standing;
  const own = player && me && player.handle === me.handle;
  const name = player
    ? [h("a", { href: `/players/${player.handle}` }, player.handle), player.guest ? [" ", h("span", { className: "tag" }, "guest")] : null]
    : h("span", { className: "muted" }, "a deleted player");
  const open = own || Date.now() >= Date.parse(challenge.settles_at);
  const count = section === "unfinished" ? `${standing.foundation_cards}/52 home` : String(moves);
  return h("tr", { className: own ? "own" : "", "aria-current": own ? "true" : null },
    h("th", { scope: "row" }, rank === null ? "–" : String(rank)),
    h("td", { className: "name" }, [name].flat(2), own ? " (you)" : ""),
    h("td", {}, open ? h("a", { href: `/replay/${submission}`, "aria-label": `${count}: watch the replay` }, count) : count),
    h("td", {}, over === null ? "–" : signed(over)),
    h("td", { className: "wide" }, elapsed === null ? "–" : clock(elapsed)));
}

function table(standings) {
  const head = h("thead", {}, h("tr", {},
    h("th", { scope: "col" }, "Rank"), h("th", { scope: "col", className: "name" }, "Player"),
    h("th", { scope: "col" }, "Moves"), h("th", { scope: "col" }, "Over par"),
    h("th", { scope: "col", className: "wide" }, "Time")));
  const bodies = [];
  let section = null;
  for (const standing of standings) {
    if (standing.section !== section) {
      section = standing.section;
      if (SECTIONS[section]) {
        bodies.push(h("tbody", { className: "section" }, h("tr", {}, h("th", { colSpan: 5, scope: "colgroup" }, SECTIONS[section]))));
      }
      bodies.push(h("tbody"));
    }
    bodies.at(-1).append(row(standing));
  }
  const words = `Standings of ${VARIANT_NAMES[variant]}, ${dateWords(date, {})}`;
  return h("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": words },
    h("table", {}, h("caption", { className: "hide" }, words), head, bodies));
}

function showOwn(own) {
  const place = $("#own");
  const shown = own?.standing ?? own?.late;
  place.hidden = !shown;
  if (!shown) return;
  const parts = [];
  if (own.rank) parts.push(h("strong", {}, `Rank ${own.rank}`), h("span", {}, `of ${own.total}`));
  else if (own.standing) parts.push(h("strong", {}, SECTIONS[shown.section] ?? "Hidden from the board"));
  else parts.push(h("strong", {}, "Late: off this board"));
  parts.push(h("span", {}, shown.section === "unfinished" ? `${shown.foundation_cards} of 52 home` : plural(shown.moves, "move")));
  if (shown.over_par !== null) parts.push(h("span", {}, `${signed(shown.over_par)} to par`));
  parts.push(h("a", { href: `/replay/${shown.submission}` }, "Your replay"));
  place.replaceChildren(h("span", { className: "muted" }, "You"), ...parts);
}

function showStanding(standings) {
  $("#total").textContent = standings.total ? plural(standings.total, "result") : "";
  const place = $("#standings");
  if (!standings.results.length) {
    place.replaceChildren(h("div", { className: "notice" },
      h("p", {}, "Nobody has won this one yet. Be the first: "),
      h("a", { className: "button primary", href: `/play/${variant}/${date}` }, "Play")));
  } else place.replaceChildren(table(standings.results));
  for (const way of ["previous", "next"]) {
    const button = $(`#${way}`);
    button.hidden = !standings[way];
    button.onclick = () => {
      page = standings[way];
      show().then(() => $("#standings").scrollIntoView());
    };
  }
}

function showFacts() {
  const settled = Date.now() >= Date.parse(challenge.settles_at);
  $("#par").textContent = `Par ${parText(challenge.par)}${challenge.par.proven ? ", proven" : ""}`;
  $("#solution").hidden = !settled;
  $("#secrecy").hidden = settled;
}

let shownRevision = null;

async function show() {
  try {
    challenge ??= await get(path);
    me = await currentPlayer().catch(() => null);
    const standings = await get(page);
    const own = await ownStanding({ variant, date }).catch(() => null);
    const state = `${page} ${standings.board_revision} ${me?.handle}`;
    if (state !== shownRevision) {
      shownRevision = state;
      showFacts();
      showStanding(standings);
      showOwn(own);
    }
  } catch (error) {
    if (shownRevision === null) showError($("#standings"), error, show);
  }
}

document.title = `Board of ${VARIANT_NAMES[variant]}, ${dateWords(date, {})} · Castle`;
setInterval(() => document.hidden || show(), FRESH_MS);
document.addEventListener("visibilitychange", () => document.hidden || show());
show();
