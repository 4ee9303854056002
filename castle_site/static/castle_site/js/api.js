/** Requests to the public API, as the player whom the session cookie names. */

export const API = "/api/v1";

/** What some kinds of problem mean to a player, where the document speaks to programmers. */
const PLAIN = {
  "/problems/no-worker": "The solver is away at the moment.",
  "/problems/advice-failed": "The solver could not bring its search to an end.",
  "/problems/backlog-full": "Too many deals are waiting for the solver.",
  "/problems/assistance-refused":
    "This deal is being played for today: help with it is given on the day's own page only.",
  "/problems/challenge-being-made": "This deal is being chosen.",
  "/problems/unavailable": "The service cannot answer at the moment.",
  "/problems/internal": "Something went wrong in the service.",
};

/** An error as a sentence for the player, and when to try again. */
function plainWords(status, problem, retryAfter) {
  const again = retryAfter ? ` Try again in ${retryAfter} s.` : " Try again in a moment.";
  if (status === 429) return `Too many requests in a short time.${again}`;
  const plain = PLAIN[problem?.type];
  if (status >= 500) return (plain ?? PLAIN["/problems/unavailable"]) + again;
  return plain ?? (problem?.detail || problem?.title || `The service answered ${status}.`);
}

/** An answer that is an error: `status` and the problem document (RFC 9457). */
export class ApiError extends Error {
  constructor(status, problem, retryAfter) {
    super(plainWords(status, problem, retryAfter));
    Object.assign(this, { name: "ApiError", status, problem: problem ?? {}, retryAfter });
  }

  /** What is wrong with a field of the body, such as `/handle`; null if nothing is. */
  field(pointer) {
    return this.problem.errors?.find((error) => error.pointer === pointer)?.detail ?? null;
  }

  /** Whether the same request may succeed later. */
  get passing() {
    return this.status === 429 || this.status >= 500;
  }
}

/** No answer at all: the network, or the service, is away. */
export class OfflineError extends Error {
  constructor() {
    super("The service cannot be reached: there is no network, or the service is away.");
    this.name = "OfflineError";
  }
}

function cookie(name) {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

/** The answer's JSON (null where it has none); throws ApiError and OfflineError. */
export async function request(path, { method = "GET", body, key } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") headers["X-CSRFToken"] = cookie("csrftoken");
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  const url = path.startsWith("/api/") ? path : API + path;
  let response;
  try {
    response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new OfflineError();
  }
  const data = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return data;
  throw new ApiError(response.status, data, Number(response.headers.get("Retry-After")) || null);
}

export const get = (path) => request(path);
export const post = (path, body = {}, key = undefined) =>
  request(path, { method: "POST", body, key });
