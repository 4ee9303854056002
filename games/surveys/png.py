"""The charts of a survey as one picture, by matplotlib, which only development installs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from games.surveys.charts import COLOURS, Bars, Intervals, charts
from games.surveys.rows import Row
from games.surveys.running import Survey
from games.surveys.statistics import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INCHES = (7.0, 2.6)
DPI = 100
MOST_TICKS = 14


class MissingLibraryError(RuntimeError):
    """matplotlib is not installed."""


def draw(survey: Survey, summary: Summary, rows: Sequence[Row], path: Path) -> None:
    """Draw all charts under each other into a PNG file; MissingLibraryError."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        raise MissingLibraryError(
            "it is drawn by matplotlib, which is not installed: `make setup-dev`,"
            " or `.venv/bin/pip install matplotlib`"
        ) from error
    shown = charts(summary, rows)
    figure = Figure(figsize=(INCHES[0], INCHES[1] * len(shown)), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(f"{survey.variant.name}: {summary.deals:,} deals, seed {survey.seed}")
    for axes, chart in zip(figure.subplots(len(shown), squeeze=False)[:, 0], shown, strict=True):
        axes.set_title(chart.title, fontsize=10)
        axes.set_xlabel(chart.x_label, fontsize=8)
        axes.tick_params(labelsize=8)
        axes.spines[["top", "right"]].set_visible(False)
        if isinstance(chart, Bars):
            _bars(axes, chart)
        else:
            _intervals(axes, chart)
    # No metadata: the same survey gives the same file.
    figure.savefig(path, dpi=DPI, metadata={"Software": None})


def _bars(axes: "Axes", chart: Bars) -> None:
    below = [0] * len(chart.labels)
    places = range(len(chart.labels))
    for name, values in chart.series:
        axes.bar(places, values, bottom=below, color=COLOURS[name], label=name, width=0.85)
        below = [low + value for low, value in zip(below, values, strict=True)]
    every = -(-len(chart.labels) // MOST_TICKS)
    axes.set_xticks(list(places)[::every], chart.labels[::every])
    axes.set_ylabel(chart.y_label, fontsize=8)
    if len(chart.series) > 1:
        axes.legend(fontsize=8, frameon=False)


def _intervals(axes: "Axes", chart: Intervals) -> None:
    for height, line in enumerate(reversed(chart.lines)):
        errors = [[line.value - line.low], [line.high - line.value]]
        colour = COLOURS[line.label]
        axes.errorbar(line.value, height, xerr=errors, fmt="o", capsize=5, color=colour)
        text = f"{line.value:.2f} ({line.low:.2f} to {line.high:.2f})"
        axes.annotate(
            text, (line.value, height), (0, 9), textcoords="offset points", ha="center", fontsize=8
        )
    axes.set_yticks(range(len(chart.lines)), [line.label for line in reversed(chart.lines)])
    axes.set_ylim(-0.6, len(chart.lines) - 0.2)
    axes.set_xlim(*chart.ends)
