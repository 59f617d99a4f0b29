"""The check of a puzzle by a second implementation: every deal is tried on the engine, and forced wins are searched.

It imports nothing of the code that makes puzzles. What a reading of people's play says (`merlin`, `likely-…`) is added
up again deal by deal in `check_reading`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turncoat.core import CorruptRecord, Refused
from turncoat.core.puzzles import Puzzle
from turncoat.games import find_game
from turncoat.games.resistance.puzzles.check_forced import forced_votes
from turncoat.games.resistance.puzzles.check_reading import CHANCES, chances, second_opinion
from turncoat.games.resistance.puzzles.worlds import Worlds

_ROUNDING = 0.006
_MARGIN = 0.15 - 2 * _ROUNDING
"""How far the best answer must be ahead of every other one: 15 points, less what rounding can add up to."""


def check(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle; None if nothing is."""
    try:
        worlds = Worlds(puzzle.game_so_far(find_game), puzzle.seat)
        if len({str(choice) for choice in puzzle.choices}) < len(puzzle.choices):
            return "two choices are the same"
        return _problem(puzzle, worlds)
    except (CorruptRecord, Refused, LookupError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def _problem(puzzle: Puzzle, worlds: Worlds) -> str | None:
    ask = puzzle.question["ask"]
    if worlds.states[-1].deal.roles not in worlds.deals:
        return "the true deal is not among those found possible"
    if ask in CLAIMS:
        true = [at for at, choice in enumerate(puzzle.choices) if CLAIMS[ask](worlds, puzzle, choice)]
        return None if true == [puzzle.right] else f"the choices {true} follow, not {puzzle.right} alone"
    if ask == "vote":
        true = [at for at, wins in enumerate(forced_votes(worlds, puzzle.choices)) if wins]
        return None if true == [puzzle.right] else f"the votes {true} win by force, not {puzzle.right} alone"
    if ask in CHANCES:
        return _reading_problem(puzzle, worlds)
    return f"there is no question {ask!r}"


def _reading_problem(puzzle: Puzzle, worlds: Worlds) -> str | None:
    found = chances(puzzle, worlds)
    told = puzzle.why["chances"]
    if any(abs(ours - theirs) > _ROUNDING for ours, theirs in zip(found, told, strict=True)):
        return f"the chances are {[round(one, 3) for one in found]}, not {told}"
    best, *others = sorted(found, reverse=True)
    if found[puzzle.right] != best or best - others[0] < _MARGIN:
        return "no answer is clearly the best"
    if puzzle.kind == "best" and second_opinion(puzzle) != puzzle.right:
        return "the second reading prefers another answer"
    return None


def _always_evil(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    (seat,) = choice["seats"]
    return all(seat in side for side in worlds.sides)


def _always_good(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    (seat,) = choice["seats"]
    return not any(seat in side for side in worlds.sides)


def _never_both_good(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    one, two = choice["seats"]
    return all(one in side or two in side for side in worlds.sides)


def _has_right_size(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    return bool(len(set(choice["seats"])) == worlds.rules.team_sizes[puzzle.question["mission"] - 1])


def _always_clean(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    return _has_right_size(worlds, puzzle, choice) and not any(side & {*choice["seats"]} for side in worlds.sides)


def _always_spoiled(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    return _has_right_size(worlds, puzzle, choice) and all(side & {*choice["seats"]} for side in worlds.sides)


def _always_role(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    (seat,) = choice["seats"]
    return all(roles[seat] == puzzle.question["role"] for roles in worlds.deals)


def _so_many_sides(worlds: Worlds, puzzle: Puzzle, choice: Any) -> bool:
    return bool(len(worlds.sides) == choice["number"])


CLAIMS: dict[str, Callable[[Worlds, Puzzle, Any], bool]] = {
    "must-be-evil": _always_evil,
    "must-be-good": _always_good,
    "not-both-good": _never_both_good,
    "clean-team": _always_clean,
    "spoiled-team": _always_spoiled,
    "has-role": _always_role,
    "how-many-sides": _so_many_sides,
}
"""For each question about facts: whether a choice is true in every possible deal."""
