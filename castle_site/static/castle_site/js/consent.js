/** What is said before the first help with a day's deal, and who has been helped with it. */

import { $, openDialog } from "./dom.js";
import { currentPlayer } from "./session.js";
import { gameName, read, write } from "./store.js";
import { dateWords } from "./words.js";

const nameOf = ({ variant, number }) => gameName(variant, number);

/**
 * Whether help with a challenge that is not settled may be asked for: the player is told
 * before the first time what it means. `record` says that the line is recorded first, `won`
 * that the help is about a win that stands.
 */
export async function agreeToHelp(challenge, { record = false, won = false } = {}) {
  const handle = (await currentPlayer())?.handle ?? null;
  if (handle && read(nameOf(challenge))?.helped === handle) return true;
  const dialog = $("#consent");
  const settles = new Date(challenge.settles_at).toISOString();
  $("#consent-until").textContent = `${dateWords(settles.slice(0, 10), {})}, ${settles.slice(11, 16)} UTC`;
  $("#consent-record").hidden = !record;
  $("#consent-title").textContent = won ? "Look at it with the solver?" : "Play on without a rank?";
  $("#consent-stands").textContent = won ? "This win stays as it is." : "A result that stands already stays as it is.";
  return new Promise((resolve) => {
    let agreed = false;
    $("#consent-yes").onclick = () => {
      agreed = true;
      dialog.close();
    };
    dialog.onclose = () => resolve(agreed);
    openDialog(dialog);
  });
}

/** Notes in the kept game, if there is one, that the service was asked for help, and for whom. */
export function noteHelp(challenge, handle) {
  const kept = read(nameOf(challenge));
  if (kept) write(nameOf(challenge), { ...kept, helped: handle });
}
