"""Plain HTTP requests to a server, as one visitor."""

from __future__ import annotations

from functools import cache
from typing import Any

import httpx
import msgspec

from turncoat.client.seat import UNKNOWN_VISITOR, Seat, ServerRefused
from turncoat.core.padding import padded

_TIMEOUT = 40
_JSON = {"content-type": "application/json"}
_certificates = cache(httpx.create_ssl_context)  # reading them takes 20 ms; every client uses the same


class Client:
    """One visitor at one server. Without a token, or with one that the server does not know, it asks for a new one.

    A request to a server that cannot be reached raises `httpx.TransportError`.
    """

    def __init__(self, address: str, token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self._http = httpx.Client(
            base_url=self.address,
            timeout=_TIMEOUT,
            verify=_certificates(),
            limits=httpx.Limits(max_keepalive_connections=0),  # an idle connection would not survive a restart
        )
        self.token = token or ""
        if token:
            self._http.headers["authorization"] = f"Bearer {token}"
        else:
            self._become_new_visitor()

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send one request and return the decoded answer. Raises ServerRefused."""
        try:
            return self._request(method, path, body)
        except ServerRefused as refusal:
            if refusal.code != UNKNOWN_VISITOR:
                raise
        self._become_new_visitor()
        return self._request(method, path, body)

    def _become_new_visitor(self) -> None:
        self.token = self._request("POST", "/api/visitors")["token"]
        self._http.headers["authorization"] = f"Bearer {self.token}"

    def _request(self, method: str, path: str, body: Any = None) -> Any:
        content = None if body is None else padded(msgspec.json.encode(body))
        answer = self._http.request(method, path, content=content, headers=_JSON)
        decoded = msgspec.json.decode(answer.content or b"{}")
        if answer.is_error:
            raise ServerRefused(decoded.get("error", "BUG"), decoded.get("message", ""))
        return decoded

    def create(self, **settings: Any) -> str:
        """Open a table with these settings, hosted by this visitor, and return its id.

        With `name` the visitor sits down at it; without, they host without a chair.
        """
        table: str = self.request("POST", "/api/tables", settings)["table"]["id"]
        return table

    def play(self, **wishes: Any) -> str:
        """Open a table with bots in every other chair, deal at once, and return the table's id."""
        table: str = self.request("POST", "/api/play", wishes)["table"]["id"]
        return table

    def table(self, table: str) -> Any:
        """Return a table and this visitor's place at it."""
        return self.request("GET", f"/api/tables/{table}")

    def do(self, table: str, command: str, **fields: Any) -> Any:
        """Send a command to a table. Raises ServerRefused."""
        return self.request("POST", f"/api/tables/{table}/{command}", fields)

    def alone(self, **wishes: Any) -> str:
        """Deal a solitaire game (`daily`, `deal`, `options`, `name`) and return its table's id."""
        table: str = self.request("POST", "/api/solo", wishes)["table"]["id"]
        return table

    def hint(self, table: str) -> Any:
        """Return advice for the open question of a solitaire game."""
        return self.request("GET", f"/api/tables/{table}/hint")

    def how_far(self, record: str) -> Any:
        """Return the best result that a bot reaches on the deal of a finished solitaire game."""
        return self.request("GET", f"/api/records/{record}/how-far")

    def sit(self, table: str) -> Seat:
        """Return this visitor's socket at a table, to be used with `async with`."""
        return Seat(self.address, self.token, table)
