"""The client: all calls of the API, typed."""

from castle_client.accounts import Accounts, Groups
from castle_client.boards import Boards
from castle_client.challenges import Challenges
from castle_client.deals import Deals
from castle_client.retries import Retries
from castle_client.transport import Transport


class Client(Deals, Challenges, Boards, Accounts, Groups):
    """A client of one service, as one player or nobody.

    ``url`` is the service's address, ``token`` that of the player. Every call may raise
    `castle_client.errors`; a call is made again where that can do no harm (`retries`). Not
    to be used by several threads at once.
    """

    def __init__(
        self,
        url: str = "http://localhost:8000",
        *,
        token: str | None = None,
        retries: Retries | None = None,
        timeout: float = 30.0,
        allow_http: bool = False,
    ) -> None:
        self.transport = Transport(
            url, token=token, retries=retries, timeout=timeout, allow_http=allow_http
        )

    @property
    def url(self) -> str:
        """The service's address."""
        return self.transport.url

    @property
    def token(self) -> str | None:
        """The player's token; None for nobody."""
        return self.transport.token

    @token.setter
    def token(self, token: str | None) -> None:
        self.transport.token = token

    def __repr__(self) -> str:
        return f"<Client of {self.url}{' with a token' if self.token else ''}>"
