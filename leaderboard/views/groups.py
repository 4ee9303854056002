"""Groups: making and joining them, changing and leaving them."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import ApiView
from leaderboard.authentication import HasScope, SessionAuthentication, TokenAuthentication
from leaderboard.selectors.groups import group_get, groups_of
from leaderboard.serializers.groups import (
    GroupChangeSerializer,
    GroupNameSerializer,
    GroupSerializer,
    GroupsSerializer,
    JoinSerializer,
)
from leaderboard.services.groups import (
    group_change,
    group_create,
    group_dissolve,
    group_join,
    member_remove,
)
from leaderboard.services.idempotency import Answer, answer_once
from leaderboard.views.base import PRIVATE, player_of, respond
from leaderboard.views.schema import IDEMPOTENCY_PARAMETER, problems

HEADERS = {"Cache-Control": PRIVATE}


class GroupView(ApiView):
    """A view of groups, for players; changes count like submissions."""

    authentication_classes = (TokenAuthentication, SessionAuthentication)
    permission_classes = (HasScope("read", "play"),)
    throttle_scope = {  # noqa: RUF012
        "GET": "read",
        "POST": "submit",
        "PATCH": "submit",
        "DELETE": "submit",
    }


class GroupsView(GroupView):
    """The player's groups."""

    @extend_schema(
        operation_id="groups_list", responses={200: GroupsSerializer, **problems(401, 403, 429)}
    )
    def get(self, request: Request) -> Response:
        """List the groups that one is in, 20 at most, with their members."""
        groups = groups_of(player_of(request))
        return Response(GroupsSerializer({"results": groups}).data, headers=HEADERS)

    @extend_schema(
        operation_id="group_create",
        request=GroupNameSerializer,
        parameters=[IDEMPOTENCY_PARAMETER],
        responses={
            201: GroupSerializer,
            **problems(400, 401, 403, 409, 413, 415, 422, 429),
        },
    )
    def post(self, request: Request) -> Response:
        """Make a group, with a join code for others."""
        body = GroupNameSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        player = player_of(request)

        def create() -> Answer:
            group = group_create(player=player, name=body.validated_data["name"])
            return Answer(201, GroupSerializer(group_get(group.pk, player)).data)

        return respond(
            answer_once(
                player=player,
                method="POST",
                path=request.path,
                key=request.headers.get("Idempotency-Key"),
                body=request.data,
                work=create,
            )
        )


class OneGroupView(GroupView):
    """One group."""

    @extend_schema(
        operation_id="group_change",
        request=GroupChangeSerializer,
        responses={200: GroupSerializer, **problems(400, 401, 403, 404, 413, 415, 429)},
    )
    def patch(self, request: Request, group_id: uuid.UUID) -> Response:
        """Rename one's group, hand it over to a member, give it another join code."""
        body = GroupChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        player = player_of(request)
        group_change(player=player, group_id=group_id, **body.validated_data)
        return Response(GroupSerializer(group_get(group_id, player)).data, headers=HEADERS)

    @extend_schema(
        operation_id="group_dissolve",
        request=None,
        responses={204: None, **problems(401, 403, 404, 429)},
    )
    def delete(self, request: Request, group_id: uuid.UUID) -> Response:
        """Dissolve one's group."""
        group_dissolve(player=player_of(request), group_id=group_id)
        return Response(status=204)


class MembersView(GroupView):
    """The members of a group."""

    @extend_schema(
        operation_id="group_join",
        request=JoinSerializer,
        responses={
            201: GroupSerializer,
            200: GroupSerializer,
            **problems(400, 401, 403, 404, 409, 413, 415, 429),
        },
    )
    def post(self, request: Request, group_id: uuid.UUID) -> Response:
        """Join a group by its code: 201 the first time, 200 after."""
        body = JoinSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        player = player_of(request)
        _, is_new = group_join(player=player, group_id=group_id, code=body.validated_data["code"])
        data = GroupSerializer(group_get(group_id, player)).data
        return Response(data, status=201 if is_new else 200, headers=HEADERS)


class MemberView(GroupView):
    """One member of a group."""

    @extend_schema(
        operation_id="group_leave",
        request=None,
        responses={204: None, **problems(401, 403, 404, 429)},
    )
    def delete(self, request: Request, group_id: uuid.UUID, handle: str) -> Response:
        """Leave a group, or put a member out of one's own.

        An owner who leaves hands the group over to who has been in it longest.
        """
        member_remove(player=player_of(request), group_id=group_id, handle=handle)
        return Response(status=204)
