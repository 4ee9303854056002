"""The play page: undo, redo, steps, reloads, tabs, messages, settings, text in and out."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.rules import HOME, Board, Move, format_line, format_position, parse_position, replay
from leaderboard.models import Attempt, Player, Submission
from tests.leaderboard.lines import STREETS
from tests.pages.conftest import Traffic, watch
from tests.pages.days import CASTLE, make_today, today
from tests.pages.helping import forgive
from tests.pages.playing import (
    by_keys,
    card_selector,
    drag,
    middle,
    moves_made,
    open_play,
    play,
    position,
    take_in,
    wait_for_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

OPENING = " ".join(CASTLE.line.split()[:12])
STUCK = """\
Foundations: H-0 C-0 D-0 S-0
AC AD AH AS 2C 2D KC
2H 2S 3C 3D 3H 3S KD
4C 4D 4H 4S 5C 5D KH
5H 5S 6C 6D 6H 6S KS
8C 8D 8H 8S 9C 7C
9D 9H 9S TC TD 7D
TH TS JC JD JH 7H
JS QC QD QH QS 7S
"""
# 4H 3C 2D can go onto 5S, which can go onto 6S; two spaces.
RUN = """\
Foundations: H-0 C-0 D-0 S-0
AC AD AH AS 6C 7D 5S
QC QD KC KD KH KS 4H 3C 2D
:
QH QS JC JD JH JS TC TD TH TS 9C 9D 9H 9S
8C 8D 8H 8S 7C 7H 6S
6D 6H 7S 5C 5D 5H
:
4C 4D 4S 3D 3H 3S 2C 2H 2S
"""


@pytest.fixture
def start(page: Page) -> Board:
    """The day's Beleaguered Castle on the table."""
    make_today([CASTLE])
    open_play(page, CASTLE.variant, today())
    return CASTLE.board


def open_board(page: Page, text: str) -> Board:
    """Lay out a position by its text, as a player does."""
    page.goto("/deals")
    page.get_by_label("Board text").fill(text)
    page.get_by_role("button", name="Lay out").click()
    wait_for_table(page)
    return parse_position(text)


class TestUndo:
    def test_undo_and_redo_without_limit(self, page: Page, start: Board) -> None:
        seen = [position(page)]
        board = start.copy()
        for move in replay(start, OPENING).moves:
            by_keys(page, board, move)
            board.push(move)
            seen.append(position(page))
        assert len(set(seen)) == 13
        for before in reversed(seen[:-1]):
            page.keyboard.press("u")
            assert position(page) == before
        expect(page.get_by_role("button", name="Undo")).to_be_disabled()
        assert moves_made(page) == 0
        for _ in range(12):
            page.get_by_role("button", name="Redo").click()
        expect(page.get_by_role("button", name="Redo")).to_be_disabled()
        assert position(page) == seen[-1]
        assert moves_made(page) == 12

    def test_another_move_replaces_what_was_undone(self, page: Page, start: Board) -> None:
        play(page, start, OPENING)
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        board = replay(start, " ".join(OPENING.split()[:10])).board
        undone = OPENING.split()[10]
        other = next(move for move in board.legal_moves() if format_line([move]) != undone)
        by_keys(page, board, other)
        assert moves_made(page) == 11
        expect(page.get_by_role("button", name="Redo")).to_be_disabled()

    def test_difficulty_and_par_are_shown(self, page: Page, start: Board) -> None:
        expect(page.locator("#par")).to_have_text("73")
        expect(page.locator("#grade")).to_have_text(re.compile("^(easy|medium|hard|fiendish) · $"))
        expect(page.locator("#lateness")).to_be_hidden()

    def test_restart_can_be_taken_back(self, page: Page, start: Board) -> None:
        first = position(page)
        play(page, start, OPENING)
        page.get_by_role("button", name="Restart").click()
        assert position(page) == first
        page.get_by_label("Step through your moves").fill("12")
        assert moves_made(page) == 12

    def test_the_slider_steps_through_the_line(self, page: Page, start: Board) -> None:
        play(page, start, OPENING)
        slider = page.get_by_label("Step through your moves")
        slider.fill("3")
        assert moves_made(page) == 3
        slider.press("ArrowRight")
        assert moves_made(page) == 4
        expect(slider).to_have_attribute("aria-valuetext", "move 4 of 12")


