"""The other server processes on the same store, as their heartbeats describe them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping

import msgspec

from turncoat.server.store.database import Heartbeat

People = tuple[tuple[int, ...], int]
"""The seats with somebody connected, and the number of watchers."""

_decoder = msgspec.json.Decoder(dict[str, People])


class OtherProcesses:
    """Who is connected to which table in the other processes.

    A process is alive while its heartbeat changes. How long ago it changed is measured by our own monotonic clock: the
    clocks of two machines may differ, and somebody may set the time.
    """

    def __init__(self, node: str, lease_ms: int) -> None:
        self._node = node
        self._lease = lease_ms / 1000
        self._changed: dict[str, tuple[int, float]] = {}
        self._people: dict[str, dict[str, People]] = {}

    def __bool__(self) -> bool:
        return bool(self._people)

    def update(self, heartbeats: Mapping[str, Heartbeat]) -> set[str]:
        """Take in the latest heartbeats. Returns the tables where somebody may have come or gone."""
        now = time.monotonic()
        before = self._changed
        self._changed = {
            node: before[node] if node in before and before[node][0] == number else (number, now)
            for node, (number, _) in heartbeats.items()
        }
        people = {
            node: _decoder.decode(heartbeats[node][1])
            for node, (_, changed) in self._changed.items()
            if now - changed < self._lease
        }
        return self._replace(people)

    def dead(self) -> list[str]:
        """The processes whose heartbeat has not changed for so long that it can be removed."""
        longest = time.monotonic() - 20 * self._lease
        return [node for node, (_, changed) in self._changed.items() if changed < longest]

    def _replace(self, people: dict[str, dict[str, People]]) -> set[str]:
        before, self._people = self._people, people
        if before == people:
            return set()
        return {table for tables in (*before.values(), *people.values()) for table in tables}

    def tables(self) -> frozenset[str]:
        """The tables where somebody is connected elsewhere."""
        return frozenset(table for tables in self._people.values() for table in tables)

    def people_at(self, table: str) -> tuple[frozenset[int], int]:
        """The seats with somebody connected elsewhere, and the number of watchers there."""
        found = [tables[table] for tables in self._people.values() if table in tables]
        return frozenset(seat for seats, _ in found for seat in seats), sum(watchers for _, watchers in found)

    def leave_to_us(self, table: str) -> bool:
        """Whether this process is the one that runs bots and clocks at a table where it has people.

        All processes with people at the table come to the same answer. Should two disagree for a moment, the store
        accepts the entries of only one.
        """
        ours = _rank(self._node, table)
        return all(table not in tables or _rank(node, table) >= ours for node, tables in self._people.items())


def _rank(node: str, table: str) -> bytes:
    return hashlib.sha256(f"{node}:{table}".encode()).digest()
