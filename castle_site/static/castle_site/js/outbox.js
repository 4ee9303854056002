/**
 * What the player has done and the service does not know yet: started attempts and lines.
 *
 * Kept in the browser until it has been received, so that a game finished without a network
 * counts once there is one. Sending the same thing twice does no harm: the service answers
 * the second time as it did the first.
 */

import { ApiError, OfflineError, post } from "./api.js";
import { alone, currentPlayer, ensurePlayer } from "./session.js";
import { read, write } from "./store.js";

const NAME = "outbox";
const RETRY_SECONDS = 8;
let timer = null;
const events = new EventTarget();

/** What waits to be sent, oldest first. */
export const waiting = () => read(NAME, []);

/** Calls back with `{item, answer}`, `{item, error}` or `{item, delayed}`. */
export function onSending(callback) {
  events.addEventListener("sending", ({ detail }) => callback(detail));
}

/** Why a line is not received yet, and that nothing is lost, in words for the player. */
export function delayWords(error) {
  if (error.status === 401) return error.message;
  if (error instanceof OfflineError) {
    return "No network: your line is kept here and sent by itself as soon as there is one.";
  }
  const why = error.message.replace(/ Try again .*/, "");
  return `${why} Your line is kept here and sent by itself.`;
}

/** Puts an attempt, or a submission with its line, in the outbox and sends it. */
export function enqueue(item) {
  const queue = waiting();
  if (!queue.some((other) => sameItem(other, item))) {
    queue.push({ ...item, key: randomKey() });
    write(NAME, queue);
  }
  return flush();
}

/** Sends what waits, in order, as far as it can be sent now. */
export function flush() {
  clearTimeout(timer);
  return alone("castle.outbox", async () => {
    for (let item = waiting()[0]; item; item = waiting()[0]) {
      if (!(await send(item))) return;
    }
  });
}

async function send(item) {
  const path = `/challenges/${item.variant}/${item.date}/`;
  try {
    await ensurePlayer();
    const [noun, body] =
      item.kind === "attempt" ? ["attempts", {}] : ["submissions", { line: item.line }];
    const answer = await post(path + noun, body, item.key);
    remove(item);
    tell({ item, answer });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      // The session has ended: who it was must sign in; a guest cannot, and becomes another.
      await currentPlayer({ anew: true }).catch(() => null);
    }
    const passing = error instanceof OfflineError || error.passing || error.status === 401;
    if (!passing) {
      remove(item);
      tell({ item, error });
      return true;
    }
    tell({ item, delayed: error });
    timer = setTimeout(flush, 1000 * (error.retryAfter ?? RETRY_SECONDS));
    return false;
  }
}

function remove(item) {
  write(NAME, waiting().filter((other) => other.key !== item.key));
}

const tell = (detail) => events.dispatchEvent(new CustomEvent("sending", { detail }));

const sameItem = (one, other) =>
  ["kind", "variant", "date", "line"].every((name) => one[name] === other[name]);

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

addEventListener("online", flush);
