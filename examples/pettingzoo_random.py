"""A game of Avalon through PettingZoo, every agent at random. Needs the extra [pettingzoo]."""

import numpy as np

from turncoat.games.resistance.adapters.pettingzoo import env


def main() -> None:
    table = env("avalon", 7, ("percival", "morgana"), lady=True, render_mode="ansi")
    rng = np.random.default_rng(0)
    table.reset(seed=1)
    rewards = {}
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        rewards[agent] = reward
        over = terminated or truncated
        table.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    print(table.render())
    print("won:", ", ".join(agent for agent, reward in rewards.items() if reward > 0))


if __name__ == "__main__":
    main()
