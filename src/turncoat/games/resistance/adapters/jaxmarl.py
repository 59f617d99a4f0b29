"""The family as a JaxMARL environment (extra `[jaxmarl]`), played by the simulator.

    from turncoat.games.resistance.adapters.jaxmarl import Turncoat

    env = Turncoat("avalon", 7, ("percival", "morgana"))
    observations, state = env.reset(key)
    observations, state, rewards, dones, infos = env.step(key, state, actions)

Every agent acts in every step; one that owes no answer has 0 as its only available action. `world_state` among the
observations is what all seats know together, for central critics.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from flax import struct
from jax import Array
from jaxmarl.environments import multi_agent_env
from jaxmarl.environments.spaces import Box, Discrete

from turncoat.games.resistance import simulator
from turncoat.games.resistance.network.layout import size


@struct.dataclass
class State(multi_agent_env.State):
    """A game of the simulator, and what all states of JaxMARL have: `done` and `step`."""

    game: simulator.State


ByAgent = dict[str, Array]


class Turncoat(multi_agent_env.MultiAgentEnv):
    """The agents are `agent_0`, `agent_1`, …, clockwise.

    An illegal action ends the game: -1 for the agents that gave one, 0 for the others.
    """

    def __init__(self, ruleset: str = "classic", players: int = 5, roles: Iterable[str] = (), **options: Any) -> None:
        """`options` are those of the ruleset. Raises Refused for a set-up that is not played."""
        super().__init__(num_agents=players)
        self._config = simulator.fixed_config(simulator.make_config(ruleset, players, roles, **options))
        self._actions = simulator.num_actions(players, targeting=bool(options.get("targeting")))
        self.observation_spaces = {agent: Box(0.0, 1.0, (size(players),)) for agent in self.agents}
        self.action_spaces = {agent: Discrete(self._actions) for agent in self.agents}
        self.world_state_size = players * size(players)

    @property
    def agent_classes(self) -> dict[str, list[str]]:
        """All agents are alike: who is on which side is drawn anew for every game."""
        return {"seats": self.agents}

    @partial(jax.jit, static_argnums=(0,))
    def reset(self, key: Array) -> tuple[ByAgent, State]:
        """Deal a new game."""
        state = State(jnp.array(False), jnp.int32(0), simulator.init(key, self._config))
        return self.get_obs(state), state

    def step_env(
        self, key: Array, state: Any, actions: ByAgent
    ) -> tuple[ByAgent, Any, ByAgent, ByAgent, dict[str, Any]]:
        """One answer from every agent. `step` also deals a new game where this one has ended."""
        answers = jnp.stack([actions[agent] for agent in self.agents]).astype(jnp.int32)
        game = simulator.step(state.game, answers)
        over = simulator.terminated(game)
        after = State(over, state.step + 1, game)
        rewards = self._by_agent(simulator.rewards(game, self.num_agents).astype(jnp.float32))
        dones = {**dict.fromkeys(self.agents, over), "__all__": over}
        return self.get_obs(after), after, rewards, dones, {}

    def get_obs(self, state: Any) -> ByAgent:
        """What each agent may know, and `world_state`, what they know together."""
        seen = simulator.observe(state.game, self.num_agents).astype(jnp.float32)
        return {**self._by_agent(seen), "world_state": seen.ravel()}

    @partial(jax.jit, static_argnums=(0,))
    def get_avail_actions(self, state: Any) -> ByAgent:
        """Which actions are legal for each agent."""
        return self._by_agent(simulator.legal_action_mask(state.game, self.num_agents, self._actions))

    def _by_agent(self, rows: Array) -> ByAgent:
        return {agent: rows[seat] for seat, agent in enumerate(self.agents)}
