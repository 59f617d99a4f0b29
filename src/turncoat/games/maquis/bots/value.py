"""Estimates what it is worth to continue after an AFTERMATH: the points to expect at the end of the game.

Continuing is a bet. With some probability the resistance survives, and then it keeps its points and gains more. The
estimate is (probability of surviving) x (points at stake + gain), and both are simple functions of a few features.
`train.py` fits the weights.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log1p
from operator import mul

from turncoat.games.maquis.bots.policy import harm, toll
from turncoat.games.maquis.rules.cards import HIDDEN, MAQUIS, MISSIONS, SPY
from turncoat.games.maquis.rules.state import Position, points

_HIDDEN_ATTACK = {card.id: card.hidden.attack for card in MAQUIS.values()} | {SPY: 0}
_REVEALED_ATTACK = {card.id: max(card.hidden.attack, card.revealed.attack) for card in MAQUIS.values()} | {SPY: 0}


def facts(position: Position) -> list[float]:
    """The features of the model. Face-down cards are used only as far as the player can count them."""
    failed = len(position.failed)
    civilians = sum(position.graveyard)
    deck = position.hidden.cards
    back = position.hidden.discard + position.in_play(HIDDEN) + position.hand
    hidden, revealed, spies = _next_hand(deck, back, position.raid.hand)
    active = len(deck) + len(back)
    all_spies = deck.count(SPY) + back.count(SPY)
    needs = sorted((MISSIONS[site.mission].defense + toll(site), index) for index, site in enumerate(position.sites))
    easiest = position.sites[needs[0][1]]
    return [
        1.0,
        failed,
        civilians / 4,
        max(civilians - 2, 0) / 2,
        hidden / 6,
        revealed / 12,
        spies / 3,
        (active - all_spies) / 12,
        all_spies / 6,
        len(position.defeated) / 10,
        needs[0][0] / 10,
        needs[1][0] / 10 if len(needs) > 1 else 1.5,
        MISSIONS[easiest.mission].points / 4,
        sum(harm(foe) for foe in easiest.garrison) / 8,
        len(needs) / 4,
    ]


def _next_hand(deck: tuple[str, ...], back: tuple[str, ...], count: int) -> tuple[float, float, float]:
    """The hidden attack, the best attack, and the Spies to expect in the next hand."""
    from_deck = min(count, len(deck))
    from_back = min(count - from_deck, len(back))
    shares = ((deck, from_deck / len(deck) if deck else 0.0), (back, from_back / len(back) if back else 0.0))
    hidden = sum(share * sum(map(_HIDDEN_ATTACK.__getitem__, pile)) for pile, share in shares if share)
    revealed = sum(share * sum(map(_REVEALED_ATTACK.__getitem__, pile)) for pile, share in shares if share)
    return hidden, revealed, sum(share * pile.count(SPY) for pile, share in shares)


@cache
def weights() -> tuple[float, ...]:
    """The fitted weights of the model."""
    return tuple(json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8")))


def value_of(seen: Sequence[float], at_stake: float, model: Sequence[float]) -> float:
    """The model's estimate. The first half of its weights is for the probability, the second for the gain."""
    half = len(seen)
    chance = 1 / (1 + exp(-_dot(seen, model[:half])))
    return chance * (at_stake + log1p(exp(_dot(seen, model[half:]))))


def _dot(facts: Sequence[float], weights: Sequence[float]) -> float:
    return float(sum(map(mul, facts, weights)))


def going_on(position: Position) -> float:
    """The points to expect at the end if the resistance continues."""
    return value_of(facts(position), points(position), weights())


def worth(position: Position) -> float:
    """The value of an AFTERMATH: the better of ending and continuing."""
    return max(float(points(position)), going_on(position))
