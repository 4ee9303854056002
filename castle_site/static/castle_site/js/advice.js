/** Help on the play page: the next move, and where the line was lost. */

import { post } from "./api.js";
import { agreeToHelp } from "./consent.js";
import { $, h } from "./dom.js";
import { askHint, askPostMortem, findLoss, hintWords, lossWords } from "./help.js";
import { Lead } from "./lead.js";
import { parseMove } from "./rules.js";
import { ensurePlayer } from "./session.js";
import { remaining } from "./words.js";

const LONGER = "The solver is still searching; you may play on meanwhile …";

export class Advice {
  constructor(play) {
    this.play = play;
    this.asking = null;
    this.notice = $("#advice");
    this.loss = null;
    this.lead = null; // a line that wins, once a hint has been given
    this.restUntil = 0;
  }

  // ---------------------------------------------------------------------------------- asking

  /** Shows the next move of a line that wins; makes it if it is shown already. */
  async hint() {
    const { play } = this;
    const { offered } = play.hand;
    if (offered) {
      play.hand.choose(offered.destination);
      return;
    }
    if (play.game.board.isWon()) {
      play.say("The game is won: there is nothing to advise.");
      return;
    }
    if (!(await this.mayHelp())) return;
    const answer = this.lead?.next(play.game.board) ?? await this.ask(
      "Asking the solver for a move …", (options) => askHint(play.deal, play.game.text, options));
    if (!answer) return;
    if (answer.line) this.lead = new Lead(play.game.board, answer);
    if (!play.game.at) play.learn(answer.verdict, answer.moves_left);
    else if (answer.verdict === "solvable") play.learn("solvable");
    if (answer.verdict === "solvable") this.offer(answer);
    else if (answer.verdict === "unsolvable") this.tellLost();
    else play.say("No hint: the solver cannot tell within its limits whether this can be won.");
  }

  offer(answer) {
    const { hand, game, par } = this.play;
    const move = parseMove(answer.move);
    this.close();
    hand.offer(move);
    this.play.say(`${hintWords(game.board, move, answer, par)} “Make it” plays it.`);
  }

  tellLost() {
    const { game } = this.play;
    if (!game.at) {
      this.tell("Proven: this deal cannot be won, whatever you play.");
      return;
    }
    this.tell("Lost from here: no line wins any more.", [
      ["Where was it lost?", () => this.findLoss()],
      ["Undo", () => this.play.travel(() => game.undo())],
    ]);
  }

  /** Finds the move after which the line on the table was lost. */
  async findLoss() {
    const { play } = this;
    const { deal, game, keeper } = play;
    if (!game.at) {
      play.say("There are no moves yet: nothing is lost by you.");
      return;
    }
    if (!(await this.mayHelp({ record: true }))) return;
    const moves = [...game.board.moves];
    const line = game.text;
    let id = keeper.record.sent[line]?.id;
    const report = await this.ask("Looking for the move that lost …", async (options) => {
      if (!deal.date) return findLoss(deal, moves, options);
      if (!id) {
        const sent = await post(`/challenges/${deal.variant}/${deal.date}/submissions`, { line });
        play.note(line, sent);
        ({ id } = sent);
      }
      return askPostMortem(id, false, options);
    });
    if (!report) return;
    this.loss = { moves, report };
    if (report.last_winnable !== null) play.learn("solvable");
    else if (report.first_lost === 0) play.learn("unsolvable");
    const { last_winnable: last, first_lost: first } = report;
    const back = last !== null && first !== null
      ? [[`Back to move ${last}`, () => play.travel(() => game.goTo(last))]] : [];
    this.tell(lossWords(game.start, moves, report, play.par), back);
    this.markLoss();
    if (id && play.par?.proven) await this.tellPar(id, moves);
  }

  /** Adds how far from par the line was, which takes longer, while its loss is still told. */
  async tellPar(id, moves) {
    const { loss, play } = this;
    const words = $("p", this.notice);
    const isWanted = () => this.loss === loss && words.isConnected && !this.notice.hidden;
    try {
      const report = await askPostMortem(id, true, { isWanted });
      if (report) words.textContent = lossWords(play.game.start, moves, report, play.par);
    } catch (error) {
      if (!["ApiError", "OfflineError"].includes(error.name)) throw error; // it was an extra
    }
  }

