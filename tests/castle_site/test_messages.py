"""An acknowledgement that the broker does not take is an error, not a line in the log."""

import logging
import os
import signal
from collections.abc import Iterator

import pytest
from kombu import Connection
from redis.exceptions import TimeoutError as RedisTimeoutError

from castle_site.celery import app
from castle_site.embedded import EmbeddedServers, Places

log = logging.getLogger("test")


@pytest.fixture
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServers]:
    """A broker of its own, which can be stopped."""
    places = Places.of(tmp_path_factory.mktemp("var"))
    with EmbeddedServers(places, database=False, cache=False) as servers:
        yield servers
    places.remove()


@pytest.mark.parametrize("method", ["ack_log_error", "reject_log_error"])
def test_a_broker_that_stands_still_breaks_the_workers_connection(
    broker: EmbeddedServers, method: str
) -> None:
    assert app.conf.task_acks_late
    options = {"socket_timeout": 0.3}
    url = broker.places.broker_url()
    with Connection(url, transport_options=options) as connection:
        connection.SimpleQueue("labels").put("deal 1")
        message = connection.SimpleQueue("labels").get(timeout=5)
        (server,) = broker.running
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            with pytest.raises(RedisTimeoutError):
                getattr(message, method)(log, connection.connection_errors)
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
        # What the worker catches, and answers with a new connection.
        assert issubclass(RedisTimeoutError, connection.connection_errors)
