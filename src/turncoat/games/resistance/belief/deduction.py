"""What everybody at the table can conclude, as seats: for players who keep notes."""

from __future__ import annotations

from turncoat.core.capabilities import Deduction
from turncoat.games.resistance.belief.evil_sides import possible_evil_sides
from turncoat.games.resistance.rules.view import View


class _Deduction:
    def possible_sides(self, view: View) -> tuple[tuple[int, ...], ...]:
        seats = range(view.rules.players)
        return tuple(tuple(seat for seat in seats if side >> seat & 1) for side in possible_evil_sides(view))


DEDUCTION: Deduction = _Deduction()
