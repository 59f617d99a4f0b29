"""A game step by step as one seat saw it: for the look-back after a reload, and for replays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

from turncoat.core import AnyGame, Draw, Event, Match, Record, Seed, visible
from turncoat.server.live.streams import wire_event
from turncoat.server.tables.patch import diff
from turncoat.server.tables.resources import Step
from turncoat.server.tables.talk import claim_states, recorded_talk
from turncoat.server.tables.wire import ChatLine, ClaimState, Patch

Sides = tuple[tuple[int, ...], ...]
Moves = Iterable[tuple[int | None, Any]]


def match_steps(match: Match[Any], moves: Moves, seat: int | None, talk: Sequence[ChatLine] = ()) -> tuple[Step, ...]:
    """The steps of a fresh match when these moves are made in it, while this is claimed."""
    return tuple(_steps(match.game, _run(match, moves), seat, talk))


def record_steps(game: AnyGame, record: Record, seat: int | None) -> tuple[Step, ...]:
    """The steps of a record, with the deal that it holds."""
    seed = Seed.of(record.proof.secret) if record.proof and record.proof.secret else Seed.of("")
    entropy = record.proof.entropy if record.proof else ()
    match: Match[Any] = Match(game, record.setup, seed, entropy)
    moves = [(who, move) for who, move in record.moves if not _is_draw(move)]
    return match_steps(match, moves, seat, recorded_talk(game, record))


def _is_draw(move: Any) -> bool:
    return isinstance(move, Draw)


def _run(match: Match[Any], moves: Moves) -> Iterator[tuple[tuple[Event, ...], Any, int | None]]:
    yield match.opening, match.state, None
    for seat, move in moves:
        events = match.play(seat, move)
        yield events, match.state, seat


def _steps(
    game: AnyGame,
    run: Iterable[tuple[tuple[Event, ...], Any, int | None]],
    seat: int | None,
    talk: Sequence[ChatLine],
) -> Iterator[Step]:
    shown: Any = None
    known: Sides | None = None
    became: tuple[ClaimState, ...] = ()
    for move, (events, state, mover) in enumerate(run):
        heard = visible(events, seat)
        if shown is not None and not heard and mover != seat:
            continue
        view = game.view(state, seat)
        patch = Patch(set=asdict(view)) if shown is None else diff(shown, view)
        public = game.view(state, None)
        sides = _sides(game, public)
        states = claim_states(game, [line for line in talk if line.move <= move], public)
        step = Step(n=0, move=move, events=tuple(map(wire_event, heard)), view=patch or UNSET)
        step.sides = UNSET if sides is None or sides == known else sides
        step.claim_states = UNSET if states == became else states
        yield step
        shown, known, became = view, sides, states


def _sides(game: AnyGame, public: Any) -> Sides | None:
    """The hidden sides that the public facts allow, where the game tells."""
    make = game.capabilities.deduction
    return None if make is None else make().possible_sides(public)
