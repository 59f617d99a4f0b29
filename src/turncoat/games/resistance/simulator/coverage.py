"""What the environments share: which set-ups they play, and the numbers of the moves.

An action is a small number whose meaning depends on the question:

    propose      index of the team among those of its size, smaller sets first (`team_index`);
                 under Targeting also 256 * (mission - 1)
    vote         1 approves, 0 rejects
    mission      1 fails, 0 succeeds
    examine, assassinate   the seat
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from turncoat.games.resistance.network.features import encode, not_observed

TEAMS_PER_SIZE = 256
"""Room for the teams of one size: 252 is the most there are."""

Mask = npt.NDArray[np.int8]


def agreed(ruleset: str, players: int, roles: Iterable[str], options: Mapping[str, Any]) -> tuple[Any, Any]:
    """The core's set-up and compiled rules. Raises Refused with the core's code for a set-up it would refuse.

    What the core plays and the environments do not is refused with OPTION_DISABLED.
    """
    from turncoat.core import Refused, Setup  # here, so that the simulator itself needs only JAX
    from turncoat.games.resistance.rules.setup import compile_setup
    from turncoat.games.resistance.rules.view import rules_view

    setup = Setup(ruleset=ruleset, players=players, options=dict(options), roles=tuple(roles))
    rules = compile_setup(setup)
    unplayed = [*not_observed(rules_view(rules)), *(["the table's coin"] if rules.options.table_coin else [])]
    if unplayed:
        raise Refused("OPTION_DISABLED", f"The environments do not play {', '.join(unplayed)}.")
    return setup, rules


def num_actions(players: int = 10, *, targeting: bool = False) -> int:
    """How many actions games of up to so many players need."""
    return 5 * TEAMS_PER_SIZE if targeting else comb(players, min(5, players // 2))


def team_index(team: Sequence[int]) -> int:
    """The index of a team among those of its size: sets in order of their bit masks, whatever the player count."""
    return sum(comb(seat, place) for place, seat in enumerate(sorted(team), 1))


def action_of(move: Any) -> int:
    """The number of a core move."""
    kind = type(move).__name__
    if kind == "Propose":
        return team_index(move.team) + TEAMS_PER_SIZE * ((move.mission or 1) - 1)
    if kind == "Vote":
        return int(move.approve)
    if kind == "PlayCard":
        return int(not move.success)
    return int(move.seat)


class Answers:
    """The legal actions of an ask, by number. Asks repeat, so each is worked out once."""

    def __init__(self, actions: int) -> None:
        self._actions = actions
        self._known: dict[int, tuple[Any, dict[int, Any], Mask]] = {}

    def of(self, ask: Any) -> dict[int, Any]:
        """The moves of an ask by their numbers."""
        return self._entry(ask)[1]

    def mask(self, ask: Any) -> Mask:
        """Which numbers are legal answers."""
        return self._entry(ask)[2]

    def _entry(self, ask: Any) -> tuple[Any, dict[int, Any], Mask]:
        moves = ask.moves
        entry = self._known.get(id(moves))
        if entry is None or entry[0] is not moves:
            numbered = {action_of(move): move for move in moves}
            mask = np.zeros(self._actions, np.int8)
            mask[list(numbered)] = 1
            mask.setflags(write=False)
            entry = self._known[id(moves)] = (moves, numbered, mask)  # keeps the moves alive, and so their id
        return entry


class Table:
    """One game of the core with numbered actions and vector observations: what the wrappers are made of."""

    def __init__(self, ruleset: str, players: int, roles: Iterable[str], options: Mapping[str, Any]) -> None:
        from turncoat.games.resistance import GAME

        self.game: Any = GAME
        self.setup, self.rules = agreed(ruleset, players, roles, options)
        self.players = players
        self.actions = num_actions(players, targeting=self.rules.options.targeting)
        self._answers = Answers(self.actions)
        self._idle = np.zeros(self.actions, np.int8)
        self._idle[0] = 1
        self.match: Any = None
        self.asks: dict[int, Any] = {}

    def deal(self, seed: str) -> None:
        """Begin a new game. The same seed gives the same deal."""
        from turncoat.core import Match, Seed

        self.match = Match(self.game, self.setup, Seed.of(seed))
        self.refresh()

    def play(self, seat: int, action: int) -> None:
        """Answer for a seat. Raises Refused for an action that is not legal, and then nothing has changed."""
        from turncoat.core import Refused

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
        self.asks = {ask.seat: ask for ask in self.game.asks(self.match.state)}

    def mask(self, seat: int) -> Mask:
        """The legal actions of a seat; only 0 for one that owes no answer."""
        ask = self.asks.get(seat)
        return self._idle if ask is None else self._answers.mask(ask)

    def observe(self, seat: int) -> dict[str, Any]:
        """The seat's observation vector (`neural.layout`) and its legal actions."""
        view = self.game.view(self.match.state, seat)
        return {"observation": encode(view, self.players), "action_mask": self.mask(seat).copy()}

    def reward(self, seat: int) -> float:
        """1 for the winning side, -1 for the losing one, 0 while the game goes on."""
        outcome = self.game.outcome(self.match.state)
        if outcome is None:
            return 0.0
        won = outcome.winner == self.rules.sides[self.match.state.deal.roles[seat]]
        return 1.0 if won else -1.0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome(self.match.state) is not None

    def render(self, mode: str | None) -> str | None:
        """What the field calls rendering: text for `ansi`, printed for `human`."""
        if mode == "human":
            print(self.text())  # noqa: T201  what this mode is for
        return self.text() if mode == "ansi" else None

    def text(self) -> str:
        """The game as a spectator sees it, in a few lines."""
        view = self.game.view(self.match.state, None)
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
