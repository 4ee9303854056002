"""The endpoints of variants and deals."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games import caching, selectors, services
from games.api import ApiView, problems
from games.lines import line_replay
from games.queueing import enqueue_on_commit
from games.rules import VARIANTS, Variant, deal, get_variant, parse_deal_number
from games.serializers import (
    DealSerializer,
    LayoutSerializer,
    LineSerializer,
    ReplaySerializer,
    VariantsSerializer,
    label_data,
    layout_data,
    replay_data,
    variants_data,
)
from games.tasks import label_make, par_make

DEAL_PATH = [
    OpenApiParameter("variant", str, OpenApiParameter.PATH, enum=list(VARIANTS)),
    OpenApiParameter(
        "number", str, OpenApiParameter.PATH, description="1 to 10^20 - 1", pattern="^[0-9]{1,20}$"
    ),
]
NOT_MODIFIED = OpenApiResponse(description="What If-None-Match names is still right.")


class VariantsView(ApiView):
    """The games."""

    throttle_scope = "read"

    @extend_schema(
        operation_id="variants_list",
        tags=["deals"],
        responses={200: VariantsSerializer, 304: NOT_MODIFIED, **problems(401, 429)},
    )
    def get(self, request: Request) -> Response:
        """All games, and the numbers that deals may have."""
        return caching.cached_response(request, variants_data(), caching.IMMUTABLE)


class DealLayoutView(ApiView):
    """The cards of a deal alone."""

    throttle_scope = "read"

    @extend_schema(
        operation_id="deal_layout_get",
        tags=["deals"],
        parameters=DEAL_PATH,
        responses={200: LayoutSerializer, 304: NOT_MODIFIED, **problems(401, 404, 429)},
    )
    def get(self, request: Request, variant: str, number: str) -> Response:
        """The cards of a deal; the answer never changes."""
        game, value = _read_path(variant, number)
        data = layout_data(game, value, deal(game, value))
        return caching.cached_response(request, data, caching.IMMUTABLE)


class DealView(ApiView):
    """A deal with its label."""

    throttle_scope = "read"

    @extend_schema(
        operation_id="deal_get",
        tags=["deals"],
        parameters=DEAL_PATH,
        responses={200: DealSerializer, 304: NOT_MODIFIED, **problems(401, 404, 429, 503)},
    )
    def get(self, request: Request, variant: str, number: str) -> Response:
        """The cards of a deal and its label, if somebody has asked for one."""
        game, value = _read_path(variant, number)
        data = _deal_data(game, value)
        return caching.cached_response(request, data, caching.NO_CACHE)


class DealLabelView(ApiView):
    """The making of a deal's label."""

    throttle_scope = "label"

    @extend_schema(
        operation_id="deal_label_create",
        tags=["deals"],
        parameters=DEAL_PATH,
        request=None,
        responses={
            200: OpenApiResponse(DealSerializer, description="The label that stands."),
            202: OpenApiResponse(DealSerializer, description="Queued: ask `Location` again."),
            **problems(401, 404, 429, 503),
        },
    )
    def post(self, request: Request, variant: str, number: str) -> Response:
        """Ask for a deal's label: 200 if there is nothing more to find out, else 202."""
        game, value = _read_path(variant, number)
        asked = services.label_request(variant=game, number=value)
        if asked.queued:
            enqueue_on_commit(label_make, asked.deal.pk)
        if asked.par_queued:
            enqueue_on_commit(par_make, asked.deal.pk)
        data = _deal_data(game, value)
        if not asked.waiting:
            return Response(data)
        location = reverse("deal", args=[game.slug, value])
        return Response(data, status=202, headers={"Location": location, "Retry-After": "1"})


class DealVerifyView(ApiView):
    """The replay of a line."""

    throttle_scope = "verify"

    @extend_schema(
        operation_id="deal_verify",
        tags=["deals"],
        parameters=DEAL_PATH,
        request=LineSerializer,
        responses={200: ReplaySerializer, **problems(400, 401, 404, 413, 415, 429)},
    )
    def post(self, request: Request, variant: str, number: str) -> Response:
        """Replay a line on a deal; nothing is stored."""
        game, value = _read_path(variant, number)
        body = LineSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = body.validated_data
        result = line_replay(game, value, given["line"], given["format"])
        return Response(replay_data(result))


def _read_path(variant: str, number: str) -> tuple[Variant, int]:
    """Variant and number of a path; errors of the rules, which are 404 here."""
    return get_variant(variant), parse_deal_number(number)


def _deal_data(variant: Variant, number: int) -> dict[str, object]:
    """A deal as it stands now."""
    row = selectors.deal_get(variant, number)
    layout = layout_data(variant, number, deal(variant, number))
    return {**layout, "label": label_data(variant, number, row)}
