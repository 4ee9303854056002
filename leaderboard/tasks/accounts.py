"""Tasks that keep the tables of accounts small; each may run twice, or late."""

from celery import shared_task

from leaderboard.services.erasing import guests_erase as erase
from leaderboard.services.tokens import tokens_forget
from leaderboard.sessions import sessions_forget


@shared_task(name="leaderboard.tasks.guests_erase")
def guests_erase() -> None:
    """Delete guests without an accepted submission in 30 days."""
    erase()


@shared_task(name="leaderboard.tasks.logins_forget")
def logins_forget() -> None:
    """Delete tokens and sessions that have ended."""
    tokens_forget()
    sessions_forget()
