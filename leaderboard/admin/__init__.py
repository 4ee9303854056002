"""The moderators' pages, by noun."""

from leaderboard.admin import challenges, play, players

__all__ = ["challenges", "play", "players"]
