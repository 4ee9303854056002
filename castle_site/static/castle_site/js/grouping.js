/** Among whom a board is read: everybody, or a group of one's own (`?group=` in the address). */

import { get } from "./api.js";
import { $, h } from "./dom.js";
import { currentPlayer } from "./session.js";

/** The id of the group that the address names; null for everybody. */
export const chosenGroup = () => new URLSearchParams(location.search).get("group");

/** A path of the API among the chosen group. */
export function amongGroup(path) {
  const group = chosenGroup();
  if (!group) return path;
  return `${path}${path.includes("?") ? "&" : "?"}group=${encodeURIComponent(group)}`;
}

/** What an error of a board among a group means; any other error as it is. */
export function groupError(error) {
  if (!chosenGroup() || ![401, 404].includes(error.status)) return error;
  return new Error(error.status === 401
    ? "Only members see the board of a group: sign in first."
    : "This group is not there, or you are not in it.");
}

function choose(group) {
  const address = new URL(location.href);
  if (group) address.searchParams.set("group", group);
  else address.searchParams.delete("group");
  history.replaceState(null, "", address);
  keepInLinks();
}

/** Links marked `data-among` lead to other boards among the same group. */
function keepInLinks() {
  for (const link of document.querySelectorAll("a[data-among]")) {
    const address = new URL(link.href);
    address.search = location.search;
    link.href = address.pathname + address.search;
  }
}

/**
 * Fills the choice `#among` (a hidden label around a select) with the player's groups, and
 * calls back when another one has been chosen. It stays hidden to who is in no group.
 */
export async function setUpGroups(onChoose) {
  keepInLinks();
  if (!(await currentPlayer())) return;
  const { results } = await get("/groups");
  const chosen = chosenGroup();
  const select = $("#among select");
  select.replaceChildren(
    h("option", { value: "" }, "Everybody"),
    ...results.map(({ id, name }) => h("option", { value: id, selected: id === chosen }, name)),
  );
  $("#among").hidden = !results.length;
  select.onchange = () => {
    choose(select.value);
    onChoose();
  };
}
