"""The app that knows players and their competition."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """Challenges, submissions and standings."""

    name = "leaderboard"
    verbose_name = "Leaderboard"

    def ready(self) -> None:
        """Keep the solutions of challenges that are being played to themselves."""
        from games import assistance
        from leaderboard.guarding import challenge_guard

        assistance.register(challenge_guard)
