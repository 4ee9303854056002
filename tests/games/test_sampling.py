"""Random deals that anybody can draw again."""

import hashlib

from games.rules import CITADEL, MAX_DEAL_NUMBER, STREETS_AND_ALLEYS
from games.sampling import sampled_number


def test_it_works() -> None:
    digest = hashlib.sha256(b"20261130|citadel|0").hexdigest()
    assert sampled_number(CITADEL, 20261130, 0) == 1 + int(digest, 16) % (10**20 - 1)


def test_numbers_differ_and_are_deals() -> None:
    numbers = [
        sampled_number(variant, seed, index)
        for variant in (CITADEL, STREETS_AND_ALLEYS)
        for seed in (1, 2)
        for index in range(100)
    ]
    assert len(set(numbers)) == 400
    assert all(1 <= number <= MAX_DEAL_NUMBER for number in numbers)
