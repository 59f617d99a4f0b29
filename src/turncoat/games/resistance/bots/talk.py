"""When and what a bot claims, and how far it believes what others claim.

A plain good player says what it believes. Everybody else, good or evil, says what a plain good player in their seat
would say: a claim tells nothing that only a character knows. Nobody claims what the public facts refute. A listener
assumes that a good speaker's claim is probably true and that an evil speaker's claim says next to nothing. So a claim
counts for as much as the trust that its speaker's actions have earned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec.structs import replace

from turncoat.bots.protocol import Said
from turncoat.games.resistance.belief.all_deals import AllDeals, Bools, Floats
from turncoat.games.resistance.belief.possible_deals import fitting_deals, possible_sides
from turncoat.games.resistance.belief.reading import Reading, reading_of
from turncoat.games.resistance.claims import (
    AnyClaim,
    RoleClaim,
    SawClaim,
    SuspectClaim,
    TeamClaim,
    TrustClaim,
    standing,
)
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.state import CardFact, LoyaltyFact
from turncoat.games.resistance.rules.view import View, You

RATE = 0.25  # how often somebody who has something to say says it
_OPINION = 0.65  # how often an opinion of a good speaker is true
_SIGHT = 0.98  # how often a good speaker reports a loyalty as they saw it
_LIES = 0.35, 0.1  # how often an evil speaker who saw a good seat, or a friend, calls it evil
_SURE, _SAFE = 0.6, 0.2


def speak(view: View, said: Sequence[Said]) -> AnyClaim | None:
    """The most informative thing that a `bayes` player could claim now.

    It repeats neither its own claims nor what somebody has already said about a team.
    """
    assert view.you is not None
    reading = reading_of(view)
    stale = {one.claim for one in standing(said) if one.speaker == view.you.seat or isinstance(one.claim, TeamClaim)}
    fitting = reading.possible & ~reading.deals.members[:, view.you.seat]
    for claim in (*_sights(view.you, reading.deals, fitting), *_opinions(view, reading)):
        if claim not in stale and (truth(reading.deals, claim) & fitting).any():  # so known evil says nothing
            return claim
    return None


def truth(deals: AllDeals, claim: AnyClaim) -> Bools:
    """In which evil sides a claim is true; a claimed role is true in all."""
    if isinstance(claim, RoleClaim):
        return np.ones(len(deals.sets), bool)
    if isinstance(claim, TeamClaim):
        return np.asarray(deals.members[:, list(claim.team)].any(axis=1) == claim.evil)
    evil = isinstance(claim, SuspectClaim) or (isinstance(claim, SawClaim) and claim.side == "evil")
    return np.asarray(deals.members[:, claim.seat] == evil)


def _sights(you: You, deals: AllDeals, fitting: Bools) -> Iterator[SawClaim]:
    """Loyalties seen: good tells them as they were, evil calls everybody good while that can be believed.

    Who was seen by two means is claimed once, because a claim replaces an earlier one about the same seat.
    """
    for fact in {fact.seat: fact for fact in you.seen if isinstance(fact, LoyaltyFact)}.values():
        kind = SawClaim(fact.seat, "good", fact.means)
        lies = you.side == "evil" and bool((truth(deals, kind) & fitting).any())
        yield kind if lies or fact.side == "good" else SawClaim(fact.seat, "evil", fact.means)


def _opinions(view: View, reading: Reading) -> Iterator[AnyClaim]:
    """What the seat lets on about the others, most telling first."""
    assert view.you is not None
    evil = _apparent(view, reading)
    others = [seat for seat in range(view.rules.players) if seat != view.you.seat]
    worst = max(others, key=lambda seat: evil[seat])
    best = min(others, key=lambda seat: evil[seat])
    if view.team is not None and max(evil[seat] for seat in view.team) > _SURE:
        yield TeamClaim(view.team)
    if evil[worst] > _SURE:
        yield SuspectClaim(worst)
    if evil[best] < _SAFE:
        yield TrustClaim(best)


def _apparent(view: View, reading: Reading) -> Floats:
    """The belief of a plain good player in this seat, which is what the others hear; from actions alone.

    A plain good player says what it believes, and everybody else what it would say. So no claim echoes, and none tells
    what only a character knows.
    """
    assert view.you is not None
    you = _as_plain(view, view.you, reading)
    shown = replace(view, you=you)
    if you.role in reading.deals.names and possible_sides(shown)[fitting_deals(shown).evil].any():
        return reading.private(shown).evil
    return np.asarray(reading.as_good[view.you.seat] @ reading.deals.members)


def _as_plain(view: View, you: You, reading: Reading) -> You:
    """A seat as it wants to be seen: a plain good player, who has seen what this one says that it saw."""
    seen: tuple[LoyaltyFact | CardFact, ...] = you.seen
    if you.side == "evil":
        fitting = reading.possible & ~reading.deals.members[:, you.seat]
        seen = tuple(LoyaltyFact(one.seat, one.side, one.means) for one in _sights(you, reading.deals, fitting))
    role, played = rulesets()[view.rules.ruleset].plain("good"), dict.fromkeys(you.played, True)
    return replace(you, role=role, side="good", knows={}, seen=seen, played=played)


def hints(deals: AllDeals, said: Sequence[Said]) -> Floats:
    """By evil side: how much likelier the standing claims are if that side is the evil one, as logarithms."""
    total = np.zeros(len(deals.sets))
    for one in standing(said):
        if max(_named(one)) < deals.players and not isinstance(one.claim, RoleClaim):
            total += _weight(deals, one)
    return total


def _weight(deals: AllDeals, one: Said) -> Floats:
    true, liar = truth(deals, one.claim), deals.members[:, one.speaker]
    if not isinstance(one.claim, SawClaim):
        honest = np.where(true, _OPINION, 1.0 - _OPINION)
        return np.log(np.where(liar, 0.5, honest))
    honest = np.where(true, _SIGHT, 1.0 - _SIGHT)
    accuses = np.where(deals.members[:, one.claim.seat], _LIES[1], _LIES[0])
    return np.log(np.where(liar, accuses if one.claim.side == "evil" else 1.0 - accuses, honest))


def _named(one: Said) -> tuple[int, ...]:
    """The seats a claim names, its speaker too: claims come from anybody, so they may name seats that are not."""
    claim = one.claim
    if isinstance(claim, RoleClaim):
        return (one.speaker,)
    return (one.speaker, *(claim.team if isinstance(claim, TeamClaim) else (claim.seat,)))
