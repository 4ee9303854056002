"""The app that knows deals and their labels."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Deals by number, their labels, the tasks that make them."""

    name = "games"
    verbose_name = "Games"