  /** Asks the service; what goes wrong is told. Null without an answer for this position. */
  async ask(words, request) {
    const { play } = this;
    const line = play.game.text;
    if (this.rest) {
      this.tellRest();
      return null;
    }
    if (this.asking?.line === line) {
      play.say("The solver is still at your last question.");
      return null;
    }
    const question = { line };
    const isWanted = () => this.asking === question && play.game.text === line;
    this.asking = question;
    this.close();
    play.say(words);
    try {
      const answer = await request({
        isWanted,
        onAsked: () => this.noteHelp(),
        onWait: () => isWanted() && play.say(LONGER),
      });
      if (!isWanted()) return null;
      if (answer) play.say("");
      return answer;
    } catch (error) {
      if (!["ApiError", "OfflineError"].includes(error.name)) throw error;
      if (error.status === 429) this.startRest(error.retryAfter ?? 60);
      else if (isWanted()) play.say(`No answer. ${error.message}`);
      return null;
    } finally {
      if (this.asking === question) this.asking = null;
    }
  }

  // ------------------------------------------------------------------------------------ rest

  /** For how many milliseconds the service takes no more questions. */
  get rest() {
    return Math.max(0, this.restUntil - Date.now());
  }

  /** Whether the next hint takes a question. */
  get mustAsk() {
    return !this.play.hand.offered && !this.lead?.next(this.play.game.board);
  }

  startRest(seconds) {
    this.restUntil = Date.now() + 1000 * seconds;
    this.tellRest();
    this.play.show();
  }

  tellRest() {
    this.play.say(`So many questions in a short time: the solver takes the next in ${remaining(this.rest)}.`
      + " You can play on meanwhile.");
  }

  // --------------------------------------------------------------------------------- consent

  /**
   * Whether help may be asked for. On a day that is being played for the player is told
   * before the first time what it means; and there must be a player for whom it is noted.
   */
  async mayHelp({ record = false } = {}) {
    const { deal } = this.play;
    if (!deal.date) return true;
    try {
      if (!this.play.isSettled && !(await agreeToHelp(deal, { record }))) return false;
      const player = await ensurePlayer();
      // A line that was given to one player is no help that is noted for another.
      if (player.handle !== this.player?.handle) this.lead = null;
      this.player = player;
      return true;
    } catch (error) {
      if (!["ApiError", "OfflineError"].includes(error.name)) throw error;
      this.play.say(`No answer. ${error.message}`);
      return false;
    }
  }

  /** The service has noted the help with its answer: so does the page. */
  noteHelp() {
    const { deal, keeper } = this.play;
    if (!deal.date || this.play.isSettled) return;
    keeper.noteHelp(this.player.handle);
    this.play.showDay();
  }

  // ----------------------------------------------------------------------------------- words

  /** Tells something under the table, with ways to go on: pairs of words and an action. */
  tell(words, actions = []) {
    const button = ([name, action]) =>
      h("button", { type: "button", onclick: () => {
        this.close();
        action();
      } }, name);
    const close = h("button", { type: "button", className: "quiet", onclick: () => this.close() }, "Close");
    this.notice.replaceChildren(h("p", {}, words), ...actions.map(button), close);
    this.notice.hidden = false;
    this.about = this.play.game.text;
    this.play.say("");
  }

  close() {
    this.notice.hidden = true;
  }

  /** Brings what is told up to date with the game: advice is about one position. */
  update() {
    if (this.about !== this.play.game.text) this.close();
    this.markLoss();
  }

  /** Marks on the slider where the line was lost, as long as it is the line on the table. */
  markLoss() {
    const tick = $("#lost-tick");
    const { line, at } = this.play.game;
    const first = this.loss?.report.first_lost ?? null;
    const same = first !== null && this.loss.moves.slice(0, first).every((move, index) =>
      move.source === line[index]?.source && move.destination === line[index].destination);
    tick.hidden = !same;
    if (!same) return;
    tick.style.setProperty("--part", first / line.length);
    const words = `move ${at} of ${line.length}${at === first ? ", which lost" : ""}`;
    $("#step").setAttribute("aria-valuetext", words);
  }
}
