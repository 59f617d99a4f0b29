"""Moves as numbers, for every environment of this family and for the simulator.

What a number means depends on the question:

    propose                 the team's index among those of its size, smaller sets first (`team_index`);
                            with the option Targeting, plus 256 * (mission - 1)
    vote                    1 approves, 0 rejects
    mission                 1 fails, 0 succeeds
    examine, assassinate    the seat
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

NUMBERED_KINDS = ("propose", "vote", "mission", "examine", "assassinate")
"""The kinds of ask whose moves have numbers."""
TEAMS_PER_SIZE = 256
"""Room for the teams of one size: 252 is the most there are."""
_KEPT = 1024
"""How many asks are remembered with their numbers. When there are more, all are forgotten."""

Mask = npt.NDArray[np.int8]


def num_actions(players: int = 10, *, targeting: bool = False) -> int:
    """How many action numbers games of up to so many players need.

    >>> num_actions(5), num_actions(10), num_actions(5, targeting=True)
    (10, 252, 1280)
    """
    return 5 * TEAMS_PER_SIZE if targeting else comb(players, min(5, players // 2))


def team_index(team: Sequence[int]) -> int:
    """The index of a team among those of its size: sets in order of their bit masks, whatever the player count.

    >>> [team_index(team) for team in ([0, 1], [0, 2], [1, 2], [0, 3])]
    [0, 1, 2, 3]
    """
    return sum(comb(seat, place) for place, seat in enumerate(sorted(team), 1))


def action_of(move: Any) -> int:
    """The number of a move.

    >>> from turncoat.games.resistance.rules.moves import PlayCard, Propose
    >>> action_of(Propose(team=(1, 2))), action_of(PlayCard(success=False))
    (2, 1)
    """
    kind = type(move).__name__
    if kind == "Propose":
        return team_index(move.team) + TEAMS_PER_SIZE * ((move.mission or 1) - 1)
    if kind == "Vote":
        return int(move.approve)
    if kind == "PlayCard":
        return int(not move.success)
    return int(move.seat)


class NumberedMoves:
    """The legal moves of an ask, by number. Asks repeat, so each is worked out once."""

    def __init__(self, actions: int) -> None:
        self._actions = actions
        self._known: dict[int, tuple[Any, dict[int, Any], Mask, list[int]]] = {}

    def of(self, ask: Any) -> dict[int, Any]:
        """The moves of an ask by their numbers."""
        return self._entry(ask)[1]

    def mask(self, ask: Any) -> Mask:
        """Which numbers are legal answers."""
        return self._entry(ask)[2]

    def numbered(self, ask: Any) -> tuple[dict[int, Any], list[int]]:
        """The moves of an ask by their numbers, and the numbers, smallest first. Neither must be changed."""
        _, moves, _, numbers = self._entry(ask)
        return moves, numbers

    def _entry(self, ask: Any) -> tuple[Any, dict[int, Any], Mask, list[int]]:
        moves = ask.moves
        entry = self._known.get(id(moves))
        if entry is None or entry[0] is not moves:
            numbered = {action_of(move): move for move in moves}
            mask = np.zeros(self._actions, np.int8)
            mask[list(numbered)] = 1
            mask.setflags(write=False)
            if len(self._known) >= _KEPT:
                self._known.clear()  # the last questions of a game are asked with new moves every time
            # The entry keeps the moves alive, and so their id.
            entry = self._known[id(moves)] = (moves, numbered, mask, sorted(numbered))
        return entry
