"""A game step by step as one seat saw it: for the look-back after a reload, and for replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

from turncoat.core import AnyGame, Draw, Event, Match, Record, Seed, visible
from turncoat.server.live.streams import wire_event
from turncoat.server.tables.patch import diff
from turncoat.server.tables.resources import Step
from turncoat.server.tables.wire import Patch

Sides = tuple[tuple[int, ...], ...]
Moves = Iterable[tuple[int | None, Any]]


def match_steps(match: Match[Any], moves: Moves, seat: int | None) -> tuple[Step, ...]:
    """The steps of a fresh match when these moves are made in it."""
    return tuple(_steps(match.game, _run(match, moves), seat))


def record_steps(game: AnyGame, record: Record, seat: int | None) -> tuple[Step, ...]:
    """The steps of a record, with the deal that it holds."""
    seed = Seed.of(record.proof.secret) if record.proof and record.proof.secret else Seed.of("")
    entropy = record.proof.entropy if record.proof else ()
    match: Match[Any] = Match(game, record.setup, seed, entropy)
    return match_steps(match, [(who, move) for who, move in record.moves if not _is_draw(move)], seat)


def _is_draw(move: Any) -> bool:
    return isinstance(move, Draw)


def _run(match: Match[Any], moves: Moves) -> Iterator[tuple[tuple[Event, ...], Any, int | None]]:
    yield match.opening, match.state, None
    for seat, move in moves:
        events = match.play(seat, move)
        yield events, match.state, seat


def _steps(game: AnyGame, run: Iterable[tuple[tuple[Event, ...], Any, int | None]], seat: int | None) -> Iterator[Step]:
    shown: Any = None
    known: Sides | None = None
    for move, (events, state, mover) in enumerate(run):
        heard = visible(events, seat)
        if shown is not None and not heard and mover != seat:
            continue
        view = game.view(state, seat)
        patch = Patch(set=asdict(view)) if shown is None else diff(shown, view)
        sides = _sides(game, state)
        changed = UNSET if sides is None or sides == known else sides
        yield Step(n=0, move=move, events=tuple(map(wire_event, heard)), view=patch or UNSET, sides=changed)
        shown, known = view, sides


def _sides(game: AnyGame, state: Any) -> Sides | None:
    """The hidden sides that the public facts allow, where the game tells."""
    make = game.capabilities.deduction
    return None if make is None else make().possible_sides(game.view(state, None))
