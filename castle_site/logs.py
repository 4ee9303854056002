"""Logs in JSON, one object a line, with the request or task they belong to and no secrets."""

from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.tracebacks import ExceptionDictTransformer

# Never written, whoever puts them into a log call.
SECRET_WORDS = ("password", "secret", "token", "authorization", "cookie", "recovery", "csrf")
HIDDEN = "(hidden)"


def hide_secrets(
    _logger: object, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Replace the values of keys that name a secret."""
    for key in event:
        if any(word in key.lower() for word in SECRET_WORDS):
            event[key] = HIDDEN
    return event


PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    hide_secrets,
]


def logging_config(level: str) -> dict[str, Any]:
    """The configuration of `logging`: everything to standard error, as JSON."""
    structlog.configure(
        processors=[*PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": PROCESSORS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    # Without local variables: they hold what must not be in a log.
                    structlog.processors.ExceptionRenderer(
                        ExceptionDictTransformer(show_locals=False)
                    ),
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Its lines are the request log's, without the request's id.
            "django.request": {"level": "ERROR"},
            # What a caller sends wrong, a traceback for each: the request's line says it.
            "django.security": {"level": "CRITICAL"},
            "django.server": {"level": "WARNING"},
        },
    }