class TestKeeping:
    def test_a_reload_in_the_middle(self, page: Page, start: Board) -> None:
        play(page, start, OPENING)
        page.keyboard.press("u")
        before = position(page)
        page.reload()
        wait_for_table(page)
        assert position(page) == before
        assert moves_made(page) == 11
        expect(page.get_by_role("button", name="Redo")).to_be_enabled()

    def test_two_tabs_show_one_game(
        self, page: Page, start: Board, context: BrowserContext, complaints: list[str]
    ) -> None:
        other = watch(context.new_page(), complaints)
        open_play(other, CASTLE.variant, today())
        board = play(page, start, OPENING)
        expect(other.locator("#moves")).to_have_text("12")
        assert position(other) == position(page)
        expect(other.locator("#said")).to_have_text("The game went on in another tab.")
        by_keys(other, board, board.legal_moves()[0])
        expect(page.locator("#moves")).to_have_text("13")
        other.close()

    def test_the_first_move_makes_a_guest_and_starts_the_clock(
        self, page: Page, start: Board, traffic: Traffic
    ) -> None:
        assert Player.objects.count() == 0
        play(page, start, OPENING)
        who = page.locator("#who")
        expect(who).to_have_text(re.compile("^guest-"))
        expect(who).to_have_class("who guest")
        traffic.settle()
        attempt = Attempt.objects.get()
        assert attempt.player.handle == who.inner_text()
        assert attempt.player.is_guest

    def test_offline_finish_is_sent_later(
        self, page: Page, start: Board, traffic: Traffic, complaints: list[str]
    ) -> None:
        context = traffic.context
        play(page, start, OPENING)
        traffic.settle()
        context.set_offline(True)
        play(page, replay(start, OPENING).board, " ".join(CASTLE.line.split()[12:]))
        said = page.locator("#result-said")
        expect(said).to_have_text(re.compile("^No network: your line is kept here"))
        assert Submission.objects.count() == 0
        context.set_offline(False)
        expect(said).to_have_text("Accepted. You are at rank 1 of 1.")
        submission = Submission.objects.get()
        assert (submission.outcome, submission.move_count) == ("won", 73)
        forgive(complaints, "ERR_INTERNET_DISCONNECTED")

    @pytest.mark.parametrize(
        ("status", "words"),
        [
            (503, "The service cannot answer at the moment. Your line is kept here"),
            (429, "Too many requests in a short time. Your line is kept here"),
        ],
    )
    def test_a_line_that_is_not_received_is_kept_and_sent_later(
        self, page: Page, start: Board, complaints: list[str], status: int, words: str
    ) -> None:
        page.route(
            "**/submissions",
            lambda route: route.fulfill(status=status, headers={"Retry-After": "1"}, json={}),
        )
        take_in(page, CASTLE.line)
        said = page.locator("#result-said")
        expect(said).to_have_text(f"{words} and sent by itself.")
        page.unroute("**/submissions")
        expect(said).to_have_text("Accepted. You are at rank 1 of 1.")
        forgive(complaints, str(status))

    def test_a_late_win_says_so(self, page: Page) -> None:
        [challenge] = make_today([CASTLE], days_ago=2)
        open_play(page, CASTLE.variant, challenge.date)
        expect(page.locator("#lateness")).to_have_text(
            "This day is over: a result is late, and stays off its board."
        )
        play(page, CASTLE.board, CASTLE.line)
        expect(page.locator("#result-said")).to_have_text(
            "Accepted, but late: this day is over, so the result stays off its board."
        )


