"""The figures of a survey as sentences, as JSON and as the rows of tables."""

import dataclasses
import json
from collections.abc import Sequence

from games.surveys.rows import Row
from games.surveys.running import Survey
from games.surveys.statistics import Spread, Summary

# So many of the hardest deals are named.
HARDEST = 10


def percent(share: float) -> str:
    """A share for people."""
    return f"{100 * share:.2f} %"


def sentences(survey: Survey, summary: Summary) -> list[str]:
    """The main figures, a line each."""
    lines = [
        f"{survey.variant.name}: {summary.deals:,} deals, seed {survey.seed}",
        f"solvable      {summary.solvable:,} ({percent(summary.share)};"
        f" 95 %: {percent(summary.low)} to {percent(summary.high)})",
        f"unsolvable    {summary.unsolvable:,}",
        f"undetermined  {summary.undetermined:,}",
    ]
    if summary.published is not None and summary.z is not None:
        lines.append(
            f"published     {percent(summary.published.share)}"
            f" ± {percent(summary.published.half_width)}; z = {z_text(summary.z)}"
        )
    for name, spread, unit in (
        ("states", summary.states["all"], ""),
        ("seconds", summary.seconds["all"], " s"),
    ):
        lines.append(f"{name:<13} {spread_text(spread, unit)}")
    lines.append(f"memory        at most {summary.most_bytes / 2**20:,.0f} MiB")
    if summary.par_asked:
        lines.append(f"par           proven for {summary.par_proven} of {summary.par_asked}")
    if summary.par is not None and summary.first_line_over_par is not None:
        lines[-1] += (
            f", median {summary.par.median:.0f}; the first line is"
            f" {percent(summary.first_line_over_par)} longer in the median"
        )
    if summary.grades:
        total = sum(summary.grades.values())
        shares = ", ".join(f"{name} {percent(n / total)}" for name, n in summary.grades.items())
        lines.append(f"difficulty    {shares}")
    return lines


def z_text(z: tuple[float, float]) -> str:
    """The z of the share; two if there are undetermined deals."""
    low, high = (f"{value:+.2f}" for value in z)
    return low if low == high else f"{low} to {high}"


def spread_text(spread: Spread, unit: str) -> str:
    """Mean and quantiles for people."""
    digits = 4 if unit else 0
    return ", ".join(
        f"{name} {value:,.{digits}f}{unit}"
        for name, value in (
            ("mean", spread.mean),
            ("median", spread.median),
            ("95 %", spread.p95),
            ("99 %", spread.p99),
            ("most", spread.most),
        )
    )


def hardest(rows: Sequence[Row]) -> list[Row]:
    """The deals that took the most states, the most first."""
    return sorted(rows, key=lambda row: -row.states)[:HARDEST]


def summary_json(survey: Survey, summary: Summary, rows: Sequence[Row]) -> str:
    """All figures, and the hardest and the undetermined deals, as JSON."""
    budget = dataclasses.asdict(survey.budget)
    data = {
        "variant": survey.slug,
        "seed": survey.seed,
        "budget": budget,
        "share": summary.share,
        **dataclasses.asdict(summary),
        "hardest": [
            {
                "index": row.index,
                "number": str(row.number),
                "verdict": row.verdict.value,
                "states": row.states,
                "seconds": row.seconds,
            }
            for row in hardest(rows)
        ],
        "undetermined_deals": [
            str(row.number) for row in rows if row.verdict.value == "undetermined"
        ],
    }
    return json.dumps(data, indent=2) + "\n"
