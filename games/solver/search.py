"""Runs the best-first kernel: memory, slices, and the way back from nodes to moves."""

import time
from dataclasses import dataclass

import numpy as np

from games.rules import Move
from games.solver import frontier
from games.solver.bounds import DEAD, extra_moves
from games.solver.budget import SLICE_SECONDS, SUCCESSORS, Meter
from games.solver.dominances import SAFE_MARGIN
from games.solver.jit import Bytes, Word, Words, count_bits, kernel
from games.solver.packed import (
    BASE,
    HIGHER,
    HOME_CODE,
    LOWER,
    Frame,
    Position,
    mixed,
    unpack,
    walk,
)

_NODE_BYTES = 32
_LOAD = 0.75
_FIRST_NODES = 1 << 12
_FIRST_SLOTS = 1 << 13
_RESERVE_NODES = 1 << 20


@kernel
def start_bound(
    w0: Word, w1: Word, w2: Word, full: Word, decode: Bytes, higher: Words, rows: int
) -> int:
    """The lower bound of a position given by its codes; DEAD or more if it is dead."""
    beneath = np.empty(64, np.uint8)
    codes = np.empty(64, np.uint8)
    row_of = np.empty(64, np.uint8)
    end_of = np.empty(64, np.uint8)
    row_sets = np.empty(16, np.uint64)
    home, ends = unpack(w0, w1, w2, full, decode, beneath, codes)
    blockers, used = walk(ends, beneath, higher, row_of, row_sets)
    if used < rows:
        ends |= np.uint64(1 << 63)
    extra = extra_moves(beneath, row_of, end_of, ends, home, blockers, full)
    return extra + count_bits(full & ~home)


def lower_bound(position: Position) -> int | None:
    """Moves that a win from here takes at least; None if the bound shows that there is no win."""
    frame = Frame.from_position(position)
    bound = _frame_bound(frame)
    return None if bound >= DEAD else bound


def _frame_bound(frame: Frame) -> int:
    w0, w1, w2 = (np.uint64(word) for word in frame.words)
    return int(start_bound(w0, w1, w2, np.uint64(frame.full), frame.decode, HIGHER, frame.rows))


def settle(position: Position, margin: int = SAFE_MARGIN) -> tuple[Position, list[Move]]:
    """Play all safe moves (none if `margin` is negative); the position then, and the moves."""
    rows = [list(row) for row in position.rows]
    foundations = list(position.foundations)
    moves: list[Move] = []
    played = margin >= 0
    while played:
        played = False
        for number, row in enumerate(rows, start=1):
            while row:
                suit, rank = row[-1] & 3, (row[-1] >> 2) + 1
                if foundations[suit] != rank - 1 or rank > min(foundations) + margin:
                    break
                row.pop()
                foundations[suit] += 1
                moves.append(Move(number, 0))
                played = True
    return Position(tuple(map(tuple, rows)), tuple(foundations), position.ranks), moves


@dataclass(frozen=True)
class Weights:
    """Priority of a node: g * moves so far + h * lower bound. A* is (1, 1)."""

    g: int
    h: int


ASTAR = Weights(1, 1)


