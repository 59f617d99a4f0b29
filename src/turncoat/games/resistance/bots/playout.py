"""Many games at once, played to their end with the network at every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turncoat.core import CHANCE, Ask, Draw
from turncoat.games.resistance.bots.net import Floats, Policy
from turncoat.games.resistance.rules.answers import play
from turncoat.games.resistance.rules.asks import asks as asks_of
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, MISSIONS
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.rules.view import view as view_of

_BATCH = 512  # observations per pass through the network: more of them fall out of the processor's cache
_KINDS = ("coin", "propose", "vote", "mission", "examine")


class Throws:
    """The random numbers of one playout: one for every seat, kind of ask and moment of the game.

    Playouts of two moves with the same numbers differ by what the moves change, and not by luck.
    """

    def __init__(self, seed: int) -> None:
        shape = MISSIONS * MAX_REJECTIONS, len(_KINDS), 11
        self._numbers: NDArray[np.float64] = np.random.default_rng(seed).random(shape)

    def of(self, state: State, ask: Ask) -> float:
        """The random number, from 0 to 1, for the seat that is asked."""
        moment = state.resolved * MAX_REJECTIONS + state.rejections
        seat = -1 if ask.seat is None else ask.seat
        return float(self._numbers[moment, _KINDS.index(ask.kind), seat])


def play_out(brain: Policy, games: Sequence[tuple[State, Throws]]) -> NDArray[np.float64]:
    """Good's chance in each game: 1 or 0, or how likely the Assassin misses.

    The Assassin chooses by what the network reads from the history of the playout, so Merlin pays for what they reveal.
    """
    states = [state for state, _ in games]
    throws = [own for _, own in games]
    while alive := [at for at, state in enumerate(states) if state.phase not in ("assassinate", "over")]:
        for at in alive:
            states[at] = _toss(states[at], throws[at])
        for at, ask, logits in _asked(brain, states, alive):
            move = ask.moves[0] if logits is None else _drawn(ask, logits, throws[at].of(states[at], ask))
            states[at] = play(states[at], ask.seat, move).state
    found = np.array([state.outcome is not None and state.outcome.winner == "good" for state in states], float)
    shooting = [at for at, state in enumerate(states) if state.phase == "assassinate"]
    for at, ask, logits in _asked(brain, states, shooting):
        found[at] = 1.0 - _hit_chance(states[at], ask, logits)
    return found


Asked = tuple[int, Ask, Floats | None]


def _asked(brain: Policy, states: Sequence[State], places: Sequence[int]) -> list[Asked]:
    """The open asks of some states and what the network says of their moves; None where there is but one."""
    asks = [(at, ask) for at in places for ask in asks_of(states[at])]
    logits: dict[int, Floats] = {}
    unsure = [number for number, (_, ask) in enumerate(asks) if len(ask.moves) > 1]
    for start in range(0, len(unsure), _BATCH):
        part = unsure[start : start + _BATCH]
        views = [(view_of(states[asks[number][0]], asks[number][1].seat), asks[number][1]) for number in part]
        logits.update(zip(part, brain.logits(views, alone=True), strict=True))
    return [(at, ask, logits.get(number)) for number, (at, ask) in enumerate(asks)]


def _toss(state: State, throws: Throws) -> Any:
    """The state once chance has moved."""
    asks = asks_of(state)
    if not asks or asks[0].seat is not CHANCE or asks[0].lottery is None:
        return state
    pool = asks[0].lottery.pool
    drawn = pool[int(throws.of(state, asks[0]) * len(pool))]
    return play(state, CHANCE, Draw(asks[0].kind, (drawn,))).state


def chances(logits: Floats) -> NDArray[np.float64]:
    """The softmax of some logits."""
    weights = np.exp(logits.astype(np.float64) - logits.max())
    return np.asarray(weights / weights.sum())


def _drawn(ask: Ask, logits: Floats, throw: float) -> Any:
    sums = chances(logits).cumsum()
    return ask.moves[min(int(np.searchsorted(sums, throw, side="right")), len(sums) - 1)]


def _hit_chance(state: State, ask: Ask, logits: Floats | None) -> float:
    aimed = np.ones(1) if logits is None else chances(logits)
    hits = [state.deal.roles[move.seat] == state.rules.target for move in ask.moves]
    return float(aimed @ np.array(hits, float))
