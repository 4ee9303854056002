"""The charts of a survey as SVG, for the page of the report."""

from html import escape

from games.surveys.charts import COLOURS, Bars, Chart, Intervals

WIDTH, HEIGHT = 700, 240
LEFT, RIGHT, TOP, BOTTOM = 70, 12, 28, 46
MOST_TICKS = 14


def svg(chart: Chart) -> str:
    """A chart as an SVG element that describes itself."""
    inner = _bars(chart) if isinstance(chart, Bars) else _intervals(chart)
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.title)}">',
        _text(middle, 16, chart.title, size=14),
        *inner,
        _text(middle, HEIGHT - 8, chart.x_label),
        "</svg>",
    ]
    return "\n".join(parts)


def _bars(chart: Bars) -> list[str]:
    most = max(1, *chart.tops)
    width = (WIDTH - LEFT - RIGHT) / len(chart.labels)
    floor = HEIGHT - BOTTOM
    scale = (floor - TOP) / most
    parts = [_line(LEFT, floor, WIDTH - RIGHT, floor)]
    for share in (0.5, 1.0):
        y = floor - share * most * scale
        parts += [
            _line(LEFT - 4, y, LEFT, y),
            _text(LEFT - 8, y + 4, f"{share * most:,.0f}", anchor="end"),
        ]
    every = -(-len(chart.labels) // MOST_TICKS)
    for index, label in enumerate(chart.labels):
        x, top = LEFT + index * width, float(floor)
        for name, values in chart.series:
            height = values[index] * scale
            top -= height
            parts.append(
                f'<rect x="{x + width * 0.08:.1f}" y="{top:.1f}" width="{width * 0.84:.1f}"'
                f' height="{height:.1f}" fill="{COLOURS[name]}">'
                f"<title>{escape(label)}: {values[index]:,} {escape(name)}</title></rect>"
            )
        if index % every == 0:
            parts.append(_text(x + width / 2, floor + 16, label))
    if len(chart.series) > 1:
        for index, (name, _) in enumerate(chart.series):
            y = TOP + 8 + 16 * index
            parts.append(
                f'<rect x="{WIDTH - 118}" y="{y - 9}" width="10" height="10"'
                f' fill="{COLOURS[name]}"/>'
            )
            parts.append(_text(WIDTH - 102, y, name, anchor="start"))
    return parts


def _intervals(chart: Intervals) -> list[str]:
    low, high = chart.ends
    scale = (WIDTH - LEFT - RIGHT) / (high - low)
    floor = HEIGHT - BOTTOM
    parts = [_line(LEFT, floor, WIDTH - RIGHT, floor)]
    step = max(1, round((high - low) / 8))
    for percent in range(int(low), int(high) + 1, step):
        x = LEFT + (percent - low) * scale
        parts += [_line(x, floor, x, floor + 4), _text(x, floor + 16, str(percent))]
    for index, line in enumerate(chart.lines):
        y = TOP + (index + 0.6) * (floor - TOP) / len(chart.lines)
        ends = [LEFT + (value - low) * scale for value in (line.low, line.value, line.high)]
        colour = COLOURS[line.label]
        parts += [
            _text(LEFT - 8, y + 4, line.label, anchor="end"),
            _line(ends[0], y, ends[2], y, colour),
            _line(ends[0], y - 6, ends[0], y + 6, colour),
            _line(ends[2], y - 6, ends[2], y + 6, colour),
            f'<circle cx="{ends[1]:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>',
            _text(ends[1], y - 12, f"{line.value:.2f} ({line.low:.2f} to {line.high:.2f})"),
        ]
    return parts


def _line(x1: float, y1: float, x2: float, y2: float, colour: str = "currentColor") -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"'
        ' stroke-width="1.5"/>'
    )


def _text(x: float, y: float, text: str, *, anchor: str = "middle", size: int = 11) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
        f' fill="currentColor">{escape(text)}</text>'
    )
