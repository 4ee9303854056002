/**
 * The rules of the three castle patiences: cards, positions, moves, lines, replay.
 *
 * A pure module without imports, the page's own and free to use in other clients. It agrees
 * with the Python package `games.rules` in every answer; the tests compare the two. Starting
 * layouts come from the API (`GET /api/v1/deals/{variant}/{number}`), which shuffles.
 */

export const RULES_VERSION = 1;
/** The most single moves that a line may have. */
export const MAX_LINE_MOVES = 5000;
export const RANKS = "A23456789TJQK";
export const SUITS = "CDHS";
export const ROW_COUNT = 8;
export const CARD_COUNT = 52;
/** The destination of a move to the foundation of the card's suit. */
export const HOME = 0;

/** What the rules refuse. `reason` is the stable name that the API uses as well. */
export class RulesError extends Error {
  constructor(message, { reason = "bad_text", offset = null, text = "", index = 0 } = {}) {
    super(message);
    this.name = "RulesError";
    Object.assign(this, { reason, offset, text, index });
  }
}

/** The card (0 to 51, in the order AC AD AH AS 2C … KS) of a rank 1 to 13 and a suit 0 to 3. */
export const makeCard = (rank, suit) => 4 * (rank - 1) + suit;
/** The rank of a card, 1 (ace) to 13 (king). */
export const rankOf = (card) => (card >> 2) + 1;
/** The suit of a card, 0 to 3 in the order CDHS. */
export const suitOf = (card) => card & 3;
/** The two characters of a card, rank then suit: `TC`. */
export const formatCard = (card) => RANKS[card >> 2] + SUITS[card & 3];

/** Reads a card such as `7H`; `10C` and lower case are accepted too. */
export function parseCard(text) {
  const match = /^(10|[A2-9TJQK])([CDHS])$/i.exec(text);
  if (!match) throw new RulesError("no card can be read here", { text: text.slice(0, 20), offset: 0 });
  const rank = match[1] === "10" ? "T" : match[1].toUpperCase();
  return makeCard(RANKS.indexOf(rank) + 1, SUITS.indexOf(match[2].toUpperCase()));
}

/** The two characters of a move `{source, destination}`, in lower case: `38`, `3h`. */
export const formatMove = ({ source, destination }) => `${source}${destination || "h"}`;

/** Reads a move of exactly two characters. */
export function parseMove(text) {
  const match = /^([1-8])([1-8hH])$/.exec(text);
  if (!match) throw new RulesError("no move can be read here", { text: text.slice(0, 20), offset: 0 });
  return { source: Number(match[1]), destination: Number(match[2]) || HOME };
}

/**
 * A position: `rows` is eight arrays of cards, innermost first; `foundations` the top rank of
 * each suit, 0 to 13, in the order CDHS; `moves` what was pushed so far. Rows are numbered
 * 1 to 8 in every method.
 */
export class Board {
  #moved = [];

  /** Copies rows and foundations; unless `check` is false they must hold the 52 cards once. */
  constructor(rows, foundations, { check = true } = {}) {
    this.rows = rows.map((row) => [...row]);
    this.foundations = [...foundations];
    this.moves = [];
    if (check) checkPosition(this.rows, this.foundations);
  }

  /** A board as the API writes it: rows of cards' texts, foundations such as `{C: 1, …}`. */
  static fromTexts(rows, foundations) {
    const words = (row) => (typeof row === "string" ? row.split(" ").filter(Boolean) : row);
    const tops = Array.isArray(foundations) ? foundations : [...SUITS].map((s) => foundations[s]);
    return new Board(rows.map((row) => words(row).map(parseCard)), tops);
  }

  copy() {
    const board = new Board(this.rows, this.foundations, { check: false });
    board.moves = [...this.moves];
    board.#moved = [...this.#moved];
    return board;
  }

  /** All legal moves: by source row, foundation first, then by destination row. */
  legalMoves() {
    const moves = [];
    for (let source = 1; source <= ROW_COUNT; source++) {
      for (let destination = HOME; destination <= ROW_COUNT; destination++) {
        if (this.isLegal({ source, destination })) moves.push({ source, destination });
      }
    }
    return moves;
  }

  /** The reason why a move is illegal here; null if it is legal. */
  whyIllegal({ source, destination }) {
    const known = (row, least) => Number.isInteger(row) && row >= least && row <= ROW_COUNT;
    if (!known(source, 1) || !known(destination, HOME)) return "bad_text";
    if (source === destination) return "same_row";
    const card = this.availableCard(source);
    if (card === null) return "empty_source";
    if (destination === HOME) {
      return this.foundations[suitOf(card)] === rankOf(card) - 1 ? null : "wrong_foundation";
    }
    const onto = this.availableCard(destination);
    return onto !== null && rankOf(onto) !== rankOf(card) + 1 ? "does_not_fit" : null;
  }

