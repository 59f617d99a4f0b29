"""The check of an attack puzzle, by replaying on the engine: the right line wins in many deals, and no other choice."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from turncoat.core import CHANCE, CorruptRecord, Draw, Refused
from turncoat.core.puzzles import Puzzle
from turncoat.games import find_game
from turncoat.games.maquis.belief import imagine
from turncoat.games.maquis.game import MaquisGame
from turncoat.games.maquis.rules.moves import MOVE_TYPE, Play
from turncoat.games.maquis.rules.state import State

_WORLDS = 12
_BUDGET = 60_000
_GAME = MaquisGame()


def check(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle; None if nothing is."""
    try:
        state = puzzle.position(find_game)
        if puzzle.question["ask"] != "reveal" or state.raid.mission != puzzle.question["mission"]:
            return "the question does not fit the position"
        line = [msgspec.convert(move, MOVE_TYPE) for move in puzzle.why["line"]]
        return _line_problem(puzzle, state, line) or _choices_problem(puzzle, state)
    except (CorruptRecord, Refused, LookupError, TypeError, ValueError, RecursionError) as error:
        return f"{type(error).__name__}: {error}"


def _line_problem(puzzle: Puzzle, state: State, line: list[Any]) -> str | None:
    """Play the right line in deals that look the same to the player."""
    shown = {move.card for move in line if isinstance(move, Play) and move.persona == "revealed"}
    if shown != {*puzzle.choices[puzzle.right]["cards"]}:
        return "the line reveals others than the right choice says"
    view = _GAME.view(state, 0)
    for number in range(_WORLDS):
        world = state if number == 0 else imagine(view, Random(f"{puzzle.id} {number}"))
        for move in line:
            world = _GAME.play(world, 0, move).state
        if not _has_won(world, state):
            return "the line does not win whatever lies in the decks"
    return None


def _choices_problem(puzzle: Puzzle, state: State) -> str | None:
    for at, choice in enumerate(puzzle.choices):
        if at != puzzle.right and _can_win(state, {*choice["cards"]}):
            return f"choice {at} can win too"
    return None


def _has_won(world: State, start: State) -> bool:
    is_over = world.phase in ("aftermath", "over")
    return is_over and start.raid.mission in world.defeated and world.graveyard == start.graveyard


def _can_win(start: State, revealed: set[str]) -> bool:
    """Whether somebody who knows every card could win so: all lines of play, one after the other."""
    waiting, seen = [start], {start}
    while waiting:
        at = waiting.pop()
        if _has_won(at, start):
            return True
        if at.phase in ("aftermath", "over") or at.graveyard != start.graveyard:
            continue
        for following in _following(at, revealed):
            if following not in seen:
                seen.add(following)
                waiting.append(following)
        if len(seen) > _BUDGET:
            raise ValueError("the search takes too long")
    return False


def _following(at: State, revealed: set[str]) -> list[State]:
    ask = at.ask
    assert ask is not None
    if ask.lottery is not None:
        drawn = tuple(Random(0).sample(ask.lottery.pool, ask.lottery.take))
        return [_GAME.play(at, CHANCE, Draw(ask.kind, drawn)).state]
    plays = [move for move in ask.moves if not isinstance(move, Play) or _is_chosen(move, revealed)]
    return [_GAME.play(at, 0, move).state for move in plays]


def _is_chosen(move: Play, revealed: set[str]) -> bool:
    return (move.persona == "revealed") == (move.card in revealed)