class TestMessages:
    @pytest.mark.parametrize(
        ("row", "onto", "words"),
        [
            (1, 2, "The four of hearts does not go onto the four of diamonds: only a three does."),
            (2, 7, "The four of diamonds does not go onto the nine of spades: only an eight does."),
            (1, "h", "The foundation waits for the two of hearts, not the four of hearts."),
        ],
    )
    def test_why_a_move_is_illegal(
        self, page: Page, start: Board, row: int, onto: int | str, words: str
    ) -> None:
        page.keyboard.press(str(row))
        page.keyboard.press(str(onto))
        expect(page.locator("#said")).to_have_text(words)
        assert moves_made(page) == 0

    def test_a_covered_card_cannot_be_dragged(self, page: Page, start: Board) -> None:
        before = position(page)
        drag(page, card_selector(start, 1, 5), '.place[data-place="5"]')
        expect(page.locator("#said")).to_contain_text("is covered. Only the outermost card")
        assert position(page) == before

    def test_stuck(self, page: Page) -> None:
        open_board(page, STUCK)
        expect(page.locator("#stuck")).to_be_visible()
        expect(page.locator("#stuck")).to_contain_text("No legal move is left.")

    def test_concede_keeps_a_record(self, page: Page, start: Board) -> None:
        play(page, start, OPENING)
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="Concede …").click()
        page.get_by_role("button", name="Concede", exact=True).click()
        home = replay(start, OPENING).foundation_cards
        expect(page.locator("#said")).to_have_text(
            f"Recorded: {home} cards on the foundations. You can play on."
        )
        page.goto(f"/board/{CASTLE.variant}/{today()}")
        expect(page.locator("tr.own")).to_contain_text(f"{home}/52 home")
        expect(page.locator("#own")).to_contain_text(f"{home} of 52 home")


class TestTargets:
    def test_a_choice_is_shown_and_made(self, page: Page) -> None:
        board = open_board(page, RUN)
        page.mouse.click(*middle(page, card_selector(board, 1)))
        expect(page.locator(".place.target")).to_have_count(3)
        expect(page.locator(".place.best")).to_have_attribute("data-place", "5")
        page.mouse.click(*middle(page, '.place[data-place="3"]'))
        assert moves_made(page) == 1
        assert page.locator('.place[data-place="3"]').get_attribute("aria-label") == (
            "Row 3: five of spades, the only card"
        )

    def test_escape_puts_down(self, page: Page) -> None:
        board = open_board(page, RUN)
        page.mouse.click(*middle(page, card_selector(board, 1)))
        page.keyboard.press("Escape")
        expect(page.locator(".place.target, .card.picked")).to_have_count(0)
        assert moves_made(page) == 0

    def test_a_dragged_run_goes_card_by_card(self, page: Page) -> None:
        board = open_board(page, RUN)
        drag(page, card_selector(board, 2, 3), '.place[data-place="1"]')
        assert moves_made(page) == 5
        assert (
            page.locator('.place[data-place="1"]').get_attribute("aria-label") or ""
        ).startswith(
            "Row 1: two of diamonds; under it three of clubs, four of hearts, five of spades"
        )
        page.keyboard.press("u")
        assert moves_made(page) == 0

    def test_a_run_that_is_too_long_is_explained(self, page: Page) -> None:
        open_board(page, RUN.replace(":\nQH", "AC\nQH").replace("\nAC AD", "\nAD"))
        page.keyboard.press("2")
        page.keyboard.press("+")
        page.keyboard.press("+")
        page.keyboard.press("1")
        expect(page.locator("#said")).to_have_text(
            "Moving 3 cards takes more spaces: with 1 free, 2 cards can go at a time."
        )

    def test_arrows_and_enter(self, page: Page) -> None:
        open_board(page, RUN)
        page.locator('.place[data-place="1"]').focus()
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(page.locator('.place[data-place="3"]')).to_be_focused()
        page.keyboard.press("Enter")
        assert moves_made(page) == 1


