/** Today's three challenges. The page comes with their links; all else is filled in here. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { miniMarkup } from "./mini.js";
import { ownState } from "./own.js";
import { currentPlayer } from "./session.js";
import { VARIANT_NAMES, dateWords, parText, plural, remaining } from "./words.js";

const place = $("#challenges");
const articles = new Map(
  [...place.querySelectorAll("article")].map((article) => [article.dataset.variant, article]),
);
const AGAIN_MS = 5000;

function fact([name, value, more]) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value, more ? [" ", h("small", {}, more)] : null));
}

function fill(article, challenge) {
  const { variant, date, number, par, counts, difficulty } = challenge;
  $(".picture", article).innerHTML = miniMarkup(challenge);
  for (const link of article.querySelectorAll(".picture, .play")) link.href = `/play/${variant}/${date}`;
  $(".board", article).href = `/board/${variant}/${date}`;
  article.title = `PySolFC number ${number}`;
  const facts = [
    [par.proven ? "Par, proven" : "Par", parText(par)],
    difficulty && ["Difficulty", difficulty.grade, `${difficulty.number}/100`],
    ["Won by", String(counts.ranked + counts.assisted)],
  ];
  $(".facts", article).replaceChildren(...facts.filter(Boolean).map(fact));
  showOwn(article, challenge);
}

async function showOwn(article, challenge) {
  const { state, text } = await ownState(challenge);
  const own = $(".own", article);
  const play = $(".play", article);
  own.textContent = state === "won" ? `✓ ${text}` : text;
  own.className = `own ${state === "won" ? "won-mark" : "muted"}`;
  play.textContent = { won: "Look again", begun: "Play on", none: "Play" }[state];
  play.setAttribute("aria-label", `${play.textContent}: ${VARIANT_NAMES[challenge.variant]}`);
}

function prepare(article) {
  $(".facts", article).replaceChildren();
  $(".own", article).textContent = "This deal is being chosen and proven; a moment …";
}

const streakWords = ({ current, best }) => `${plural(current, "day")} (best ${best})`;

/** The days won in a row: over all games, and of each that has any. */
async function showStreaks() {
  if (!(await currentPlayer())) return;
  const { overall, variants } = (await get("/me")).statistics;
  if (!overall.streak.best) return;
  const each = Object.entries(variants).filter(([, { streak }]) => streak.best);
  const line = $("#streak");
  line.hidden = false;
  line.replaceChildren("Your streak: ", h("strong", {}, streakWords(overall.streak)),
    ...each.flatMap(([slug, { streak }]) => [" · ", `${VARIANT_NAMES[slug]} ${streakWords(streak)}`]));
}

async function show() {
  try {
    const today = await get("/challenges/today");
    $("#date").textContent = dateWords(today.date);
    $("#trouble").replaceChildren();
    for (const challenge of today.results) fill(articles.get(challenge.variant), challenge);
    for (const variant of today.preparing) prepare(articles.get(variant));
    place.removeAttribute("aria-busy");
    countDown(Date.parse(today.next_at) - Date.parse(today.server_time));
    if (today.preparing.length) setTimeout(show, AGAIN_MS);
    showStreaks().catch(() => null);
  } catch (error) {
    if (error.status === 503) setTimeout(show, AGAIN_MS);
    showError($("#trouble"), error, show);
  }
}

let ticking = null;

/** Counts down by the service's clock; this device's may be wrong. */
function countDown(milliseconds) {
  const end = performance.now() + milliseconds;
  const tick = () => {
    const left = end - performance.now();
    $("#countdown").replaceChildren("Next deals in ", h("strong", {}, remaining(left)));
    if (left <= 0) {
      clearInterval(ticking);
      setTimeout(show, 1000);
    }
  };
  clearInterval(ticking);
  ticking = setInterval(tick, 1000);
  tick();
}

show();
