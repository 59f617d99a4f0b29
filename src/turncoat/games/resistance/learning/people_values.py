"""How often good wins recorded games of people, by where they stand: the tables of `belief.people.look_ahead`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from turncoat.games.resistance.belief.all_deals import Floats
from turncoat.games.resistance.belief.people.look_ahead import ABOARD, FEWEST
from turncoat.games.resistance.belief.public_history import CardsPlayed, TeamNamed
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS

_POINTS = 4  # none to three
_SIZES = 6  # 5 to 10 players
_LIKE_OTHERS = 30
"""So many games a rate is given that went as with other numbers of players, so that few games prove nothing."""


def count_values(games: Sequence[FinishedGame]) -> tuple[Floats, Floats]:
    """The tables `value` and `sent`."""
    value = np.zeros((2, _SIZES, _POINTS, _POINTS, MAX_REJECTIONS))
    sent = np.zeros((2, _SIZES, _POINTS, _POINTS, ABOARD + 1))
    for game in games:
        size, good_won = game.players - FEWEST, game.final.outcome is not None and game.final.outcome.winner == "good"
        for action in game.history:
            _, attempt, good, evil = action.situation
            if isinstance(action, TeamNamed):
                value[:, size, good, evil, attempt] += 1, good_won
            elif isinstance(action, CardsPlayed):
                aboard = min(int(game.evil[list(action.members)].sum()), ABOARD)
                sent[:, size, good, evil, aboard] += 1, good_won
        points = game.final.score
        if points.good == _POINTS - 1:
            value[:, size, points.good, points.evil, 0] += 1, good_won
    return _rates(value), _rates(sent)


def _rates(counts: Floats) -> Floats:
    """Games won of games played, drawn towards those of all numbers of players, and these towards a half."""
    played, won = counts
    overall = (won.sum(axis=0) + 0.5) / (played.sum(axis=0) + 1.0)
    rates = (won + _LIKE_OTHERS * overall) / (played + _LIKE_OTHERS)
    rates[:, :, _POINTS - 1] = 0.0  # evil has won
    return np.asarray(rates)
