/** The player's own line of a day, fetched where this browser keeps no game of it. */

import { get } from "./api.js";
import { ownStanding } from "./own.js";
import { replay } from "./rules.js";
import { currentPlayer } from "./session.js";
import { overPar, plural } from "./words.js";

/** Lays the best line that the service has of the player on the table, unless one is begun. */
export async function recall(play) {
  const { deal, game, keeper } = play;
  const isBegun = () => keeper.record.started !== null || game.line.length > 0;
  if (isBegun()) return;
  try {
    const own = await ownStanding(deal);
    const best = own?.standing ?? own?.late;
    if (!best) return;
    const submission = await get(`/submissions/${best.submission}`);
    const player = await currentPlayer();
    const { moves, error } = replay(game.start, submission.line);
    // The player may have begun meanwhile, and goes before.
    if (error || isBegun()) return;
    if (submission.assisted) keeper.record.helped = player.handle;
    play.resume(moves, submission, best);
    const won = submission.outcome === "won";
    play.say(won
      ? `Your best here: ${overPar(moves.length, play.par?.high)}. Step through it, or restart to play again.`
      : `Your game as it was recorded: ${plural(moves.length, "move")}. Play on, or restart.`);
  } catch (error) {
    if (!["ApiError", "OfflineError"].includes(error.name)) throw error; // the deal lies there anyway
  }
}
