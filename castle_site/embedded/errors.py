"""What can go wrong with an embedded server."""


class ServerError(RuntimeError):
    """A server does not start, or does not answer; the text says which and where its log is."""
