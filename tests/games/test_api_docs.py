"""The calls in docs/api.md, one after the other, give the answers that stand there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.models import Deal
from games.tasks import label_make, par_make
from tests.advising import hand_worker
from tests.leaderboard.test_docs import ANY, curl

PAGE = Path(settings.BASE_DIR, "docs", "api.md").read_text()


def like(found: Any, written: Any) -> bool:
    """Whether an answer is the one written, but for what may be anything."""
    if isinstance(written, dict):
        return list(found) == list(written) and all(
            like(found[name], written[name]) for name in written
        )
    return bool(written == ANY and found is not None) or found == written


@pytest.mark.django_db
@pytest.mark.usefixtures("help_allowed")
def test_the_page_tells_the_truth(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    hand_worker(monkeypatch, request.getfixturevalue("settings"))
    calls = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE, re.DOTALL)
    assert len(calls) == 10
    for command, written in calls:
        found = json.loads(curl(command, {}).getvalue())
        assert like(found, json.loads(written)), (command, found)
        for row in Deal.objects.all():
            label_make(row.pk)
            par_make(row.pk)


def test_the_figures_on_the_page_are_those_of_the_settings() -> None:
    assert f"{settings.DATA_UPLOAD_MAX_MEMORY_SIZE:,} bytes" in PAGE
    assert f"While {settings.LABEL_BACKLOG:,} labels" in PAGE
