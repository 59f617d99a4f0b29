"""What everybody at the table can conclude: this module is the capability `turncoat.core.capabilities.Deduction`."""

from __future__ import annotations

from turncoat.games.resistance.belief.evil_sides import possible_evil_sides
from turncoat.games.resistance.rules.view import View


def possible_sides(view: View) -> tuple[tuple[int, ...], ...]:
    """Every set of seats that can be the evil side, for players who keep notes."""
    seats = range(view.rules.players)
    return tuple(tuple(seat for seat in seats if side >> seat & 1) for side in possible_evil_sides(view))
