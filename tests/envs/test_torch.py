"""Stable-Baselines3 and TorchRL play and learn on our environments, by the programs of docs/for-researchers.md.

They need torch, and so an environment of their own: `make test-torch`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import gymnasium
import pytest
import torch
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

import turncoat.games.resistance.adapters.gymnasium  # noqa: F401  registers the environment
from turncoat.games.resistance.adapters.pettingzoo import parallel_env

PAGE = Path(__file__).parents[2] / "docs/for-researchers.md"
STEPS, GAMES = 2048, 300

pytestmark = pytest.mark.filterwarnings("ignore")  # the libraries warn of each other


def program(heading: str) -> str:
    """The program under a heading of the page."""
    found = re.search(rf"^## {heading}\n.*?```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


def results(model: Any) -> list[float]:
    """How whole games against `random` end, if the model gives the answers that it thinks best."""
    env = gymnasium.make("Turncoat-v1")
    ended = []
    for seed in range(GAMES):
        seen, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            masks = env.get_wrapper_attr("action_masks")()
            action, _ = model.predict(seen, action_masks=masks, deterministic=True)
            assert masks[action]
            step: Any = env.step(action)
            seen, reward, over, _, _ = step
        ended.append(float(reward))
    return ended


def test_maskable_ppo_learns_by_the_program_of_the_page() -> None:
    """Fewer steps than on the page. Random play earns nothing on average, and the model three standard errors more."""
    names: dict[str, Any] = {}
    torch.set_num_threads(1)  # the network is so small that threads only wait for each other
    exec(program("Stable-Baselines3").replace("20_000", str(STEPS)), names)
    ended = results(names["model"])
    assert set(ended) == {1.0, -1.0}
    assert sum(ended) / GAMES > 3 / GAMES**0.5


def test_torchrl_plays_whole_games_by_the_program_of_the_page() -> None:
    names: dict[str, Any] = {}
    exec(program("TorchRL"), names)
    game = names["game"]
    chosen = game["seat", "action"]
    assert game["seat", "action_mask"].gather(-1, chosen[..., None]).all()
    assert game["next", "done"].squeeze(-1).tolist() == [*[False] * (len(game) - 1), True]
    rewards = game["next", "seat", "reward"].squeeze(-1)
    assert not rewards[:-1].any()
    assert sorted(rewards[-1].abs().tolist()) == [1.0] * 7
    assert abs(rewards[-1].sum()) == 1  # four are good and three evil


def test_torchrl_finds_what_the_environment_promises() -> None:
    check_env_specs(PettingZooWrapper(parallel_env(), categorical_actions=True))
