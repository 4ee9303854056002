/** What every page does: who is signed in, settings, what waits to be sent. */

import { $ } from "./dom.js";
import { flush, waiting } from "./outbox.js";
import { currentPlayer } from "./session.js";
import { setUpSettings } from "./settings.js";
import { read } from "./store.js";

function showPlayer(player) {
  const who = $("#who");
  // Whose session has ended, here or by a new password elsewhere, is told so.
  who.textContent = player ? player.handle : read("registered") ? "Sign in again" : "Sign in or up";
  who.classList.toggle("guest", Boolean(player?.guest));
  who.title = player?.guest ? "A guest: choose a handle to keep your results" : "";
}

setUpSettings();
document.addEventListener("castle:player", ({ detail }) => showPlayer(detail));
currentPlayer().then(showPlayer, () => null); // without a network the page still plays
if (waiting().length) flush();

// A game that was opened can be opened again without a network; without this it is played on.
navigator.serviceWorker?.register("/worker.js").catch(() => null);
