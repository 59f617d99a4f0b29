"""Who may speak and listen where, and what is claimed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from turncoat.bots.protocol import Said
from turncoat.core import AnyGame
from turncoat.server.tables.table_info import TableInfo
from turncoat.server.tables.wire import ChatLine

Streams = frozenset[int | None]
WATCHERS: Streams = frozenset((None,))


def council(table: TableInfo, game: AnyGame, state: Any) -> Streams:
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


def listeners(channel: str, table: TableInfo, game: AnyGame, state: Any) -> Streams | None:
    """Who hears a channel; None: everybody."""
    if channel == "table":
        return None
    return WATCHERS if channel == "watchers" else council(table, game, state)


def channels(table: TableInfo, game: AnyGame, state: Any, visitor: str) -> tuple[str, ...]:
    """Where a visitor may speak now."""
    settings, seat = table.settings, table.seat_of(visitor)
    talk = settings.talk if table.status == "playing" else "open"
    if seat is None:
        return ("watchers",) if settings.watch and settings.watchers_talk and visitor else ()
    found = ["table"] if talk == "open" else []
    if talk != "silent" and seat in council(table, game, state):
        found.append("council")
    return tuple(found)


def teams_proposed(game: AnyGame, state: Any) -> int:
    """How many teams everybody has seen proposed; none where the game has no teams."""
    return 0 if state is None else len(getattr(game.view(state, None), "proposals", ()))


def standing_claims(lines: Iterable[ChatLine]) -> tuple[ChatLine, ...]:
    """What has been claimed and not been taken back by its speaker."""
    standing: list[ChatLine] = []
    for line in lines:
        if line.withdrawn:
            standing = [one for one in standing if (one.seat, one.claim) != (line.seat, line.claim)]
        elif line.claim is not None:
            standing.append(line)
    return tuple(standing)


def said(chat: Iterable[tuple[ChatLine, Any]]) -> tuple[Said, ...]:
    """The same for bots."""
    lines = standing_claims(line for line, _ in chat)
    return tuple(Said(line.seat, line.claim) for line in lines if line.seat is not None and line.claim is not None)
