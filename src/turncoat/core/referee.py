"""The referee makes the engine usable from any language: JSON lines on two text streams.

It knows no game and is given a function that finds one. `docs/referee.md` is its contract.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

import msgspec

from turncoat.core.chance import Seed
from turncoat.core.errors import CorruptRecord, Refused
from turncoat.core.match import Match
from turncoat.core.record import FindGame, type_record
from turncoat.core.types import Ask, Event, Setup

_LONGEST = 300


class _New(msgspec.Struct, frozen=True):
    ruleset: str
    players: int | None = None
    options: dict[str, Any] = {}
    roles: tuple[str, ...] = ()
    seed: str | int | None = None
    deal: dict[str, Any] = {}


class _Move(msgspec.Struct, frozen=True):
    seat: int | None
    move: dict[str, Any]


class _View(msgspec.Struct, frozen=True):
    seat: int | None = None


class _Load(msgspec.Struct, frozen=True):
    record: dict[str, Any]
    seed: str | int | None = None


class Referee:
    """Plays one game at a time and answers requests. Its answers hide nothing; only views do."""

    def __init__(self, find_game: FindGame) -> None:
        self._find_game = find_game
        self._match: Match[Any] | None = None
        self._operations = {
            "new": self._new,
            "move": self._move,
            "asks": self._asks,
            "view": self._view,
            "record": self._record,
            "load": self._load,
        }

    def answer(self, line: str | bytes) -> bytes:
        """Answer one request. Bad input never raises an exception, and changes nothing."""
        try:
            answer = {"ok": True, **self._dispatch(line)}
        except Refused as error:
            answer = {"ok": False, "error": error.code, "message": _shorten(error.message)}
        return msgspec.json.encode(answer)

    def _dispatch(self, line: str | bytes) -> dict[str, Any]:
        try:
            request = msgspec.json.decode(line)
            operation = self._operations[request["op"]]
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Refused("BAD_REQUEST", "The line is not JSON.") from None
        except (LookupError, TypeError):
            names = ", ".join(self._operations)
            raise Refused("BAD_REQUEST", f"A request is an object whose op is one of {names}.") from None
        return operation(request)

    def _new(self, request: Any) -> dict[str, Any]:
        new = _read(request, _New)
        game = self._find(new.ruleset)
        players = new.players if new.players is not None else game.seats(new.ruleset)[0]
        setup = Setup(ruleset=new.ruleset, players=players, options=new.options, roles=new.roles, deal=new.deal)
        match: Match[Any] = Match(game, setup, _seed(new.seed))
        self._match = match
        return {"warnings": game.warnings(setup), **self._news(match, match.opening)}

    def _move(self, request: Any) -> dict[str, Any]:
        match = self._current()
        asked = _read(request, _Move)
        move = _read(asked.move, match.game.move_type)
        return self._news(match, match.play(asked.seat, move))

    def _asks(self, request: Any) -> dict[str, Any]:
        match = self._current()
        asks = [{**_name(ask), "moves": ask.moves} for ask in match.asks]
        return {"phase": match.game.phase(match.state), "asks": asks}

    def _view(self, request: Any) -> dict[str, Any]:
        match = self._current()
        return {"view": match.game.view(match.state, _read(request, _View).seat)}

    def _record(self, request: Any) -> dict[str, Any]:
        match = self._current()
        return {"record": match.record(reveal=True)}

    def _load(self, request: Any) -> dict[str, Any]:
        load = _read(request, _Load)
        try:
            record = type_record(load.record, self._find_game)
            revealed = record.proof.secret if record.proof else None
            seed = _seed(load.seed if load.seed is not None else revealed)
            match: Match[Any] = Match.resume(self._find(record.ruleset), record, seed)
        except CorruptRecord as error:
            raise Refused("BAD_REQUEST", f"The record cannot be loaded: {error}.") from None
        self._match = match
        return self._news(match, ())

    def _current(self) -> Match[Any]:
        if self._match is None:
            raise Refused("BAD_REQUEST", "There is no game yet: begin with op new or load.")
        return self._match

    def _find(self, ruleset: str) -> Any:
        try:
            return self._find_game(ruleset)
        except LookupError:
            raise Refused("BAD_REQUEST", f"There is no ruleset {ruleset[:40]!r}.") from None

    @staticmethod
    def _news(match: Match[Any], events: Iterable[Event]) -> dict[str, Any]:
        asks = [_name(ask) for ask in match.asks]
        return {"phase": match.game.phase(match.state), "asks": asks, "events": list(events)}


def _shorten(message: str) -> str:
    """Cut a message that repeats very long input."""
    return message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"


def _name(ask: Ask) -> Mapping[str, Any]:
    return {"seat": ask.seat, "kind": ask.kind}


def _read(request: Any, shape: Any) -> Any:
    try:
        return msgspec.convert(request, shape)
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"{error}.") from None


def _seed(given: str | int | None) -> Seed:
    return Seed(secrets.token_bytes(32)) if given is None else Seed.of(str(given))


def serve(find_game: FindGame, requests: Iterable[bytes], answers: TextIO) -> None:
    """Answer line by line until there are no more requests. Blank lines are ignored."""
    referee = Referee(find_game)
    for line in requests:
        if line.strip():
            answers.write(referee.answer(line).decode() + "\n")
            answers.flush()
