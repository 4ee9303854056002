/** The text by which a result is shared: it says how it went, and spoils nothing. */

import { VARIANT_NAMES, clock, dateWords, parText } from "./words.js";

/**
 * `result` has variant, date (or number), moves, par, seconds, rank, total and assisted; what
 * is null is left out.
 */
export function shareText(result) {
  const { variant, date, number, moves, par, seconds, rank, total, assisted } = result;
  const when = date ? dateWords(date, {}) : `deal ${number}`;
  const over = par?.high === null || par?.high === undefined ? null : moves - par.high;
  const score = over === null ? "" : over > 0 ? `, par ${parText(par)} +${over}` : `, par ${parText(par)}`;
  const squares = over === null ? "" : over <= 0 ? "🏰 " : "🟩".repeat(Math.max(1, 5 - Math.ceil(over / 5)));
  const facts = [
    `${squares.trim() ? `${squares.trim()} ` : ""}Won in ${moves} moves${score}${assisted ? ", with help" : ""}`,
    rank ? `Rank ${rank} of ${total}` : null,
    seconds === null || seconds === undefined ? null : `Time ${clock(seconds)}`,
  ];
  const path = date ? `/play/${variant}/${date}` : `/deals/${variant}/${number}`;
  return [`${VARIANT_NAMES[variant]}, ${when}`, ...facts.filter(Boolean), location.origin + path].join("\n");
}
