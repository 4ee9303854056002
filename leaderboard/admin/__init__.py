"""The moderators' pages, by noun."""

from leaderboard.admin import challenges, groups, moderation, periods, play, players, results

__all__ = ["challenges", "groups", "moderation", "periods", "play", "players", "results"]
