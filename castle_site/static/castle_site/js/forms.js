/** Forms that are sent as JSON, with what the service says of their fields beside these. */

import { $ } from "./dom.js";

/**
 * Sends a form by `send(fields)`, unless a field that it needs is empty. What is wrong with a
 * field stands in the element `#ID-error`, all else in the form's `.form-error`.
 */
export function onSubmit(form, send) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = $("button[type=submit]", form);
    for (const said of form.querySelectorAll(".error")) said.textContent = "";
    for (const field of form.querySelectorAll("input")) field.removeAttribute("aria-invalid");
    const missing = [...form.querySelectorAll("input[required]")].filter((field) => !field.value.trim());
    for (const field of missing) complain(field, `${field.labels[0].textContent} is missing.`);
    if (missing.length) {
      missing[0].focus();
      return;
    }
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

function complain(field, words) {
  $(`#${field.id}-error`).textContent = words;
  field.setAttribute("aria-invalid", "true");
}

function explain(form, error) {
  let placed = false;
  for (const field of form.querySelectorAll("input")) {
    const words = error.field?.(`/${field.name}`);
    if (!words) continue;
    complain(field, words);
    if (!placed) field.focus();
    placed = true;
  }
  if (!placed) $(".form-error", form).textContent = error.message;
}
