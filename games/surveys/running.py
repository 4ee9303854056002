"""Deciding the deals of a survey, in one process or several."""

import multiprocessing
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice

from games.difficulty import difficulty
from games.rules import Variant, deal, get_variant
from games.sampling import sampled_number
from games.solver import Budget, Verdict, find_par, solve, warm_up
from games.surveys.rows import Row


@dataclass(frozen=True)
class Survey:
    """What is surveyed: the deals of a sample, how many of them closely, within which budget."""

    slug: str
    seed: int
    deals: int
    par_deals: int
    difficulty_deals: int
    budget: Budget

    @property
    def variant(self) -> Variant:
        """The game."""
        return get_variant(self.slug)

    def is_enough(self, row: Row) -> bool:
        """Whether all that is asked of a deal is in its row."""
        if row.verdict is not Verdict.solvable:
            return True
        return not (
            (row.index < self.par_deals and row.par_states is None)
            or (row.index < self.difficulty_deals and row.difficulty is None)
        )


def run_deal(survey: Survey, index: int) -> Row:
    """Decide one deal, and search for its par and measure its difficulty if that is asked for."""
    variant = survey.variant
    number = sampled_number(variant, survey.seed, index)
    board = deal(variant, number)
    started = time.process_time()
    result = solve(board, survey.budget)
    seconds = time.process_time() - started
    solvable = result.verdict is Verdict.solvable
    low, high = result.par_low, result.par_high
    par_states = par_seconds = None
    if solvable and index < survey.par_deals:
        started = time.process_time()
        par = find_par(board, survey.budget, known_line=result.line, known_low=low or 0)
        par_states, par_seconds = par.states, round(time.process_time() - started, 4)
        low, high = par.par_low, par.par_high
    hard = difficulty(variant, number) if solvable and index < survey.difficulty_deals else None
    return Row(
        index=index,
        number=number,
        verdict=result.verdict,
        moves=result.moves,
        par_low=low,
        par_high=high,
        states=result.states,
        seconds=round(seconds, 4),
        peak_bytes=result.peak_bytes,
        stopped=result.stopped or "",
        solver_version=result.solver_version,
        par_states=par_states,
        par_seconds=par_seconds,
        difficulty=hard,
    )


def run_deals(survey: Survey, indexes: Iterable[int], jobs: int) -> Iterator[Row]:
    """The rows of the deals, as they are done; each process holds one deal at a time."""
    if jobs == 1:
        warm_up()
        yield from (run_deal(survey, index) for index in indexes)
        return
    waiting = iter(indexes)
    # Not forked: a child must not share what Django and numba have opened here.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=warm_up) as pool:
        running = {pool.submit(run_deal, survey, index) for index in islice(waiting, 2 * jobs)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {
                    pool.submit(run_deal, survey, index) for index in islice(waiting, len(done))
                }
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
