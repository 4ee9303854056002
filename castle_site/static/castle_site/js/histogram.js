/** How results are spread, a board's or a player's: bars, and the same as a table. */

import { h } from "./dom.js";
import { plural, signed } from "./words.js";

const MOST_BARS = 20;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/**
 * The results in bars of equal width: `{from, to, clean, assisted, own}` each, in moves over
 * par, or in moves where no par is known. `own` is one's own result there, or null.
 */
function barsOf([ranked, assisted], own) {
  const valueOf = ({ moves, over_par: over }) => over ?? moves;
  const values = [...ranked, ...assisted].map(valueOf);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((each) => Math.floor(most / each) - Math.floor(least / each) < MOST_BARS) ?? 5000;
  const first = Math.floor(least / step) * step;
  const bars = [];
  for (let from = first; from <= most; from += step) {
    bars.push({ from, to: from + step - 1, clean: 0, assisted: 0, own: false });
  }
  const barOf = (result) => bars[Math.floor((valueOf(result) - first) / step)];
  for (const result of ranked) barOf(result).clean += result.count;
  for (const result of assisted) barOf(result).assisted += result.count;
  if (own && barOf(own)) barOf(own).own = true;
  return bars;
}

/** The middle one of counted results, in moves over par (or moves); the better of two. */
function middleOf(results) {
  let left = Math.ceil(results.reduce((sum, { count }) => sum + count, 0) / 2);
  for (const { count, moves, over_par: over } of results) {
    left -= count;
    if (left <= 0) return over ?? moves;
  }
  return null;
}

function words({ ranked, unfinished = [] }, inPar, own) {
  const value = (number) => (inPar ? (number ? signed(number) : "par") : plural(number, "move"));
  const clean = ranked.reduce((sum, { count }) => sum + count, 0);
  const parts = [];
  if (clean > 1) parts.push(`${plural(clean, "win")} without help, half of them at ${value(middleOf(ranked))} or better.`);
  else if (clean) parts.push(`One win without help, at ${value(middleOf(ranked))}.`);
  if (own) parts.push(`Yours: ${value(own.over_par ?? own.moves)}.`);
  const stopped = unfinished.reduce((sum, { count }) => sum + count, 0);
  if (stopped) {
    const best = Math.max(...unfinished.map(({ foundation_cards: cards }) => cards));
    parts.push(`${plural(stopped, "game")} not won${stopped > 1 ? ", the best" : ","} with ${best} of 52 cards home.`);
  }
  return parts.join(" ");
}

/**
 * A figure of counted results: a challenge's distribution, or a player's wins alone (`ranked`);
 * null without a win. `own` is one's own standing, or null.
 */
export function histogram(distribution, own = null) {
  const { ranked, assisted = [] } = distribution;
  if (!ranked.length && !assisted.length) return null;
  const won = own?.section === "unfinished" ? null : own;
  const inPar = [...ranked, ...assisted].every(({ over_par: over }) => over !== null);
  const bars = barsOf([ranked, assisted], won);
  const most = Math.max(...bars.map((bar) => bar.clean + bar.assisted));
  const name = ({ from, to }) => {
    const text = inPar ? signed : String;
    return from === to ? text(from) : `${text(from)} to ${text(to)}`;
  };
  const labelled = Math.ceil(bars.length / 10);
  const picture = h("div", { className: "bins", "aria-hidden": "true" }, bars.map((bar, index) => {
    const count = bar.clean + bar.assisted;
    const told = count && (bars.length <= 12 || bar.own || count === most);
    const part = (kind) => {
      const element = h("i", { className: kind });
      element.style.setProperty("--part", bar[kind] / most);
      return bar[kind] ? element : null;
    };
    const sign = inPar ? signed(bar.from) : String(bar.from);
    return h("div", { className: bar.own ? "bin own" : "bin" },
      h("b", {}, told ? String(count) : ""), part("assisted"), part("clean"),
      h("span", {}, bar.own ? [sign, h("br"), "you"] : index % labelled ? "" : sign));
  }));
  const title = inPar ? "Moves over par" : "Moves";
  const helped = assisted.length > 0;
  const head = [inPar ? "Over par" : "Moves", "Without help", helped ? "With help" : null];
  const rows = bars.filter((bar) => bar.clean || bar.assisted).map((bar) =>
    h("tr", { className: bar.own ? "you" : "" },
      h("th", { scope: "row" }, `${name(bar)}${bar.own ? " (you)" : ""}`),
      h("td", {}, String(bar.clean)), helped ? h("td", {}, String(bar.assisted)) : null));
  return h("figure", { className: "histogram" },
    h("figcaption", {}, h("strong", {}, title), ` ${words(distribution, inPar, won)}`),
    picture,
    helped ? h("p", { className: "small key", "aria-hidden": "true" }, h("i", { className: "clean" }), "without help ", h("i", { className: "assisted" }), "with help") : null,
    h("details", {}, h("summary", {}, "As a table"),
      h("table", {},
        h("caption", { className: "hide" }, `Wins by ${title.toLowerCase()}`),
        h("thead", {}, h("tr", {}, head.filter(Boolean).map((each) => h("th", { scope: "col" }, each)))),
        h("tbody", {}, rows))));
}
