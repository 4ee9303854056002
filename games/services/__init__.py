"""All writes of this app: labels asked for, made and stored; advice."""

from games.services.advice import (
    Ticket,
    advice_ask,
    advice_run,
    ticket_get,
    ticket_make,
)
from games.services.labels import LabelContradictionError, label_publish, label_store
from games.services.requests import LabelRequest, deal_ensure, label_request, par_request
from games.services.runs import label_run, par_run
from games.services.sweeping import jobs_measure, jobs_missing, jobs_sweep

__all__ = [
    "LabelContradictionError",
    "LabelRequest",
    "Ticket",
    "advice_ask",
    "advice_run",
    "deal_ensure",
    "jobs_measure",
    "jobs_missing",
    "jobs_sweep",
    "label_publish",
    "label_request",
    "label_run",
    "label_store",
    "par_request",
    "par_run",
    "ticket_get",
    "ticket_make",
]
