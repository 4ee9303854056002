/** The example on the page of the rules. */

import { $ } from "./dom.js";
import { miniMarkup } from "./mini.js";

const place = $("#example");
place.insertAdjacentHTML("afterbegin", miniMarkup({
  rows: place.dataset.rows.split("/"),
  foundations: { C: 1, D: 1, H: 1, S: 1 },
}));
