"""Kuhn's poker, whose values everybody knows: three cards, two players, one bet."""

from __future__ import annotations

from itertools import permutations

from turncoat.games.resistance.solving.game_tree import CHANCE, GameTree, Turn

_DEALS = list(permutations(range(3), 2))


class Kuhn:
    """A moment of the game. In `history` 0 is a pass and 1 a bet."""

    def __init__(self, cards: tuple[int, ...] = (), history: tuple[int, ...] = ()) -> None:
        self.cards, self.history = cards, history

    @property
    def turn(self) -> Turn | None:
        if not self.cards:
            return Turn(CHANCE, None, len(_DEALS))
        if self.history in {(0, 0), (1, 0), (1, 1), (0, 1, 0), (0, 1, 1)}:
            return None
        player = len(self.history) % 2
        return Turn(player, (self.cards[player], self.history), 2)

    def after(self, action: int) -> Kuhn:
        return Kuhn(self.cards, (*self.history, action)) if self.cards else Kuhn(_DEALS[action])

    def payoffs(self) -> tuple[float, float]:
        bets, higher = sum(self.history), 1 if self.cards[0] > self.cards[1] else -1
        folded = 1 if len(self.history) % 2 == 0 else -1
        won = folded if bets == 1 else higher * (bets or 1)
        return won, -won


def kuhn() -> GameTree:
    return GameTree(Kuhn(), players=2)
