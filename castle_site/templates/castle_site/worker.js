/**
 * The service worker: lets a game that was opened be opened again without a network.
 *
 * Kept are the files of the table (under names that change with their content), and of the
 * games looked at last the page and the deal, which are the same for everybody. A page and a
 * deal come from the network whenever it answers; nothing that belongs to a player is kept,
 * or even looked at, here. Another release is another VERSION, hence another worker with a
 * cache of its own.
 */

const VERSION = "{{ version }}";
const FILES = {{ files|safe }};
const CACHE = `castle-${VERSION}`;
const MOST_KEPT = 24;
const PATIENCE_MS = 5000;
const GAME = /^\/(?:play|deals)\/([a-z-]+\/[0-9-]+)$|^\/deals\/board$|^\/$/;
const DEAL = /^\/api\/v1\/(?:challenges\/[a-z-]+\/\d{4}-\d\d-\d\d|deals\/[a-z-]+\/\d+)$/;

/** What has to be kept of a game's page: itself and its deal. */
function partsOf(path) {
  const [, deal] = GAME.exec(path);
  if (!deal) return [path];
  return [path, `/api/v1/${path.startsWith("/play/") ? "challenges" : "deals"}/${deal}`];
}

function mayBeKept(path, response) {
  const caching = response.headers.get("Cache-Control") ?? "";
  // A page is private for the colours that were chosen in this browser; an answer never is.
  const forbidden = GAME.test(path) ? /no-store/ : /no-store|private/;
  return response.ok && !response.redirected && !forbidden.test(caching);
}

async function keep(path, response) {
  if (!mayBeKept(path, response)) return;
  const cache = await caches.open(CACHE);
  await cache.put(path, response);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const loose = kept.filter((each) => !FILES.includes(each) && each !== "/");
  await Promise.all(loose.slice(0, -MOST_KEPT).map((each) => cache.delete(each)));
}

/** The games that older workers have kept, and those that are open at this moment. */
async function gamesKnown() {
  const paths = new Set(["/"]);
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) paths.add(new URL(url).pathname);
  }
  for (const { url } of await clients.matchAll({ includeUncontrolled: true })) {
    paths.add(new URL(url).pathname);
  }
  return [...paths].filter((path) => GAME.test(path));
}

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES);
  const paths = (await gamesKnown()).flatMap(partsOf);
  await Promise.allSettled(paths.map(async (path) => keep(path, await fetch(path))));
  await skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("castle-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

/** The answer of the network; if there is none, or not soon, what is kept. */
async function freshOrKept(event, path) {
  const network = fetch(event.request);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const answer = await Promise.race([network.catch(() => null), patience]);
  if (!answer) return (await caches.match(path)) ?? network;
  event.waitUntil(keep(path, answer.clone()).catch(() => null));
  return answer;
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { method, url, mode } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== location.origin || search) return;
  const isPage = mode === "navigate" && GAME.test(pathname);
  if (isPage || DEAL.test(pathname)) event.respondWith(freshOrKept(event, pathname));
  else if (FILES.includes(pathname)) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(event.request)));
  }
});
