"""Structured talk: small things a player can claim, how bots choose them, and how far a bot believes them.

A claim is public and proves nothing. Good bots speak the truth as they believe it, save Merlin, who claims no more
than a plain player could know; evil bots say what a plain good player in their seat would say. A listener weighs
each claim by the trust its speaker's behaviour has earned: a claim counts as a vote of that seat would.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from turncoat.games.resistance.state import LoyaltyFact
from turncoat.games.resistance.view import View
from turncoat.insight.cast import Floats
from turncoat.insight.reading import Reading, reading_of
from turncoat.insight.worlds import Belief

_TELL = 0.65  # how much more likely a seat is called what it is by a good speaker
_SURE, _SAFE = 0.6, 0.2


class IAm(msgspec.Struct, frozen=True, tag_field="claim", tag="i-am"):
    """The speaker says what he is: a role or a side."""

    role: str


class Suspect(msgspec.Struct, frozen=True, tag_field="claim", tag="suspect"):
    """The speaker takes a seat for evil."""

    seat: int


class Trust(msgspec.Struct, frozen=True, tag_field="claim", tag="trust"):
    """The speaker takes a seat for good."""

    seat: int


class BadTeam(msgspec.Struct, frozen=True, tag_field="claim", tag="bad-team"):
    """The speaker says that this team has a spy on it."""

    team: tuple[int, ...]


class LoyaltySeen(msgspec.Struct, frozen=True, tag_field="claim", tag="loyalty-seen"):
    """The speaker tells what the Lady or a plot card has shown him."""

    seat: int
    side: str


Claim = IAm | Suspect | Trust | BadTeam | LoyaltySeen


class Said(msgspec.Struct, frozen=True):
    """A claim and its speaker."""

    speaker: int
    claim: Claim


def speak(view: View) -> tuple[Claim, ...]:
    """What a `bayes` player says at this moment, most telling first; nothing if he has nothing to say."""
    assert view.you is not None
    reading = reading_of(view)
    claims: list[Claim] = [*_seen(view)]
    evil = _apparent(view, reading)
    others = [seat for seat in range(view.rules.players) if seat != view.you.seat]
    worst = max(others, key=lambda seat: evil[seat])
    best = min(others, key=lambda seat: evil[seat])
    if view.team is not None and max(evil[seat] for seat in view.team) > _SURE:
        claims.append(BadTeam(view.team))
    if evil[worst] > _SURE:
        claims.append(Suspect(worst))
    if evil[best] < _SAFE:
        claims.append(Trust(best))
    return tuple(claims)


def _seen(view: View) -> list[Claim]:
    """Loyalties seen: good tells them as they were, evil turns those of its friends round."""
    assert view.you is not None
    facts = [fact for fact in view.you.seen if isinstance(fact, LoyaltyFact)]
    return [LoyaltySeen(fact.seat, fact.side if view.you.side == "good" else "good") for fact in facts]


def _apparent(view: View, reading: Reading) -> Floats:
    """What the seat lets on about the others: its belief if it is a plain good one, else what that would be."""
    you = view.you
    assert you is not None
    if you.side == "good" and you.role != reading.cast.rules.target:
        return reading.private(view).evil
    return np.asarray(reading.as_good[you.seat] @ reading.cast.members)


def hear(belief: Belief, said: Sequence[Said]) -> Floats:
    """How evil each seat is once the claims are weighed, each by how good its speaker seems without them."""
    logits = np.log(np.clip(belief.evil, 1e-6, 1 - 1e-6)) - np.log(np.clip(1 - belief.evil, 1e-6, 1))
    for one in said:
        trust = 1.0 - float(belief.evil[one.speaker])
        step = trust * float(np.log(_TELL / (1 - _TELL)))
        for seat, sign in _about(one.claim):
            if seat != one.speaker:
                logits[seat] += sign * step
    known = np.isin(belief.evil, (0.0, 1.0))  # no claim moves a fact
    return np.where(known, belief.evil, 1.0 / (1.0 + np.exp(-logits)))


def _about(claim: Claim) -> list[tuple[int, float]]:
    """Which seats a claim makes look worse (+) or better (-)."""
    if isinstance(claim, Suspect):
        return [(claim.seat, 1.0)]
    if isinstance(claim, Trust):
        return [(claim.seat, -1.0)]
    if isinstance(claim, LoyaltySeen):
        return [(claim.seat, 2.0 if claim.side == "evil" else -2.0)]
    if isinstance(claim, BadTeam):
        return [(seat, 1.0 / len(claim.team)) for seat in claim.team]
    return []


def words(claim: Claim, names: Sequence[str]) -> str:
    """A claim as a person would say it."""
    if isinstance(claim, IAm):
        return f"I am {claim.role}, believe it or not."
    if isinstance(claim, Suspect):
        return f"Keep an eye on {names[claim.seat]}. I would not send them for bread."
    if isinstance(claim, Trust):
        return f"I would trust {names[claim.seat]} with my life."
    if isinstance(claim, LoyaltySeen):
        return f"I have seen {names[claim.seat]}'s loyalty: {claim.side}."
    return f"There is a spy among {', '.join(names[seat] for seat in claim.team)}."
