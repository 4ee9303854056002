"""Tasks that throw away what has served its time."""

from celery import shared_task

from leaderboard.services.idempotency import idempotency_forget


@shared_task(name="leaderboard.tasks.idempotency_clean")
def idempotency_clean() -> None:
    """Delete stored answers to requests with an `Idempotency-Key` after 24 hours."""
    idempotency_forget()
