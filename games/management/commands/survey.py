"""Decides many random deals of a variant and reports what share can be won."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from games.management.arguments import add_budget, add_variant, positive, read_budget
from games.solver import DEFAULT_BUDGET, Verdict
from games.surveys.html import report
from games.surveys.png import MissingLibraryError, draw
from games.surveys.rows import Row, SurveyFile, SurveyFileError
from games.surveys.running import Survey, run_deals
from games.surveys.statistics import summarise
from games.surveys.text import sentences, summary_json


class Command(BaseCommand):
    """`survey VARIANT --deals N --seed S --jobs J`: a run that was killed goes on where it was."""

    help = (
        "Decide random deals; write a CSV of every deal, and a report (HTML, PNG, JSON). The same"
        " command again goes on with a survey that was killed. Needs no database."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the sample, the budget and the place."""
        add_variant(parser)
        parser.add_argument("--deals", type=positive, default=1000, help="how many (1000)")
        parser.add_argument("--seed", type=positive, default=1, help="which sample (1)")
        parser.add_argument("--jobs", type=positive, default=1, help="processes (1)")
        parser.add_argument(
            "--par", type=positive, default=0, metavar="N", help="find par for the first N deals"
        )
        parser.add_argument(
            "--difficulty", type=positive, default=0, metavar="N", help="grade the first N deals"
        )
        parser.add_argument("--again", action="store_true", help="retry undetermined deals")
        parser.add_argument("--out", type=Path, default=Path("surveys"), help="directory (surveys)")
        add_budget(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Decide what is missing, then report; a CommandError if interrupted before the end."""
        survey = Survey(
            slug=options["variant"],
            seed=options["seed"],
            deals=options["deals"],
            par_deals=options["par"],
            difficulty_deals=options["difficulty"],
            budget=read_budget(options, DEFAULT_BUDGET),
        )
        stem = options["out"] / f"{survey.slug}-{survey.seed}"
        try:
            file = SurveyFile(stem.with_suffix(".csv"))
        except SurveyFileError as error:
            raise CommandError(str(error)) from error
        try:
            self._decide(survey, file, jobs=options["jobs"], again=options["again"])
        except KeyboardInterrupt as error:
            raise CommandError(
                f"interrupted; {len(file.rows)} deals are in {file.path}: the same command goes on"
            ) from error
        self._report(survey, file, stem)

    def _decide(self, survey: Survey, file: SurveyFile, *, jobs: int, again: bool) -> None:
        """Decide the deals that have no row, or not all that is asked of them."""

        def is_done(row: Row | None) -> bool:
            if row is None or (again and row.verdict is Verdict.undetermined):
                return False
            return survey.is_enough(row)

        wanted = [index for index in range(survey.deals) if not is_done(file.rows.get(index))]
        counts = Counter(row.verdict.value for row in file.rows.values())
        with (
            file.open() as appender,
            tqdm(
                total=survey.deals,
                initial=survey.deals - len(wanted),
                desc=survey.slug,
                unit=" deals",
                file=sys.stderr,
                disable=None,
            ) as bar,
        ):
            for row in run_deals(survey, wanted, jobs):
                appender.add(row)
                counts[row.verdict.value] += 1
                bar.update()
                bar.set_postfix(counts, refresh=False)

    def _report(self, survey: Survey, file: SurveyFile, stem: Path) -> None:
        """Write the report's files and say the figures."""
        rows = [row for row in file.sorted() if row.index < survey.deals]
        summary = summarise(rows, survey.slug)
        stem.with_suffix(".html").write_text(report(survey, summary, rows), encoding="utf-8")
        stem.with_suffix(".json").write_text(summary_json(survey, summary, rows), encoding="utf-8")
        for sentence in sentences(survey, summary):
            self.stdout.write(sentence)
        try:
            draw(survey, summary, rows, stem.with_suffix(".png"))
        except MissingLibraryError as error:
            self.stderr.write(f"no picture {stem.with_suffix('.png')}: {error}")
