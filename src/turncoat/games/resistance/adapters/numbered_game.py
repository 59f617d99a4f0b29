"""One game with numbered actions and vector observations: what the PettingZoo and Gymnasium environments wrap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from turncoat.core import Match, Refused, Seed
from turncoat.games.resistance import GAME
from turncoat.games.resistance.network.action_numbers import Mask, NumberedMoves, num_actions
from turncoat.games.resistance.network.features import encode
from turncoat.games.resistance.network.playable import playable


class NumberedGame:
    """A game of the family that is played by numbers.

    >>> game = NumberedGame("classic", 5, (), {})
    >>> game.deal("a seed")
    >>> leader = min(game.asks)
    >>> int(game.mask(leader).sum())  # every team of two
    10
    >>> game.play(leader, 0)
    >>> sorted(game.asks)  # everybody votes
    [0, 1, 2, 3, 4]
    """

    def __init__(self, ruleset: str, players: int, roles: Iterable[str], options: Mapping[str, Any]) -> None:
        self.setup, self.rules = playable(ruleset, players, roles, options)
        self.players = players
        self.actions = num_actions(players, targeting=self.rules.options.targeting)
        self._answers = NumberedMoves(self.actions)
        self._idle = np.zeros(self.actions, np.int8)
        self._idle[0] = 1
        self.match: Any = None
        self.asks: dict[int, Any] = {}

    def deal(self, seed: str) -> None:
        """Begin a new game. The same seed gives the same deal."""
        self.match = Match(GAME, self.setup, Seed.of(seed))
        self.refresh()

    def play(self, seat: int, action: int) -> None:
        """Answer for a seat. Raises Refused for an action that is not legal, and then nothing has changed."""
        ask = self.asks.get(seat)
        if ask is None:
            raise Refused("NOT_YOUR_TURN", f"Seat {seat} owes no answer.")
        move = self._answers.of(ask).get(int(action))
        if move is None:
            raise Refused("BAD_REQUEST", f"Action {action} is no answer to {ask.kind}.")
        self.match.play(seat, move)
        self.refresh()

    def refresh(self) -> None:
        """Read the open questions again after the match has moved."""
        self.asks = {ask.seat: ask for ask in self.match.asks if ask.seat is not None}

    def mask(self, seat: int) -> Mask:
        """The legal actions of a seat; only 0 for one that owes no answer."""
        ask = self.asks.get(seat)
        return self._idle if ask is None else self._answers.mask(ask)

    def observe(self, seat: int) -> dict[str, Any]:
        """The seat's observation vector (`network.layout`) and its legal actions."""
        view = GAME.view(self.match.state, seat)
        return {"observation": encode(view, self.players), "action_mask": self.mask(seat).copy()}

    def reward(self, seat: int) -> float:
        """1 for the winning side, -1 for the losing one, 0 while the game goes on."""
        outcome = GAME.outcome(self.match.state)
        if outcome is None:
            return 0.0
        won = outcome.winner == self.rules.sides[self.match.state.deal.roles[seat]]
        return 1.0 if won else -1.0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return GAME.outcome(self.match.state) is not None

    def render(self, mode: str | None) -> str | None:
        """The game in the mode that PettingZoo and Gymnasium name: text for `ansi`, printed for `human`."""
        if mode == "human":
            print(self.text())  # noqa: T201  what this mode is for
        return self.text() if mode == "ansi" else None

    def text(self) -> str:
        """The game as a spectator sees it, in a few lines."""
        view = GAME.view(self.match.state, None)
        missions = " ".join(_mission_text(result) for result in view.missions)
        lines = [
            f"{view.rules.ruleset}, {view.rules.players} players: {view.phase}",
            f"missions {missions}   rejections {view.rejections}   leader {view.leader}",
        ]
        for proposal in view.proposals[-5:]:
            team = ",".join(map(str, proposal.team))
            votes = "".join("." if vote is None else "AR"[not vote] for vote in proposal.votes)
            lines.append(f"mission {proposal.mission}: {proposal.leader} proposes {team}   {votes}")
        if view.outcome is not None:
            lines.append(f"{view.outcome.winner} wins: {view.outcome.reason}")
        return "\n".join(lines)


def _mission_text(result: Any) -> str:
    if result is None:
        return "-"
    return "won" if result.success else "forfeited" if result.fails is None else f"failed({result.fails})"
