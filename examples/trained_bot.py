"""From training to play: `python trained_bot.py` trains a network in the simulator and saves it; `Trained` plays it.

    turncoat arena --good trained_bot:Trained --evil random --ruleset classic --players 5 --games 200
    turncoat serve --bot mine=trained_bot:Trained

Training needs JAX (extra [jax]). The bot needs NumPy only: `encode` turns a view into the vector that the network was
trained on, and `action_of` a move into the number of the network's output.
"""

import random
from functools import cache
from pathlib import Path

import numpy as np

from turncoat.games.resistance.network import layout
from turncoat.games.resistance.network.action_numbers import action_of, num_actions
from turncoat.games.resistance.network.features import encode

PLAYERS, HIDDEN, GAMES, ROUNDS, STEPS, RATE = 5, 64, 256, 50, 55, 0.5
WEIGHTS = Path(__file__).with_name("trained_bot.npz")


@cache
def saved_weights():
    with np.load(WEIGHTS) as file:
        return file["first"], file["second"]


class Trained:
    """Answers by the network, at a table of five."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def answer(self, view, ask):
        first, second = saved_weights()
        scores = np.maximum(encode(view, PLAYERS) @ first, 0) @ second
        chances = np.exp([scores[action_of(move)] for move in ask.moves])
        return self.dice.choices(ask.moves, chances.tolist())[0]


def train():
    """REINFORCE by self-play: one network in all seats, and the mean result of a side as its baseline."""
    import jax
    import jax.numpy as jnp

    from turncoat.games.resistance import simulator

    config = simulator.fixed_config(simulator.make_config("classic", PLAYERS))

    def play(weights, key):
        start = simulator.init(key, config)

        def turn(state, key):
            seen = simulator.observe(state, PLAYERS).astype(jnp.float32)
            scores = jax.nn.relu(seen @ weights[0]) @ weights[1]
            legal = simulator.legal_action_mask(state, PLAYERS)
            chances = jax.nn.log_softmax(jnp.where(legal, scores, -1e9))
            actions = jax.random.categorical(key, chances)
            done = jnp.take_along_axis(chances, actions[:, None], 1)[:, 0]
            return simulator.step(state, actions), jnp.where(simulator.terminated(state), 0, done)

        end, done = jax.lax.scan(turn, start, jax.random.split(jax.random.fold_in(key, 1), STEPS))
        spies = simulator.roles(start, PLAYERS) == layout.ROLES.index("minion")
        return simulator.rewards(end, PLAYERS), spies, done.sum(0)

    def loss(weights, keys):
        results, spies, done = jax.vmap(play, (None, 0))(weights, keys)
        return -jnp.mean(done * (results - jnp.where(spies, 1, -1) * jnp.mean(results, where=spies)))

    size, keys = layout.size(PLAYERS), jax.random.split(jax.random.key(0), (ROUNDS, GAMES))
    weights = [jax.random.normal(keys[0, 0], (size, HIDDEN)) / size**0.5, jnp.zeros((HIDDEN, num_actions(PLAYERS)))]
    slope = jax.jit(jax.grad(loss))
    for games in keys:
        weights = jax.tree.map(lambda weight, by: weight - RATE * by, weights, slope(weights, games))
    np.savez(WEIGHTS, first=weights[0], second=weights[1])


if __name__ == "__main__":
    train()
    print(f"The network is in {WEIGHTS}.")
