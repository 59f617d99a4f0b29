"""Who may speak and listen where, and what is claimed. The game decides what a claim is, and who confers in private."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from turncoat.bots.protocol import Said
from turncoat.core import AnyGame, Refused, offered
from turncoat.core.capabilities import Talk
from turncoat.core.in_words import Spoken
from turncoat.server.tables.table_info import TableInfo
from turncoat.server.tables.wire import ChatLine

Streams = frozenset[int | None]
WATCHERS: Streams = frozenset((None,))


def council(table: TableInfo, game: AnyGame, state: Any) -> Streams:
    """The seats that may confer in private now."""
    talk = game.capabilities.talk
    if talk is None or state is None or table.status != "playing" or table.settings.talk == "silent":
        return frozenset()
    return frozenset(talk().confidants(state))


def listeners(channel: str, table: TableInfo, game: AnyGame, state: Any) -> Streams | None:
    """The streams that hear a channel; None: all of them."""
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
    if seat in council(table, game, state):
        found.append("council")
    return tuple(found)


def proposals_seen(game: AnyGame, state: Any) -> int:
    """How many proposals everybody has seen, to place a line of talk in the game."""
    talk = game.capabilities.talk
    return 0 if talk is None or state is None else talk().proposals_seen(state)


def talk_of(game: AnyGame) -> Talk:
    """How claims are made in a game. Raises Refused where it has none."""
    return offered(game.capabilities.talk, "claims")


def read_claim(game: AnyGame, claim: Any) -> Any:
    """A claim as the game's own type. Raises Refused."""
    try:
        return msgspec.convert(claim, talk_of(game).claim_type)
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"That is not a claim of this game: {error}."[:200]) from None


def standing_claims(lines: Iterable[ChatLine]) -> tuple[ChatLine, ...]:
    """The claims that their speakers have not taken back."""
    standing: list[ChatLine] = []
    for line in lines:
        if line.withdrawn:
            standing = [one for one in standing if (one.seat, one.claim) != (line.seat, line.claim)]
        elif line.claim is not None:
            standing.append(line)
    return tuple(standing)


def spoken(line: ChatLine) -> Spoken:
    """A line of talk for a view in words."""
    return Spoken(line.seat, line.text or "", line.claim, line.withdrawn)


def said(chat: Iterable[tuple[ChatLine, Any]]) -> tuple[Said, ...]:
    """The standing claims as bots hear them."""
    lines = standing_claims(line for line, _ in chat)
    return tuple(Said(line.seat, line.claim) for line in lines if line.seat is not None)
