"""The app that knows players and their competition."""

from django.apps import AppConfig


class LeaderboardConfig(AppConfig):
    """Challenges, submissions and standings."""

    name = "leaderboard"
    verbose_name = "Leaderboard"

    def ready(self) -> None:
        """Keep the solutions of challenges that are being played to themselves.

        And make the ways to authenticate known to the OpenAPI document.
        """
        from games import assistance
        from leaderboard import openapi  # noqa: F401 - importing it is what counts
        from leaderboard.guarding import challenge_guard

        assistance.register(challenge_guard)
