/** A player's statistics: over all games and of each, moves over par, best ranks. */

import { h } from "./dom.js";
import { histogram } from "./histogram.js";
import { VARIANT_NAMES, dateWords, signed } from "./words.js";

function rows({ overall, variants }) {
  const games = Object.entries(variants).map(([slug, values]) => [VARIANT_NAMES[slug], values]);
  return [["All games", overall], ...games];
}

function game([name, { played, won, won_clean: clean, streak, average_over_par: average }], index) {
  const id = `game-${index}`;
  const facts = [
    ["Played", played], ["Won", won], ["Without help", clean],
    ["Streak", streak.current], ["Best streak", streak.best],
    ["Mean over par", average === null ? "–" : signed(Math.round(10 * average) / 10)],
  ];
  return h("article", { className: "box", "aria-labelledby": id },
    h("h2", { id }, name),
    h("dl", { className: "facts" }, facts.map(([title, value]) =>
      h("div", {}, h("dt", {}, title), h("dd", {}, String(value))))));
}

function bestRanks(ranks) {
  return h("section", {}, h("h2", {}, "Best ranks"), h("ul", {}, ranks.map(({ rank, total, variant, date }) =>
    h("li", {}, h("strong", {}, `Rank ${rank}`), ` of ${total}, `,
      h("a", { href: `/board/${variant}/${date}` }, `${VARIANT_NAMES[variant]}, ${dateWords(date, {})}`)))));
}

/** The statistics of a player as the API gives them, as elements. */
export function statisticsParts(statistics) {
  const { played, won_clean: clean, over_par: overPar, best_ranks: ranks } = statistics.overall;
  if (!played) return [h("p", { className: "muted" }, "No game of a day has been counted yet.")];
  const beside = [clean ? histogram({ ranked: overPar }) : null, ranks.length ? bestRanks(ranks) : null].filter(Boolean);
  return [h("div", { className: "stats" }, rows(statistics).map(game)), h("div", { className: "columns" }, beside)];
}
