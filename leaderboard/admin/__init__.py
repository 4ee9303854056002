"""The moderators' pages, by noun."""

from leaderboard.admin import challenges, moderation, play, players, results

__all__ = ["challenges", "moderation", "play", "players", "results"]
