"""What a policy is worth in a game tree, exact best responses to it, and CFR+."""

from __future__ import annotations

import numpy as np

from turncoat.games.resistance.solving.game_tree import GameTree, Indices, Numbers


def values(tree: GameTree, policy: Numbers) -> Numbers:
    """What each player gets on average if everybody follows the policy."""
    below = tree.levels[-1].payoffs
    for depth in range(len(tree.levels) - 1, 0, -1):
        level = tree.levels[depth]
        below = _lifted(tree, depth, level.chances(policy) * below, slice(None))
    return below[:, 0]


def best_response(tree: GameTree, policy: Numbers, player: int) -> tuple[float, Numbers]:
    """The most that a player can get while the others follow the policy, and a policy in which the player gets it.

    It is exact if players forget nothing. It goes from the last decisions to the first: in each information set the
    player takes the action with the highest sum over its positions, each weighted by how likely the others make it.
    """
    others = _reaches(tree, policy, player)[1]
    response = policy.copy()
    below = tree.levels[-1].payoffs[player]
    for depth in range(len(tree.levels) - 1, 0, -1):
        level = tree.levels[depth]
        own = level.of_player[player]
        if len(own):
            worth = _summed(tree, level.slots[own], others[depth][own] * below[own])
            _choose(tree, response, level.slots[own], worth)
        below = _lifted(tree, depth, level.chances(response) * below, player)
    return float(below[0]), response


def nash_conv(tree: GameTree, policy: Numbers) -> float:
    """How much the players could gain in all, each by the best response while the others stay. 0 in an equilibrium."""
    return float(sum(gains(tree, policy)))


def gains(tree: GameTree, policy: Numbers) -> list[float]:
    """How much each player could gain by a best response while the others stay."""
    now = values(tree, policy)
    return [best_response(tree, policy, player)[0] - float(now[player]) for player in range(tree.players)]


class CfrPlus:
    """Counterfactual regret minimisation in the form CFR+ (Tammelin and others, 2015).

    Players are updated in turn, regrets are never negative, and iteration `t` counts `t` times in the average. With
    two players whose gains are each other's losses the average approaches an equilibrium. With more players nothing is
    promised; `nash_conv` tells how far it is from one.
    """

    def __init__(self, tree: GameTree) -> None:
        self.iterations = 0
        self._tree = tree
        self._policy = tree.uniform
        self._regrets = np.zeros_like(tree.uniform)
        self._sums = np.zeros_like(tree.uniform)

    def run(self, iterations: int) -> None:
        """Improve the policy by so many iterations."""
        for _ in range(iterations):
            self.iterations += 1
            for player in range(self._tree.players):
                self._update(player)

    def average(self) -> Numbers:
        """The policy that has been found."""
        return self._tree.normalised(self._sums)

    def _update(self, player: int) -> None:
        tree, policy = self._tree, self._policy
        owns, others = _reaches(tree, policy, player)
        below = tree.levels[-1].payoffs[player]
        for depth in range(len(tree.levels) - 1, 0, -1):
            level = tree.levels[depth]
            here = _lifted(tree, depth, level.chances(policy) * below, player)
            own = level.of_player[player]
            if len(own):
                slots, regret = level.slots[own], below[own] - here[level.parents[own]]
                self._regrets += _summed(tree, slots, others[depth][own] * regret)
                self._sums += _summed(tree, slots, self.iterations * owns[depth][own])
            below = here
        self._regrets.clip(min=0, out=self._regrets)
        self._policy = tree.normalised(self._regrets)


def _lifted(tree: GameTree, depth: int, weighted: Numbers, player: int | slice) -> Numbers:
    """The values of the level above, from those at `depth` multiplied by their chances."""
    level, above = tree.levels[depth], tree.levels[depth - 1].payoffs[player].copy()
    above[..., level.branching] += np.add.reduceat(weighted, level.firsts, axis=-1)
    return above


def _reaches(tree: GameTree, policy: Numbers, player: int) -> tuple[list[Numbers], list[Numbers]]:
    """For each level how likely a player and all others, chance included, make each position."""
    owns, others = [np.ones(1)], [np.ones(1)]
    for level in tree.levels[1:]:
        chances, own = level.chances(policy), level.of_player[player]
        by_player, by_others = owns[-1][level.parents], others[-1][level.parents]
        by_player[own] *= chances[own]
        chances[own] = 1.0
        owns.append(by_player)
        others.append(by_others * chances)
    return owns, others


def _summed(tree: GameTree, slots: Indices, amounts: Numbers) -> Numbers:
    """The sum of the amounts at each place of a policy."""
    return np.bincount(slots, amounts, len(tree.uniform)).astype(np.float64)


def _choose(tree: GameTree, policy: Numbers, slots: Indices, worth: Numbers) -> None:
    """Take the action that is worth most, the first of equals, in the information sets of these slots."""
    best = np.maximum.reduceat(worth, tree.firsts)[tree.sets]
    _, first = np.unique(tree.sets[worth == best], return_index=True)
    chosen = np.zeros_like(policy)
    chosen[np.flatnonzero(worth == best)[first]] = 1.0
    policy[slots] = chosen[slots]
