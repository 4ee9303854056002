/**
 * Invitations to groups: a link whose part behind the `#` holds the group's id and join code,
 * and its name as the sender knew it. Browsers send that part to no server, so the code stays
 * out of every log.
 */

const PATTERN = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.\s]+([a-z0-9]{6,64})(?:\.([^\s.]\S*))?/i;

/** The text to send to a friend. */
export function invitationText({ id, name, join_code: code }) {
  return `Join “${name}” on Castle: ${location.origin}/groups#${id}.${code}.${encodeURIComponent(name)}`;
}

/** The `{id, code, name}` that stand in a text, be it a link or a whole message; null if none do. */
export function parseInvitation(text) {
  const found = PATTERN.exec(text);
  return found && { id: found[1].toLowerCase(), code: found[2].toLowerCase(), name: nameIn(found[3]) };
}

/**
 * The group's name in an invitation, or "" if it holds none that the service would take: anybody
 * may have written the link. Nothing in a name is unseen or turns the direction of writing.
 */
function nameIn(text = "") {
  try {
    const name = decodeURIComponent(text);
    const odd = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/u.test(name.replace(/[\u200c\u200d]/g, ""));
    return odd || [...name].length > 40 ? "" : name;
  } catch {
    return "";
  }
}
