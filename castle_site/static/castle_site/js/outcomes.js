/** What has become of a day for the player: by the service's word, else by this browser's. */

import { gameName, read } from "./store.js";
import { clock, plural, signed } from "./words.js";

/**
 * The state of a challenge, as `{mark, words}`: mark is won, partly (a win that is off the
 * board or without a rank), begun or none. `day` is the player's own of it from the calendar
 * of the service; null if nobody is signed in.
 */
export function outcomeOf({ variant, number }, day) {
  const moves = day?.moves == null ? "" : ` in ${plural(day.moves, "move")}`;
  const rank = day?.rank ? `, rank ${day.rank} of ${day.total}` : "";
  switch (day?.outcome) {
    case "won":
      return { mark: "won", words: `won${moves}${overWords(day)}${rank}` };
    case "won_assisted":
      return { mark: "partly", words: `won with help${moves}` };
    case "won_late":
      return { mark: "partly", words: `won late${moves}${overWords(day)}` };
    default:
  }
  const kept = read(gameName(variant, number));
  if (kept?.seconds != null) return { mark: "won", words: "won here" };
  if (day?.outcome === "unfinished") {
    return { mark: "begun", words: `not won, ${day.foundation_cards} of 52 cards home` };
  }
  return kept?.at ? { mark: "begun", words: "begun" } : { mark: "none", words: "not played" };
}

function overWords({ over_par: over }) {
  if (over === null) return "";
  return over === 0 ? ", par" : `, ${signed(over)} to par`;
}

/** Seconds as a clock, a dash where the time is not known. */
export const timeText = (seconds) => (seconds === null ? "–" : clock(seconds));
