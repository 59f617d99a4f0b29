"""What everybody at the table can conclude: this module is the capability `turncoat.core.capabilities.Deduction`."""

from __future__ import annotations

from collections.abc import Sequence

from turncoat.core.capabilities import Chances
from turncoat.games.resistance.belief.evil_sides import possible_evil_sides
from turncoat.games.resistance.belief.people.people_reading import people_reading
from turncoat.games.resistance.claims import AnyClaim, RoleClaim, TeamClaim, said_side
from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.view import View


def possible_sides(view: View) -> tuple[tuple[int, ...], ...]:
    """Every set of seats that can be the evil side, for players who keep notes."""
    seats = range(view.rules.players)
    return tuple(tuple(seat for seat in seats if side >> seat & 1) for side in possible_evil_sides(view))


def contradicted(said: Sequence[tuple[int, AnyClaim]], view: View) -> tuple[bool, ...]:
    """For each speaker and claim, whether no evil side that the public facts allow agrees with it."""
    sides = possible_evil_sides(view)
    return tuple(not _fits(claim, speaker, view, sides) for speaker, claim in said)


def _fits(claim: AnyClaim, speaker: int, view: View, sides: Sequence[int]) -> bool:
    """Whether one of the evil sides agrees with a claim. At the end one is left, and the roles lie open."""
    if isinstance(claim, RoleClaim):
        if view.roles is not None:
            return view.roles[speaker] == claim.role
        about, says_evil = mask([speaker]), rulesets()[view.rules.ruleset].roles[claim.role].side == "evil"
    elif isinstance(claim, TeamClaim):
        about, says_evil = mask(claim.team), claim.evil
    else:
        about, says_evil = mask([claim.seat]), said_side(claim) == "evil"
    return any(bool(side & about) == says_evil for side in sides)


def chances(view: View) -> Chances:
    """How likely each seat is evil to somebody who sees this view, given how people usually play."""
    reading = people_reading(view)
    evil = tuple(float(chance) for chance in reading.private(view).evil)
    return Chances(tuple(round(chance, 3) for chance in evil), reading.basis, whole_percents(evil))


def whole_percents(chances: Sequence[float]) -> tuple[int, ...]:
    """The chances in whole per cent. What rounding down takes goes to those who lost most, so that the sum stays.

    >>> whole_percents([2 / 3, 2 / 3, 2 / 3])
    (67, 67, 66)
    """
    exact = [100 * chance for chance in chances]
    missing = round(sum(exact)) - sum(map(int, exact))
    rounded_up = sorted(range(len(exact)), key=lambda seat: int(exact[seat]) - exact[seat])[: max(missing, 0)]
    return tuple(int(value) + (seat in rounded_up) for seat, value in enumerate(exact))
