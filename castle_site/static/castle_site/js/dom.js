/** Small helpers for building a page. */

/** An element with properties, attributes (`data-*`, `aria-*`, others) and children. */
export function h(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (value === null || value === undefined || value === false) continue;
    if (name in element && !name.startsWith("aria")) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (selector, within = document) => within.querySelector(selector);

/** An icon of the sprite in the page. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

/** Opens a dialog of the page; a click outside of it closes it. */
export function openDialog(dialog) {
  if (!dialog.dataset.ready) {
    dialog.dataset.ready = "1";
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
  if (!dialog.open) dialog.showModal();
}

/** Copies a text; where the browser forbids it, the text is shown to be copied by hand. */
export async function copyText(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    said("Copied.");
  } catch {
    const field = h("textarea", { readOnly: true, rows: 8, "aria-label": "Text to copy" });
    field.value = text;
    const close = h("button", { type: "button", "data-close": "" }, "Close");
    const dialog = h("dialog", { className: "panel" }, h("h2", {}, "Copy this text"), field, close);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    openDialog(dialog);
    field.select();
  }
}

/** Shows what went wrong in the place of the content, with a way to try again. */
export function showError(element, error, retry) {
  const button = retry && h("button", { type: "button", className: "button", onclick: retry }, "Try again");
  element.replaceChildren(h("div", { className: "notice", role: "alert" }, h("p", {}, error.message), button));
}
