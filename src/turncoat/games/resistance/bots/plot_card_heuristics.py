"""Rules of thumb for the Lady, the Loyalty cards and the plot cards, given how likely each seat is evil."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS
from turncoat.games.resistance.rules.moves import Examine, Give, Look, Pass, PassLoyalty, Use
from turncoat.games.resistance.rules.view import View, You

_BURDENS = ("opinion-maker", "open-up")  # cards that are better given to the other side
_WORTH = {"no-confidence": 4, "strong-leader": 3, "in-the-spotlight": 2, "keeping-a-close-eye-on-you": 1}


class PlotCardHeuristics:
    """Answers the asks beside proposing, voting, mission cards and naming Merlin.

    `evil` is the probability by seat; for a spy, who knows the others, it is mostly 0 and 1.
    """

    def __init__(self, view: View, you: You, evil: list[float], rng: SeededRandom) -> None:
        self.view = view
        self.you = you
        self.evil = evil
        self.rng = rng
        self.good = you.side == "good"

    def answer(self, ask: Ask) -> Any:
        return _BY_KIND[ask.kind](self, ask)

    def friend(self, seat: int) -> float:
        """How likely a seat is on this seat's side."""
        return 1.0 - self.evil[seat] if self.good else self.evil[seat]

    def doubt(self, seat: int) -> float:
        """How much there is to learn about a seat."""
        return 0.5 - abs(self.evil[seat] - 0.5)

    def _pick(self, moves: Any, score: Callable[[Any], float]) -> Any:
        return self.rng.best(moves, [score(move) for move in moves])

    def give(self, ask: Ask) -> Any:
        """Give helpful cards to friends and burdens to others."""

        def score(move: Give) -> float:
            friend = self.friend(move.to)
            return 1.0 - friend if move.card in _BURDENS else friend

        return self._pick(ask.moves, score)

    def look(self, ask: Ask) -> Any:
        """Look at the neighbour about whom less is known."""
        return self._pick(ask.moves, lambda move: self.doubt(_target(move)))

    def examine(self, ask: Ask) -> Any:
        """Good learns as much as it can; evil passes the Lady to an evil seat."""
        if self.good:
            return self.look(ask)
        return self._pick(ask.moves, lambda move: self.friend(_target(move)))

    def show(self, ask: Ask) -> Any:
        """Show the own loyalty to the likeliest friend."""
        return self._pick(ask.moves, lambda move: self.friend(move.to))

    def take(self, ask: Ask) -> Any:
        """Take a card that helps, from the least likely friend."""
        return self._pick(ask.moves, lambda move: _WORTH.get(move.card, 0) - self.friend(move.holder))

    def loyalty(self, ask: Ask) -> Any:
        """Pass the Loyalty card of the own side."""
        return PassLoyalty(side=self.you.side)  # type: ignore[arg-type]

    def use(self, ask: Ask) -> Any:
        """Use the best card that is worth using, or pass."""
        uses = [move for move in ask.moves if not isinstance(move, Pass) and self._wants(move)]
        if not uses:
            return Pass()
        return self._pick(uses, self._worth)

    def _wants(self, move: Use) -> bool:
        if move.card == "strong-leader":
            leader = self.view.leader
            late = self.view.rejections >= MAX_REJECTIONS - 2
            return leader is not None and self.friend(leader) < (0.6 if late else 0.4)
        if move.card == "no-confidence":
            return self._spoils() if self.good else self._saves()
        on = move.on if move.on is not None else self.you.seat
        return self.evil[on] > 0.3 if self.good else self.evil[on] < 0.5

    def _worth(self, move: Use) -> float:
        return self.evil[move.on] if move.on is not None else 1.0

    def _spoils(self) -> bool:
        """A good seat rejects a team that probably has evil on it, while there is a proposal left."""
        risk = max((self.evil[seat] for seat in self.view.team or () if seat != self.you.seat), default=0.0)
        return self.view.rejections < MAX_REJECTIONS - 1 and risk > 0.75

    def _saves(self) -> bool:
        """Evil rejects a clean team when it matters, and any team when that is the fifth rejection."""
        view = self.view
        if view.rejections == MAX_REJECTIONS - 1:
            return True
        clean = all(self.evil[seat] < 0.5 for seat in view.team or ())
        return clean and (view.score.good == 2 or view.score.good > view.score.evil)


def _target(move: Look | Examine) -> int:
    return move.at if isinstance(move, Look) else move.seat


_BY_KIND: dict[str, Callable[[PlotCardHeuristics, Ask], Any]] = {
    "give": PlotCardHeuristics.give,
    "look": PlotCardHeuristics.look,
    "show": PlotCardHeuristics.show,
    "take": PlotCardHeuristics.take,
    "use": PlotCardHeuristics.use,
    "examine": PlotCardHeuristics.examine,
    "loyalty": PlotCardHeuristics.loyalty,
}
