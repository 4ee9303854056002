"""Handles: what may be one, and which are too alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.handles import (
    GUEST_PREFIX,
    HandleReason,
    InvalidHandleError,
    guest_handle_make,
    handle_check,
    is_handle,
    skeleton,
)

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
handles = st.text(LETTERS, min_size=3, max_size=20).filter(lambda text: skeleton(text) != "")


def test_it_works() -> None:
    assert handle_check("Ada_Lovelace-1815") == "Ada_Lovelace-1815"


@pytest.mark.parametrize("handle", ["abc", "a" * 20, "a--", "---a", "123", "_0_", "rn-"])
def test_handles_at_the_edge_are_taken(handle: str) -> None:
    assert handle_check(handle) == handle


@pytest.mark.parametrize(
    ("text", "reason", "offset"),
    [
        ("", HandleReason.TOO_SHORT, 0),
        ("ab", HandleReason.TOO_SHORT, 2),
        ("a" * 21, HandleReason.TOO_LONG, 20),
        ("a" * 100_000, HandleReason.TOO_LONG, 20),
        ("___", HandleReason.NO_LETTER, 0),
        ("-" * 20, HandleReason.NO_LETTER, 0),
        ("ada lovelace", HandleReason.BAD_CHARACTER, 3),
        ("ada\n", HandleReason.BAD_CHARACTER, 3),
        ("ada\0", HandleReason.BAD_CHARACTER, 3),
        ("ad\u0430", HandleReason.BAD_CHARACTER, 2),
        ("\u202eada", HandleReason.BAD_CHARACTER, 0),
        ("\uff41da", HandleReason.BAD_CHARACTER, 0),
        ("ada\u200b", HandleReason.BAD_CHARACTER, 3),
        ("ada\ud800", HandleReason.BAD_CHARACTER, 3),
        ("\u0661\u0662\u0663", HandleReason.BAD_CHARACTER, 0),
        ("admin", HandleReason.RESERVED, None),
        ("A_D-M1N", HandleReason.RESERVED, None),
        ("rnoderator", HandleReason.RESERVED, None),
        ("5y5tem", HandleReason.RESERVED, None),
        ("guest", HandleReason.RESERVED, None),
        ("Gue5t-ada", HandleReason.RESERVED, None),
        ("g_u_e_s_t_x", HandleReason.RESERVED, None),
        ("guesthouse", HandleReason.RESERVED, None),
    ],
)
def test_other_texts_are_refused_with_the_place(
    text: str, reason: HandleReason, offset: int | None
) -> None:
    with pytest.raises(InvalidHandleError) as caught:
        handle_check(text)
    assert (caught.value.reason, caught.value.offset) == (reason, offset)
    assert caught.value.text == text


def test_moderators_may_have_reserved_words_but_no_guests_handles() -> None:
    assert handle_check("admin", official=True) == "admin"
    with pytest.raises(InvalidHandleError):
        handle_check("guest-1", official=True)


@pytest.mark.parametrize(
    "twin",
    ["ILLINOIS", "illinois", "1llin01s", "lllinois", "i_l_l_i-n-o-i-s", "illin0i5", "ilIinois"],
)
def test_look_alikes_are_one_handle(twin: str) -> None:
    assert skeleton(twin) == skeleton("Illinois")


def test_rn_looks_like_m_across_a_dash_too() -> None:
    assert skeleton("co-r-ner") == skeleton("comer") == "comer"


@pytest.mark.parametrize("other", ["ada1", "adaa", "bda", "a2a", "adb"])
def test_different_handles_stay_different(other: str) -> None:
    assert skeleton(other) != skeleton("ada")


@given(handles)
def test_the_skeleton_of_a_skeleton_is_itself_and_never_longer(handle: str) -> None:
    bones = skeleton(handle)
    assert len(bones) <= len(handle)
    assert set(bones) <= set("abcdefghjklmnopqrstuvwxyz2346789")
    assert skeleton(bones) == bones


@given(st.text())
def test_any_text_is_a_handle_or_refused(text: str) -> None:
    try:
        assert handle_check(text) == text
    except InvalidHandleError:
        return
    assert is_handle(text)


def test_guests_handles_are_handles_that_nobody_can_choose() -> None:
    made = [guest_handle_make() for _ in range(1000)]
    assert len(set(map(skeleton, made))) == 1000
    for handle in made:
        assert handle.startswith(GUEST_PREFIX)
        assert is_handle(handle)
        # Nothing of it but the prefix is changed: no two of them can look alike.
        assert skeleton(handle) == "guest" + handle.removeprefix(GUEST_PREFIX)
    with pytest.raises(InvalidHandleError):
        handle_check(made[0])
