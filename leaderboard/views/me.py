"""One's own account: looking at it, changing it, taking it along, deleting it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from games import clock
from games.api import ApiView
from games.throttling import caller_address
from leaderboard.authentication import HasScope
from leaderboard.models import Player
from leaderboard.selectors import players as selectors
from leaderboard.selectors.statistics import statistics_of
from leaderboard.serializers.accounts import (
    MAX_PREFERENCES,
    AssistanceSerializer,
    ExportSerializer,
    MeChangeSerializer,
    MeSerializer,
    ModerationSerializer,
    OwnProfileSerializer,
    PasswordChangeSerializer,
    RecoveryCodeSerializer,
    ResultSerializer,
    TokenSerializer,
)
from leaderboard.serializers.groups import MembershipSerializer
from leaderboard.serializers.play import AttemptSerializer, SubmissionSerializer
from leaderboard.services.erasing import player_erase
from leaderboard.services.logins import login_count
from leaderboard.services.players import password_change, preferences_change
from leaderboard.sessions import session_end, session_keep
from leaderboard.views.accounts import NO_STORE, is_session, token_of
from leaderboard.views.base import player_of
from leaderboard.views.schema import problems


class MeView(ApiView):
    """The account of the player who asks."""

    permission_classes = (HasScope("read", "account"),)
    throttle_scope = "read"

    @extend_schema(
        operation_id="me_get", responses={200: OwnProfileSerializer, **problems(401, 403, 429)}
    )
    def get(self, request: Request) -> Response:
        """Give one's own account, and what one has achieved."""
        player = player_of(request)
        player.statistics = statistics_of(player, own=True)  # type: ignore[attr-defined]
        return Response(OwnProfileSerializer(player).data, headers=NO_STORE)

    @extend_schema(
        operation_id="me_change",
        request=MeChangeSerializer,
        responses={200: MeSerializer, **problems(400, 401, 403, 413, 415, 429)},
    )
    def patch(self, request: Request) -> Response:
        """Change preferences; those that are not named stay as they are."""
        body = MeChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        player = preferences_change(
            player=player_of(request),
            changes=body.validated_data.get("preferences", {}),
            most=MAX_PREFERENCES,
        )
        return Response(MeSerializer(player).data, headers=NO_STORE)

    @extend_schema(
        operation_id="me_erase", request=None, responses={204: None, **problems(401, 403, 429)}
    )
    def delete(self, request: Request) -> Response:
        """Delete the account, at once and for good.

        Results on settled boards stay there without the player, so that others keep their
        ranks; everything else goes. The handle is never given to anybody else.
        """
        player_erase(player=player_of(request))
        if is_session(request):
            session_end(request._request)
        return Response(status=204, headers=NO_STORE)


class PasswordView(ApiView):
    """The password of the player who asks."""

    permission_classes = (HasScope("account"),)
    throttle_scope = "login"

    @extend_schema(
        operation_id="me_password",
        request=PasswordChangeSerializer,
        responses={
            200: RecoveryCodeSerializer,
            **problems(400, 401, 403, 409, 413, 415, 429, 503),
        },
    )
    def post(self, request: Request) -> Response:
        """Change the password: all other tokens and sessions end; gives a new recovery code."""
        body = PasswordChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        player = player_of(request)
        login_count(handle=player.handle, address=caller_address(request))
        player, code = password_change(player=player, keep=token_of(request), **body.validated_data)
        if is_session(request):
            session_keep(request._request, player)
        return Response(RecoveryCodeSerializer({"recovery_code": code}).data, headers=NO_STORE)


class ExportView(ApiView):
    """All data of the player who asks."""

    permission_classes = (HasScope("account"),)
    throttle_scope = "read"

    @extend_schema(
        operation_id="me_export", responses={200: ExportSerializer, **problems(401, 403, 429)}
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Give all that is stored of the player, as one JSON document."""
        player = player_of(request)
        response = StreamingHttpResponse(
            (text.encode() for text in export_text(player)), content_type="application/json"
        )
        response["Content-Disposition"] = f'attachment; filename="{player.handle}.json"'
        for name, value in NO_STORE.items():
            response[name] = value
        return response


def export_text(player: Player) -> Iterator[str]:
    """The export in pieces: it may be longer than what should be in memory at once."""
    exported_at = serializers.DateTimeField().to_representation(clock.now())
    yield f'{{"exported_at": {_json(exported_at)}, "player": {_json(MeSerializer(player).data)}'
    lists: list[tuple[str, type[serializers.Serializer[Any]], Iterable[Any]]] = [
        ("tokens", TokenSerializer, selectors.tokens_of(player)),
        ("attempts", AttemptSerializer, selectors.attempts_all(player)),
        ("assistances", AssistanceSerializer, selectors.assistances_all(player)),
        ("submissions", SubmissionSerializer, selectors.submissions_all(player)),
        ("results", ResultSerializer, selectors.results_all(player)),
        ("groups", MembershipSerializer, selectors.memberships_all(player)),
        ("moderation", ModerationSerializer, selectors.moderation_all(player)),
    ]
    for name, serializer, rows in lists:
        yield f', "{name}": ['
        for index, row in enumerate(rows):
            yield (", " if index else "") + _json(serializer(row).data)
        yield "]"
    yield "}"


def _json(value: Any) -> str:
    return json.dumps(value, cls=JSONEncoder, ensure_ascii=False)
