"""The other server processes on the same store, as their heartbeats describe them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

People = tuple[tuple[int, ...], int]
"""The seats with somebody connected, and the number of watchers."""

_decoder = msgspec.json.Decoder(dict[str, People])


class OtherProcesses:
    """Who is connected to which table in the other processes."""

    def __init__(self, node: str) -> None:
        self._node = node
        self._people: dict[str, dict[str, People]] = {}

    def __bool__(self) -> bool:
        return bool(self._people)

    def update(self, heartbeats: Mapping[str, bytes]) -> set[str]:
        """Take in the latest heartbeats. Returns the tables where somebody may have come or gone."""
        before, self._people = self._people, {node: _decoder.decode(data) for node, data in heartbeats.items()}
        if before == self._people:
            return set()
        return {table for tables in (*before.values(), *self._people.values()) for table in tables}

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
