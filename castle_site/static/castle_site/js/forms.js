/** Forms that are sent as JSON, with what the service says of their fields beside these. */

import { $ } from "./dom.js";

/**
 * Sends a form by `send(fields)`. What the service says of a field stands in the element
 * `#ID-error`, all else in the form's `.form-error`.
 */
export function onSubmit(form, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = $("button[type=submit]", form);
    for (const said of form.querySelectorAll(".error")) said.textContent = "";
    for (const field of form.querySelectorAll("input")) field.removeAttribute("aria-invalid");
    button.disabled = true;
    try {
      await send(Object.fromEntries(new FormData(form)));
      form.reset();
    } catch (error) {
      explain(form, error);
    } finally {
      button.disabled = false;
    }
  });
}

function explain(form, error) {
  let placed = false;
  for (const field of form.querySelectorAll("input")) {
    const words = error.field?.(`/${field.name}`);
    if (!words) continue;
    $(`#${field.id}-error`).textContent = words;
    field.setAttribute("aria-invalid", "true");
    if (!placed) field.focus();
    placed = true;
  }
  if (!placed) $(".form-error", form).textContent = error.message;
}
