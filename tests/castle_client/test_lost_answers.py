"""Lines that are submitted over a bad network are neither lost nor doubled."""

from pathlib import Path

import pytest

from castle_client import Client, Outbox, Retries, errors
from castle_client.models import Submission as Sent
from leaderboard.models import Attempt, Challenge, IdempotencyRecord, Player, Submission
from tests.castle_client.servers import Wire
from tests.leaderboard.lines import CITADEL, longer
from tests.pages.days import today


@pytest.fixture
def bad_client(line: Wire, challenges: list[Challenge], retries: Retries) -> Client:
    """A guest at the far end of a line that can be cut from now on."""
    client = Client(line.url, retries=retries)
    client.guest()
    return client


@pytest.mark.parametrize("way", ["before", "after"])
def test_a_lost_submission_is_sent_again(bad_client: Client, line: Wire, way: str) -> None:
    line.cut = lambda number, path: way if number < 5 else None
    sent = bad_client.submit("citadel", today(), CITADEL.line)
    assert (sent.outcome, sent.move_count) == ("won", CITADEL.par)
    assert [row.line for row in Submission.objects.all()] == [CITADEL.line]
    # The service has heard it once, or each time: it is one submission and one key.
    assert len([path for path in line.passed if "submissions" in path]) == (
        1 if way == "before" else 4
    )
    assert IdempotencyRecord.objects.count() == 1


def test_who_gives_up_may_try_again_later(bad_client: Client, line: Wire) -> None:
    line.cut = lambda number, path: "after"
    with pytest.raises(errors.OfflineError):
        bad_client.submit("citadel", today(), CITADEL.line, key="mine")
    first = Submission.objects.get()
    line.cut = lambda number, path: None
    assert bad_client.submit("citadel", today(), CITADEL.line, key="mine").id == str(first.pk)
    # Without the key it is the same line, and the same submission still.
    assert bad_client.submit("citadel", today(), CITADEL.line).id == str(first.pk)
    assert Submission.objects.count() == 1


def test_what_only_once_may_happen_is_sent_once(
    line: Wire, challenges: list[Challenge], retries: Retries
) -> None:
    client = Client(line.url, retries=retries)
    line.cut = lambda number, path: "after"
    with pytest.raises(errors.OfflineError):
        client.register("Grace", "a password of many words")
    assert [path for path in line.passed if path.endswith("players")] == ["/api/v1/players"]
    assert Player.objects.filter(handle="Grace").count() == 1


def test_an_outbox_is_sent_in_order_and_once(
    bad_client: Client, line: Wire, tmp_path: Path
) -> None:
    outbox = Outbox(tmp_path / "outbox.json")
    lines = [longer(CITADEL, 4), longer(CITADEL, 2), CITADEL.line]
    outbox.put("citadel", today(), None)
    for each in [*lines, lines[0]]:
        outbox.put("citadel", today(), each)
    assert len(outbox.waiting()) == 4
    keys = [each.key for each in outbox.waiting()]
    heard: list[Sent] = []
    refused: list[errors.ProblemError] = []

    def send() -> None:
        outbox.send(
            bad_client,
            sent=lambda waiting, submission: heard.append(submission),
            refused=lambda waiting, problem: refused.append(problem),
        )

    # The second line arrives, and its answer is lost for good.
    line.cut = lambda number, path: "after" if number > 3 else None
    with pytest.raises(errors.OfflineError):
        send()
    assert [each.key for each in Outbox(outbox.path).waiting()] == keys[2:]
    line.cut = lambda number, path: None
    send()
    assert outbox.waiting() == []
    assert [each.line for each in heard] == lines
    received = Submission.objects.order_by("received_at").values_list("line", flat=True)
    assert list(received) == lines
    assert Attempt.objects.count() == 1
    assert refused == []


def test_what_can_never_be_taken_holds_nothing_up(bad_client: Client, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.json")
    outbox.put("citadel", today().replace(year=1999), CITADEL.line)
    outbox.put("citadel", today(), "these are no moves")
    outbox.put("citadel", today(), CITADEL.line)
    heard, refused = [], []
    outbox.send(
        bad_client,
        sent=lambda waiting, submission: heard.append(submission.outcome),
        refused=lambda waiting, problem: refused.append(type(problem)),
    )
    assert refused == [errors.NotFoundError, errors.UnreadableLineError]
    assert (heard, outbox.waiting()) == (["won"], [])
