"""A typed client of the service, and a player for the terminal (`python -m castle_client`).

The client needs the standard library alone, the player `games.rules` besides; docs/clients.md
tells how to take them along.

>>> from castle_client import Client
>>> Client("https://castle.example")
<Client of https://castle.example>
"""

from castle_client import errors
from castle_client.client import Client
from castle_client.outbox import Outbox
from castle_client.retries import NEVER, Retries
from castle_client.tokens import TokenFile

__all__ = ["NEVER", "Client", "Outbox", "Retries", "TokenFile", "errors"]
