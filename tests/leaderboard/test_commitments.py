"""The choice of challenges can be redone by anyone, in a few lines of their own."""

import datetime as dt
import hashlib
import hmac

from hypothesis import given
from hypothesis import strategies as st

from games.rules import VARIANTS
from leaderboard.commitments import (
    candidate_number,
    challenge_key,
    commitment,
    commitment_error,
)

DAY = dt.date(2028, 2, 29)
SECRET = b"a secret of the tests"


def test_it_works() -> None:
    key = challenge_key(SECRET, "citadel", DAY)
    assert key == hmac.new(SECRET, b"v1|citadel|2028-02-29", hashlib.sha256).digest()
    digest = hmac.new(key, b"3", hashlib.sha256).hexdigest()
    assert candidate_number(key, 3) == 1 + int(digest, 16) % 99_999_999_999_999_999_999
    text = f"castle-challenge-v1|citadel|2028-02-29|77|{key.hex()}"
    assert commitment("citadel", DAY, 77, key) == hashlib.sha256(text.encode()).hexdigest()


def test_the_values_never_change() -> None:
    key = challenge_key(SECRET, "streets-and-alleys", dt.date(2025, 1, 1))
    assert key.hex() == ("b6cb6df54777aeacaffd07ec2e4daaa56aa5bb143cb6d6c24b3734f438aec106")
    assert [candidate_number(key, index) for index in range(3)] == [
        91732876004009102614,
        81178442591485259160,
        41847182321729729393,
    ]


@given(
    st.sampled_from(sorted(VARIANTS)),
    st.dates(),
    st.binary(min_size=1, max_size=64),
    st.integers(0, 50),
)
def test_candidates_are_deal_numbers(
    variant: str, date: dt.date, secret: bytes, index: int
) -> None:
    number = candidate_number(challenge_key(secret, variant, date), index)
    assert 1 <= number < 10**20


def test_every_part_changes_key_and_commitment() -> None:
    keys = {
        challenge_key(secret, variant, date)
        for secret in (b"a", b"b")
        for variant in VARIANTS
        for date in (DAY, dt.date(2028, 3, 1))
    }
    assert len(keys) == 12
    key, other = sorted(keys)[:2]
    seen = {
        commitment("citadel", DAY, 1, key),
        commitment("citadel", DAY, 2, key),
        commitment("citadel", DAY, 1, other),
        commitment("citadel", dt.date(2028, 3, 1), 1, key),
        commitment("beleaguered-castle", DAY, 1, key),
    }
    assert len(seen) == 5


def test_an_honest_opening_agrees() -> None:
    key = challenge_key(SECRET, "citadel", DAY)
    number = candidate_number(key, 2)
    published = commitment("citadel", DAY, number, key)
    opened = {"number": number, "key": key, "index": 2}
    assert commitment_error("citadel", DAY, **opened, published=published) is None
    assert commitment_error("citadel", DAY, **opened, published=None) is None


def test_a_number_picked_by_hand_is_found_out() -> None:
    key = challenge_key(SECRET, "citadel", DAY)
    published = commitment("citadel", DAY, 5, key)
    error = commitment_error("citadel", DAY, number=5, key=key, index=0, published=published)
    assert error == "candidate 0 under this key is another deal"


def test_another_commitment_is_found_out() -> None:
    key = challenge_key(SECRET, "citadel", DAY)
    number = candidate_number(key, 0)
    published = commitment("citadel", DAY, number + 1, key)
    error = commitment_error("citadel", DAY, number=number, key=key, index=0, published=published)
    assert error == "the commitment belongs to another number or key"
