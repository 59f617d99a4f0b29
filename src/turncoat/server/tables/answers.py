"""From an answer, or a changed vote, to the entry for the log; and why it is refused.

The same answer sent again is done already. That holds for a changed vote too: each change has a name of its own.
"""

from __future__ import annotations

import msgspec

from turncoat.core import Refused
from turncoat.server.tables import commands
from turncoat.server.tables import entries as log
from turncoat.server.tables.table_state import GivenAnswer, TableState


class AlreadyDone(Exception):
    """The very same thing has been done before. Nothing is to be done; the sender is told so."""


def check_move(state: TableState, entry: log.Moved) -> None:
    """Raise Refused if the rules do not allow a move."""
    match = state.match
    assert match is not None
    match.game.play(match.state, entry.seat, log.read_move(match.game, entry.move))


def answer_entry(
    state: TableState, now: int, seat: int, ask: str, raw: msgspec.Raw, by: str | None = None
) -> log.Moved:
    """The entry for an answer, by the seat's owner or a bot. The rules check the move when the entry is applied."""
    table = state.table
    _need_match(state)
    game, count, kind = _parse_ask(ask)
    given = state.answers[seat]
    if game == table.game and count < len(given):
        earlier = given[count]
        _refuse_repetition(earlier.kind == kind and _same(earlier.first or earlier.move, raw), earlier.by)
    _need_play(state)
    is_current = game == table.game and count == len(given)
    if not (is_current and any(one.seat == seat and one.kind == kind for one in state.asks)):
        raise Refused("STALE_ASK", "That question is not open.")
    return log.Moved(at=now, seat=seat, kind=kind, move=_plain_move(state, raw), by=by)


def change_entry(state: TableState, now: int, seat: int, command: commands.ChangeVote) -> log.VoteChanged:
    """The entry for a changed vote. Nothing but the owner's own view tells that there was a change."""
    _need_match(state)
    if not state.table.settings.change_vote:
        raise Refused("NOT_ALLOWED", "At this table a vote stands once it is given.")
    for change in _answered(state, seat, command.ask).changes:
        if change.id == command.id:
            _refuse_repetition(_same(change.move, command.move), None)
    _need_play(state)
    if state.table.chairs[seat].away:  # taking the chair back is public; at this moment it would tell of the change
        raise Refused("NOT_NOW", "A bot plays for you now; take your chair back first.")
    sealed = state.sealed.get(seat)
    if sealed is None or sealed.ask != command.ask:
        raise Refused("STALE_ASK", "Your vote stands: it has been counted, or others have seen it.")
    return log.VoteChanged(at=now, seat=seat, move=_plain_move(state, command.move), id=command.id)


def _answered(state: TableState, seat: int, ask: str) -> GivenAnswer:
    game, count, kind = _parse_ask(ask)
    given = state.answers[seat]
    if game != state.table.game or count >= len(given) or given[count].kind != kind:
        raise Refused("STALE_ASK", "You have not answered that question.")
    return given[count]


def _need_match(state: TableState) -> None:
    if state.match is None:
        raise Refused("NOT_NOW", "There is no game going on.")


def _need_play(state: TableState) -> None:
    if state.table.status == "over":
        raise Refused("GAME_OVER", "The game is over.")
    if state.table.paused:
        raise Refused("PAUSED", "The table has paused the game.")


def _plain_move(state: TableState, raw: msgspec.Raw) -> msgspec.Raw:
    """A move as it is kept: read and written again, so that nothing else is in it."""
    try:
        move = log.read_move(state.game, raw)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Refused("BAD_REQUEST", "That is not a move of this game.") from None
    return msgspec.Raw(msgspec.json.encode(move))


def _parse_ask(ask: str) -> tuple[int, int, str]:
    parts = ask.split(".", 2)
    if len(parts) != 3 or not all(part.isdecimal() and len(part) < 9 for part in parts[:2]):
        raise Refused("STALE_ASK", "That question is not open.")
    return int(parts[0]), int(parts[1]), parts[2]


def _refuse_repetition(same: bool, by: str | None) -> None:
    if same and by is None:
        raise AlreadyDone
    who = "The stand-in has answered that for you." if by else "You have answered that already."
    raise Refused("ALREADY_ANSWERED", who)


def _same(one: bytes, other: msgspec.Raw) -> bool:
    try:
        return bool(msgspec.json.decode(one) == msgspec.json.decode(other))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return False
