"""The page's sessions: a cookie that no script reads, prolonged by use."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest

from games import clock
from leaderboard.models import Player
from leaderboard.services.tokens import token_ttl

BACKEND = "leaderboard.backends.HandleBackend"
_DAY = "prolonged_on"


def session_begin(request: HttpRequest, player: Player) -> None:
    """Log a browser in; it gets another session key and another CSRF token."""
    login(request, player, backend=BACKEND)
    _prolong(request, player)


def session_keep(request: HttpRequest, player: Player) -> None:
    """Let this session of the player live on after a change of the password; others end."""
    update_session_auth_hash(request, player)
    _prolong(request, player)


def session_end(request: HttpRequest) -> None:
    """Log a browser out."""
    logout(request)


def session_refresh(request: HttpRequest, player: Player) -> None:
    """Prolong a session that is used, with one write a day."""
    if request.session.get(_DAY) != _today():
        _prolong(request, player)


def sessions_forget() -> None:
    """Delete all sessions that have ended."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def _prolong(request: HttpRequest, player: Player) -> None:
    request.session[_DAY] = _today()
    request.session.set_expiry(int(token_ttl(player).total_seconds()))


def _today() -> str:
    return clock.now().date().isoformat()
