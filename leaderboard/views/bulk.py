"""Downloads for research: settled challenges and their results, whole, without players."""

import threading
from collections.abc import Callable
from tempfile import SpooledTemporaryFile
from typing import IO, Any, ClassVar

from django.http import FileResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games import caching
from games.errors import NotFoundError, UnavailableError
from leaderboard.errors import TooManyResultsError
from leaderboard.periods import Period
from leaderboard.selectors.bulk import (
    Table,
    bulk_challenges,
    bulk_late,
    bulk_months,
    bulk_period,
    bulk_results,
)
from leaderboard.serializers.bulk import (
    BulkChallengeSerializer,
    BulkResultSerializer,
    BulkSerializer,
)
from leaderboard.tables import CONTENT_TYPES, table_text
from leaderboard.views.base import PublicView
from leaderboard.views.queries import read_variant
from leaderboard.views.schema import NOT_MODIFIED, VARIANT_PARAMETER, problems

# A file of more rows is refused, unless it is that of one day and variant.
MAX_ROWS = 2_000_000
# Files that a process writes at a time: the rest of its threads is there for players.
_writing = threading.BoundedSemaphore(2)
# What of a file is kept in memory, in bytes; the rest is on disk.
IN_MEMORY = 2**20

TABLES: dict[str, Callable[[Period, str | None], Table]] = {
    "challenges": bulk_challenges,
    "results": bulk_results,
    "late": bulk_late,
}
PARAMETERS = [
    OpenApiParameter(
        "period",
        str,
        OpenApiParameter.PATH,
        description="a month or a day, like 2025-03 or 2025-03-09",
        pattern="^[0-9]{4}-[0-9]{2}(-[0-9]{2})?$",
    ),
    OpenApiParameter("extension", str, OpenApiParameter.PATH, enum=list(CONTENT_TYPES)),
    VARIANT_PARAMETER,
]


def _responses(row: Any) -> dict[Any, Any]:
    return {
        (200, "application/x-ndjson"): row,
        (200, "text/csv"): OpenApiTypes.STR,
        304: NOT_MODIFIED,
        **problems(400, 404, 429, 503),
    }


class BulkView(PublicView):
    """What there is to download."""

    @extend_schema(
        operation_id="bulk_list",
        responses={200: BulkSerializer, 304: NOT_MODIFIED, **problems(429)},
    )
    def get(self, request: Request) -> Response:
        """List the months that have settled challenges, newest first, with their files."""
        months = [
            vars(month)
            | {
                "files": {
                    table: {
                        extension: f"{request.path}/{month.period}/{table}.{extension}"
                        for extension in CONTENT_TYPES
                    }
                    for table in TABLES
                }
            }
            for month in bulk_months()
        ]
        body = BulkSerializer({"results": months}).data
        return caching.cached_response(request, body, caching.NO_CACHE)


class FileView(PublicView):
    """A table of a month or a day, as a file."""

    throttle_scope = "bulk"
    table: ClassVar[str]

    def perform_content_negotiation(
        self, request: Request, force: bool = False
    ) -> tuple[BaseRenderer, str]:
        """The path says what is wanted, whatever `Accept` says."""
        renderer = self.get_renderers()[0]
        return renderer, renderer.media_type or ""

    def file(self, request: Request, name: str, extension: str) -> HttpResponseBase:
        """The file that a path names, or 304 for who has it."""
        period = bulk_period(name)
        if period is None or extension not in CONTENT_TYPES:
            raise NotFoundError
        variant = read_variant(request.query_params)
        table = TABLES[self.table](period, variant)
        headers = {"ETag": table.etag, "Cache-Control": caching.NO_CACHE}
        if caching.matches(request, table.etag):
            return Response(status=304, headers=headers)
        if table.size > MAX_ROWS and (variant is None or period.first != period.last):
            raise TooManyResultsError
        return FileResponse(
            _written(table, extension),
            as_attachment=True,
            filename=f"{self.table}-{name}.{extension}",
            content_type=CONTENT_TYPES[extension],
            headers=headers,
        )


class ChallengesFileView(FileView):
    """Settled challenges."""

    table = "challenges"

    @extend_schema(
        operation_id="bulk_challenges",
        parameters=PARAMETERS,
        responses=_responses(BulkChallengeSerializer),
    )
    def get(self, request: Request, period: str, extension: str) -> HttpResponseBase:
        """Give the settled challenges of a month or a day: deals, labels, pars; oldest first."""
        return self.file(request, period, extension)


class ResultsFileView(FileView):
    """Results on settled boards."""

    table = "results"

    @extend_schema(
        operation_id="bulk_results",
        parameters=PARAMETERS,
        responses=_responses(BulkResultSerializer),
    )
    def get(self, request: Request, period: str, extension: str) -> HttpResponseBase:
        """Give all results of settled boards, without players, in the order of the boards."""
        return self.file(request, period, extension)


class LateFileView(FileView):
    """Results of archive play."""

    table = "late"

    @extend_schema(
        operation_id="bulk_late",
        parameters=PARAMETERS,
        responses=_responses(BulkResultSerializer),
    )
    def get(self, request: Request, period: str, extension: str) -> HttpResponseBase:
        """Give the late results on settled challenges, without players: they have no rank."""
        return self.file(request, period, extension)


def _written(table: Table, extension: str) -> IO[bytes]:
    """A table as a file, in memory as long as it is small; UnavailableError if others are written.

    It is whole before the first byte is sent: however slowly a client reads, the database has
    long been left alone.
    """
    if not _writing.acquire(blocking=False):
        raise UnavailableError(detail="Other files are being written; ask again.")
    # Who sends it closes it.
    file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    try:
        for piece in table_text(table.columns, table.rows, extension):
            file.write(piece)
    except BaseException:
        file.close()
        raise
    finally:
        _writing.release()
    file.seek(0)
    return file
