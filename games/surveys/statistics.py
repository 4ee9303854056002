"""What a survey's rows come to."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.difficulty import Grade, grade_of
from games.solver import Verdict
from games.surveys.rows import Row

# The standard normal distribution's 97.5 % quantile.
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Published:
    """A published share of solvable deals, with half of its 95 % interval; and where."""

    share: float
    half_width: float
    source: str


_SOURCE = (
    "Blake and Gent, The Winnability of Klondike Solitaire and Many Other Patience Games"
    " (2 million deals each)"
)
PUBLISHED = {
    "beleaguered-castle": Published(0.68170, 0.00099, _SOURCE),
    "streets-and-alleys": Published(0.51187, 0.00186, _SOURCE),
}


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927); (0, 1) without trials."""
    if not trials:
        return 0.0, 1.0
    share, square = hits / trials, Z95 * Z95
    middle = share + square / (2 * trials)
    half = Z95 * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    # At the ends the formula is exact but for rounding.
    low = 0.0 if hits == 0 else (middle - half) / scale
    high = 1.0 if hits == trials else (middle + half) / scale
    return low, high


def z_score(hits: int, trials: int, published: Published) -> float:
    """How many standard errors, ours and theirs together, our share lies above the published."""
    ours = published.share * (1 - published.share) / trials
    theirs = (published.half_width / Z95) ** 2
    return (hits / trials - published.share) / math.sqrt(ours + theirs)


@dataclass(frozen=True)
class Spread:
    """Mean and quantiles of a measure."""

    count: int
    mean: float
    median: float
    p95: float
    p99: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        """The spread of at least one value; a quantile is the least value that so many reach."""
        ordered = sorted(values)

        def quantile(share: float) -> float:
            return ordered[max(0, math.ceil(share * len(ordered)) - 1)]

        return cls(
            len(ordered),
            statistics.fmean(ordered),
            quantile(0.5),
            quantile(0.95),
            quantile(0.99),
            ordered[-1],
        )


@dataclass(frozen=True)
class Summary:
    """All figures of a survey.

    `low` and `high` are the 95 % interval of winnability: the lower end counts the
    undetermined deals as unsolvable, the upper one as solvable. `z` has both readings too.
    """

    deals: int
    solvable: int
    unsolvable: int
    undetermined: int
    low: float
    high: float
    published: Published | None
    z: tuple[float, float] | None
    states: dict[str, Spread]
    seconds: dict[str, Spread]
    most_bytes: int
    pars: dict[int, int]
    par_asked: int
    par: Spread | None
    first_line_over_par: float | None
    grades: dict[str, int]
    solver_versions: tuple[str, ...]

    @property
    def share(self) -> float:
        """The deals that are proven solvable, of all."""
        return self.solvable / self.deals

    @property
    def par_proven(self) -> int:
        """Deals whose par was asked for and proven."""
        return sum(self.pars.values())


def summarise(rows: Sequence[Row], slug: str) -> Summary:
    """The figures of at least one row of a variant."""
    counts = Counter(row.verdict for row in rows)
    deals, solvable = len(rows), counts[Verdict.solvable]
    maybe = solvable + counts[Verdict.undetermined]
    published = PUBLISHED.get(slug)
    asked = [row for row in rows if row.par_states is not None]
    proven = [(row.par, row.moves) for row in asked if row.par is not None]
    pars = [par for par, _ in proven if par is not None]
    ratios = [moves / par for par, moves in proven if par and moves is not None]
    graded = Counter(grade_of(row.difficulty) for row in rows if row.difficulty is not None)
    return Summary(
        deals=deals,
        solvable=solvable,
        unsolvable=counts[Verdict.unsolvable],
        undetermined=counts[Verdict.undetermined],
        low=wilson(solvable, deals)[0],
        high=wilson(maybe, deals)[1],
        published=published,
        z=(z_score(solvable, deals, published), z_score(maybe, deals, published))
        if published is not None
        else None,
        states=_spreads(rows, [float(row.states) for row in rows]),
        seconds=_spreads(rows, [row.seconds for row in rows]),
        most_bytes=max(row.peak_bytes for row in rows),
        pars=dict(sorted(Counter(pars).items())),
        par_asked=len(asked),
        par=Spread.of([float(par) for par in pars]) if pars else None,
        first_line_over_par=statistics.median(ratios) - 1 if ratios else None,
        grades={grade.value: graded[grade] for grade in Grade} if graded else {},
        solver_versions=tuple(sorted({row.solver_version for row in rows})),
    )


def _spreads(rows: Sequence[Row], values: Sequence[float]) -> dict[str, Spread]:
    """The spread of a measure over all rows and by verdict, where there are any."""
    found = {"all": Spread.of(values)}
    for verdict in Verdict:
        some = [value for row, value in zip(rows, values, strict=True) if row.verdict is verdict]
        if some:
            found[verdict.value] = Spread.of(some)
    return found
