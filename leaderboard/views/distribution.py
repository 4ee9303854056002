"""How the results of a board are spread."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from leaderboard.ranking import CARDS, Place, Section, Tally
from leaderboard.selectors.groups import group_board
from leaderboard.selectors.standings import board_tally, par_of
from leaderboard.serializers.play import DistributionSerializer
from leaderboard.services.demand import challenge_open
from leaderboard.views.base import PRIVATE, player_of
from leaderboard.views.group_boards import GROUP_PARAMETER, GroupableView, group_of
from leaderboard.views.schema import CHALLENGE_PATH, NOT_MODIFIED, problems


class DistributionView(GroupableView):
    """The spread of a board."""

    @extend_schema(
        operation_id="challenge_distribution",
        parameters=[*CHALLENGE_PATH, GROUP_PARAMETER],
        responses={
            200: DistributionSerializer,
            304: NOT_MODIFIED,
            **problems(400, 401, 403, 404, 429, 503),
        },
    )
    def get(self, request: Request, variant: str, date: str) -> Response:
        """Give how many results have each number of moves; of unfinished ones, of cards."""
        challenge = challenge_open(variant, date)
        if (group := group_of(request)) is not None:
            board = group_board(challenge, group, player_of(request))
            data = distribution_data(board.tally, par_of(challenge))
            data["board_revision"] = board.revision
            return caching.cached_response(request, DistributionSerializer(data).data, PRIVATE)
        data = distribution_data(board_tally(challenge), par_of(challenge))
        return caching.cached_response(request, DistributionSerializer(data).data, caching.NO_CACHE)


def distribution_data(tally: Tally, par: int | None) -> dict[str, Any]:
    """The counts of a board by what players know: moves, moves over par, cards."""

    def wins(section: Section) -> list[dict[str, Any]]:
        return [
            {
                "moves": score,
                "over_par": None if par is None else score - par,
                "count": count,
                "rank": tally.rank(Place(section, score)),
            }
            for score, count in tally.shares_of(section)
        ]

    return {
        "board_revision": tally.revision,
        "total": tally.total,
        "par": par,
        "ranked": wins(Section.RANKED),
        "assisted": wins(Section.ASSISTED),
        "unfinished": [
            {"foundation_cards": CARDS - score, "count": count}
            for score, count in tally.shares_of(Section.UNFINISHED)
        ],
    }
