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
    play.deal.label = label;
    play.par = label?.par ?? play.found?.par ?? null;
    play.show();
    const isAsked = Boolean(label) && label.state !== "none" && label.state !== "failed";
    const decided = ["solvable", "unsolvable"].includes(label?.verdict);
    button.hidden = isAsked || play.found?.verdict === "unsolvable";
    button.textContent = play.found ? "Ask how hard it is" : "Ask the solver";
    said.textContent = (!decided && foundWords(play.found)) || labelWords(label);
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
  // A hint or the player's own win may tell before the label does.
  play.onFound = () => show(play.deal);
  if (show(play.deal)) ask();
}

/** What has come to light while playing; null where nothing has. */
function foundWords(found) {
  if (!found) return null;
  if (found.verdict === "unsolvable") return "Proven unsolvable: no line wins.";
  return found.par ? `It can be won; par ${parText(found.par)} is proven.` : "It can be won.";
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
      return label ? "The solver is at work …" : "Can it be won? Not known yet.";
  }
}
