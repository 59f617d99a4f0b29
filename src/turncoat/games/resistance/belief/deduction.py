"""What everybody at the table can conclude: this module is the capability `turncoat.core.capabilities.Deduction`."""

from __future__ import annotations

from turncoat.core.capabilities import Chances
from turncoat.games.resistance.belief.evil_sides import possible_evil_sides
from turncoat.games.resistance.belief.people.people_reading import people_reading
from turncoat.games.resistance.rules.view import View


def possible_sides(view: View) -> tuple[tuple[int, ...], ...]:
    """Every set of seats that can be the evil side, for players who keep notes."""
    seats = range(view.rules.players)
    return tuple(tuple(seat for seat in seats if side >> seat & 1) for side in possible_evil_sides(view))


def chances(view: View) -> Chances:
    """How likely each seat is evil to who sees the view, given how people usually play."""
    reading = people_reading(view)
    return Chances(tuple(round(float(chance), 3) for chance in reading.private(view).evil), reading.basis)
