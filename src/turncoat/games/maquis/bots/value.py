"""What it is worth to go on: the points to expect at the end, from the facts of an AFTERMATH.

Going on is a bet: with some chance the resistance lives on, and then it has its points and gains some more. Chance
and gain are simple functions of a few facts, (chance of living on) x (points at stake + gain). Their weights come
from games played on to the bitter end (`train.py`), fitted to what stopping well would have brought.
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
    """What the model looks at. Of face-down cards it uses only what counting tells."""
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
    """Hidden attack, best attack and Spies to expect in the next hand."""
    from_deck = min(count, len(deck))
    from_back = min(count - from_deck, len(back))
    shares = ((deck, from_deck / len(deck) if deck else 0.0), (back, from_back / len(back) if back else 0.0))
    hidden = sum(share * sum(map(_HIDDEN_ATTACK.__getitem__, pile)) for pile, share in shares if share)
    revealed = sum(share * sum(map(_REVEALED_ATTACK.__getitem__, pile)) for pile, share in shares if share)
    return hidden, revealed, sum(share * pile.count(SPY) for pile, share in shares)


@cache
def weights() -> tuple[float, ...]:
    return tuple(json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8")))


def value_of(seen: Sequence[float], at_stake: float, model: Sequence[float]) -> float:
    """The model's estimate: the first half of its weights is for the chance, the second for the gain."""
    half = len(seen)
    chance = 1 / (1 + exp(-_dot(seen, model[:half])))
    return chance * (at_stake + log1p(exp(_dot(seen, model[half:]))))


def _dot(facts: Sequence[float], weights: Sequence[float]) -> float:
    return float(sum(map(mul, facts, weights)))


def going_on(position: Position) -> float:
    """The points to expect at the end if the resistance goes on."""
    return value_of(facts(position), points(position), weights())


def worth(position: Position) -> float:
    """The better of ending and going on, at an AFTERMATH."""
    return max(float(points(position)), going_on(position))
