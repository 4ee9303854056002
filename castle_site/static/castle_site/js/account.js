/** Signing in, signing up, keeping a guest's results, and leaving. */

import { get, post, request } from "./api.js";
import { $, copyText, h, openDialog, showError } from "./dom.js";
import { onSubmit } from "./forms.js";
import { flush } from "./outbox.js";
import { currentPlayer, setPlayer, signOut } from "./session.js";
import { read } from "./store.js";
import { dateWords } from "./words.js";

const places = ["visitor", "guest", "registered"];

function show(player) {
  const kind = player === null ? "visitor" : player.guest ? "guest" : "registered";
  for (const name of places) $(`#${name}`).hidden = name !== kind;
  $("#sign-up").hidden = kind === "registered";
  $("#sign-in").hidden = kind === "registered";
  $("#own-data").hidden = kind === "visitor";
  const before = read("registered");
  $("#ended").hidden = Boolean(player) || !before;
  if (before) $("#ended-handle").textContent = before;
  if (!player) return;
  for (const element of document.querySelectorAll(".own-handle")) element.textContent = player.handle;
  for (const link of document.querySelectorAll(".own-profile")) link.href = `/players/${player.handle}`;
  $("#since").textContent = `Since ${dateWords(player.created_at.slice(0, 10), {})}.`;
}

/** Shows a recovery code, which is given once. */
function showCode(code) {
  if (!code) return;
  $("#code").textContent = code;
  $("#code-said").textContent = "";
  openDialog($("#recovery"));
}

$("#copy-code").addEventListener("click", () => copyText($("#code").textContent, (words) => {
  $("#code-said").textContent = words;
}));

function arrived({ player, recovery_code: code }) {
  setPlayer(player);
  show(player);
  showCode(code);
  flush();
}

onSubmit($("#sign-up form"), async ({ handle, password }) =>
  arrived(await post("/players", { handle, password, session: true })));
onSubmit($("#sign-in form"), async ({ handle, password }) =>
  arrived(await post("/session", { handle, password })));
onSubmit($("#recover form"), async ({ handle, recovery_code, new_password }) =>
  arrived(await post("/session", { handle, recovery_code, new_password })));
onSubmit($("#change form"), async (fields) => {
  const { recovery_code: code } = await post("/me/password", fields);
  showCode(code);
});

/** Does what a button stands for; says what went wrong, and who is signed in by now. */
async function attempt(action) {
  const said = $("#trouble");
  said.textContent = "";
  try {
    await action();
  } catch (error) {
    said.textContent = error.message;
    if (error.status === 401) show(await currentPlayer({ anew: true }).catch(() => null));
  }
}

const on = (name, action) => $(name).addEventListener("click", () => attempt(action));

on("#sign-out", async () => {
  await signOut();
  show(null);
});
on("#export", async () => {
  const data = JSON.stringify(await get("/me/export"), null, 1);
  const url = URL.createObjectURL(new Blob([data], { type: "application/json" }));
  h("a", { href: url, download: "castle.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
});
$("#erase").addEventListener("click", () => openDialog($("#erasing")));
on("#erase-now", async () => {
  $("#erasing").close();
  await request("/me", { method: "DELETE" });
  await signOut();
  show(null);
});

/** Without an answer nobody knows who is signed in, so nothing is offered. */
async function start() {
  try {
    show(await currentPlayer());
    $("#account-trouble").replaceChildren();
  } catch (error) {
    showError($("#account-trouble"), error, start);
  }
}

await start();
$("#account").dataset.ready = "1";
