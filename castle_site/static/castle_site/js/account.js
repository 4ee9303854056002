/** Signing in, signing up, keeping a guest's results, and leaving. */

import { get, post, request } from "./api.js";
import { $, h, openDialog } from "./dom.js";
import { onSubmit } from "./forms.js";
import { flush } from "./outbox.js";
import { currentPlayer, setPlayer, signOut } from "./session.js";
import { dateWords } from "./words.js";

const places = ["visitor", "guest", "registered"];

function show(player) {
  const kind = player === null ? "visitor" : player.guest ? "guest" : "registered";
  for (const name of places) $(`#${name}`).hidden = name !== kind;
  $("#sign-up").hidden = kind === "registered";
  $("#sign-in").hidden = kind === "registered";
  $("#own-data").hidden = kind === "visitor";
  if (!player) return;
  for (const element of document.querySelectorAll(".own-handle")) element.textContent = player.handle;
  for (const link of document.querySelectorAll(".own-profile")) link.href = `/players/${player.handle}`;
  $("#since").textContent = `Since ${dateWords(player.created_at.slice(0, 10), {})}.`;
}

/** Shows a recovery code, which is given once. */
function showCode(code) {
  if (!code) return;
  $("#code").textContent = code;
  openDialog($("#recovery"));
}

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

$("#sign-out").addEventListener("click", async () => {
  await signOut();
  show(null);
});
$("#export").addEventListener("click", async () => {
  const data = JSON.stringify(await get("/me/export"), null, 1);
  const url = URL.createObjectURL(new Blob([data], { type: "application/json" }));
  h("a", { href: url, download: "castle.json" }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
});
$("#erase").addEventListener("click", () => openDialog($("#erasing")));
$("#erase-now").addEventListener("click", async () => {
  await request("/me", { method: "DELETE" });
  $("#erasing").close();
  await signOut();
  show(null);
});

show(await currentPlayer().catch(() => null));
$("#account").dataset.ready = "1";
