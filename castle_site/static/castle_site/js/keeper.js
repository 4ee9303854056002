/** Keeps a game in the browser: across reloads, and the same in every tab. */

import { gameName, onChange, read, writeGame } from "./store.js";

/**
 * The record of a deal's game: the line with its place, when the first move was made
 * (`started`, milliseconds), how long the win took (`seconds`), and which lines the service
 * has (`sent`: line to submission), and who has been helped with it (`helped`: a handle).
 */
export class Keeper {
  constructor(game, variant, number) {
    this.game = game;
    this.name = gameName(variant, number);
    this.record = { started: null, seconds: null, sent: {}, helped: null };
    this.take(read(this.name));
  }

  /** Takes up a kept record; false if there is none, or none that fits the deal. */
  take(kept) {
    if (!kept || !this.game.load(kept)) return false;
    this.record = { started: kept.started, seconds: kept.seconds, sent: kept.sent ?? {}, helped: kept.helped ?? null };
    return true;
  }

  /** Calls back after another tab has moved. */
  follow(callback) {
    onChange(this.name, (kept) => {
      const before = this.game.text;
      if (this.take(kept) && before !== this.game.text) callback();
    });
  }

  save() {
    writeGame(this.name, { ...this.game.save(), ...this.record });
  }

  /** Starts the clock with the first move; false if it runs already. */
  start() {
    if (this.record.started !== null) return false;
    this.record.started = Date.now();
    return true;
  }

  /** Seconds since the first move, until the win. */
  get seconds() {
    if (this.record.seconds !== null) return this.record.seconds;
    return this.record.started === null ? 0 : (Date.now() - this.record.started) / 1000;
  }

  win() {
    if (this.record.seconds === null) this.record.seconds = this.seconds;
  }

  /** Notes that the service was asked for help, and for whom. */
  noteHelp(handle) {
    this.record.helped = handle;
    this.save();
  }

  /** Notes that the service has received a line. */
  note(line, submission) {
    this.record.sent[line] = submission;
    this.save();
  }
}
