"""What a survey's report draws, as data: the pictures on paper and on the page are the same."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.solver import Verdict
from games.surveys.rows import Row
from games.surveys.statistics import Summary

COLOURS = {
    "solvable": "#2f7d4f",
    "unsolvable": "#b0483a",
    "undetermined": "#8a8a8a",
    "par": "#35609b",
    "this survey": "#2f7d4f",
    "published": "#35609b",
}


@dataclass(frozen=True)
class Bars:
    """A bar chart; of several series, each bar's parts stand on each other."""

    title: str
    x_label: str
    y_label: str
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def tops(self) -> list[int]:
        """The height of each bar."""
        return [sum(values) for values in zip(*(one for _, one in self.series), strict=True)]


@dataclass(frozen=True)
class Interval:
    """One line of the chart of winnability, in per cent."""

    label: str
    low: float
    value: float
    high: float


@dataclass(frozen=True)
class Intervals:
    """A chart of shares with their intervals."""

    title: str
    x_label: str
    lines: tuple[Interval, ...]

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the axis: whole per cents with room beside all intervals."""
        low = min(line.low for line in self.lines)
        high = max(line.high for line in self.lines)
        return max(0.0, math.floor(low - 0.5)), min(100.0, math.ceil(high + 0.5))


Chart = Bars | Intervals


def charts(summary: Summary, rows: Sequence[Row]) -> list[Chart]:
    """The charts of a report; those of par and difficulty only where they were asked for."""
    found: list[Chart] = [_winnability(summary)]
    found.append(
        _by_verdict(
            "Effort: states stored",
            "states (lower end)",
            [(row.verdict, max(1, row.states)) for row in rows],
            steps=2,
            unit=1,
        )
    )
    found.append(
        _by_verdict(
            "Processor time of the verdict",
            "milliseconds (lower end)",
            [(row.verdict, max(1e-4, row.seconds)) for row in rows],
            steps=2,
            unit=1000,
        )
    )
    if summary.pars:
        first, last = min(summary.pars), max(summary.pars)
        lengths = range(first, last + 1)
        found.append(
            Bars(
                f"Par of {summary.par_proven} deals",
                "fewest moves",
                "deals",
                tuple(str(length) for length in lengths),
                (("par", tuple(summary.pars.get(length, 0) for length in lengths)),),
            )
        )
    if summary.grades:
        found.append(_difficulties(rows))
    return found


def _winnability(summary: Summary) -> Intervals:
    lines = [Interval("this survey", summary.low, summary.share, summary.high)]
    published = summary.published
    if published is not None:
        lines.append(
            Interval(
                "published",
                published.share - published.half_width,
                published.share,
                published.share + published.half_width,
            )
        )
    return Intervals(
        "Winnability with 95 % interval",
        "per cent of deals that can be won",
        tuple(
            Interval(line.label, 100 * line.low, 100 * line.value, 100 * line.high)
            for line in lines
        ),
    )


def _by_verdict(
    title: str,
    x_label: str,
    values: Iterable[tuple[Verdict, float]],
    *,
    steps: int,
    unit: float,
) -> Bars:
    """A histogram on a logarithmic axis, `steps` bars to a power of ten."""
    counts: Counter[tuple[Verdict, int]] = Counter(
        (verdict, math.floor(steps * math.log10(value))) for verdict, value in values
    )
    bins = [step for _, step in counts]
    steps_shown = range(min(bins), max(bins) + 1)
    verdicts = [verdict for verdict in Verdict if any(one is verdict for one, _ in counts)]
    return Bars(
        title,
        x_label,
        "deals",
        tuple(_short(unit * 10 ** (step / steps)) for step in steps_shown),
        tuple(
            (verdict.value, tuple(counts[verdict, step] for step in steps_shown))
            for verdict in verdicts
        ),
    )


def _short(value: float) -> str:
    """A number as a label: two digits of small ones, all before the point of others."""
    return f"{value:.2g}" if value < 10 else f"{round(value):,}"


def _difficulties(rows: Sequence[Row]) -> Bars:
    tens = Counter(min(9, row.difficulty // 10) for row in rows if row.difficulty is not None)
    return Bars(
        f"Difficulty of {sum(tens.values())} solvable deals",
        "difficulty (easy below 40, medium below 70, hard below 90, fiendish)",
        "deals",
        tuple(f"{10 * ten}-{10 * ten + 9 if ten < 9 else 100}" for ten in range(10)),
        (("solvable", tuple(tens[ten] for ten in range(10))),),
    )
