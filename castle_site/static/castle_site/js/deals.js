/** Any deal: by its number, by chance, or by the text of a position. */

import { $ } from "./dom.js";
import { formatPosition, parsePosition } from "./position.js";

const form = $("#by-number");
const field = $("#number");
const said = $("#number-error");

/** A deal number by chance, of the whole range. */
function randomNumber() {
  const limit = 10n ** 20n - 1n;
  for (;;) {
    const [high, middle, low] = crypto.getRandomValues(new Uint32Array(3));
    const number = ((BigInt(high) & 7n) << 64n) + (BigInt(middle) << 32n) + BigInt(low);
    if (number > 0n && number <= limit) return number.toString();
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const digits = field.value.trim().replace(/^0+/, "");
  if (!/^[0-9]{1,20}$/.test(digits)) {
    said.textContent = "A deal number is a whole number from 1 to 99999999999999999999.";
    field.setAttribute("aria-invalid", "true");
    field.focus();
    return;
  }
  location.href = `/deals/${new FormData(form).get("variant")}/${digits}`;
});

$("#by-chance").addEventListener("click", () => {
  field.value = randomNumber();
  said.textContent = "";
  field.removeAttribute("aria-invalid");
});

$("#by-board").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("#board-text");
  try {
    location.href = `/deals/board#${encodeURIComponent(formatPosition(parsePosition(text.value)))}`;
  } catch (error) {
    if (error.name !== "RulesError") throw error;
    $("#board-error").textContent = `This is no board: ${error.message}${error.text ? ` (${error.text})` : ""}.`;
    text.focus();
  }
});
