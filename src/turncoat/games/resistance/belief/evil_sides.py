"""Which seats can be the evil side, by the facts alone: nothing here guesses how anybody plays.

An evil side is a bit mask of seats. Every fact has one form: of these seats, at least so many and at most so many are
evil. A fail means that somebody on the team is evil; a character that a seat was shown means that exactly these are.

This module needs no NumPy. `turncoat.games.resistance.network.network.possible_sets` is the same rule for batches of
observations; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.ruleset import charts, rulesets
from turncoat.games.resistance.rules.state import CardFact
from turncoat.games.resistance.rules.view import MissionView, View, You


class Fact(NamedTuple):
    """Of the seats in the mask `among`, at least `least` and at most `most` are evil."""

    among: int
    least: int
    most: int = 10


@cache
def evil_sides(players: int) -> tuple[int, ...]:
    """Every evil side there can be, as bit masks in ascending order.

    >>> [bin(side) for side in evil_sides(5)[:3]]
    ['0b11', '0b101', '0b110']
    """
    return tuple(sorted(map(mask, combinations(range(players), charts().sides[players][1]))))


@lru_cache(maxsize=4096)
def sides_that_fit(players: int, facts: tuple[Fact, ...]) -> tuple[int, ...]:
    """The evil sides that every fact allows, in ascending order.

    >>> sides_that_fit(5, (all_evil(0b1), Fact(0b110, 1)))
    (3, 5)
    """
    sides = evil_sides(players)
    for among, least, most in facts:
        sides = tuple(side for side in sides if least <= (side & among).bit_count() <= most)
    return sides


def possible_evil_sides(view: View) -> tuple[int, ...]:
    """The evil sides that the public facts of a view allow: what a spectator can conclude.

    What the view's seat knows besides is left out, so that all seats of a table get the same answer.
    """
    return sides_that_fit(view.rules.players, (*_revealed(view), *_shown_cards(view, None)))


def sides_left(view: View, facts: tuple[Fact, ...] = ()) -> tuple[int, ...]:
    """The evil sides that fit all that the view's seat knows, and these facts besides."""
    known = () if view.you is None else own_knowledge(view.you)
    return sides_that_fit(view.rules.players, (*_revealed(view), *seen_cards(view), *known, *facts))


def times_evil(sides: Iterable[int], players: int) -> tuple[int, ...]:
    """For each seat, in how many of the sides it is.

    >>> times_evil([0b11, 0b101], 5)
    (2, 1, 1, 0, 0)
    """
    found = tuple(sides)
    return tuple(sum(side >> seat & 1 for side in found) for seat in range(players))


def all_evil(seats: int) -> Fact:
    """Every seat of a mask is evil."""
    return Fact(seats, seats.bit_count())


def all_good(seats: int) -> Fact:
    """No seat of a mask is evil."""
    return Fact(seats, 0, 0)


def fail_counts(missions: Iterable[MissionView | None]) -> tuple[Fact, ...]:
    """From each mission that was played: as many of its team are evil as it had fails, or more."""
    played = (mission for mission in missions if mission is not None and mission.team is not None)
    return tuple(Fact(mask(mission.team or ()), mission.fails) for mission in played if mission.fails)


def own_knowledge(you: You) -> tuple[Fact, ...]:
    """What a seat knows from its own character and from what it was shown of others."""
    known = dict.fromkeys(("evil", "good", "merlin", "merlin-or-morgana"), 0)
    for seat, known_as in you.knows.items():
        known[known_as] |= 1 << seat
    known[you.side] |= 1 << you.seat
    pair = known["merlin-or-morgana"]
    facts = (all_evil(known["evil"]), all_good(known["good"] | known["merlin"]))
    return (*facts, Fact(pair, 1, 1)) if pair else facts


def seen_cards(view: View) -> tuple[Fact, ...]:
    """What the mission cards tell the view's seat: those that all have seen, its own, and those it was shown."""
    return _shown_cards(view, view.you)


def card_facts(team: Iterable[int], fails: int, cards: dict[int, bool]) -> tuple[Fact, Fact]:
    """What a mission tells somebody who knows some of its cards: who failed it, and how many of the others did."""
    failed = mask(seat for seat, success in cards.items() if not success)
    hidden = mask(seat for seat in team if seat not in cards)
    return all_evil(failed), Fact(hidden, fails - failed.bit_count())


def _shown_cards(view: View, you: You | None) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    for number, mission in enumerate(view.missions, 1):
        if mission is not None and mission.team is not None:
            public = {**(mission.spotlight or {}), **(mission.cards or {})}
            facts += card_facts(mission.team, mission.fails or 0, public | private_cards(you, number))
    under_way = {} if view.mission is None else private_cards(you, view.mission)
    if view.spotlight is not None and view.face_up is not None:
        under_way[view.spotlight] = view.face_up
    facts.append(all_evil(mask(seat for seat, success in under_way.items() if not success)))
    return tuple(fact for fact in facts if fact.least > 0)


def private_cards(you: You | None, mission: int) -> dict[int, bool]:
    """The cards of a mission that only this seat has seen: its own, and those it was shown."""
    if you is None:
        return {}
    own = {you.seat: you.played[mission]} if mission in you.played else {}
    shown = (fact for fact in you.seen if isinstance(fact, CardFact) and fact.mission == mission)
    return own | {fact.seat: fact.success for fact in shown}


def _revealed(view: View) -> tuple[Fact, ...]:
    """At the end of a game the roles lie open."""
    if view.roles is None:
        return ()
    roles = rulesets()[view.rules.ruleset].roles
    return (all_evil(mask(seat for seat, name in enumerate(view.roles) if roles[name].side == "evil")),)
