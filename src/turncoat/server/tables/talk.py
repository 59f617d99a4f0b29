"""Who may speak and listen where, and what is claimed. The game decides what a claim is, and who confers in private."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from turncoat.bots.protocol import Said
from turncoat.core import AnyGame, Record, Refused, offered
from turncoat.core.capabilities import Talk
from turncoat.core.in_words import Spoken
from turncoat.server.tables.table_info import TableInfo
from turncoat.server.tables.wire import ChatLine, ClaimState

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


def topics(game: AnyGame, state: Any) -> int:
    """How many things there have been to talk about, to place a line of talk in the game: `teams` on the wire."""
    talk = game.capabilities.talk
    return 0 if talk is None or state is None else talk().topics(state)


def talk_of(game: AnyGame) -> Talk:
    """How claims are made in a game. Raises Refused where it has none."""
    return offered(game.capabilities.talk, "claims")


def read_claim(game: AnyGame, claim: Any) -> Any:
    """A claim as the game's own type. Raises Refused."""
    try:
        return msgspec.convert(claim, talk_of(game).claim_type)
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"That is not a claim of this game: {error}."[:200]) from None


def standing_claims(game: AnyGame, lines: Iterable[ChatLine]) -> tuple[ChatLine, ...]:
    """The claims that their speakers have neither taken back nor replaced by another about the same subject."""
    standing: list[ChatLine] = []
    for line in lines:
        if line.claim is not None:
            standing = [one for one in standing if not _takes_back(game, line, one)]
            standing += () if line.withdrawn else (line,)
    return tuple(standing)


def _takes_back(game: AnyGame, later: ChatLine, line: ChatLine) -> bool:
    if later.seat != line.seat or later.withdrawn or later.claim == line.claim:
        return later.seat == line.seat and later.withdrawn and later.claim == line.claim
    subject = talk_of(game).subject
    return subject(later.claim) == subject(line.claim)


def claims_made(lines: Iterable[ChatLine]) -> tuple[ChatLine, ...]:
    """The lines that claim something, whatever has become of it."""
    return tuple(line for line in lines if line.claim is not None and not line.withdrawn)


def claim_states(game: AnyGame, lines: Sequence[ChatLine], view: Any) -> tuple[ClaimState, ...]:
    """What has become of each of the `claims_made` in these lines. `view` is a spectator's."""
    made = claims_made(lines)
    if not made:
        return ()
    standing = set(map(id, standing_claims(game, lines)))
    deduction = game.capabilities.deduction
    said = [(line.seat or 0, line.claim) for line in made]
    ruled_out = deduction().contradicted(said, view) if deduction else [False] * len(made)
    return tuple(
        "withdrawn" if id(line) not in standing else "contradicted" if out else "stands"
        for line, out in zip(made, ruled_out, strict=True)
    )


def recorded_talk(game: AnyGame, record: Record) -> tuple[ChatLine, ...]:
    """The claims of a record, and those taken back; none where they do not fit its game."""
    try:
        lines = msgspec.convert(record.meta.get("claims", ()), tuple[ChatLine, ...])
        lines = tuple(replace(line, claim=read_claim(game, line.claim)) for line in lines if line.seat is not None)
        for line in lines:
            talk_of(game).check_claim(line.claim, record.setup)
    except (msgspec.ValidationError, Refused):
        return ()
    return lines if all(line.seat in range(record.setup.players) for line in lines) else ()


def spoken(line: ChatLine) -> Spoken:
    """A line of talk for a view in words."""
    return Spoken(line.seat, line.text or "", line.claim, line.withdrawn)


def said(game: AnyGame, chat: Iterable[tuple[ChatLine, Any]]) -> tuple[Said, ...]:
    """The standing claims as bots hear them."""
    lines = standing_claims(game, (line for line, _ in chat))
    return tuple(Said(line.seat, line.claim) for line in lines if line.seat is not None)
