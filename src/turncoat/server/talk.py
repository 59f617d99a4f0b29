"""Who may speak and listen where."""

from __future__ import annotations

from typing import Any

from turncoat.core import Game
from turncoat.server.state import Table

Streams = frozenset[int | None]
WATCHERS: Streams = frozenset((None,))


def council(table: Table, game: Game[Any], state: Any) -> Streams:
    """The seats that may confer in secret now: evil, while Merlin is to be named (RULES 6.5)."""
    if table.status != "playing" or state is None or game.phase(state) != "assassinate":
        return frozenset()
    evil: set[int | None] = set()
    for seat in range(len(table.chairs)):
        view = game.view(state, seat)
        apart = view.you.role == "oberon" and not view.rules.options.oberon_in_assassin_talk
        if view.you.side == "evil" and not apart:
            evil.add(seat)
    return frozenset(evil)


def listeners(channel: str, table: Table, game: Game[Any], state: Any) -> Streams | None:
    """Who hears a channel; None: everybody."""
    if channel == "table":
        return None
    return WATCHERS if channel == "watchers" else council(table, game, state)


def channels(table: Table, game: Game[Any], state: Any, visitor: str) -> tuple[str, ...]:
    """Where a visitor may speak now."""
    settings, seat = table.settings, table.seat_of(visitor)
    talk = settings.talk if table.status == "playing" else "open"
    if seat is None:
        return ("watchers",) if settings.watch and settings.watchers_talk and visitor else ()
    found = ["table"] if talk == "open" else []
    if talk != "silent" and seat in council(table, game, state):
        found.append("council")
    return tuple(found)
