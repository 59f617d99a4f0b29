"""Train a small policy by self-play on the vector simulator, then seat it against `random`: a minute on a CPU.

One network plays every seat from that seat's observation, in rounds of pure self-play and rounds in which one side
is random, so that both sides have something to win. REINFORCE with each side's mean result as baseline.
Needs the extra [jax]:  python examples/train_vector.py
"""

from functools import partial

import jax
import jax.numpy as jnp

from turncoat.envs import vector
from turncoat.neural import layout

SEATS, GAMES, STEPS, HIDDEN, ROUNDS = 5, 128, 62, 64, 240
BOTH, GOOD, EVIL = range(3)
ACTIONS, CONFIG = vector.num_actions(SEATS), vector.config("classic", SEATS)
observe = jax.vmap(partial(vector.observe, seats=SEATS))
legal = jax.vmap(partial(vector.legal_mask, seats=SEATS, actions=ACTIONS))


def logits(weights, seen, allowed):
    hidden = jax.nn.relu(seen.astype(jnp.float32) @ weights["in"] + weights["bias"])
    return jnp.where(allowed, hidden @ weights["out"], -1e9)


def play(weights, key, side):
    """Whole games in which the network plays BOTH sides or one of them, and random the rest."""
    deal, moves = jax.random.split(key)
    states = jax.vmap(vector.init, (0, None))(jax.random.split(deal, GAMES), CONFIG)
    evil = jax.vmap(partial(vector.roles, seats=SEATS))(states) >= layout.ROLES.index("assassin")
    learns = jnp.where(evil, side != GOOD, side != EVIL)

    def turn(states, key):
        seen, allowed = observe(states), legal(states)
        scores = jnp.where(learns[..., None], logits(weights, seen, allowed), jnp.where(allowed, 0.0, -1e9))
        actions = jax.random.categorical(key, scores)
        return jax.vmap(vector.step)(states, actions), (seen, allowed, actions, ~vector.terminated(states))

    states, record = jax.lax.scan(turn, states, jax.random.split(moves, STEPS))
    return jax.vmap(partial(vector.rewards, seats=SEATS))(states).astype(jnp.float32), evil, learns, record


def loss(weights, result, evil, learns, record):
    seen, allowed, actions, running = record
    chances = jax.nn.log_softmax(logits(weights, seen, allowed))
    taken = jnp.take_along_axis(chances, actions[..., None], -1)[..., 0]
    spread = -jnp.sum(jnp.exp(chances) * jnp.where(allowed, chances, 0.0), -1)
    mean = jnp.mean(result, where=evil)
    gain = result - jnp.where(evil, mean, -mean)
    asked = running[..., None] & learns & (allowed.sum(-1) > 1)
    return -jnp.mean(jnp.where(asked, taken * gain + 0.02 * spread, 0.0)) * SEATS


@jax.jit
def improve(weights, moments, step, key):
    slope = jax.grad(loss)(weights, *play(weights, key, step % 3))
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slope)
    second = jax.tree.map(lambda m, g: 0.99 * m + 0.01 * g * g, moments[1], slope)
    scale = 3e-3 * jnp.sqrt(1 - 0.99**step) / (1 - 0.9**step)
    weights = jax.tree.map(lambda w, m, v: w - scale * m / (jnp.sqrt(v) + 1e-8), weights, first, second)
    return weights, (first, second)


@jax.jit
def wins(weights, keys, side):
    """How often the side that the network plays wins against random seats."""
    result, evil, _, _ = jax.lax.map(lambda key: play(weights, key, side), keys)
    return jnp.mean(result > 0, where=evil == (side == EVIL))


def main():
    size, keys = layout.size(SEATS), jax.random.split(jax.random.key(0), ROUNDS + 20)
    weights = {"in": jax.random.normal(keys[0], (size, HIDDEN)) / size**0.5, "bias": jnp.zeros(HIDDEN)}
    weights["out"] = jnp.zeros((HIDDEN, ACTIONS))
    moments = (jax.tree.map(jnp.zeros_like, weights), jax.tree.map(jnp.zeros_like, weights))
    before = [wins(weights, keys[-10:], side) for side in (GOOD, EVIL)]
    for number in range(1, ROUNDS + 1):
        weights, moments = improve(weights, moments, number, keys[number])
    after = [wins(weights, keys[-19:-9], side) for side in (GOOD, EVIL)]
    for name, old, new in zip(("good", "evil"), before, after, strict=True):
        print(f"{name} against random seats: untrained {old:.1%}, trained {new:.1%}")


if __name__ == "__main__":
    main()
