"""Train a small policy by self-play on the vector simulator (extra [jax]), then seat it against `random`.

One network plays all seats, each from its own observation. REINFORCE; the mean result of a side is its baseline.
"""

import jax
import jax.numpy as jnp

from turncoat.games.resistance import simulator
from turncoat.games.resistance.network import layout

SEATS, STEPS, HIDDEN, GAMES, ROUNDS, RATE = 5, 55, 64, 256, 50, 0.5
CONFIG, ACTIONS = simulator.fixed_config(simulator.make_config("classic", SEATS)), simulator.num_actions(SEATS)


def play(weights, key, good, evil):
    """A game in which a side follows the network or chance: results, who is a spy, log-chances of the deeds."""
    start = simulator.init(key, CONFIG)
    spies = simulator.roles(start, SEATS) == layout.ROLES.index("minion")

    def turn(state, key):
        seen, legal = simulator.observe(state, SEATS).astype(jnp.float32), simulator.legal_action_mask(state, SEATS)
        scores = jax.nn.relu(seen @ weights[0]) @ weights[1] * jnp.where(spies, evil, good)[:, None]
        chances = jax.nn.log_softmax(jnp.where(legal, scores, -1e9))
        actions = jax.random.categorical(key, chances)
        done = jnp.take_along_axis(chances, actions[:, None], 1)[:, 0]
        return simulator.step(state, actions), jnp.where(simulator.terminated(state), 0, done)

    end, done = jax.lax.scan(turn, start, jax.random.split(jax.random.fold_in(key, 1), STEPS))
    return simulator.rewards(end, SEATS), spies, done.sum(0)


def loss(weights, keys):
    results, spies, done = jax.vmap(play, (None, 0, None, None))(weights, keys, True, True)
    return -jnp.mean(done * (results - jnp.where(spies, 1, -1) * jnp.mean(results, where=spies)))


def main():
    keys, size = jax.random.split(jax.random.key(0), (ROUNDS + 20, GAMES)), layout.size(SEATS)
    weights = [jax.random.normal(keys[0, 0], (size, HIDDEN)) / size**0.5, jnp.zeros((HIDDEN, ACTIONS))]
    slope = jax.jit(jax.grad(loss))
    for games in keys[:ROUNDS]:
        weights = jax.tree.map(lambda weight, by: weight - RATE * by, weights, slope(weights, games))
    for side, evil in (("good", False), ("evil", True)):
        results, spies, _ = jax.vmap(play, (None, 0, None, None))(weights, keys[ROUNDS:].ravel(), not evil, evil)
        print(f"{side} wins {jnp.mean(results > 0, where=spies == evil):.1%} against random (untrained: half)")


if __name__ == "__main__":
    main()
