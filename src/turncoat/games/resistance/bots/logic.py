"""The bot that guesses a deal that fits the facts it knows, anew for every answer, and plays by it."""

from __future__ import annotations

from typing import Any

import numpy as np

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.bots.plot_card_heuristics import PlotCardHeuristics
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS
from turncoat.games.resistance.rules.moves import PlayCard, Vote
from turncoat.games.resistance.rules.view import View


class LogicBot:
    """Draws every certain conclusion, and none from behaviour.

    It guesses a deal. Good proposes and approves only teams that are all good in the guess, leader included; evil
    approves exactly the others and always fails. The fifth proposal is approved by all.
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def answer(self, view: View, ask: Ask) -> Any:
        rng = SeededRandom.of(self._seed, view, ask)
        if len(ask.moves) == 1:
            return ask.moves[0]
        assert view.you is not None
        belief = believe(view)
        at = int(np.searchsorted(belief.worlds.cumsum(), rng.random(), side="right"))
        guess = belief.table[min(at, len(belief.worlds) - 1)]
        evil = [bool(belief.deals.evil_role[role]) for role in guess]
        if ask.kind == "propose":
            return _propose(ask, evil, view.you.side == "good", rng)
        if ask.kind == "vote":
            return _vote(view, evil)
        if ask.kind == "mission":
            return PlayCard(success=False)
        if ask.kind == "assassinate":
            target = belief.deals.rules.target
            named = [move for move in ask.moves if belief.deals.names[guess[move.seat]] == target]
            return rng.choice(named or ask.moves)
        return PlotCardHeuristics(view, view.you, [float(flag) for flag in evil], rng).answer(ask)


def _propose(ask: Ask, evil: list[bool], good: bool, rng: SeededRandom) -> Any:
    clean = [move for move in ask.moves if not any(evil[seat] for seat in move.team)] if good else []
    return rng.choice(clean or ask.moves)


def _vote(view: View, evil: list[bool]) -> Vote:
    if view.rejections == MAX_REJECTIONS - 1:
        return Vote(approve=True)
    proposal = view.proposals[-1]
    clean = not any(evil[seat] for seat in (*proposal.team, proposal.leader))
    assert view.you is not None
    return Vote(approve=clean == (view.you.side == "good"))
