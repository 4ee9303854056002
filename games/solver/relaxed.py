"""Runs the relaxed game of `games.solver.wildcards`: memory, slices and the answer."""

import time

import numpy as np

from games.solver import wildcards
from games.solver.budget import SLICE_SECONDS, SUCCESSORS, Meter
from games.solver.packed import Position
from games.solver.search import settle

_NODE_BYTES = 3 * 8 + 4
_LOAD = 0.75
_FIRST_NODES = 1 << 12


class RelaxedSearch:
    """Exhaustive search of the relaxed game from a position.

    After `run`: `unsolvable` is True if the relaxed game, hence the real one, cannot be won;
    `possible` is True if the relaxed game can be won, which says nothing about the real one.
    """

    def __init__(self, position: Position, known: int = wildcards.KNOWN_RANKS) -> None:
        if not self.can_hold(position):
            raise ValueError(f"a row is longer than {wildcards.ROW_SIZE - 1} cards")
        settled, _ = settle(position)
        size = wildcards.ROW_SIZE
        rows = settled.rows
        self._start = np.zeros(8 * size, np.uint8)
        self._lengths = np.zeros(8, np.uint8)
        self._start_sets = np.zeros(8 * size, np.uint64)
        fields = np.zeros(8, np.int64)
        for number, row in enumerate(rows):
            cards = 0
            for depth, card in enumerate(row):
                self._start[size * number + depth] = card
                cards |= 1 << card
                self._start_sets[size * number + depth + 1] = cards
            self._lengths[number] = fields[number] = len(row)
        self._nodes = np.zeros(3 * _FIRST_NODES, np.uint64)
        self._stack = np.zeros(_FIRST_NODES, np.uint32)
        self._table = np.zeros(int(_FIRST_NODES / _LOAD), np.uint64)
        self._control = control = np.zeros(wildcards.CONTROL_SIZE, np.int64)
        control[wildcards.ROWS] = len(rows)
        control[wildcards.RANKS] = settled.ranks
        control[wildcards.KNOWN] = known
        tops = np.array(settled.foundations, np.int64)
        wildcards.pack_fields(fields, len(rows), tops, self._nodes)
        wildcards.insert_fields(self._table, self._nodes, 0)
        control[wildcards.STORED] = control[wildcards.OPEN] = 1
        self.possible = settled.is_won
        self.unsolvable = False
        self._counted = 0

    @staticmethod
    def can_hold(position: Position) -> bool:
        """Whether the rows are short enough for the packed fields (those of every deal are)."""
        return max(map(len, position.rows)) < wildcards.ROW_SIZE

    @property
    def states(self) -> int:
        """Relaxed positions stored so far."""
        return int(self._control[wildcards.STORED])

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return self._nodes.nbytes + self._stack.nbytes + self._table.nbytes

    def run(self, meter: Meter, most: int) -> bool:
        """Search until the end or `most` positions; False if the budget stopped it.

        To run out of `most`, or of bytes, is no stop: it only leaves both answers False.
        """
        expansions = 500
        # Growing holds the old arrays, a quarter of the new ones, for a moment.
        allowed = meter.most_nodes(self._counted, 1.25 * (_NODE_BYTES + 8 / _LOAD))
        most = min(most, allowed)
        try:
            while not self.possible:
                started = time.perf_counter()
                room = min(self._stack.size, int(self._table.size * _LOAD))
                self._control[wildcards.LIMIT] = min(most, room)
                answer = wildcards.relaxed_search(
                    self._nodes,
                    self._table,
                    self._stack,
                    self._control,
                    self._start,
                    self._lengths,
                    self._start_sets,
                    expansions,
                )
                self.possible = answer == wildcards.WON
                self.unsolvable = answer == wildcards.ENDED
                if self.possible or self.unsolvable:
                    break
                if answer == wildcards.FULL and not self._grow(most):
                    if most == allowed and meter.is_out_of_nodes(self.states - self._counted):
                        return False
                    break
                if not meter.check(self.states - self._counted, self.bytes):
                    return False
                if time.perf_counter() - started < SLICE_SECONDS / 2:
                    expansions *= 2
            return True
        finally:
            meter.note_bytes(self.bytes)
            meter.states += self.states - self._counted
            self._counted = self.states

    def _grow(self, most: int) -> bool:
        stored = self.states
        if stored + SUCCESSORS > most:
            return False
        size = min(most, 4 * self._stack.size)
        nodes = np.empty(3 * size, np.uint64)
        nodes[: 3 * stored] = self._nodes[: 3 * stored]
        stack = np.empty(size, np.uint32)
        opened = int(self._control[wildcards.OPEN])
        stack[:opened] = self._stack[:opened]
        self._nodes, self._stack = nodes, stack
        self.regrow()
        return True

    def regrow(self) -> None:
        """Move the transposition table to a fresh one that fits the room for nodes."""
        self._table = np.zeros(int(self._stack.size / _LOAD) + 1, np.uint64)
        wildcards.refill(self._nodes, self.states, self._table)
