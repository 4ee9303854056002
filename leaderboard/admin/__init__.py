"""The moderators' pages, by noun."""

from leaderboard.admin import challenges, moderation, periods, play, players, results

__all__ = ["challenges", "moderation", "periods", "play", "players", "results"]
