/** A histogram: a bar for each row, with its number beside it. */

import { h } from "./dom.js";

/** Bars of `[label, count]` rows; the rows of `own` are marked. A list for screen readers. */
export function bars(rows, { label, own = () => false }) {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return h("ol", { className: "bars", "aria-label": label }, rows.map(([name, count]) => {
    const bar = h("i", { "aria-hidden": "true" });
    bar.style.inlineSize = `${(100 * count) / most}%`;
    return h("li", { className: own(name) ? "own" : "" },
      h("span", {}, name), h("span", { className: "bar" }, bar), h("b", {}, String(count)));
  }));
}
