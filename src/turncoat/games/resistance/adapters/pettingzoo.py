"""The family as PettingZoo environments (extra `[pettingzoo]`): `env` (AEC), `raw_env`, `parallel_env`.

Agents are `seat_0`, `seat_1`, …. An observation is a dictionary: `observation`, the vector of `network.layout`, and
`action_mask`. `network.action_numbers` numbers the actions. At the end the winning side gets 1 and the losing one -1.

Votes and mission cards are sealed: in the AEC form the seats answer one after another, but nobody's observation
changes before the last answer is in. In the parallel form every agent acts in every step; those who owe no answer
have 0 as their only legal action.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from turncoat.games.resistance.adapters.numbered_game import NumberedGame
from turncoat.games.resistance.network.layout import size

Observation = dict[str, Any]

METADATA = {"name": "turncoat_v1", "render_modes": ["ansi", "human"], "is_parallelizable": True}


class _Shared:
    """Spaces, seeds and pictures: what both forms have in common."""

    metadata = METADATA

    def __init__(
        self,
        ruleset: str = "classic",
        players: int = 5,
        roles: Iterable[str] = (),
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of the ruleset. Raises Refused for a set-up that is not played."""
        self.game = NumberedGame(ruleset, players, roles, options)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 1, (players * size(players),), np.uint8)
        self._random: Any = None

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (size(self.game.players),), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for an agent every time."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same object for an agent every time."""
        return self._actions[agent]

    def _deal(self, seed: int | None) -> None:
        """A seed fixes this game and, through the generator it starts, those of later resets without one."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.game.deal(str(int(self._random.integers(1 << 62))))
        self.agents = list(self.possible_agents)

    def state(self) -> Any:
        """What all seats know together, for a central critic: their observations one after another."""
        return np.concatenate([self.game.observe(seat)["observation"] for seat in range(self.game.players)])

    def render(self) -> str | None:
        """The table as a spectator sees it: text for `ansi`, printed for `human`."""
        return self.game.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(_Shared, AECEnv):  # noqa: N801  the name PettingZoo gives it
    """The AEC environment without guards: an illegal action raises Refused and changes nothing."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """What the agent may know now."""
        return self.game.observe(self._seats[agent])

    def step(self, action: int | None) -> None:
        """The selected agent's answer."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(self._seats[agent], -1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.game.over:
            self.rewards = {name: self.game.reward(self._seats[name]) for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self._next()
        if self.render_mode == "human":
            self.render()

    def _next(self) -> str:
        """The first seat that owes an answer. The order tells nothing: answers stay sealed."""
        return self.possible_agents[min(self.game.asks)]


class env(raw_env):  # noqa: N801  the name PettingZoo gives it
    """The guarded AEC environment: what is called out of order is refused, and an illegal action ends the game with -1
    for its agent.

    It does and says what PettingZoo's three wrappers do and say. They are not used, because together they take longer
    than the game.
    """

    _was_reset = False
    _was_stepped = False

    def __getattr__(self, name: str) -> Any:
        """Whatever a reset brings is not there before it."""
        raise AttributeError(f"{name} cannot be accessed before reset")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        super().reset(seed, options)
        self._was_reset = self._was_stepped = True

    def observe(self, agent: str) -> Observation:
        """What the agent may know now."""
        if not self._was_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> Any:
        """What all seats know together, for a central critic: their observations one after another."""
        if not self._was_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> str | None:
        """The table as a spectator sees it: text for `ansi`, printed for `human`."""
        if not self._was_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents whose turn it is, one after another. Step before you ask for the next."""
        if not self._was_reset:
            EnvLogger.error_agent_iter_before_reset()
        return self._turns(max_iter)

    def _turns(self, most: int) -> Iterator[str]:
        for _ in range(most):
            if not self.agents:
                return
            assert self._was_stepped, "need to call step() or reset() in a loop over `agent_iter`"
            self._was_stepped = False
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """The selected agent's answer."""
        if not self._was_reset:
            EnvLogger.error_step_before_reset()
        self._was_stepped = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif self.terminations[self.agent_selection] or self._is_legal(self.agent_selection, action):
            super().step(action)
        else:
            self._end_as_illegal(self.agent_selection)

    def _is_legal(self, agent: str, action: int | None) -> bool:
        assert self._actions[agent].contains(action), "action is not in action space"
        return bool(self.game.mask(self._seats[agent])[action])

    def _end_as_illegal(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: -1.0}
        self._accumulate_rewards()
        self._deads_step_first()


class parallel_env(_Shared, ParallelEnv):  # noqa: N801  the name PettingZoo gives it
    """The parallel environment: one action from every agent in every step.

    An illegal action ends the game: -1 and `illegal` in the infos for the agents that gave one, 0 for the others.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game."""
        self._deal(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Everybody's answers at once."""
        answers = {self._seats[agent]: int(action) for agent, action in actions.items()}
        wrong = {seat for seat, action in answers.items() if not self._legal(seat, action)}
        if not wrong:
            for seat in sorted(self.game.asks):
                self.game.play(seat, answers[seat])
        over = self.game.over or bool(wrong)
        rewards = {agent: self._reward(self._seats[agent], wrong) for agent in self.agents}
        infos = {agent: {"illegal": True} if self._seats[agent] in wrong else {} for agent in self.agents}
        ended, cut = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        observations = self._observations()
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, ended, cut, infos

    def _legal(self, seat: int, action: int) -> bool:
        mask = self.game.mask(seat)
        return 0 <= action < len(mask) and bool(mask[action])

    def _reward(self, seat: int, wrong: set[int]) -> float:
        return (-1.0 if seat in wrong else 0.0) if wrong else self.game.reward(seat)

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.game.observe(self._seats[agent]) for agent in self.agents}
