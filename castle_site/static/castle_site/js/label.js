/** The label of a deal by number: asked for once, then looked at until it is there. */

import { get, post } from "./api.js";
import { $ } from "./dom.js";
import { parText } from "./words.js";

const WAIT_MS = 1500;

/** Shows what the solver knows of the deal that is played, and lets it find out. */
export function setUpLabel(play) {
  const said = $("#label");
  const button = $("#ask-label");
  const { variant, number } = play.deal;

  const show = ({ label }) => {
    play.par = label?.par ?? null;
    play.show();
    button.hidden = Boolean(label) && label.state !== "none" && label.state !== "failed";
    said.textContent = labelWords(label);
    return label && ["queued", "running"].includes(label.state);
  };

  const ask = async () => {
    button.hidden = true;
    said.textContent = "Asking the solver …";
    try {
      let busy = show(await post(`/deals/${variant}/${number}/label`));
      while (busy) {
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
        busy = show(await get(`/deals/${variant}/${number}`));
      }
    } catch (error) {
      said.textContent = error.message;
      button.hidden = false;
    }
  };

  button.addEventListener("click", ask);
  if (show(play.deal)) ask();
}

function labelWords(label) {
  switch (label?.verdict) {
    case "solvable": {
      const grade = label.difficulty ? `, ${label.difficulty.grade}` : "";
      return label.par.proven
        ? `Solvable${grade}; par ${parText(label.par)} is proven.`
        : `Solvable${grade}; the fewest moves are ${parText(label.par)}.`;
    }
    case "unsolvable":
      return "Proven unsolvable: no line wins.";
    case "undetermined":
      return "The solver could not decide this deal.";
    default:
      return label ? "The solver is at work …" : "Can it be won? Nobody has asked yet.";
  }
}
