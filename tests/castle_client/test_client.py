"""The client's calls, to the real service."""

import datetime as dt
from typing import Any

import pytest

from castle_client import Client, Retries, errors
from games.rules import deal, get_variant
from leaderboard.models import Challenge, Submission
from tests.advising import hand_worker
from tests.leaderboard.lines import CASTLE, CITADEL, CITADEL_2, STREETS, longer, unfinished
from tests.pages.days import PASSWORD, fill_board, make_today, submit


def test_deals(client: Client) -> None:
    assert [each.slug for each in client.variants().variants] == [
        "beleaguered-castle",
        "streets-and-alleys",
        "citadel",
    ]
    layout = client.layout("citadel", CITADEL.number)
    board = deal(get_variant("citadel"), CITADEL.number)
    assert [" ".join(row) for row in layout.rows] == board.row_texts()
    assert list(layout.foundations.values()) == board.foundations
    assert client.deal("citadel", str(CITADEL.number)).label is None
    asked = client.label("citadel", 5)
    assert asked.label is not None
    assert asked.label.state == "queued"
    with pytest.raises(errors.NotFoundError):
        client.deal("klondike", 1)


def test_vectors(client: Client) -> None:
    records = list(client.vectors())
    assert records[0] == {"kind": "vectors", "version": 1, "rules_version": 1}
    assert len(records) == 599
    with pytest.raises(errors.NotFoundError):
        client.vectors(2)


def test_verifying(client: Client) -> None:
    won = client.verify("citadel", CITADEL.number, CITADEL.line)
    assert (won.legal, won.outcome, won.move_count) == (True, "won", CITADEL.par)
    wrong = client.verify("citadel", 5, "12 34")
    assert (wrong.legal, wrong.reason, wrong.move_index) == (False, "does_not_fit", 1)
    assert client.verify("citadel", 5, "\n12\n", format="fc-solve").line == "12"
    with pytest.raises(errors.UnreadableLineError) as caught:
        client.verify("citadel", 5, "12 3z")
    assert [error.offset for error in caught.value.errors] == [3]


def test_a_day_is_played(client: Client, challenges: list[Challenge]) -> None:
    day = client.today()
    assert [(each.variant, each.number) for each in day.results] == [
        (won.variant, str(won.number)) for won in (CASTLE, STREETS, CITADEL)
    ]
    assert day.results[0].par.high == CASTLE.par
    assert day.results[0].counts["ranked"] == 0
    account = client.guest()
    assert (account.player.guest, client.token) == (True, account.token)
    assert account.token is not None
    assert account.token not in repr(account)
    attempt = client.start_attempt("citadel", day.date)
    assert client.start_attempt("citadel", str(day.date)) == attempt
    first = client.submit("citadel", day.date, longer(CITADEL, 4))
    best = client.submit("citadel", day.date, CITADEL.line)
    assert (best.status, best.outcome, best.move_count) == ("accepted", "won", CITADEL.par)
    assert best.elapsed_s is not None
    rejected = client.submit("citadel", day.date, "11")
    assert (rejected.status, rejected.reason, rejected.move_index) == ("rejected", "same_row", 0)
    own = client.own_standing("citadel", day.date)
    assert own.standing is not None
    assert (own.rank, own.standing.submission, own.total) == (1, best.id, 1)
    mine = client.own_submissions(variant="citadel", date=day.date, limit=1)
    assert [each.id for each in mine] == [rejected.id, best.id, first.id]
    assert client.submission(best.id) == best
    replay = client.replay(best.id)
    assert (len(replay.moves), len(replay.positions)) == (CITADEL.par, CITADEL.par + 1)
    with pytest.raises(errors.NotFoundError):
        client.solution("citadel", day.date)
    assert client.me().handle == account.player.handle
    statistics = client.me().statistics
    assert statistics is not None
    assert statistics.variants["citadel"].won == 1


def test_boards_are_read_page_by_page(client: Client, challenges: list[Challenge]) -> None:
    fill_board(challenges[0], CASTLE)
    day = challenges[0].date
    rows = list(client.standings(CASTLE.variant, day, limit=2))
    assert [(row.rank, row.section) for row in rows] == [
        (1, "ranked"),
        (2, "ranked"),
        (2, "ranked"),
        (4, "ranked"),
        (5, "ranked"),
        (None, "unfinished"),
    ]
    assert rows[0].player is not None
    assert rows[0].player.handle == "Ada"
    pages = list(client.standings_pages(CASTLE.variant, day, limit=4))
    assert [len(page.results) for page in pages] == [4, 2]
    assert pages[0].head["total"] == 6
    assert len(list(client.standings(CASTLE.variant, day, section="unfinished"))) == 1
    spread = client.distribution(CASTLE.variant, day)
    assert [(share.over_par, share.count) for share in spread.ranked] == [
        (0, 1),
        (2, 2),
        (6, 1),
        (9, 1),
    ]
    assert list(client.period("all")) == []
    assert next(client.period_pages("2025-W10", "citadel")).head["period"] == "2025-W10"


