/** The post-mortem of a replayed line: where it was lost, or where it gave moves away. */

import { get } from "./api.js";
import { agreeToHelp, noteHelp } from "./consent.js";
import { $, h } from "./dom.js";
import { Film } from "./film.js";
import { askPostMortem, costlyMoves, findLoss, lossWords } from "./help.js";
import { currentPlayer } from "./session.js";
import { plural } from "./words.js";

const LONGER = "The solver is still searching …";

export class Autopsy {
  /**
   * `submission` is accepted; `films` are those of the replay, the submitted line first. On a
   * day that is not settled the player is told first what help means.
   */
  constructor({ player, challenge, submission, settled, films, deal }) {
    Object.assign(this, { player, challenge, submission, settled, films, deal });
    this.moves = films[0].moves;
    this.said = $("#post-mortem-said");
    this.button = $("#post-mortem");
    this.won = submission.outcome === "won";
    this.button.textContent = this.won ? "Where were moves given away?" : "Where was it lost?";
    const over = challenge.par.proven && submission.move_count > challenge.par.high;
    this.button.onclick = () => this.start();
    // Only who has played a line can have the service follow its par.
    if (!this.won) this.button.hidden = false;
    else if (over) this.isOwn().then((own) => { this.button.hidden = !own; }).catch(() => null);
  }

  /** Whether the line is the player's own; after settling also others' can be seen. */
  async isOwn() {
    if (!this.settled) return true;
    if (!(await currentPlayer())) return false;
    const { variant, date } = this.challenge;
    const { standing, late } = await get(`/challenges/${variant}/${date}/standings/me`);
    return [standing?.submission, late?.submission].includes(this.submission.id);
  }

  async start() {
    try {
      if (!this.settled && !(await agreeToHelp(this.challenge, { won: this.won }))) return;
      this.button.disabled = true;
      this.tell("Asking the solver …");
      await this.ask(await this.isOwn());
      this.button.hidden = true;
    } catch (error) {
      if (!["ApiError", "OfflineError"].includes(error.name)) throw error;
      this.tell(`No answer. ${error.message}`);
      this.button.disabled = false;
    }
  }

  async ask(own) {
    const onAsked = async () => {
      if (!this.settled) noteHelp(this.challenge, (await currentPlayer()).handle);
    };
    const options = { onAsked, onWait: () => this.tell(LONGER) };
    const { id } = this.submission;
    if (this.won) {
      this.showCosts(await askPostMortem(id, true, options));
      return;
    }
    const report = own ? await askPostMortem(id, false, options)
      : await findLoss({ variant: this.challenge.variant, number: this.challenge.number }, this.moves, options);
    this.showLoss(report);
    if (!own || !this.challenge.par.proven) return;
    // How far from par it was takes longer, and is an extra.
    const more = await askPostMortem(id, true).catch(() => null);
    if (more) this.showLoss(more);
  }

  showLoss(report) {
    const { last_winnable: last, first_lost: first, winning_line: winning } = report;
    const words = lossWords(this.deal, this.moves, report, this.challenge.par);
    const actions = [];
    if (first !== null) {
      this.player.mark(new Map([[first, first ? "here the deal was lost" : "lost from the start"]]));
      actions.push([`Go to move ${first}`, () => this.player.show(first, true)]);
    }
    if (winning && last !== null) actions.push(["Show how it could still be won", () => this.showWin(last, winning)]);
    this.tell(words, actions);
  }

  /** Puts a line that wins beside the submitted one, at the place where they part. */
  showWin(last, winning) {
    const line = `${this.submission.line.split(" ").slice(0, last).join(" ")} ${winning}`;
    const film = new Film(this.deal, line, `Won from move ${last}`);
    this.player.load([this.films[0], film]);
    this.player.show(last, true);
  }

  showCosts(report) {
    const found = costlyMoves(report, this.challenge.par);
    const marks = new Map(found.map(({ index, cost }) => [index, `${plural(cost, "move")} given away`]));
    this.player.mark(marks);
    if (!found.length) {
      this.tell("The solver cannot tell where: the pars on the way are not proven.");
      return;
    }
    const actions = found.slice(0, 8).map(({ after, index, cost }) => {
      const where = index - after > 1 ? `between ${after} and ${index}` : `by move ${index}`;
      return [`+${cost} ${where}`, () => this.player.show(index, true)];
    });
    this.tell(`Moves over par were given away at ${plural(found.length, "place")}:`, actions);
  }

  /** Tells something, with buttons for what follows from it: pairs of words and an action. */
  tell(words, actions = []) {
    this.said.replaceChildren(h("p", {}, words), ...actions.map(([name, action]) =>
      h("button", { type: "button", onclick: action }, name)));
  }
}
