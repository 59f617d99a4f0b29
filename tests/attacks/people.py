"""Visitors at chosen network addresses: the server trusts its proxy, and the test is the proxy."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.harness import ServerProcess
from turncoat.server.config import LIMITS


def without_refill(*kinds: str) -> str:
    """The setting `limits` with the default amounts of these kinds for a whole day, so that no test depends on time."""
    limits = {kind: LIMITS[kind] for kind in kinds}
    return ",".join(f"{kind}={one.visitor}/{one.address}/{one.network}/86400" for kind, one in limits.items())


class Person:
    """One visitor at one address, or at none of its own."""

    def __init__(self, server: ServerProcess, address: str, token: str | None = None) -> None:
        self.server = server
        self.headers = {"x-forwarded-for": address}
        self.token = token or self.post("/api/visitors").json()["token"]
        self.headers["authorization"] = f"Bearer {self.token}"

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.server.address + path, headers=self.headers, timeout=30)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return httpx.post(self.server.address + path, json=body, headers=self.headers, timeout=30)

    def open_table(self, **settings: Any) -> dict[str, Any]:
        """The table object of a new table."""
        reply = self.post("/api/tables", ruleset="classic", **settings)
        assert reply.status_code == 201, reply.text
        table: dict[str, Any] = reply.json()["table"]
        return table

    def socket_address(self, table: str) -> str:
        return f"ws{self.server.address[4:]}/api/tables/{table}/socket"
