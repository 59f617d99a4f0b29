"""The REST half: plain requests, no library needed."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Any

import msgspec

from turncoat.client.seat import Seat, ServerRefused

_TIMEOUT = 40


class Client:
    """One visitor at one server. Without a token it gets itself a new identity."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.token = token or ""
        if not self.token:
            self.token = self.request("POST", "/api/visitors")["token"]

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """One request; what it answers. Raises ServerRefused."""
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(self.address + path, data=data, method=method)
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                return msgspec.json.decode(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                refusal = msgspec.json.decode(error.read() or b"{}")
            raise ServerRefused(refusal.get("error", "BUG"), refusal.get("message", "")) from None

    def create(self, **settings: Any) -> str:
        """Make a table; its id."""
        table: str = self.request("POST", "/api/tables", settings)["table"]["id"]
        return table

    def play(self, **wishes: Any) -> str:
        """One click: a dealt table with bots; its id."""
        table: str = self.request("POST", "/api/play", wishes)["table"]["id"]
        return table

    def table(self, table: str) -> Any:
        """A table, and what this visitor is at it."""
        return self.request("GET", f"/api/tables/{table}")

    def do(self, table: str, command: str, **fields: Any) -> Any:
        """A command at a table."""
        return self.request("POST", f"/api/tables/{table}/{command}", fields)

    def alone(self, **wishes: Any) -> str:
        """A game alone (`daily`, `deal`, `options`, `name`); its table's id."""
        table: str = self.request("POST", "/api/solo", wishes)["table"]["id"]
        return table

    def hint(self, table: str) -> Any:
        """Advice for the open question of a game alone."""
        return self.request("GET", f"/api/tables/{table}/hint")

    def how_far(self, record: str) -> Any:
        """How far the deal of a finished game alone could have gone at least."""
        return self.request("GET", f"/api/records/{record}/how-far")

    def sit(self, table: str) -> Seat:
        """This visitor's socket at a table, to be used with `async with`."""
        return Seat(self.address, self.token, table)
