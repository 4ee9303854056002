/** What the player sees after a win: moves, par, rank, and where to go on. */

import { OfflineError, get } from "./api.js";
import { $, copyText, h, openDialog } from "./dom.js";
import { delayWords, waiting } from "./outbox.js";
import { currentPlayer } from "./session.js";
import { shareText } from "./share.js";
import { clock, plural, signed } from "./words.js";

export class Result {
  constructor(play) {
    this.play = play;
    this.standing = null;
    this.dialog = $("#result");
    $("[data-do=share]").hidden = !play.deal.variant;
    $("[data-do=share]", this.dialog).addEventListener("click", () => this.share());
  }

  open() {
    this.update();
    openDialog(this.dialog);
  }

  /** Brings the panel up to date with what the service has said so far. */
  update({ error, delayed } = {}) {
    const { game, keeper, par, deal } = this.play;
    if (!game.board.isWon()) return;
    const line = game.text;
    const over = par?.high === null || !par ? null : game.at - par.high;
    $("#result-words").textContent = praise(over, par);
    $("#result-facts").replaceChildren(
      fact("Moves", game.at),
      fact(par?.proven ? "Par, proven" : "Best known", par?.high ?? "–"),
      fact("Over par", over === null ? "–" : signed(over)),
      // Of a line played elsewhere the time may be unknown.
      fact("Time", keeper.seconds ? clock(keeper.seconds) : "–"),
    );
    const said = $("#result-said");
    const sent = keeper.record.sent[line];
    if (!deal.date) said.textContent = "A game for practice: nothing is sent.";
    else if (error) said.textContent = `Not accepted: ${error.message}`;
    else if (sent) this.showSent(sent, said);
    else if (waiting().some((item) => item.line === line)) {
      if (delayed) said.textContent = delayWords(delayed);
      else if (!navigator.onLine) said.textContent = delayWords(new OfflineError());
      else said.textContent = "Sending your line: every move is replayed before it counts …";
    } else said.textContent = "";
    const link = $("#result-replay");
    link.hidden = !sent;
    if (sent) link.href = `/replay/${sent.id}`;
    this.showKeep();
  }

  /** A guest is told how the result can be kept. */
  async showKeep() {
    const keep = $("#result-keep");
    if (!keep) return;
    const player = await currentPlayer().catch(() => null);
    keep.hidden = !player?.guest;
  }

  async showSent(sent, said) {
    if (sent.late) {
      said.textContent = "Accepted, but late: this day is over, so the result stays off its board.";
      return;
    }
    if (!this.standing) said.textContent = "Accepted: every move was replayed.";
    try {
      const { variant, date } = this.play.deal;
      this.standing = await get(`/challenges/${variant}/${date}/standings/me`);
    } catch {
      return;
    }
    const { rank, ranked_total: total, standing, hidden } = this.standing;
    if (hidden) said.textContent = "Accepted. A moderator has taken your results off the boards.";
    else if (standing?.section === "assisted") {
      said.textContent = "Accepted. Won with help: it stands on the board below the ranks.";
    } else if (rank) said.replaceChildren("Accepted. You are at ", h("strong", {}, `rank ${rank}`), ` of ${total}.`);
    if (standing && standing.moves < this.play.game.at) {
      said.append(` Your best line there has ${standing.moves} moves.`);
    }
  }

  share() {
    const { game, keeper, par, deal } = this.play;
    const { variant, date, number } = deal;
    const { rank, ranked_total: total } = this.standing ?? {};
    const text = shareText({
      variant, date, number, moves: game.at, par, seconds: keeper.seconds, rank, total,
      assisted: Boolean(keeper.record.sent[game.text]?.assisted),
    });
    copyText(text, (words) => {
      $("#share-said").textContent = words;
    });
  }
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)));

/** How good a win is, in words. */
function praise(over, par) {
  if (over === null) return "All 52 cards are home.";
  if (over < 0) return "Shorter than the best line known.";
  if (over === 0) return par.proven ? "Par: no line can be shorter." : "As short as the best line known.";
  return `${plural(over, "move")} over ${par.proven ? "par" : "the best line known"}.`;
}
