/** Today's three challenges. */

import { get } from "./api.js";
import { $, h, showError } from "./dom.js";
import { miniMarkup } from "./mini.js";
import { ownState } from "./own.js";
import { VARIANT_NAMES, dateWords, parText, remaining } from "./words.js";

const place = $("#challenges");
const AGAIN_MS = 5000;

function article(challenge) {
  const { variant, date, number, par, counts, difficulty } = challenge;
  const id = `title-${variant}`;
  const picture = h("a", { href: `/play/${variant}/${date}`, tabIndex: -1, "aria-hidden": "true" });
  picture.innerHTML = miniMarkup(challenge);
  const own = h("p", { className: "own muted" }, "\u00a0");
  const play = h("a", { className: "button primary", href: `/play/${variant}/${date}` }, "Play");
  const won = counts.ranked + counts.assisted;
  const facts = [
    [par.proven ? "Par, proven" : "Par", parText(par)],
    difficulty && ["Difficulty", difficulty.grade],
    ["Won today", String(won)],
  ].filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  const element = h("article", { className: "challenge", "aria-labelledby": id },
    picture,
    h("div", { className: "challenge-body" },
      h("h2", { id }, VARIANT_NAMES[variant]),
      h("dl", { className: "facts" }, facts),
      own,
      h("div", { className: "buttons" }, play,
        h("a", { className: "button", href: `/board/${variant}/${date}` }, "Board"))));
  element.title = `PySolFC number ${number}`;
  ownState(challenge).then(({ state, text }) => {
    own.textContent = state === "won" ? `✓ ${text}` : text;
    own.className = `own ${state === "won" ? "won-mark" : "muted"}`;
    if (state !== "none") play.textContent = state === "won" ? "Look again" : "Play on";
    play.setAttribute("aria-label", `${play.textContent}: ${VARIANT_NAMES[variant]}`);
  });
  return element;
}

function preparing(variant) {
  return h("article", { className: "challenge skeleton" },
    h("div", { className: "challenge-body" },
      h("h2", {}, VARIANT_NAMES[variant]),
      h("p", { role: "status" }, "This deal is being chosen and proven; a moment …")));
}

async function show() {
  try {
    const today = await get("/challenges/today");
    $("#date").textContent = dateWords(today.date);
    place.replaceChildren(...today.results.map(article), ...today.preparing.map(preparing));
    place.removeAttribute("aria-busy");
    countDown(Date.parse(today.next_at) - Date.parse(today.server_time));
    if (today.preparing.length) setTimeout(show, AGAIN_MS);
  } catch (error) {
    if (error.status === 503) setTimeout(show, AGAIN_MS);
    showError(place, error, show);
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
