/** What the browser keeps: settings, games, and what waits to be sent. Never a token. */

const PREFIX = "castle.";
const listeners = new Map();

/** Reads a kept value; the fallback where there is none, or where nothing may be kept. */
export function read(name, fallback = null) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keeps a value; without room or permission the page goes on without. */
export function write(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls back with the new value when another tab changes a kept one. */
export function onChange(name, callback) {
  listeners.set(PREFIX + name, callback);
}

addEventListener("storage", ({ key, newValue }) => {
  const callback = listeners.get(key);
  if (callback) callback(newValue === null ? null : JSON.parse(newValue));
});

const DEFAULTS = {
  fourColours: false,
  autoFinish: true,
  safeMoves: false,
  timer: true,
  shortcuts: true,
};

export const settings = { ...DEFAULTS, ...read("settings", {}) };

export function setSetting(name, value) {
  settings[name] = value;
  write("settings", settings);
}


/** The name under which a deal's game is kept. */
export const gameName = (variant, number) => `game.${variant}.${number}`;

const KEPT_GAMES = 60;

/** Keeps a game, and forgets the oldest of many. */
export function writeGame(name, game) {
  write(name, game);
  const index = { ...read("games", {}), [name]: Date.now() };
  const names = Object.keys(index).sort((a, b) => index[b] - index[a]);
  for (const old of names.slice(KEPT_GAMES)) {
    write(old, null);
    delete index[old];
  }
  write("games", index);
}
