"""Guests, players, tokens, one's own account, groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from castle_client.base import Part, at, new_key
from castle_client.models import Account, Group, Me, Profile
from castle_client.reading import read

Preference = str | int | float | bool | None


@dataclass(frozen=True)
class _Groups:
    results: tuple[Group, ...]


@dataclass(frozen=True)
class _Code:
    recovery_code: str


class Accounts(Part):
    """Calls about players. Making a guest, registering and logging in set the client's token."""

    def guest(self) -> Account:
        """Make a guest. Keep `token`: it is all that a guest has, and is shown this once."""
        # A guest too many, whose token was lost, does no harm: it is removed after 30 days.
        return self._take(self.post(Account, "guests", {}, repeatable=True, secret=True))

    def register(self, handle: str, password: str) -> Account:
        """Register; a guest, by the client's token, becomes the player and keeps everything.

        `recovery_code` is shown this once. Raises HandleTakenError, InvalidRequestError.
        """
        body = {"handle": handle, "password": password}
        return self._take(self.post(Account, "players", body, secret=True))

    def login(
        self,
        handle: str,
        password: str,
        *,
        scopes: Sequence[str] | None = None,
        name: str = "",
    ) -> Account:
        """Get a token of one's own for this device; LoginFailedError."""
        body: dict[str, Any] = {"handle": handle, "password": password, "name": name}
        if scopes is not None:
            body["scopes"] = list(scopes)
        return self._take(self.post(Account, "tokens", body, secret=True))

    def recover(self, handle: str, recovery_code: str, new_password: str) -> Account:
        """Get in by the recovery code, which is replaced; all other tokens end."""
        body = {"handle": handle, "recovery_code": recovery_code, "new_password": new_password}
        return self._take(self.post(Account, "tokens", body, secret=True))

    def logout(self) -> None:
        """End the client's token."""
        self.transport.call("DELETE", "tokens/current")
        self.transport.token = None

    def me(self) -> Me:
        """Return one's own account, and what one has achieved."""
        return self.get(Me, "me")

    def set_preferences(self, changes: Mapping[str, Preference]) -> Me:
        """Change preferences; those not named stay, None removes one."""
        return read(Me, self.transport.call("PATCH", "me", body={"preferences": changes}).data)

    def change_password(self, password: str, new_password: str) -> str:
        """Change the password; all other tokens end. Returns the new recovery code."""
        body = {"password": password, "new_password": new_password}
        return self.post(_Code, "me/password", body).recovery_code

    def export(self) -> Any:
        """Return all that is stored of one, as JSON."""
        return self.transport.call("GET", "me/export").data

    def erase(self) -> None:
        """Delete the account, at once and for good."""
        self.transport.call("DELETE", "me", repeatable=False)
        self.transport.token = None

    def player(self, handle: str) -> Profile:
        """Return what everybody may know of a player."""
        return self.get(Profile, at("players", handle))

    def _take(self, account: Account) -> Account:
        if account.token is not None:
            self.transport.token = account.token
        return account


class Groups(Part):
    """Calls about groups."""

    def groups(self) -> tuple[Group, ...]:
        """Return the groups that one is in."""
        return self.get(_Groups, "groups").results

    def group_create(self, name: str) -> Group:
        """Make a group."""
        return self.post(Group, "groups", {"name": name}, key=new_key())

    def group_change(
        self,
        group: str,
        *,
        name: str | None = None,
        owner: str | None = None,
        new_code: bool = False,
    ) -> Group:
        """Rename one's group, hand it over, or end its join code; what is None stays."""
        body: dict[str, Any] = {"new_code": new_code}
        body |= {key: value for key, value in (("name", name), ("owner", owner)) if value}
        # Done twice, the code is another one: what matters is the last answer.
        return read(Group, self.transport.call("PATCH", at("groups", group), body=body).data)

    def group_dissolve(self, group: str) -> None:
        """Dissolve one's group."""
        self.transport.call("DELETE", at("groups", group), repeatable=False)

    def group_join(self, group: str, code: str) -> Group:
        """Join a group by its code."""
        return self.post(Group, at("groups", group, "members"), {"code": code}, repeatable=True)

    def group_leave(self, group: str, handle: str) -> None:
        """Leave a group by one's own handle, or put a member out of one's own."""
        path = at("groups", group, "members", handle)
        self.transport.call("DELETE", path, repeatable=False)
