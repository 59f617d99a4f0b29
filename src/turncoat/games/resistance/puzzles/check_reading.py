"""What the reading of people's play says about the choices of a puzzle, added up deal by deal.

The counts of a game (`Tracks`, `MerlinCounts`) and the fitted numbers are the model itself. How they become the chances
of a seat is written here again, with plain loops over the deals that `Worlds` has found on the engine. The second
opinion is the other reading of the package, which models the bots' own styles of play.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import exp
from typing import Any

import numpy as np

from turncoat.core.puzzles import Puzzle
from turncoat.games import find_game
from turncoat.games.resistance.belief.people.merlin_counts import MerlinCounts, percival_counts
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.people.weights import shipped_weights
from turncoat.games.resistance.belief.public_history import History, public_history
from turncoat.games.resistance.belief.reading import reading_of
from turncoat.games.resistance.puzzles.worlds import Roles, Worlds

Side = frozenset[int]


def _side_weights(worlds: Worlds, history: History) -> dict[Side, float]:
    """How likely each evil side is, up to a common factor."""
    weights, tracks = shipped_weights(), Tracks.of(worlds.rules.players, history)
    seats, pairs = tracks.seats, tracks.pairs
    everyone = range(worlds.rules.players)
    alone = [
        float(seats[one] @ weights.seat) + sum(float(pairs[one, two] @ weights.about) for two in everyone)
        for one in everyone
    ]
    found = {}
    for side in worlds.sides:
        together = sum(float(pairs[one, two] @ weights.pair) for one, two in permutations(sorted(side), 2))
        found[side] = exp(sum(alone[seat] for seat in side) + together)
    return found


def _merlin_weight(worlds: Worlds, history: History, roles: Roles, kept: dict[Any, Any]) -> float:
    """How likely it is that this Merlin would have played so, up to a common factor."""
    if "merlin" not in roles:
        return 1.0
    merlin = roles.index("merlin")
    seen = sum(1 << seat for seat, label in worlds.rules.sight(roles, merlin).items() if label == "evil")
    if seen not in kept:
        counts = MerlinCounts.of(worlds.rules.players, np.array([seen]), history).counts[0]
        kept[seen] = [float(row @ shipped_weights().merlin) for row in counts]
    return exp(kept[seen][merlin])


def _percival_weight(worlds: Worlds, roles: Roles, scores: Any) -> float:
    """How likely it is that this Percival would have played so, up to a common factor."""
    if "percival" not in roles or "merlin" not in roles:
        return 1.0
    morgana = roles.index("morgana") if "morgana" in roles else worlds.rules.players
    return exp(float(scores[roles.index("percival"), roles.index("merlin"), morgana]))


def deal_chances(worlds: Worlds) -> dict[Roles, float]:
    """How likely each possible deal is."""
    history = public_history(worlds.seen)
    sides = _side_weights(worlds, history)
    kept: dict[int, list[float]] = {}
    percival = percival_counts(worlds.rules.players, history) @ shipped_weights().percival
    merlins = {
        roles: _merlin_weight(worlds, history, roles, kept) * _percival_weight(worlds, roles, percival)
        for roles in worlds.deals
    }
    by_side: dict[Side, float] = {}
    for roles, weight in merlins.items():
        side = worlds.evil(roles)
        by_side[side] = by_side.get(side, 0.0) + weight
    found = {
        roles: sides[worlds.evil(roles)] * weight / by_side[worlds.evil(roles)] for roles, weight in merlins.items()
    }
    total = sum(found.values())
    return {roles: weight / total for roles, weight in found.items()}


def _is_merlin(worlds: Worlds, roles: Roles, choice: Any) -> bool:
    return bool(roles[choice["seats"][0]] == "merlin")


def _is_evil(worlds: Worlds, roles: Roles, choice: Any) -> bool:
    return choice["seats"][0] in worlds.evil(roles)


def _is_clean(worlds: Worlds, roles: Roles, choice: Any) -> bool:
    return not worlds.evil(roles) & {*choice["seats"]}


CHANCES: dict[str, Callable[[Worlds, Roles, Any], bool]] = {
    "shoot": _is_merlin,
    "merlin": _is_merlin,
    "missed": _is_merlin,
    "likely-evil": _is_evil,
    "likely-clean": _is_clean,
}
"""For each question about what is likely: whether a choice is true in a deal."""


def chances(puzzle: Puzzle, worlds: Worlds) -> list[float]:
    """How likely each choice is to be true."""
    is_true, likely = CHANCES[puzzle.question["ask"]], deal_chances(worlds)
    return [
        sum(share for roles, share in likely.items() if is_true(worlds, roles, choice)) for choice in puzzle.choices
    ]


def second_opinion(puzzle: Puzzle) -> int:
    """The choice that the reading of bots' styles finds likeliest."""
    worlds = Worlds(puzzle.game_so_far(find_game), puzzle.seat)
    belief, is_true = reading_of(worlds.seen).private(worlds.seen), CHANCES[puzzle.question["ask"]]
    names, shares = belief.deals.names, belief.worlds
    found = [0.0] * len(puzzle.choices)
    for row, share in zip(belief.table, shares, strict=True):
        if share > 0:
            roles = tuple(names[number] for number in row)
            for at, choice in enumerate(puzzle.choices):
                found[at] += float(share) * is_true(worlds, roles, choice)
    return max(range(len(found)), key=found.__getitem__)
