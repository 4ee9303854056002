"""Makes the scale that difficulties are measured on."""

import itertools
import json
import math
import sys
from dataclasses import asdict, astuple
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from tqdm import tqdm

from games import difficulty
from games.difficulty import Measures, Scale, measure
from games.management.arguments import positive
from games.rules import VARIANTS, Variant, deal
from games.sampling import sampled_number
from games.solver import SOLVER_VERSION, warm_up

SEED = 20261129
DEALS = 2000
# So many values of each list are kept, evenly spaced by rank: 0 %, 0.5 %, ..., 100 %.
KNOTS = 201


class Command(BaseCommand):
    """`calibrate_difficulty`: measure random solvable deals of each variant."""

    help = (
        "Measure random solvable deals of each variant and write games/difficulty.json."
        " To be run anew whenever SOLVER_VERSION changes. Needs no database."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the sample."""
        parser.add_argument("--deals", type=positive, default=DEALS, help="solvable deals each")
        parser.add_argument("--seed", type=positive, default=SEED)

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and write."""
        warm_up()
        deals, seed = options["deals"], options["seed"]
        scales = {
            variant.slug: asdict(scale_from(sample(variant, deals, seed)))
            for variant in VARIANTS.values()
        }
        data = {
            "command": f"manage.py calibrate_difficulty --deals {deals} --seed {seed}",
            "solver_version": SOLVER_VERSION,
            "solvable_deals": deals,
            "scales": scales,
        }
        difficulty.CALIBRATION_FILE.write_text(dump(data), encoding="utf-8")
        self.stdout.write(f"{difficulty.CALIBRATION_FILE.name}: {deals} deals of each variant")


def sample(variant: Variant, deals: int, seed: int) -> list[Measures]:
    """The measures of so many random solvable deals; the same for a seed."""
    found: list[Measures] = []
    with tqdm(total=deals, desc=variant.slug, file=sys.stderr, disable=None) as bar:
        for index in itertools.count():
            measures = measure(deal(variant, sampled_number(variant, seed, index)))
            if measures is not None:
                found.append(measures)
                bar.update()
            if len(found) == deals:
                break
    return found


def scale_from(measures: list[Measures]) -> Scale:
    """The scale of a sample: of its measures, and of the scores that these give."""
    effort, detours, traps = (
        sorted(column) for column in zip(*map(astuple, measures), strict=True)
    )
    raw = Scale(knots(effort), knots(detours), knots(traps), [0.0])
    scores = sorted(difficulty.score_of(raw, one) for one in measures)
    return Scale(raw.effort, raw.detours, raw.traps, knots(scores))


def knots(values: list[float]) -> list[float]:
    """Evenly spaced values of an ascending list, its ends among them, shortly written."""
    last = len(values) - 1
    picked = [values[round(index * last / (KNOTS - 1))] for index in range(KNOTS)]
    # JSON knows no infinity: what no line was found for stands beyond all others.
    return [round(min(value, 1e6), 4) if math.isfinite(value) else 1e6 for value in picked]


def dump(data: dict[str, Any]) -> str:
    """JSON with one list a line."""
    text = json.dumps({**data, "scales": None}, indent=2)
    variants = ",\n".join(
        f'    "{slug}": {{\n'
        + ",\n".join(f'      "{name}": {json.dumps(values)}' for name, values in scale.items())
        + "\n    }"
        for slug, scale in data["scales"].items()
    )
    return text.replace('"scales": null', f'"scales": {{\n{variants}\n  }}') + "\n"
