/** The play page: a deal on the table, played to the end. */

import { get } from "./api.js";
import { $, copyText, openDialog, showError } from "./dom.js";
import { Game, finishingMoves, safeMove } from "./game.js";
import { Hand } from "./hand.js";
import { Keeper } from "./keeper.js";
import { delayWords, enqueue, flush, onSending, waiting } from "./outbox.js";
import { Board, replay } from "./rules.js";
import { currentPlayer } from "./session.js";
import { onSettings } from "./settings.js";
import { settings } from "./store.js";
import { Table } from "./table.js";
import { clock, dateWords, gradeText, moveWords, parText, plural, remaining, wrongMoveWords } from "./words.js";

const main = $("#play");
const { name, variant, date, number } = main.dataset;
const controls = Object.fromEntries(
  [...document.querySelectorAll("[data-do]")].map((button) => [button.dataset.do, button]),
);

class Play {
  constructor(deal) {
    this.deal = deal;
    this.par = (date ? deal.par : deal.label?.par) ?? null;
    this.game = new Game(Board.fromTexts(deal.rows, deal.foundations));
    this.keeper = new Keeper(this.game, variant ?? "board", deal.number);
    this.keeper.follow(() => {
      this.hand.cancel();
      this.show();
      this.say("The game went on in another tab.");
    });
    this.table = new Table($(".table"));
    this.hand = new Hand(this.table, {
      board: () => this.game.board,
      play: (moves) => this.move(moves),
      say: (text, options) => this.say(text, options),
      offering: () => this.showHint(),
    });
    this.clockAhead = performance.now() - Date.parse(deal.server_time);
    this.listen();
    this.show();
    if (this.game.line.length) this.say("");
    main.dataset.ready = "1";
    // Not needed for the first moves, but before the network may go.
    this.result = import("./result.js").then(({ Result }) => new Result(this));
    if (controls.hint) {
      this.advice = import("./advice.js").then(({ Advice }) => {
        this.adviser = new Advice(this);
        return this.adviser;
      });
    }
    this.position = import("./position.js");
  }

  /** The service's time, in milliseconds: the clock of this machine may be wrong. */
  get now() {
    return performance.now() - this.clockAhead;
  }

  get isSettled() {
    return this.now >= Date.parse(this.deal.settles_at);
  }

  // --------------------------------------------------------------------------------- moves

  /** Plays single moves as the player's own, and what follows by the player's settings. */
  move(moves) {
    const { game, keeper } = this;
    const spoken = moveWords(game.board, moves.at(-1));
    const all = [...moves];
    const board = game.board.copy();
    for (const move of moves) board.push(move);
    for (let move = settings.safeMoves && safeMove(board); move; move = safeMove(board)) {
      board.push(move);
      all.push(move);
    }
    const rest = settings.autoFinish ? finishingMoves(board) ?? [] : [];
    game.play([...all, ...rest]);
    if (keeper.start() && date) enqueue({ kind: "attempt", variant, date });
    if (game.board.isWon()) keeper.win();
    keeper.save();
    this.show([...all, ...rest]);
    const more = all.length + rest.length - moves.length;
    this.say(more ? `${spoken}, then ${plural(more, "card")} home` : spoken, { quiet: true });
    if (game.board.isWon()) this.won(all.length + rest.length);
  }

  /** Goes to another place of the line, by a change of the game. */
  travel(change) {
    this.hand.cancel();
    change(this.game);
    this.keeper.save();
    this.show();
    this.say(`Move ${this.game.at} of ${this.game.line.length}.`, { quiet: true });
  }

  finish() {
    const moves = finishingMoves(this.game.board);
    if (moves?.length) this.move(moves);
  }

  won(steps) {
    if (date) this.submit(this.game.text);
    // The last cards arrive before the result lies over them.
    const wait = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 500 + 90 * steps;
    setTimeout(() => this.openResult(), wait);
  }

  submit(line) {
    enqueue({ kind: "submission", variant, date, line });
  }

  async openResult() {
    (await this.result).open();
  }

  concede() {
    $("#concede").close();
    this.submit(this.game.text);
    this.say("Sending your game as it stands.");
  }

  import() {
    const field = $("#import-line");
    const { error, moves, board } = replay(this.game.start, field.value);
    const said = $("#import-said");
    if (error) {
      said.textContent = `Move ${error.index + 1}, at character ${error.offset + 1}: `
        + `${wrongMoveWords(board, field.value, error)} Nothing was changed.`;
      field.setSelectionRange(error.offset, error.offset + 2);
      field.focus();
      return;
    }
    if (!moves.length) {
      said.textContent = field.value.trim() ? "There are no moves in this text." : "Paste some moves first.";
      return;
    }
    said.textContent = "";
    $("#more").close();
    this.lay(moves);
    if (this.keeper.start() && date) enqueue({ kind: "attempt", variant, date });
    if (board.isWon()) this.keeper.win();
    this.keeper.save();
    this.show();
    this.say(`${plural(moves.length, "move")} played from the text.`);
    if (board.isWon()) this.won(0);
  }

