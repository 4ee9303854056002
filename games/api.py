"""What all views of the API have in common."""

from games.parsers import StrictJSONParser
from games.throttling import ThrottledView


class ApiView(ThrottledView):
    """A view that reads strict JSON, counts requests (`throttle_scope`) and says what is left."""

    parser_classes = (StrictJSONParser,)
