"""What the deal endpoints ask before they help with a deal: is a challenge played with it."""

from games.errors import AssistanceRefusedError
from games.rules import Variant
from leaderboard.selectors.challenges import challenge_keeping_secrets


def challenge_guard(variant: Variant, number: int) -> None:
    """Raise AssistanceRefusedError while an open challenge on this deal is not settled.

    A challenge that is not open yet changes nothing: its number must not be told by a
    refusal. Nobody knows it, so nobody asks for it but by a chance of one in 10^20.
    """
    if challenge_keeping_secrets(variant.slug, number):
        raise AssistanceRefusedError