  /** Puts a whole line on the table, in the place of what is there. */
  lay(moves) {
    this.hand.cancel();
    this.game.goTo(0);
    this.game.play(moves);
    this.game.marks = new Set(moves.keys());
  }

  /** Goes on with a line that the service has of the player, as it stands on the board. */
  resume(moves, submission, { accepted_at: accepted, elapsed_s: elapsed }) {
    const { keeper, game } = this;
    this.lay(moves);
    keeper.record.started = Date.parse(accepted) - 1000 * (elapsed ?? 0);
    if (game.board.isWon()) keeper.record.seconds = elapsed ?? 0;
    this.note(game.text, submission);
    this.show();
  }

  // --------------------------------------------------------------------------------- showing

  /** Brings the page up to date with the game; `moves` led here, and are shown one by one. */
  show(moves = []) {
    const { game } = this;
    this.table.show(game.board, moves);
    $("#moves").textContent = game.at;
    $("#par").textContent = this.par ? parText(this.par) : "–";
    $("#home-cards").textContent = game.board.foundationCards;
    controls.undo.disabled = !game.canUndo;
    controls.redo.disabled = !game.canRedo;
    controls.restart.disabled = !game.canUndo;
    const slider = $("#step");
    slider.max = game.line.length;
    slider.value = game.at;
    slider.disabled = !game.line.length;
    slider.setAttribute("aria-valuetext", `move ${game.at} of ${game.line.length}`);
    const rest = game.board.isWon() ? null : finishingMoves(game.board);
    controls.finish.hidden = !rest?.length || settings.autoFinish;
    controls.result.hidden = !game.board.isWon();
    $("#stuck").hidden = !game.board.isStuck();
    if (date) $("#give-up").hidden = game.board.isWon() || !game.at;
    if (controls.hint) {
      controls.hint.hidden = game.board.isWon() || !controls.finish.hidden;
      $("#ask-loss").hidden = game.board.isWon();
    }
    if (date) this.showDay();
    this.adviser?.update();
    main.classList.toggle("won", game.board.isWon());
    if (game.board.isWon()) this.learn("solvable");
    this.tick();
  }

  /** Shows what the day means for the result. */
  showDay() {
    const { deal, keeper } = this;
    const { closes_at: closes, settles_at: settles } = deal;
    $("#assisted").hidden = !keeper.record.helped || this.isSettled;
    $("#grade").textContent = deal.difficulty ? `${gradeText(deal.difficulty)} · ` : "";
    $("#lateness").hidden = this.now < Date.parse(closes);
    $("#lateness").textContent = this.isSettled
      ? "This day is over: a result is late, and stays off its board."
      : `This day has ended: a result counts until ${settles.slice(11, 16)} UTC, if you began before ${closes.slice(11, 16)}.`;
  }

  /** The hint's button makes the move that is shown, or says when the solver takes questions again. */
  showHint() {
    if (!controls.hint) return;
    const { offered } = this.hand;
    const rest = this.adviser?.rest ?? 0;
    const wait = rest && this.adviser.mustAsk ? rest : 0;
    $("span", controls.hint).textContent = offered ? "Make it" : wait ? `Hint in ${remaining(wait)}` : "Hint";
    controls.hint.classList.toggle("primary", Boolean(offered));
    controls.hint.disabled = wait > 0;
    controls.loss.disabled = !this.game.at || rest > 0;
  }

  /** Takes note of what has come to light of the deal: its verdict, perhaps its par. */
  learn(verdict, par = null) {
    if (verdict === "undetermined") return;
    const known = par?.proven ? par : this.found?.par ?? null;
    if (this.found?.verdict === verdict && this.found.par === known) return;
    this.found = { verdict, par: known };
    this.onFound?.();
  }

  tick() {
    $("#time").textContent = clock(this.keeper.seconds);
    $("#time").parentElement.hidden = !settings.timer;
    this.showHint();
  }

  /** Tells the player something; `quiet` is for screen readers alone. */
  say(text, { quiet = false } = {}) {
    $("#said").textContent = quiet ? "" : text;
    $("#spoken").textContent = quiet ? text : "";
  }

  // ------------------------------------------------------------------------------- listening

