"""The family as a turn-based game in the shape of pgx (extra `[pgx]`), played by the simulator.

    from turncoat.games.resistance.adapters.pgx import Turncoat

    env = Turncoat("avalon", 7, ("percival", "morgana"))
    state = env.init(key)
    state = env.step(state, action)  # of state.current_player

Seats that are asked together answer one after another, the lowest first, and nobody sees an answer before the last one
is in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array
from pgx import core
from pgx._src.struct import dataclass  # the one that pgx gives to states; it has no public name

from turncoat.games.resistance import simulator
from turncoat.games.resistance.network.layout import size

ID = "turncoat"


@dataclass
class State(core.State):
    """What pgx shows of a state; the game; and the answers that are in while others are waited for."""

    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    _step_count: Array
    _game: simulator.State
    _answers: Array
    _waiting: Array

    @property
    def env_id(self) -> Any:
        """The name of the environment."""
        return ID

    def to_svg(self, *, color_theme: Any = None, scale: float | None = None) -> str:
        """The first game of the batch in one line: pgx has no picture of this game."""
        game = jax.tree.map(lambda words: words.reshape(-1, *words.shape[self.current_player.ndim :])[0], self._game)
        text = f"{simulator.PHASES[int(simulator.phase(game))]}, seat {int(self.current_player.ravel()[0])}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="30"><text y="20">{text}</text></svg>'

    def save_svg(self, filename: Any, *, color_theme: Any = None, scale: float | None = None) -> None:
        """Write `to_svg` to a file."""
        with open(filename, "w", encoding="utf-8") as file:  # noqa: PTH123  pgx takes anything that `open` takes
            file.write(self.to_svg())


class Turncoat(core.Env):
    """An illegal action ends the game, with the penalties of pgx."""

    def __init__(self, ruleset: str = "classic", players: int = 5, roles: Iterable[str] = (), **options: Any) -> None:
        """`options` are those of the ruleset. Raises Refused for a set-up that is not played."""
        super().__init__()
        self._players = players
        self._config = simulator.fixed_config(simulator.make_config(ruleset, players, roles, **options))
        self._actions = simulator.num_actions(players, targeting=bool(options.get("targeting")))

    def _init(self, key: Array) -> State:
        game = simulator.init(key, self._config)
        return self._asked(
            State(
                current_player=jnp.int32(0),
                observation=jnp.zeros(size(self._players), jnp.uint8),
                rewards=jnp.zeros(self._players, jnp.float32),
                terminated=jnp.array(False),
                truncated=jnp.array(False),
                legal_action_mask=jnp.zeros(self._actions, bool),
                _step_count=jnp.int32(0),
                _game=game,
                _answers=jnp.zeros(self._players, jnp.int32),
                _waiting=simulator.to_act(game),
            )
        )

    def _step(self, state: State, action: Array, key: Array) -> State:
        """Keep the answer; play all answers when it was the last."""
        answers = state._answers.at[state.current_player].set(action)
        waiting = state._waiting & ~jnp.left_shift(1, state.current_player)
        played = simulator.step(state._game, answers)
        last = waiting == 0
        game = jax.tree.map(lambda new, old: jnp.where(last, new, old), played, state._game)
        after = state.replace(
            _game=game,
            _answers=jnp.where(last, 0, answers),
            _waiting=jnp.where(last, simulator.to_act(game), waiting),
            rewards=simulator.rewards(game, self._players).astype(jnp.float32),
            terminated=simulator.terminated(game),
        )
        return self._asked(after)

    def _asked(self, state: State) -> State:
        """The state with the seat that answers next, and its legal actions."""
        lowest = state._waiting & -state._waiting
        seat = jnp.where(state._waiting == 0, 0, jax.lax.population_count(lowest - 1)).astype(jnp.int32)
        masks = simulator.legal_action_mask(state._game, self._players, self._actions)
        asked: State = state.replace(current_player=seat, legal_action_mask=masks[seat])
        return asked

    def _observe(self, state: State, player_id: Array) -> Array:
        return simulator.observe_seat(state._game, player_id, self._players)

    @property
    def id(self) -> Any:
        """The name of the environment."""
        return ID

    @property
    def version(self) -> str:
        """Changes when the environment plays differently."""
        return "v1"

    @property
    def num_players(self) -> int:
        """How many seats there are."""
        return self._players
