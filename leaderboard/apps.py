"""The app that knows players and their competition."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """Challenges, submissions and standings."""

    name = "leaderboard"
    verbose_name = "Leaderboard"
