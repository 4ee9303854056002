/** The settings of this browser: a dialog on every page. */

import { $, openDialog } from "./dom.js";
import { onChange, setSetting, settings } from "./store.js";

const THEME_SECONDS = 400 * 24 * 3600;
const callbacks = new Set();

/** Calls back whenever a setting has changed, here or in another tab. */
export function onSettings(callback) {
  callbacks.add(callback);
}

function apply() {
  document.documentElement.classList.toggle("four-colours", settings.fourColours);
  for (const callback of callbacks) callback();
}

function setTheme(theme) {
  // The service reads the cookie, so that a page comes in the right colours at once.
  document.cookie = `castle_theme=${theme}; path=/; max-age=${THEME_SECONDS}; samesite=lax`;
  document.documentElement.dataset.theme = theme;
}

export function setUpSettings() {
  const dialog = $("#settings");
  $("#open-settings").addEventListener("click", () => openDialog(dialog));
  for (const box of dialog.querySelectorAll("input[type=checkbox]")) {
    box.checked = settings[box.name];
    box.addEventListener("change", () => {
      setSetting(box.name, box.checked);
      apply();
    });
  }
  for (const choice of dialog.querySelectorAll("input[name=theme]")) {
    choice.checked = choice.value === (document.documentElement.dataset.theme || "auto");
    choice.addEventListener("change", () => setTheme(choice.value));
  }
  onChange("settings", (value) => {
    Object.assign(settings, value);
    apply();
  });
  apply();
}
