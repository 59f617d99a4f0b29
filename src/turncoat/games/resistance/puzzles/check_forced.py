"""Whether a vote wins by force: against everything the others can do, in every deal that is possible.

The search plays on the engine. It keeps all states together that the player cannot tell apart, and the player's answer
is the same in all of them. Everybody else, partners too, may answer anything that the rules allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from turncoat.core import asks_of
from turncoat.games.resistance.puzzles.worlds import Worlds
from turncoat.games.resistance.rules.moves import Vote

_BUDGET = 20_000


class TooLong(ValueError):
    """The search was given up."""


class _Search:
    def __init__(self, worlds: Worlds) -> None:
        assert worlds.seat is not None
        self.game, self.seat = worlds.game, worlds.seat
        self.side = worlds.seen.you.side
        self.left = _BUDGET

    def wins(self, states: list[Any]) -> bool:
        """Whether one plan wins in all these states, which look the same to the player."""
        self.left -= len(states)
        if self.left < 0:
            raise TooLong("the search takes too long")
        outcomes = [self.game.outcome(state) for state in states]
        if outcomes[0] is not None:
            return all(outcome is not None and outcome.winner == self.side for outcome in outcomes)
        own = asks_of(self.game.asks(states[0]), self.seat)
        if own:
            return any(self.wins_after(states, move) for move in own[0].moves)
        return all(map(self.wins, self._after_others(states)))

    def wins_after(self, states: list[Any], move: Any) -> bool:
        """The same after the player's own answer."""
        return all(map(self.wins, self._groups([self.game.play(state, self.seat, move).state for state in states])))

    def _after_others(self, states: list[Any]) -> list[list[Any]]:
        found = []
        for state in states:
            ask = self.game.asks(state)[0]
            moves = ask.moves if ask.lottery is None else ()
            found += [
                self.game.play(state, ask.seat, move).state for move in reversed(moves)
            ]  # to good, Reject and Fail first
        if not found:
            raise TooLong("chance decides")
        return self._groups(found)

    def _groups(self, states: list[Any]) -> list[list[Any]]:
        """The states sorted by what the player sees of them."""
        groups: dict[bytes, dict[Any, Any]] = {}
        for state in states:
            seen = msgspec.msgpack.encode(self.game.view(state, self.seat))
            groups.setdefault(seen, {})[msgspec.msgpack.encode(_essence(state))] = state
        return [list(group.values()) for group in groups.values()]


def _essence(state: Any) -> Any:
    """What two states must share to be the same."""
    return state.deal.roles, state.phase, state.yes, state.answered, state.results, state.good, state.evil


def forced_votes(worlds: Worlds, choices: Sequence[Any]) -> list[bool]:
    """For each choice (a vote, or None for neither) whether it is right."""
    states = [state for roles in worlds.deals if (state := worlds.played_as(roles)) is not None]
    won = {vote: _Search(worlds).wins_after(states, Vote(approve=vote)) for vote in (True, False)}
    return [not any(won.values()) if choice["approve"] is None else won[choice["approve"]] for choice in choices]