  isLegal(move) {
    return this.whyIllegal(move) === null;
  }

  /** Plays a move, which is not checked. */
  push(move) {
    const card = this.rows[move.source - 1].pop();
    if (move.destination === HOME) this.foundations[suitOf(card)]++;
    else this.rows[move.destination - 1].push(card);
    this.moves.push(move);
    this.#moved.push(card);
  }

  /** Takes back the last move pushed and returns it. */
  pop() {
    const move = this.moves.pop();
    const card = this.#moved.pop();
    if (move.destination === HOME) this.foundations[suitOf(card)]--;
    else this.rows[move.destination - 1].pop();
    this.rows[move.source - 1].push(card);
    return move;
  }

  /** Whether all 52 cards lie on the foundations. */
  isWon() {
    return this.foundationCards === CARD_COUNT;
  }

  /** Whether no legal move is left though the position is not won. */
  isStuck() {
    return !this.isWon() && this.legalMoves().length === 0;
  }

  /** The number of cards on the foundations, those laid by the deal included. */
  get foundationCards() {
    return this.foundations.reduce((sum, top) => sum + top, 0);
  }

  /** The numbers of the empty rows, lowest first. */
  spaces() {
    return this.rows.flatMap((row, index) => (row.length ? [] : [index + 1]));
  }

  /** The outermost card of a row, null if the row is a space. */
  availableCard(row) {
    return this.rows[row - 1].at(-1) ?? null;
  }

  /** How many outermost cards of a row form a descending run; 0 for a space. */
  runLength(row) {
    const cards = this.rows[row - 1];
    let length = Math.min(1, cards.length);
    while (length && length < cards.length && fitsOn(cards.at(-length), cards.at(-length - 1))) {
      length++;
    }
    return length;
  }

  /** The eight rows as texts, innermost card first. */
  rowTexts() {
    return this.rows.map((row) => row.map(formatCard).join(" "));
  }

  /** The canonical key: the same for positions that differ in the order of rows only. */
  key() {
    return this.rowTexts().sort().join("/");
  }
}

const fitsOn = (card, onto) => rankOf(onto) === rankOf(card) + 1;

function checkPosition(rows, foundations) {
  const refuse = (message) => {
    throw new RulesError(message);
  };
  if (rows.length !== ROW_COUNT || foundations.length !== SUITS.length) {
    refuse("a position has eight rows and four foundations");
  }
  if (!foundations.every((top) => Number.isInteger(top) && top >= 0 && top <= RANKS.length)) {
    refuse("the top rank of a foundation is 0 to 13");
  }
  const seen = new Set();
  for (const card of rows.flat()) {
    if (!Number.isInteger(card) || card < 0 || card >= CARD_COUNT) refuse("no such card");
    if (seen.has(card)) refuse(`${formatCard(card)} occurs twice`);
    if (rankOf(card) <= foundations[suitOf(card)]) {
      refuse(`${formatCard(card)} is in a row and on its foundation too`);
    }
    seen.add(card);
  }
  if (seen.size + foundations.reduce((sum, top) => sum + top, 0) !== CARD_COUNT) {
    refuse("a card is missing");
  }
}

/**
 * Reads a line token by token: `{source, destination, count, offset, text}`. Moves and
 * shorthands such as `38x4` are separated by white space, which may be left out between
 * two-character moves. Throws RulesError at the first place where no token can be read.
 * Offsets count characters (code points) from 0.
 */
export function* iterTokens(text) {
  const token = /([1-8])([1-8hH])(?:x(1[0-3]|[1-9])(?![^ \t\n\r\v\f])|(?!x))/y;
  const space = /[ \t\n\r\v\f]*/y;
  let place = 0;
  for (let index = 0; ; index++) {
    space.lastIndex = place;
    const from = place;
    place += space.exec(text)[0].length;
    if (place >= text.length) return;
    token.lastIndex = place;
    const match = token.exec(text);
    const apart = from !== place || from === 0;
    const offset = place; // in code points too: all text before it is ASCII
    const excerpt = /^[^ \t\n\r\v\f]*/.exec(text.slice(place, place + 20))[0];
    if (!match || (match[3] && (!apart || /h/i.test(match[2])))) {
      throw new RulesError("no move can be read here", { offset, text: excerpt, index });
    }
    if (index >= MAX_LINE_MOVES) {
      const message = `a line has at most ${MAX_LINE_MOVES} moves`;
      throw new RulesError(message, { reason: "line_too_long", offset, text: excerpt, index });
    }
    place += match[0].length;
    const destination = Number(match[2]) || HOME;
    const count = Number(match[3] ?? 1);
    yield { source: Number(match[1]), destination, count, offset, text: match[0] };
  }
}

