/** One's own groups: making and joining them, changing and leaving them. */

import { get, post, request } from "./api.js";
import { $, h, openDialog, showError } from "./dom.js";
import { onSubmit } from "./forms.js";
import { groupCard } from "./groupcard.js";
import { parseInvitation } from "./invitation.js";
import { currentPlayer, ensurePlayer } from "./session.js";

const main = $("#groups");
const list = $("#list");
const { today } = main.dataset;

const isInvited = () => !$("#invitation").hidden;

const say = (words) => {
  $("#said").textContent = words;
};

async function show() {
  try {
    const me = await currentPlayer();
    const groups = me ? (await get("/groups")).results : [];
    const cards = groups.map((group) => groupCard(group, { me, today, act: actions }));
    const none = h("p", { className: "notice" },
      "You are in no group yet. Make one and invite friends, or join one by an invitation.");
    // Beside an invitation that would say the contrary of what is wanted.
    list.replaceChildren(...(cards.length || isInvited() ? cards : [none]));
    main.dataset.ready = "1";
  } catch (error) {
    showError(list, error, show);
  }
}

/** Asks, then does what cannot be taken back. */
function confirmed(title, words, yes, action) {
  $("#confirm-title").textContent = title;
  $("#confirm-words").textContent = words;
  $("#confirm-yes").textContent = yes;
  const dialog = $("#confirm");
  $("#confirm-yes").onclick = () => {
    dialog.close();
    act(action);
  };
  openDialog(dialog);
}

/** Does what a button stands for and shows the groups anew; says what went wrong. */
async function act(action) {
  try {
    say((await action()) ?? "");
  } catch (error) {
    say(error.message);
  }
  await show();
}

const change = ({ id }, fields) => request(`/groups/${id}`, { method: "PATCH", body: fields });
const remove = ({ id }, handle) =>
  request(`/groups/${id}/members/${handle}`, { method: "DELETE" });

const actions = {
  async rename(group, name) {
    await change(group, { name });
    say(`The group is now called ${name}.`);
    await show();
  },
  newCode: (group) => act(async () => {
    await change(group, { new_code: true });
    return "The group has a new join code.";
  }),
  handOver: (group, handle) => confirmed(
    `Hand ${group.name} over?`,
    `${handle} will be its owner, and you a member like the others.`,
    "Hand over",
    async () => {
      await change(group, { owner: handle });
      return `${handle} is the owner of ${group.name} now.`;
    },
  ),
  putOut: (group, handle) => confirmed(
    `Put ${handle} out?`,
    `${handle} can come back with an invitation; a new code prevents that.`,
    "Put out",
    async () => {
      await remove(group, handle);
      return `${handle} is out of ${group.name}.`;
    },
  ),
  async leave(group) {
    const { handle } = await currentPlayer();
    const alone = group.members.length === 1;
    const heir = group.owner === handle && !alone;
    confirmed(
      `Leave ${group.name}?`,
      alone ? "Nobody else is in it: the group will be gone."
        : heir ? "Whoever has been in it longest will be its owner." : "You can come back with an invitation.",
      "Leave",
      async () => {
        await remove(group, handle);
        return `You have left ${group.name}.`;
      },
    );
  },
  dissolve: (group) => confirmed(
    `Dissolve ${group.name}?`,
    "The group is gone for all its members. Results and ranks stay as they are.",
    "Dissolve",
    async () => {
      await request(`/groups/${group.id}`, { method: "DELETE" });
      return `${group.name} is dissolved.`;
    },
  ),
};

async function join({ id, code }) {
  await ensurePlayer();
  const group = await post(`/groups/${id}/members`, { code });
  say(`You are in ${group.name}.`);
  await show();
}

const notInvited = (error) => (error.status === 404
  ? new Error("This invitation does not hold, or holds no longer. Ask for a new one.") : error);

function showInvitation() {
  const invited = parseInvitation(location.hash);
  $("#invitation").hidden = !invited;
  if (!invited) return;
  $("#invitation-title").textContent = `You are invited to ${invited.name ? `“${invited.name}”` : "a group"}`;
  currentPlayer().then((me) => {
    $("#invited-as").textContent = me ? ` ${me.handle}` : "";
  }, () => null);
  const close = () => {
    history.replaceState(null, "", "/groups");
    $("#invitation").hidden = true;
    return show();
  };
  $("#decline").onclick = close;
  $("#accept").onclick = async ({ target }) => {
    target.disabled = true;
    try {
      await join(invited);
      await close();
    } catch (error) {
      $("#invitation-error").textContent = notInvited(error).message;
    }
    target.disabled = false;
  };
}

onSubmit($("#make"), async ({ name }) => {
  await ensurePlayer();
  const group = await post("/groups", { name });
  say(`${group.name} is made. Invite somebody.`);
  await show();
});
onSubmit($("#join"), async ({ code }) => {
  const invited = parseInvitation(code);
  if (!invited) throw new Error("There is no invitation in this text: take the whole link.");
  await join(invited).catch((error) => {
    throw notInvited(error);
  });
});
addEventListener("hashchange", () => {
  showInvitation();
  show();
});
showInvitation();
show();