class Search:
    """One best-first search from a position.

    `length` is that of the shortest line known, found here or given as `best` (exclusive bound of
    what is looked for). With `first` the search ends at the first line. With `blind` it is guessed
    that of positions alike but for suits one is enough; ranks up to `known_ranks` count with suits.
    """

    def __init__(
        self,
        position: Position,
        weights: Weights,
        *,
        best: int = frontier.LONGEST,
        first: bool = False,
        margin: int = SAFE_MARGIN,
        blind: bool = False,
        known_ranks: int = 0,
    ) -> None:
        if best > frontier.LONGEST:
            raise ValueError(f"lines of more than {frontier.LONGEST} moves are not searched")
        self.start = position
        self._margin = margin
        self.settled, self._forced = settle(position, margin)
        self.frame = frame = Frame.from_position(self.settled)
        self._nodes: Words = np.empty(4 * _FIRST_NODES, np.uint64)
        self._table = np.zeros(_FIRST_SLOTS << blind, np.uint32)
        self._heads = np.zeros(
            frontier.LONGEST * max(weights.g, weights.h) + 256 * weights.h, np.uint32
        )
        self._control = control = np.zeros(frontier.CONTROL_SIZE, np.int64)
        control[frontier.BEST] = best - len(self._forced)
        control[frontier.BEST_PARENT] = -1
        control[frontier.G_WEIGHT] = weights.g
        control[frontier.H_WEIGHT] = weights.h
        control[frontier.REOPEN] = weights.g == weights.h
        control[frontier.MARGIN] = margin
        control[frontier.FIRST] = first
        control[frontier.BLIND] = 1 + 4 * known_ranks if blind else 0
        self._blind = blind
        self._counted = 0
        control[frontier.ROWS] = frame.rows
        control[frontier.FULL_SET] = frame.full
        self._expansions = 2000
        self.ended = False
        bound = _frame_bound(frame)
        self.start_bound: int | None = None if bound >= DEAD else bound + len(self._forced)
        self._won_at_start = self.settled.is_won and control[frontier.BEST] > 0
        if self._won_at_start:
            control[frontier.BEST] = 0
        if self._won_at_start or bound >= DEAD or bound >= control[frontier.BEST]:
            self.ended = True
            self._cut = bound < DEAD and best == frontier.LONGEST
            return
        priority = bound * weights.h
        w0, w1, w2 = (np.uint64(word) for word in frame.words)
        self._nodes[:4] = (w0, w1, w2, bound << 43)
        frontier.insert(self._table, np.uint64(mixed(w0, w1, w2)), 0, blind)
        self._heads[priority] = 1
        control[frontier.PRIORITY] = priority
        control[frontier.STORED] = 1

    @property
    def states(self) -> int:
        """States stored so far."""
        return int(self._control[frontier.STORED])

    @property
    def _slots(self) -> int:
        return self._table.size >> self._blind

    @property
    def expanded(self) -> int:
        """Nodes expanded so far."""
        return int(self._control[frontier.EXPANDED])

    @property
    def bytes(self) -> int:
        """Memory in use: a reserved part of the nodes that was not written yet is not counted."""
        return self.states * _NODE_BYTES + self._table.nbytes + self._heads.nbytes

    @property
    def found(self) -> bool:
        """Whether a line (shorter than the one given) was found."""
        return self._won_at_start or int(self._control[frontier.BEST_PARENT]) >= 0

    @property
    def length(self) -> int:
        """Length of the shortest line known."""
        return int(self._control[frontier.BEST]) + len(self._forced)

    def tighten(self, length: int) -> None:
        """Look only for lines shorter than `length`, one of which is known from elsewhere."""
        best = length - len(self._forced)
        if best < self._control[frontier.BEST]:
            self._control[frontier.BEST] = best
            self._control[frontier.BEST_PARENT] = -1

    @property
    def exhausted(self) -> bool:
        """Whether nothing shorter than `length` exists: the search ended and no guess was used."""
        return self.ended and not self._blind and not self._control[frontier.CUT]

    @property
    def low(self) -> int:
        """Lower bound of the length of all lines shorter than `length` (A* only)."""
        if self.ended:
            return self.length
        priority = int(self._control[frontier.PRIORITY])
        return min(priority + len(self._forced), self.length)

    def words(self, number: int) -> tuple[int, int, int]:
        """The codes of a stored node (see `games.solver.packed`)."""
        w0, w1, w2 = self._nodes[4 * number : 4 * number + 3].tolist()
        return w0, w1, w2 & ((1 << 30) - 1)

    def expand(self, expansions: int, most: int) -> int:
        """Run the kernel once, for so many nodes, `most` stored; what it returned."""
        if self.ended:
            return frontier.ENDED
        limit = min(self._nodes.size // 4, int(self._slots * _LOAD))
        self._control[frontier.LIMIT] = min(limit, most)
        answer = frontier.best_first(
            self._nodes,
            self._table,
            self._heads,
            self._control,
            self.frame.decode,
            self.frame.encode,
            LOWER,
            HIGHER,
            expansions,
        )
        self.ended = answer == frontier.ENDED
        return answer

    def run(self, meter: Meter, states: int | None = None) -> bool:
        """Search until the end, the first line, so many states, or the end of the budget.

        False if it was the budget. Adds its new states to the meter's.
        """
        node_bytes = _NODE_BYTES + (8 if self._blind else 4) / _LOAD
        self._most = meter.most_nodes(self._counted, node_bytes, self._heads.nbytes)
        most = self._most if states is None else min(self._most, states)
        try:
            while not self.ended:
                started = time.perf_counter()
                answer = self.expand(self._expansions, most)
                if answer == frontier.FOUND:
                    break
                if answer == frontier.FULL and not self._grow(most, meter):
                    if most < self._most:
                        break
                    if not meter.is_out_of_nodes(self.states - self._counted):
                        meter.stopped = "bytes"
                    return False
                if not meter.check(self.states - self._counted, self.bytes):
                    return False
                spent = time.perf_counter() - started
                if answer == frontier.MORE and spent < SLICE_SECONDS / 2:
                    self._expansions *= 2
                elif spent > SLICE_SECONDS and self._expansions > 500:
                    self._expansions //= 2
            return True
        finally:
            meter.note_bytes(self.bytes)
            meter.states += self.states - self._counted
            self._counted = self.states

    def _grow(self, most: int, meter: Meter) -> bool:
        """Make room for more nodes, up to `most` in all; False if there is none."""
        stored = self.states
        if stored + SUCCESSORS > most:
            return False
        if stored + SUCCESSORS > self._nodes.size // 4:
            # Copied while small, or while there is no limit in bytes to reserve; else all that
            # may be needed is reserved at once: pages that are never written cost nothing.
            small = stored < _RESERVE_NODES or meter.budget.bytes is None
            wanted = min(most, 8 * stored) if small else self._most
            nodes = np.empty(4 * wanted, np.uint64)
            nodes[: 4 * stored] = self._nodes[: 4 * stored]
            self._nodes = nodes
        if stored + SUCCESSORS > int(self._slots * _LOAD):
            self.regrow(min(4 * self._slots, int(most / _LOAD) + 1))
        return True

    def regrow(self, slots: int = _FIRST_SLOTS) -> None:
        """Move the transposition table to a fresh one of so many entries."""
        self._table = np.zeros(slots << self._blind, np.uint32)
        frontier.rebuild(self._nodes, self._control, self.frame.decode, self._table)

    def line(self) -> list[Move]:
        """The moves of the line found, from the position given at the start."""
        steps: list[tuple[int, int]] = []
        if not self._won_at_start:
            control = self._control
            steps.append((int(control[frontier.BEST_CARD]), int(control[frontier.BEST_CODE])))
            number = int(control[frontier.BEST_PARENT])
            while number:
                word = int(self._nodes[4 * number + 3])
                steps.append((word >> 51 & 63, word >> 57 & 7))
                number = int(self._nodes[4 * number + 2]) >> 32
        moves = list(self._forced)
        position = self.settled
        for card, code in reversed(steps):
            position, played = self._step(position, card, code)
            moves += played
        return moves

    def _step(self, position: Position, card: int, code: int) -> tuple[Position, list[Move]]:
        """The position after a card went to the place of a code and all safe moves; the moves."""
        source = next(i for i, row in enumerate(position.rows) if row and row[-1] == card)
        destination = 0
        if code != HOME_CODE:
            under = int(self.frame.decode[8 * card + code])
            destination = 1 + next(
                i
                for i, row in enumerate(position.rows)
                if i != source and (row[-1] if row else BASE) == under
            )
        move = Move(source + 1, destination)
        position, safe = settle(position.play([move]), self._margin)
        return position, [move, *safe]
