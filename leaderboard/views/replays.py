"""Lines to be looked at, move by move."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from leaderboard.authentication import HasScope
from leaderboard.models import Player
from leaderboard.selectors.replays import replay_data, replay_etag
from leaderboard.selectors.submissions import submission_get
from leaderboard.serializers.play import PositionsSerializer
from leaderboard.views.base import PRIVATE, PlayerView
from leaderboard.views.schema import NOT_MODIFIED, problems


class ReplayView(PlayerView):
    """The positions of one submission."""

    permission_classes = (HasScope("read", anonymous=True), AllowAny)

    @extend_schema(
        operation_id="submission_replay",
        responses={200: PositionsSerializer, 304: NOT_MODIFIED, **problems(401, 403, 404, 429)},
    )
    def get(self, request: Request, submission_id: uuid.UUID) -> Response:
        """Give every position of a line, to whoever may see the line."""
        viewer = request.user if isinstance(request.user, Player) else None
        submission = submission_get(submission_id, viewer=viewer)
        # Asked for each time all the same: the player may be hidden by then.
        headers = {"ETag": replay_etag(submission), "Cache-Control": PRIVATE}
        if caching.matches(request, headers["ETag"]):
            return Response(status=304, headers=headers)
        return Response(PositionsSerializer(replay_data(submission)).data, headers=headers)
