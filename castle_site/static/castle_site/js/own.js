/** What this browser knows of the player's own games and results. */

import { get } from "./api.js";
import { currentPlayer } from "./session.js";
import { gameName, read } from "./store.js";
import { overPar, plural } from "./words.js";

/** The player's place on a challenge's board; null without one. */
export async function ownStanding({ variant, date }, limit = 0) {
  if (!(await currentPlayer())) return null;
  return get(`/challenges/${variant}/${date}/standings/me${limit ? `?limit=${limit}` : ""}`);
}

/** A sentence on the player's own state: `{text, state}` with state won, begun or none. */
export async function ownState(challenge) {
  const kept = read(gameName(challenge.variant, challenge.number));
  const moves = kept?.at ?? 0;
  const own = await ownStanding(challenge).catch(() => null);
  const result = own?.standing ?? own?.late;
  if (result && result.section !== "unfinished") {
    const rank = own.rank ? `, rank ${own.rank} of ${own.ranked_total}` : own.late && !own.standing ? ", late" : "";
    return { state: "won", text: `Won in ${overPar(result.moves, challenge.par.high)}${rank}` };
  }
  if (kept?.seconds != null) return { state: "won", text: "Won here" };
  if (moves) return { state: "begun", text: `Begun: ${plural(moves, "move")}` };
  if (result) return { state: "begun", text: `Conceded with ${plural(result.foundation_cards, "card")} home` };
  return { state: "none", text: "Not played yet" };
}
