/** Who plays in this browser: known by a cookie that no script can read. */

import { ApiError, get, post, request } from "./api.js";
import { read, write } from "./store.js";

let known;
let asking = null;

/** The player of this browser, null if nobody is signed in yet; asks the service once. */
export async function currentPlayer({ anew = false } = {}) {
  if (known !== undefined && !anew) return known;
  if (!asking || anew) {
    const answer = ask().finally(() => {
      if (asking === answer) asking = null;
    });
    asking = answer;
  }
  return asking;
}

async function ask() {
  known = (await get("/session")).player;
  announce();
  return known;
}

/** The player of this browser; a guest is made if there is none. */
export async function ensurePlayer() {
  if (await currentPlayer()) return known;
  const handle = read("registered");
  if (handle) throw new ApiError(401, { detail: `Your session has ended: sign in again as ${handle}.` });
  // Two tabs must not make two guests.
  return alone("castle.session", async () => {
    if (await currentPlayer({ anew: true })) return known;
    return setPlayer((await post("/guests", { session: true })).player);
  });
}

/** Takes note of a player who has just signed in, signed up or left (null). */
export function setPlayer(player) {
  known = player;
  announce();
  return known;
}

export async function signOut() {
  await request("/session", { method: "DELETE" });
  write("registered", null);
  setPlayer(null);
}

/** Runs work in one tab at a time, where the browser can see to that. */
export function alone(name, work) {
  return navigator.locks ? navigator.locks.request(name, work) : work();
}

function announce() {
  // Whose session has ended is asked to sign in; nobody becomes a guest unawares.
  if (known) write("registered", known.guest ? null : known.handle);
  document.dispatchEvent(new CustomEvent("castle:player", { detail: known }));
}