class TestText:
    def test_import_of_move_text(self, page: Page, start: Board) -> None:
        take_in(page, OPENING.replace(" ", "").upper())
        assert moves_made(page) == 12
        page.keyboard.press("u")
        assert moves_made(page) == 11

    def test_import_of_a_win_is_submitted(self, page: Page, start: Board) -> None:
        take_in(page, CASTLE.line)
        expect(page.locator("#result-said")).to_have_text("Accepted. You are at rank 1 of 1.")

    def test_a_wrong_line_changes_nothing(self, page: Page, start: Board) -> None:
        take_in(page, OPENING[:5] + " 99 38")
        expect(page.locator("#import-said")).to_have_text(
            "Move 3, at character 7: this is no move. Nothing was changed."
        )
        assert moves_made(page) == 0

    def test_an_illegal_line_is_explained(self, page: Page, start: Board) -> None:
        take_in(page, "6h 12")
        expect(page.locator("#import-said")).to_have_text(
            "Move 2, at character 4: The four of hearts does not go onto the four of diamonds:"
            " only a three does. Nothing was changed."
        )

    def test_copies(self, page: Page, start: Board, context: BrowserContext) -> None:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        board = play(page, start, OPENING)
        page.get_by_role("button", name="More").click()
        for name, wanted in [
            ("The moves", OPENING),
            ("The board", format_position(board)),
            ("The PySolFC number", str(CASTLE.number)),
        ]:
            page.get_by_role("button", name=name).click()
            expect(page.locator("#more-said")).to_have_text("Copied.")
            assert page.evaluate("navigator.clipboard.readText()") == wanted

    def test_shared_text_spoils_nothing(
        self, page: Page, start: Board, context: BrowserContext
    ) -> None:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        play(page, start, CASTLE.line)
        expect(page.locator("#result-said")).to_contain_text("rank 1 of 1")
        page.get_by_role("button", name="Share").click()
        expect(page.locator("#share-said")).to_have_text("Copied.")
        text = page.evaluate("navigator.clipboard.readText()").splitlines()
        day = f"{today():%-d %B %Y}"
        assert text[0] == f"Beleaguered Castle, {day}"
        assert text[1] == "🏰 Won in 73 moves, par 73"
        assert text[2] == "Rank 1 of 1"
        assert text[-1].endswith(f"/play/beleaguered-castle/{today()}")
        # No move stands in it. (A day of the month in the first line may read like one.)
        assert not re.search(r"\b[1-8][1-8h]\b", " ".join(text[1:4]).replace("73", ""))


class TestSettings:
    def choose(self, page: Page, name: str) -> None:
        page.get_by_role("button", name="Settings").click()
        page.locator("#settings label", has_text=name).click()
        page.locator("#settings").get_by_role("button", name="Close").click()

    def test_finishing_by_hand(self, page: Page, start: Board) -> None:
        self.choose(page, "Finish by itself")
        play(page, start, CASTLE.line[: CASTLE.line.rindex(" ")])
        assert moves_made(page) == 72
        page.get_by_role("button", name="Finish").click()
        assert moves_made(page) == 73
        expect(page.locator("#result")).to_be_visible()

    def test_safe_moves_by_themselves(self, page: Page, start: Board) -> None:
        self.choose(page, "Send cards home for me")
        board = start.copy()
        for move in replay(start, CASTLE.line).moves:
            made = moves_made(page)
            by_keys(page, board, move)
            if moves_made(page) > made + 1:
                break
            board.push(move)
        else:
            pytest.fail("no safe move was made")
        expect(page.locator("#spoken")).to_have_text(re.compile(", then [0-9]+ cards? home$"))
        page.keyboard.press("u")
        assert moves_made(page) == made

    def test_the_time_can_be_hidden(self, page: Page, start: Board) -> None:
        expect(page.locator("#time")).to_be_visible()
        self.choose(page, "Show the time")
        expect(page.locator("#time")).to_be_hidden()

    def test_four_colours(self, page: Page, start: Board) -> None:
        colour = "card => getComputedStyle(card).color"
        club = page.locator('.card[data-card="KC"]')
        spade = page.locator('.card[data-card="KS"]')
        assert club.evaluate(colour) == spade.evaluate(colour)
        self.choose(page, "Four colours")
        assert club.evaluate(colour) != spade.evaluate(colour)

    def test_single_keys_can_be_turned_off(self, page: Page, start: Board) -> None:
        self.choose(page, "Keys without Ctrl")
        by_keys(page, start, Move(6, HOME))
        assert moves_made(page) == 0


def test_a_deal_by_number_with_its_label(page: Page) -> None:
    page.goto("/deals")
    page.get_by_label("Streets and Alleys").check()
    page.get_by_label("Deal number").fill(str(STREETS.number))
    page.get_by_role("button", name="Deal", exact=True).click()
    wait_for_table(page)
    expect(page.locator(".what")).to_contain_text(f"Deal {STREETS.number}")
    expect(page.locator("#label")).to_have_text("Can it be won? Not known yet.")
    play(page, STREETS.board, STREETS.line)
    expect(page.locator("#result-said")).to_have_text("A game for practice: nothing is sent.")
    assert Submission.objects.count() == 0


def test_what_is_no_number_is_refused(page: Page) -> None:
    page.goto("/deals")
    page.get_by_label("Deal number").fill("twelve")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.get_by_role("alert").first).to_contain_text("A deal number is a whole number")
