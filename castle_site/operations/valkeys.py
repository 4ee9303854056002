"""Whether broker and cache are set up so that nothing is lost: looked at before the start."""

from urllib.parse import parse_qs, urlsplit

import redis
from redis.exceptions import RedisError

# Seconds; a server that is away is no fault of its set-up.
PATIENCE = 5


def valkey_problems(broker_url: str, cache_url: str) -> list[str]:
    """What is wrong with the two servers, in words; nothing of one that does not answer.

    A broker that makes room forgets tasks. A cache on the broker's server takes the broker's
    memory, and the other way round.
    """
    broker, cache = _info(broker_url), _info(cache_url)
    problems = []
    policy = broker.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        problems.append(
            f"the broker (REDIS_URL) has maxmemory-policy {policy}: it must be noeviction,"
            " or tasks are lost when its memory is full"
        )
    if broker and broker.get("run_id") == cache.get("run_id"):
        problems.append(
            "REDIS_URL and CACHE_URL name the same server: broker and cache need one each,"
            " since a cache makes room and a broker must not"
        )
    return problems


def _info(url: str) -> dict[str, str]:
    """What a server says of itself; nothing if it does not answer, or to nobody."""
    try:
        with _client(url) as client:
            said = client.info("everything")
    except (RedisError, OSError):
        return {}
    return {str(key): str(value) for key, value in dict(said).items()}


def _client(url: str) -> redis.Redis:
    """A client of a URL as Celery or as Django's cache writes it: sockets are spelt differently."""
    parts = urlsplit(url)
    if parts.scheme == "redis+socket":
        number = parse_qs(parts.query).get("virtual_host", ["0"])[0]
        url = f"unix://{parts.path}?db={number}"
    client: redis.Redis = redis.Redis.from_url(
        url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    )
    return client