  listen() {
    const { game } = this;
    const actions = {
      undo: () => this.travel(() => game.undo()),
      redo: () => this.travel(() => game.redo()),
      restart: () => this.travel(() => game.goTo(0)),
      finish: () => this.finish(),
      result: () => this.openResult(),
      more: () => openDialog($("#more")),
      "ask-concede": () => {
        $("#more").close();
        openDialog($("#concede"));
      },
      concede: () => this.concede(),
      import: () => this.import(),
      "copy-line": () => this.copy(game.text || "(no moves yet)"),
      "copy-board": async () => this.copy((await this.position).formatPosition(game.board)),
      "copy-number": () => this.copy(String(this.deal.number)),
      "undo-stuck": () => this.travel(() => game.undo()),
      "restart-stuck": () => this.travel(() => game.goTo(0)),
      "concede-stuck": () => openDialog($("#concede")),
      hint: async () => (await this.advice)?.hint(),
      loss: async () => {
        $("#more").close();
        (await this.advice).findLoss();
      },
      "loss-stuck": async () => (await this.advice).findLoss(),
    };
    for (const [name, action] of Object.entries(actions)) {
      controls[name]?.addEventListener("click", action);
    }
    $("#step").addEventListener("input", ({ target }) => this.travel(() => game.goTo(Number(target.value))));
    document.addEventListener("keydown", (event) => this.onKey(event, actions));
    setInterval(() => this.tick(), 1000);
    onSettings(() => this.show());
    if (date) onSending((sending) => this.onSending(sending));
  }

  copy(text) {
    copyText(text, (said) => {
      $("#more-said").textContent = said;
    });
  }

  /** Takes note of what the service has received. */
  note(line, { id, late, status, assisted }) {
    this.keeper.note(line, { id, late, status, assisted });
  }

  onSending({ item, answer, error, delayed }) {
    if (item.variant !== variant || item.date !== date) return;
    if (item.kind === "submission" && answer) {
      this.note(item.line, answer);
      if (answer.outcome === "unfinished") {
        this.say(`Recorded: ${plural(answer.foundation_cards, "card")} on the foundations`
          + `${answer.late ? ", late and so off the board" : ""}. You can play on.`);
      }
    }
    if (item.kind === "submission" && error) this.say(`Not accepted: ${error.message}`);
    $("#waiting").hidden = !(delayed && waiting().some((other) => other.kind === "submission"));
    if (delayed) $("#waiting").textContent = delayWords(delayed);
    const failed = item.kind === "submission" ? error : undefined;
    this.result.then((result) => result.update({ error: failed, delayed }));
  }

  onKey(event, actions) {
    if (document.querySelector("dialog[open]") || event.target.matches("input, textarea, select")) return;
    const letter = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && letter === "z") {
      event.preventDefault();
      (event.shiftKey ? actions.redo : actions.undo)();
    } else if ((event.ctrlKey || event.metaKey) && letter === "y") {
      event.preventDefault();
      actions.redo();
    } else if (letter === "escape") this.hand.cancel();
    else if (settings.shortcuts && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.onShortcut(letter, actions);
    }
  }

  onShortcut(letter, actions) {
    if (/^[1-8]$/.test(letter)) this.hand.act(Number(letter), 0, { wait: true });
    else if ((letter === "h" || letter === "0") && this.hand.picked) this.hand.choose(0);
    else if (letter === "+" || letter === "-") this.hand.grow(letter === "+" ? 1 : -1);
    else if (letter === "u") actions.undo();
    else if (letter === "r") actions.redo();
    else if (letter === "f") actions.finish();
    else if (letter === "?") actions.hint();
  }
}

/** The deal that the address names, or the position that stands in it. */
async function fetchDeal() {
  if (date) return get(`/challenges/${variant}/${date}`);
  if (number) return get(`/deals/${variant}/${number}`);
  const { parsePosition } = await import("./position.js");
  const board = parsePosition(decodeURIComponent(location.hash.slice(1)));
  return { rows: board.rowTexts(), foundations: board.foundations, number: board.key() };
}

async function start() {
  try {
    const play = new Play(await fetchDeal());
    if (number) (await import("./label.js")).setUpLabel(play);
    flush();
    // Without a network there is nothing to fetch, and the deal can be played.
    if (date && (await currentPlayer().catch(() => null))) (await import("./recall.js")).recall(play);
  } catch (error) {
    if (!["ApiError", "OfflineError", "RulesError"].includes(error.name)) throw error;
    showError($(".table"), error, error.name === "RulesError" ? null : start);
  }
}

if (variant) document.title = `${name}, ${date ? dateWords(date, {}) : `deal ${number}`} · Castle`;
start();
