"""Bare views: DRF's own parsing, rendering and permissions, the service's tokens."""

from rest_framework.parsers import JSONParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bench.service.floors.models import Floor
from games import clock
from leaderboard.authentication import TokenAuthentication
from leaderboard.models import Player


class InsertView(APIView):
    """Inserts one row."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)
    parser_classes = (JSONParser,)

    def post(self, request: Request) -> Response:
        """Store the line that was sent."""
        row = Floor(player_id=request.user.pk, line=request.data["line"], received_at=clock.now())
        row.save(force_insert=True)
        return Response({"id": row.pk, "line": row.line}, status=201)


class ReadView(APIView):
    """Reads one row."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Request, skeleton: str) -> Response:
        """Give a player."""
        row = Player.objects.get(handle_skeleton=skeleton)
        return Response({"handle": row.handle, "created_at": row.created_at})


class OwnReadView(APIView):
    """Reads one row of whoever asks."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)

    def get(self, request: Request) -> Response:
        """Give the player that asks, read once more."""
        row = Player.objects.get(pk=request.user.pk)
        return Response({"handle": row.handle, "created_at": row.created_at})
