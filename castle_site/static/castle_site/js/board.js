/** The standings of a day's challenge, kept fresh while they are looked at. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { amongGroup, chosenGroup, groupError, setUpGroups } from "./grouping.js";
import { histogram } from "./histogram.js";
import { restBeside } from "./resting.js";
import { currentPlayer } from "./session.js";
import { VARIANT_NAMES, clock, dateWords, gradeText, parText, plural, signed } from "./words.js";

const main = $("#board");
const { variant, date } = main.dataset;
const path = `/challenges/${variant}/${date}`;
const FRESH_MS = 15000;
const SECTIONS = {
  ranked: "✓ Clean: won without help",
  assisted: "Won with help: no rank",
  unfinished: "Not won: a record of progress",
};

let page = null;
let challenge = null;
let me = null;

const isSettled = () => Date.now() >= Date.parse(challenge.settles_at);

function row(standing) {
  const { rank, player, moves, over_par: over, elapsed_s: elapsed, section, submission } = standing;
  const overall = standing.rank_overall;
  const own = player && me && player.handle === me.handle;
  const name = player
    ? [h("a", { href: `/players/${player.handle}` }, player.handle), player.guest ? [" ", h("span", { className: "tag" }, "guest")] : null]
    : h("span", { className: "muted" }, "a deleted player");
  const open = own || isSettled();
  const time = elapsed === null ? "–" : clock(elapsed);
  const count = section === "unfinished" ? `${standing.foundation_cards}/52 home` : String(moves);
  return h("tr", { className: own ? "own" : "", "aria-current": own ? "true" : null },
    h("th", { scope: "row" }, rank === null ? "–" : String(rank)),
    h("td", { className: "name" }, [name].flat(2), own ? " (you)" : "",
      elapsed === null ? null : h("small", { className: "narrow" }, `time ${time}`)),
    h("td", {}, open ? h("a", { href: `/replay/${submission}`, "aria-label": `${count}: watch the replay` }, count) : count),
    h("td", {}, over === null ? "–" : signed(over)),
    h("td", { className: "wide" }, time),
    overall === undefined ? null : h("td", {}, overall === null ? "–" : String(overall)));
}

function table(standings) {
  const head = h("thead", {}, h("tr", {},
    h("th", { scope: "col" }, "Rank"), h("th", { scope: "col", className: "name" }, "Player"),
    h("th", { scope: "col" }, "Moves"), h("th", { scope: "col" }, "Over par"),
    h("th", { scope: "col", className: "wide" }, "Time"),
    chosenGroup() ? h("th", { scope: "col" }, "Overall") : null));
  const bodies = [];
  let section = null;
  for (const standing of standings) {
    if (standing.section !== section) {
      section = standing.section;
      const title = h("th", { colSpan: chosenGroup() ? 6 : 5, scope: "colgroup" }, SECTIONS[section]);
      bodies.push(h("tbody", { className: "section" }, h("tr", {}, title)), h("tbody"));
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
  if (own.rank) {
    parts.push(h("strong", {}, `Rank ${own.rank}`), h("span", {}, `of ${own.ranked_total}`));
    if (shown.rank_overall) parts.push(h("span", {}, `overall ${shown.rank_overall}`));
    parts.push(h("span", {}, "✓ clean"));
  } else if (own.hidden) parts.push(h("strong", {}, "A moderator has taken your results off the boards."));
  else if (own.standing) parts.push(h("strong", {}, SECTIONS[shown.section]));
  else parts.push(h("strong", {}, "Late: off this board"));
  parts.push(h("span", {}, shown.section === "unfinished" ? `${shown.foundation_cards} of 52 home` : plural(shown.moves, "move")));
  if (shown.over_par !== null) parts.push(h("span", {}, `${signed(shown.over_par)} to par`));
  parts.push(h("a", { href: `/replay/${shown.submission}` }, "Your replay"));
  place.replaceChildren(h("span", { className: "muted" }, "You"), ...parts);
  restBeside(place, $("#standings tr.own"));
}

function showSpread(distribution, own) {
  const figure = histogram(distribution, own?.standing ?? null);
  const wasOpen = $("#spread details")?.open;
  $("#spread").replaceChildren(...(figure ? [figure] : []));
  if (figure && wasOpen) $("details", figure).open = true;
}

function showStanding(standings) {
  $("#total").textContent = standings.total ? plural(standings.total, "result") : "no results yet";
  const place = $("#standings");
  if (!standings.results.length) {
    const words = isSettled() ? "Nobody has played this one on its day."
      : chosenGroup() ? "Nobody of this group has played this one yet. Be the first:"
        : "Nobody has won this one yet. Be the first:";
    place.replaceChildren(h("div", { className: "notice" }, h("p", {}, words),
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
  const settled = isSettled();
  const grade = challenge.difficulty ? ` · ${gradeText(challenge.difficulty)}` : "";
  $("#par").textContent = `Par ${parText(challenge.par)}${challenge.par.proven ? ", proven" : ""}${grade}`;
  $("#solution").hidden = !settled;
  $("#secrecy").hidden = settled;
}

let shown = null;
let readAt = null;

/** What stands there is older, but was true of its moment: say of which. */
function showStale(error) {
  const time = readAt.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  $("#stale").textContent = `As of ${time}. ${error.message} It is asked again by itself.`;
  $("#stale").hidden = false;
}

async function show() {
  try {
    challenge ??= await get(path);
    me = await currentPlayer().catch(() => null);
    const standings = await get(page ?? amongGroup(`${path}/standings?limit=50`));
    const state = JSON.stringify([page, chosenGroup(), standings.board_revision, isSettled(), me?.handle]);
    if (state !== shown) {
      const [own, distribution] = await Promise.all([
        me && get(amongGroup(`${path}/standings/me`)),
        get(amongGroup(`${path}/standings/distribution`)),
      ]);
      showFacts();
      showStanding(standings);
      showSpread(distribution, own);
      showOwn(own);
      shown = state;
    }
    readAt = new Date();
    $("#stale").hidden = true;
  } catch (error) {
    if (!["ApiError", "OfflineError"].includes(error.name)) throw error;
    if (shown === null) showError($("#standings"), groupError(error), show);
    else showStale(error);
  }
}

/** Begins anew with another group. */
function showAnew() {
  page = null;
  shown = null;
  $("#spread").replaceChildren();
  show();
}

document.title = `Board of ${VARIANT_NAMES[variant]}, ${dateWords(date, {})} · Castle`;
setInterval(() => document.hidden || show(), FRESH_MS);
document.addEventListener("visibilitychange", () => document.hidden || show());
show();
setUpGroups(showAnew).catch(() => null); // without the list, the board is everybody's
