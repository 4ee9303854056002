"""The report of a survey as one HTML page that needs nothing else."""

from collections.abc import Sequence
from html import escape

from games.surveys.charts import charts
from games.surveys.rows import Row
from games.surveys.running import Survey
from games.surveys.statistics import Spread, Summary
from games.surveys.svg import svg
from games.surveys.text import hardest, percent, sentences

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #ccc; text-align: right }
th:first-child, td:first-child { text-align: left }
svg { width: 100%; height: auto; margin: 1rem 0 }
pre { overflow-x: auto }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818 } }
"""


def report(survey: Survey, summary: Summary, rows: Sequence[Row]) -> str:
    """The whole page."""
    title = f"{survey.variant.name}: {summary.deals:,} deals"
    head, *lines = sentences(survey, summary)
    source = f"<p>Published: {escape(summary.published.source)}.</p>" if summary.published else ""
    pictures = "\n".join(f"<figure>{svg(chart)}</figure>" for chart in charts(summary, rows))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(head)}</h1>
<pre>{escape(chr(10).join(lines))}</pre>
<p>The interval is Wilson's for 95 %; its lower end counts undetermined deals as unsolvable, its
upper end as solvable. Solver {escape(", ".join(summary.solver_versions))}.</p>
{source}
{pictures}
<h2>States stored</h2>
{_spreads(summary.states, 0)}
<h2>Processor seconds of the verdict</h2>
{_spreads(summary.seconds, 4)}
{_grades(summary)}
<h2>The hardest deals</h2>
{_hardest(rows)}
</body>
</html>
"""


def _table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "\n".join(["<table>", line(head, "th"), *(line(row, "td") for row in body), "</table>"])


def _spreads(spreads: dict[str, Spread], digits: int) -> str:
    return _table(
        ("deals", "count", "mean", "median", "95 %", "99 %", "most"),
        [
            (
                name,
                f"{one.count:,}",
                *(
                    f"{value:,.{digits}f}"
                    for value in (one.mean, one.median, one.p95, one.p99, one.most)
                ),
            )
            for name, one in spreads.items()
        ],
    )


def _grades(summary: Summary) -> str:
    if not summary.grades:
        return ""
    total = sum(summary.grades.values())
    rows = [(name, f"{count:,}", percent(count / total)) for name, count in summary.grades.items()]
    return "<h2>Difficulty</h2>\n" + _table(("grade", "deals", "share"), rows)


def _hardest(rows: Sequence[Row]) -> str:
    return _table(
        ("deal number", "verdict", "states", "seconds"),
        [
            (str(row.number), row.verdict.value, f"{row.states:,}", f"{row.seconds:.2f}")
            for row in hardest(rows)
        ],
    )
