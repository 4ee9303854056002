"""Limits on how often one caller asks, counted in one atomic step in the cache's server.

A window begins with a caller's first request of a scope; refused requests do not prolong
it. Rates are settings (THROTTLE_RATES): `30/hour` is 30 requests in an hour. The answer
says how much is left in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-
headers).
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import redis
import structlog
from django.conf import settings
from redis.exceptions import RedisError
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from games.errors import UnavailableError

logger = structlog.get_logger(__name__)

PERIODS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
# What costs a password hash, an account or minutes of search waits for the count to be
# back; play goes on without.
FAIL_CLOSED = frozenset({"signup", "guest", "login", "label", "assist"})
STORE_TIMEOUT = 0.5

# Count a request unless the window is full; answer the count with it, and the window's rest.
_COUNT = """
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[1]) then
  return {count + 1, redis.call('PTTL', KEYS[1])}
end
count = redis.call('INCR', KEYS[1])
if count == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return {count, redis.call('PTTL', KEYS[1])}
"""


class ThrottleStoreError(Exception):
    """The server that counts cannot be reached."""


@dataclass(frozen=True)
class Rate:
    """So many requests in so many seconds."""

    count: int
    seconds: int


@dataclass(frozen=True)
class Quota:
    """What is left to a caller; `reset` is the seconds until the window ends."""

    scope: str
    rate: Rate
    allowed: bool
    remaining: int
    reset: int


def parse_rate(text: str) -> Rate:
    """Read a rate such as `30/hour` or `5/10minute`; raises ValueError."""
    count, _, period = text.partition("/")
    factor = period.rstrip("abcdefghijklmnopqrstuvwxyz")
    seconds = PERIODS.get(period[len(factor) :].removesuffix("s"))
    if seconds is None:
        raise ValueError(f"a rate is like 30/hour, not {text!r}")
    rate = Rate(int(count), int(factor or 1) * seconds)
    if rate.count < 1 or rate.seconds < 1:
        raise ValueError(f"a rate allows something, not {text!r}")
    return rate


@lru_cache(maxsize=8)
def _store(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=STORE_TIMEOUT, socket_connect_timeout=STORE_TIMEOUT
    )


def take(scope: str, caller: str) -> Quota:
    """Count one request of a caller, unless its window is full; ThrottleStoreError."""
    rate = parse_rate(settings.THROTTLE_RATES[scope])
    try:
        answer = _store(settings.CACHE_URL).eval(
            _COUNT, 1, f"throttle:{scope}:{caller}", str(rate.count), str(rate.seconds * 1000)
        )
    except (RedisError, OSError) as error:
        raise ThrottleStoreError from error
    count, rest = cast(tuple[int, int], answer)
    return Quota(
        scope,
        rate,
        allowed=count <= rate.count,
        remaining=max(0, rate.count - count),
        reset=max(1, -(-rest // 1000)),
    )


def caller_address(request: Request) -> str:
    """The address that a request comes from; of IPv6 the first 64 bits, which one caller has.

    X-Forwarded-For is believed for NUM_PROXIES proxies only.
    """
    text = BaseThrottle().get_ident(request) or ""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def caller_of(request: Request) -> str:
    """Who is counted: the player, else the address."""
    if request.user is not None and request.user.is_authenticated:
        return f"player:{request.user.pk}"
    return f"address:{caller_address(request)}"


def scope_of(view: APIView, method: str) -> str:
    """What a request of a view counts as; "" if the view counts nothing.

    A HEAD does the work of a GET. A method that the view has no word for is refused or asks
    for its options: that is counted as reading is.
    """
    scopes: str | Mapping[str, str] = getattr(view, "throttle_scope", "")
    if isinstance(scopes, str):
        return scopes
    return scopes.get("GET" if method == "HEAD" else method, "read")


class ScopeThrottle(BaseThrottle):
    """Counts a request in the view's `throttle_scope`: one name, or one by method."""

    quota: Quota | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request may go on; UnavailableError if that cannot be told and must be."""
        scope = scope_of(view, request.method or "")
        if not scope:
            return True
        try:
            self.quota = take(scope, self.caller(request, scope))
        except ThrottleStoreError as error:
            logger.warning("throttle_store_away", scope=scope, error=repr(error.__cause__))
            if scope in FAIL_CLOSED:
                raise UnavailableError(
                    detail="Requests cannot be counted at the moment; this one needs to be."
                ) from error
            return True
        quotas: list[Quota] = getattr(view, "quotas", [])
        quotas.append(self.quota)
        return self.quota.allowed

    def caller(self, request: Request, scope: str) -> str:
        """Who is counted. Accounts are made, and passwords tried, per address."""
        if scope in ("signup", "guest", "login"):
            return f"address:{caller_address(request)}"
        return caller_of(request)

    def wait(self) -> float | None:
        """Seconds until the caller may ask again."""
        return None if self.quota is None else float(self.quota.reset)


def quota_headers(quotas: list[Quota]) -> dict[str, str]:
    """The RateLimit headers for what was counted."""
    if not quotas:
        return {}
    return {
        "RateLimit": ", ".join(f'"{q.scope}";r={q.remaining};t={q.reset}' for q in quotas),
        "RateLimit-Policy": ", ".join(
            f'"{q.scope}";q={q.rate.count};w={q.rate.seconds}' for q in quotas
        ),
    }


class ThrottledView(APIView):
    """A view whose requests are counted, and whose answers say what is left."""

    throttle_classes = (ScopeThrottle,)
    throttle_scope: str | Mapping[str, str] = ""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the request before anything is done for it, also if it is not let in."""
        self.quotas: list[Quota] = []
        try:
            super().initial(request, *args, **kwargs)
        except (NotAuthenticated, AuthenticationFailed, PermissionDenied):
            # Those who guess at tokens are held up like everybody, by their address.
            self.check_throttles(request)
            raise

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say what is left."""
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in quota_headers(getattr(self, "quotas", [])).items():
            response.headers[name] = value
        return response