/** Reads a whole line into tokens. */
export const parseLine = (text) => [...iterTokens(text)];
/** Single moves as a line: lower case, single spaces. */
export const formatLine = (moves) => moves.map(formatMove).join(" ");

/** T(n, e): the single moves that take n cards to a row by way of e spaces. */
export function sequenceCost(count, spaces) {
  if (!(count >= 1 && count <= Math.min(2 ** spaces, 13))) {
    throw new RangeError(`${count} cards cannot go by way of ${spaces} spaces`);
  }
  return count === 1 ? 1 : bestSplit(count, spaces)[0];
}

const splits = new Map();

/** T(n, e) for n > 1, and the smallest number of parked cards that gives it. */
function bestSplit(count, spaces) {
  const name = `${count} ${spaces}`;
  if (splits.has(name)) return splits.get(name);
  const most = 2 ** (spaces - 1);
  let best = [Infinity, 0];
  for (let parked = Math.max(1, count - most); parked <= Math.min(count - 1, most); parked++) {
    const rest = sequenceCost(count - parked, spaces - 1);
    const cost = 2 * sequenceCost(parked, spaces - 1) + rest;
    if (cost < best[0]) best = [cost, parked];
  }
  splits.set(name, best);
  return best;
}

/**
 * The single moves that take the outermost `count` cards of a row to another row, parked on
 * the spaces there are now, the destination not counted. Throws RulesError with the reason;
 * the board is not changed.
 */
export function expandSequence(board, source, destination, count) {
  const move = { source, destination };
  const known = (row) => Number.isInteger(row) && row >= 1 && row <= ROW_COUNT;
  const single = count === 1;
  let reason = null;
  if (single) reason = board.whyIllegal(move);
  else if (!known(source) || !known(destination) || !(count > 1)) reason = "bad_text";
  else if (source === destination || !board.rows[source - 1].length) reason = board.whyIllegal(move);
  else reason = whyNoSequence(board, source, destination, count);
  if (reason) throw new RulesError(`${formatMove(move)} cannot be played`, { reason });
  if (single) return [move];
  const moves = [];
  expand(moves, count, board.spaces().filter((row) => row !== destination), source, destination);
  return moves;
}

function whyNoSequence(board, source, destination, count) {
  if (count > board.runLength(source)) return "not_a_run";
  const onto = board.availableCard(destination);
  if (onto !== null && !fitsOn(board.rows[source - 1].at(-count), onto)) return "does_not_fit";
  const spaces = board.spaces().filter((row) => row !== destination).length;
  return count > 2 ** spaces ? "sequence_too_long" : null;
}

function expand(moves, count, spaces, source, destination) {
  if (count === 1) {
    moves.push({ source, destination });
    return;
  }
  const parked = bestSplit(count, spaces.length)[1];
  const [first, ...others] = spaces;
  expand(moves, parked, others, source, first);
  expand(moves, count - parked, others, source, destination);
  expand(moves, parked, others, first, destination);
}

/**
 * Plays a line (text, or an array of moves) on a copy of the board, up to the first wrong
 * move. Returns `{moves, board, error, outcome}`: the legal moves played, the position they
 * lead to, `{index, reason, offset}` of the first wrong move or null, and `won`,
 * `unfinished`, or null with an error.
 */
export function replay(start, line) {
  const board = new Board(start.rows, start.foundations, { check: false });
  const tokens = typeof line === "string" ? iterTokens(line) : tokensOfMoves(line);
  let offset = 0;
  const end = (reason, place) => {
    const error = reason && { index: board.moves.length, reason, offset: place };
    const outcome = error ? null : board.isWon() ? "won" : "unfinished";
    return { moves: board.moves, board, error, outcome };
  };
  try {
    for (const token of tokens) {
      ({ offset } = token);
      if (board.isWon()) return end("after_end", offset);
      if (board.moves.length >= MAX_LINE_MOVES) return end("line_too_long", offset);
      const moves = expandSequence(board, token.source, token.destination, token.count);
      if (board.moves.length + moves.length > MAX_LINE_MOVES) return end("line_too_long", offset);
      for (const move of moves) board.push(move);
    }
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return end(error.reason, error.offset ?? offset);
  }
  return end(null, null);
}

function* tokensOfMoves(moves) {
  for (const [index, move] of moves.entries()) yield { ...move, count: 1, offset: 3 * index };
}
