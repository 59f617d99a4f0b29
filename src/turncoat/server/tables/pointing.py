"""Pointing at a player: those who confer in private show each other whom they mean. Nobody else learns of it."""

from __future__ import annotations

from turncoat.core import Refused
from turncoat.server.tables import commands
from turncoat.server.tables import entries as log
from turncoat.server.tables.answers import AlreadyDone
from turncoat.server.tables.table_state import Effect, TableState
from turncoat.server.tables.talk import Streams, council, talk_of
from turncoat.server.tables.wire import Pointing


def point_entry(state: TableState, now: int, seat: int, command: commands.Point) -> log.Pointed:
    """The entry for a hand that is put up or taken back. Raises Refused or AlreadyDone.

    Whoever does not confer is refused in the same words at any time and for any target: they tell nothing.
    """
    if seat not in council(state.table, state.game, state.game_state):
        raise Refused("NOT_ALLOWED", "You cannot point at anybody now.")
    may = talk_of(state.game).may_point_at(state.game_state, seat)
    if command.seat is not None and command.seat not in may:
        raise Refused("NOT_ALLOWED", "You cannot point at that player.")
    if state.hands.get(seat) == command.seat:
        raise AlreadyDone
    return log.Pointed(at=now, seat=seat, target=command.seat)


def pointing_of(at: Effect, seat: int | None, conferring: Streams) -> Pointing | None:
    """What a stream is told about hands: nothing unless its seat is one of those who confer."""
    if seat is None or seat not in conferring:
        return None
    may = talk_of(at.game).may_point_at(at.state, seat)
    return Pointing(may=tuple(sorted(may)), hands=at.hands)