def test_the_calendar_and_the_commitments(client: Client, challenges: list[Challenge]) -> None:
    make_today([CITADEL_2], days_ago=1)
    days = list(client.calendar(limit=1))
    assert [(each.variant, each.date) for each in days] == [
        ("beleaguered-castle", challenges[0].date),
        ("citadel", challenges[0].date),
        ("streets-and-alleys", challenges[0].date),
        ("citadel", challenges[0].date - dt.timedelta(days=1)),
    ]
    assert len(list(client.calendar(variant="citadel", last=challenges[0].date))) == 2
    assert list(client.calendar(first=challenges[0].date + dt.timedelta(days=1))) == []
    opened = {each.opened is not None for each in client.commitments(limit=2)}
    assert opened == {True}


def test_accounts(client: Client, transactional_db: None) -> None:
    guest = client.guest()
    token = client.token
    account = client.register("Grace", PASSWORD)
    # The guest has become the player and keeps the token.
    assert (account.player.handle, client.token) == ("Grace", token)
    assert account.player.created_at == guest.player.created_at
    assert account.recovery_code is not None
    other = Client(client.url)
    with pytest.raises(errors.LoginFailedError):
        other.login("Grace", "not the password")
    login = other.login("grace", PASSWORD, scopes=["read"], name="phone")
    assert login.scopes == ("read",)
    with pytest.raises(errors.NotAllowedError):
        other.export()
    with pytest.raises(errors.HandleTakenError) as caught:
        Client(client.url).register("G-race", PASSWORD)
    assert caught.value.field("/handle") is not None
    assert client.set_preferences({"sound": False}).preferences == {"sound": False}
    assert client.export()["player"]["handle"] == "Grace"
    assert client.player("Grace").statistics.overall.played == 0
    code = client.change_password(PASSWORD, "another password of words")
    assert code != account.recovery_code
    back = Client(client.url).recover("Grace", code, PASSWORD)
    assert back.recovery_code not in (None, code)
    client.login("Grace", PASSWORD)
    client.logout()
    assert client.token is None
    client.login("Grace", PASSWORD)
    client.erase()
    with pytest.raises(errors.NotFoundError):
        client.player("Grace")


def test_groups(client: Client, challenges: list[Challenge]) -> None:
    client.register("Ada", PASSWORD)
    group = client.group_create("Kings / Sunday")
    assert [member.handle for member in group.members] == ["Ada"]
    friend = Client(client.url)
    friend.register("Bob", PASSWORD)
    assert len(friend.group_join(group.id, group.join_code).members) == 2
    submit(challenges[2], CITADEL.line)
    friend.submit("citadel", challenges[2].date, longer(CITADEL, 2))
    [row] = client.standings("citadel", challenges[2].date, group=group.id)
    assert (row.rank, row.rank_overall) == (1, 2)
    changed = client.group_change(group.id, name="Queens", new_code=True)
    assert changed.name == "Queens"
    assert changed.join_code != group.join_code
    with pytest.raises(errors.NotAllowedError):
        friend.group_dissolve(group.id)
    friend.group_leave(group.id, "Bob")
    assert friend.groups() == ()
    client.group_dissolve(group.id)
    assert client.groups() == ()


def test_help_is_waited_for(
    live_server: Any,
    challenges: list[Challenge],
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    worker = hand_worker(monkeypatch, settings)
    worker.at_once = False
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        worker.work()

    client = Client(live_server.url, retries=Retries(sleep=sleep, now=lambda: sum(slept)))
    client.guest()
    day = challenges[2].date
    before = client.submit("citadel", day, longer(CITADEL, 2))
    hint = client.hint("citadel", day, unfinished(CITADEL, CITADEL.par - 6))
    assert (hint.verdict, hint.moves_left.high, slept) == ("solvable", 6, [1])
    assert hint.move is not None
    after = client.submit("citadel", day, CITADEL.line)
    assert (before.assisted, after.assisted) == (False, True)
    lost = client.submit("citadel", day, unfinished(CITADEL, CITADEL.par - 3))
    post_mortem = client.post_mortem(lost.id)
    assert (post_mortem.first_lost, post_mortem.last_winnable) == (None, lost.move_count)
    with pytest.raises(errors.AssistanceRefusedError):
        client.deal_hint("citadel", CITADEL.number)


def test_patience_with_a_search_has_an_end(
    client: Client,
    slept: list[float],
    transactional_db: None,
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
) -> None:
    hand_worker(monkeypatch, settings).at_once = False
    with pytest.raises(errors.UnavailableError, match="takes longer"):
        client.deal_hint("citadel", 5, patience=3)
    assert slept == [1, 1, 1]


def test_nobody_is_there_to_help(
    client: Client, slept: list[float], transactional_db: None
) -> None:
    with pytest.raises(errors.NoWorkerError):
        client.deal_hint("citadel", 5)
    assert len(slept) == 4


def test_the_same_submission_with_the_same_key(client: Client, challenges: list[Challenge]) -> None:
    client.guest()
    day = challenges[2].date
    once = client.submit("citadel", day, CITADEL.line, key="mine")
    assert client.submit("citadel", day, CITADEL.line, key="mine") == once
    with pytest.raises(errors.InvalidRequestError):
        client.submit("citadel", day, "12", key="mine")
    assert Submission.objects.count() == 1
