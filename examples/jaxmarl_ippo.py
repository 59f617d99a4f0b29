"""Independent PPO in the style of JaxMARL's baselines (extra [jaxmarl]), then the network against `random`.

One network plays all seats, each by its own observation and its own advantage. The pieces have the names of JaxMARL's
`ippo_*.py`: a config, `make_train`, `batchify`, a `Transition` for each step, GAE, minibatches.
"""

from typing import NamedTuple

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState
from jaxmarl.wrappers.baselines import LogWrapper

from turncoat.games.resistance import simulator
from turncoat.games.resistance.adapters.jaxmarl import Turncoat
from turncoat.games.resistance.network import layout

CONFIG = {
    "LR": 2e-3,
    "NUM_ENVS": 128,
    "NUM_STEPS": 64,
    "NUM_UPDATES": 30,
    "UPDATE_EPOCHS": 2,
    "NUM_MINIBATCHES": 4,
    "GAMMA": 1.0,
    "GAE_LAMBDA": 0.95,
    "CLIP_EPS": 0.2,
    "ENT_COEF": 0.01,
    "VF_COEF": 0.5,
    "MAX_GRAD_NORM": 0.5,
}


class ActorCritic(nn.Module):
    action_dim: int

    @nn.compact
    def __call__(self, seen, available):
        scores = nn.Dense(self.action_dim, kernel_init=nn.initializers.zeros)(nn.relu(nn.Dense(64)(seen)))
        value = nn.Dense(1)(nn.relu(nn.Dense(64)(seen)))
        return jax.nn.log_softmax(jnp.where(available, scores, -1e9)), value[..., 0]


class Transition(NamedTuple):
    done: jax.Array
    action: jax.Array
    value: jax.Array
    reward: jax.Array
    log_prob: jax.Array
    obs: jax.Array
    avail_actions: jax.Array


def batchify(by_agent, agents):
    return jnp.concatenate([by_agent[agent] for agent in agents])


def unbatchify(rows, agents):
    return dict(zip(agents, jnp.split(rows, len(agents)), strict=True))


def chosen(log_probs, actions):
    return jnp.take_along_axis(log_probs, actions[:, None], 1)[:, 0]


def advantages(steps, last_value, config):
    def back(carry, step):
        gae, next_value = carry
        going = 1 - step.done
        delta = step.reward + config["GAMMA"] * next_value * going - step.value
        gae = delta + config["GAMMA"] * config["GAE_LAMBDA"] * going * gae
        return (gae, step.value), gae

    return jax.lax.scan(back, (jnp.zeros_like(last_value), last_value), steps, reverse=True)[1]


def make_train(env, config):
    env = LogWrapper(env)
    network = ActorCritic(env.action_space(env.agents[0]).n)

    def env_step(runner, key):
        train, obs, state = runner
        seen, available = (
            batchify(obs, env.agents),
            batchify(jax.vmap(env.get_avail_actions)(state.env_state), env.agents),
        )
        log_probs, value = network.apply(train.params, seen, available)
        action = jax.random.categorical(key, log_probs)
        keys = jax.random.split(jax.random.fold_in(key, 1), config["NUM_ENVS"])
        obs, state, reward, done, _ = jax.vmap(env.step)(keys, state, unbatchify(action, env.agents))
        ended, paid = batchify(done, env.agents), batchify(reward, env.agents)
        step = Transition(ended, action, value, paid, chosen(log_probs, action), seen, available)
        return (train, obs, state), step

    def loss(params, step, gae, target):
        log_probs, value = network.apply(params, step.obs, step.avail_actions)
        ratio = jnp.exp(chosen(log_probs, step.action) - step.log_prob)
        gae = (gae - gae.mean()) / (gae.std() + 1e-8)
        clipped = jnp.clip(ratio, 1 - config["CLIP_EPS"], 1 + config["CLIP_EPS"])
        actor = -jnp.minimum(ratio * gae, clipped * gae).mean()
        entropy = -jnp.sum(jnp.exp(log_probs) * jnp.where(step.avail_actions, log_probs, 0), -1).mean()
        return actor + config["VF_COEF"] * jnp.square(value - target).mean() - config["ENT_COEF"] * entropy

    def update_minibatch(train, batch):
        return train.apply_gradients(grads=jax.grad(loss)(train.params, *batch)), None

    def update_step(runner, key):
        runner, steps = jax.lax.scan(env_step, runner, jax.random.split(key, config["NUM_STEPS"]))
        train, obs, state = runner
        available = batchify(jax.vmap(env.get_avail_actions)(state.env_state), env.agents)
        last_value = network.apply(train.params, batchify(obs, env.agents), available)[1]
        gae = advantages(steps, last_value, config)
        batch = jax.tree.map(lambda rows: rows.reshape(-1, *rows.shape[2:]), (steps, gae, gae + steps.value))

        def update_epoch(train, key):
            order = jax.random.permutation(key, gae.size)
            minibatches = jax.tree.map(
                lambda rows: rows[order].reshape(config["NUM_MINIBATCHES"], -1, *rows.shape[1:]), batch
            )
            return jax.lax.scan(update_minibatch, train, minibatches)

        train, _ = jax.lax.scan(update_epoch, train, jax.random.split(key, config["UPDATE_EPOCHS"]))
        return (train, obs, state), None

    def train(key):
        obs, state = jax.vmap(env.reset)(jax.random.split(key, config["NUM_ENVS"]))
        available = jnp.ones((1, network.action_dim), bool)
        params = network.init(key, obs[env.agents[0]][:1], available)
        optimizer = optax.chain(optax.clip_by_global_norm(config["MAX_GRAD_NORM"]), optax.adam(config["LR"]))
        start = (TrainState.create(apply_fn=network.apply, params=params, tx=optimizer), obs, state)
        return jax.lax.scan(update_step, start, jax.random.split(key, config["NUM_UPDATES"]))[0][0]

    return train


def wins(env, train, key, games=2048, steps=55):
    """How often each side wins if it follows the network and the other one plays at random."""

    def turn(carry, key):
        state, result, evil = carry
        rows = (env.get_obs(state), env.get_avail_actions(state))
        log_probs, _ = train.apply_fn(train.params, *(jnp.stack([row[agent] for agent in env.agents]) for row in rows))
        spies = simulator.roles(state.game, env.num_agents) == layout.ROLES.index("minion")
        follows = spies == evil
        chances = jnp.where(follows[:, None] | (log_probs < -1e8), log_probs, 0.0)
        actions = jax.random.categorical(key, chances)
        _, state, reward, _, _ = env.step_env(key, state, dict(zip(env.agents, actions, strict=True)))
        mine = jnp.stack([reward[agent] for agent in env.agents])[jnp.argmax(follows)]
        return (state, jnp.where(result == 0, mine, result), evil), None

    def game(key, evil):
        return jax.lax.scan(turn, (env.reset(key)[1], 0.0, evil), jax.random.split(key, steps))[0][1]

    sides = jnp.arange(2 * games) % 2 == 1
    won = jax.jit(jax.vmap(game))(jax.random.split(key, 2 * games), sides) > 0
    return {"good": float(won[~sides].mean()), "evil": float(won[sides].mean())}


def main():
    env = Turncoat("classic", 5)
    trained = jax.jit(make_train(env, CONFIG))(jax.random.key(0))
    for side, rate in wins(env, trained, jax.random.key(1)).items():
        print(f"{side} wins {rate:.1%} against random (untrained: half)")


if __name__ == "__main__":
    main()
