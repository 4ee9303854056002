/** A group of the player's as it stands on the page: boards, members, and what can be done. */

import { copyText, h } from "./dom.js";
import { onSubmit } from "./forms.js";
import { invitationText } from "./invitation.js";
import { VARIANT_NAMES, plural } from "./words.js";

/** The links to a group's boards: the days' of today, and this month's. */
function boards({ id }, today) {
  const query = `?group=${id}`;
  const link = (path, words) => h("li", {}, h("a", { href: path + query }, words));
  return h("ul", { className: "inline" },
    Object.entries(VARIANT_NAMES).map(([slug, name]) => link(`/board/${slug}/${today}`, `${name} today`)),
    link(`/standings/${today.slice(0, 7)}`, "This month"),
    link("/standings/all", "All time"));
}

function member(group, { handle, guest }, me, act) {
  const tags = [handle === group.owner && "owner", guest && "guest"].filter(Boolean);
  const others = me.handle === group.owner && handle !== me.handle;
  const button = (words, action) =>
    h("button", { type: "button", className: "link", "aria-label": `${words}: ${handle}`, onclick: action }, words);
  return h("li", {},
    h("a", { href: `/players/${handle}` }, handle), handle === me.handle ? " (you)" : "",
    tags.map((tag) => [" ", h("span", { className: "tag" }, tag)]).flat(),
    others ? [" ", button("Hand over", () => act.handOver(group, handle)),
      " ", button("Put out", () => act.putOut(group, handle))] : null);
}

function renaming(group, act) {
  const id = `rename-${group.id}`;
  const form = h("form", { className: "stack", noValidate: true },
    h("p", {}, h("label", { htmlFor: id }, "Name"),
      h("input", { id, name: "name", type: "text", required: true, maxLength: 40, value: group.name, autocomplete: "off", "aria-describedby": `${id}-error` })),
    h("p", { className: "error", id: `${id}-error` }),
    h("p", { className: "error form-error", role: "alert" }),
    h("div", { className: "buttons" }, h("button", { type: "submit" }, "Rename")));
  onSubmit(form, ({ name }) => act.rename(group, name));
  return form;
}

/** The card of a group; `act` has what its buttons do. */
export function groupCard(group, { me, today, act }) {
  const isOwner = me.handle === group.owner;
  const title = `group-${group.id}`;
  const said = h("p", { className: "small", role: "status" });
  const invite = () => copyText(invitationText(group), () => {
    said.textContent = "The invitation is copied: send it to a friend.";
  });
  const manage = h("details", {}, h("summary", {}, "Change the group"),
    renaming(group, act),
    h("p", { className: "small" }, "A new code makes all invitations sent so far worthless."),
    h("div", { className: "buttons" },
      h("button", { type: "button", onclick: () => act.newCode(group) }, "New code"),
      h("button", { type: "button", className: "danger", onclick: () => act.dissolve(group) }, "Dissolve …")));
  return h("article", { className: "box group", "aria-labelledby": title },
    h("h2", { id: title }, group.name),
    boards(group, today),
    h("h3", {}, plural(group.members.length, "member")),
    h("ul", { className: "members" }, group.members.map((each) => member(group, each, me, act))),
    h("p", {}, "Join code: ", h("span", { className: "secret" }, group.join_code)),
    h("div", { className: "buttons" },
      h("button", { type: "button", className: "primary", onclick: invite }, "Copy an invitation"),
      h("button", { type: "button", onclick: () => act.leave(group) }, "Leave …")),
    said,
    isOwner ? manage : null);
}
