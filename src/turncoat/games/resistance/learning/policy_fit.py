"""Fit the networks of what people do. Needs JAX; `belief.people.policy` uses them with NumPy alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import Array

from turncoat.games.resistance.belief.all_deals import Floats, Ints
from turncoat.games.resistance.belief.people.weights import Network
from turncoat.games.resistance.learning.people_decisions import Answers, Decisions, Namings

Tree = Any
_DICE = "rbg"
"""The generator that draws what is dropped out."""


class Recipe(NamedTuple):
    """How big a network is and how long it learns. `networks` of them, from different starts, are averaged."""

    hidden: tuple[int, ...]
    epochs: int
    batch: int
    dropout: float
    decay: float
    networks: int = 1
    rate: float = 2e-3


VOTES = Recipe(hidden=(128, 64), epochs=16, batch=2048, dropout=0.2, decay=1e-5, networks=4)
CARDS = Recipe(hidden=(128,), epochs=50, batch=512, dropout=0.6, decay=1e-3, networks=3)
TEAMS = Recipe(hidden=(64, 32), epochs=10, batch=256, dropout=0.1, decay=1e-4)


def fit_policy(decisions: Decisions, games: Ints, seed: int = 0) -> dict[str, Network]:
    """The networks that fit the decisions of some games, given by number."""
    return {
        "vote": fit_answers(_of_games(decisions.votes, games), VOTES, seed),
        "card": fit_answers(_of_games(decisions.cards, games), CARDS, seed),
        **_fit_teams(_namings_of(decisions, games), TEAMS, seed),
    }


def _of_games(answers: Answers, games: Ints) -> Answers:
    rows = np.isin(answers.game, games)
    return Answers(answers.inputs[rows], answers.yes[rows], answers.game[rows])


def _namings_of(decisions: Decisions, games: Ints) -> dict[tuple[int, int], Namings]:
    found = {}
    for key, some in decisions.namings.items():
        rows = np.isin(some.game, games)
        if rows.any():
            found[key] = Namings(some.members[rows], some.teams[rows], some.named[rows], some.game[rows], some.rows)
    return found


def _start(key: Array, inputs: int, hidden: Sequence[int]) -> list[Array]:
    """A fresh network, without the scaling of its inputs."""
    layers: list[Array] = []
    sizes = [inputs, *hidden]
    for number, (rows, columns) in enumerate(pairwise(sizes)):
        weight = jax.random.normal(jax.random.fold_in(key, number), (rows, columns)) * np.sqrt(2.0 / rows)
        layers += [weight, jnp.zeros(columns)]
    return [*layers, jnp.zeros((sizes[-1], 1)), jnp.zeros(1)]


def _run(layers: Sequence[Array], values: Array, key: Array, dropout: float) -> Array:
    for number in range(0, len(layers) - 2, 2):
        values = jax.nn.relu(values @ layers[number] + layers[number + 1])
        kept = jax.random.bernoulli(jax.random.fold_in(key, number), 1.0 - dropout, values.shape)
        values = values * kept / (1.0 - dropout)
    return (values @ layers[-2] + layers[-1])[..., 0]


def _scaling(parts: Sequence[Floats]) -> tuple[Floats, Floats]:
    """The mean of each input, and what brings its spread to 1."""
    rows = np.concatenate([part.reshape(-1, part.shape[-1])[:: 1 + part.size // 20_000_000] for part in parts])
    rows = rows.astype(np.float32)
    return rows.mean(axis=0), 1.0 / (rows.std(axis=0) + 1e-2)


Loss = Callable[[Tree, Tree, Array], Array]


def _descend(weights: Tree, loss: Loss, batches: Callable[[], Iterator[Tree]], steps: int, recipe: Recipe) -> Tree:
    """The weights after some steps of gradient descent over the batches."""
    optimiser = optax.adamw(optax.cosine_decay_schedule(recipe.rate, steps), weight_decay=recipe.decay)

    @jax.jit
    def step(weights: Tree, state: Tree, batch: Tree, number: Array) -> tuple[Tree, Tree]:
        change, state = optimiser.update(
            jax.grad(loss)(weights, batch, jax.random.fold_in(jax.random.key(0, impl=_DICE), number)), state, weights
        )
        return optax.apply_updates(weights, change), state

    state, number = optimiser.init(weights), 0
    while number < steps:
        for batch in batches():
            weights, state = step(weights, state, batch, number)
            number += 1
    return weights


def fit_answers(answers: Answers, recipe: Recipe, seed: int) -> Network:
    """The network that foresees these answers best."""
    return together([_fit_answers(answers, recipe, seed + number) for number in range(recipe.networks)])


def together(networks: Sequence[Network]) -> Network:
    """The mean of several networks with the same inputs, as one network: their layers are its blocks."""
    shift, scale, *_ = networks[0]
    layers: list[Floats] = []
    for at in range(2, len(networks[0]), 2):
        weights, biases = [one[at] for one in networks], [one[at + 1] for one in networks]
        if at == len(networks[0]) - 2:
            layers += [np.concatenate(weights) / len(networks), np.sum(biases, axis=0) / len(networks)]
        else:
            layers += [np.concatenate(weights, axis=1) if at == 2 else _blocks(weights), np.concatenate(biases)]
    return (shift, scale, *layers)


def _blocks(parts: Sequence[Floats]) -> Floats:
    """Matrices along the diagonal of a larger one."""
    whole = np.zeros(np.sum([part.shape for part in parts], axis=0))
    row = column = 0
    for part in parts:
        whole[row : row + part.shape[0], column : column + part.shape[1]] = part
        row, column = row + part.shape[0], column + part.shape[1]
    return whole


def _fit_answers(answers: Answers, recipe: Recipe, seed: int) -> Network:
    shift, scale = _scaling([answers.inputs])
    luck = np.random.default_rng(seed)
    count = max(1, len(answers.yes) // recipe.batch)

    def batches() -> Iterator[Tree]:
        order = luck.permutation(len(answers.yes))
        for rows in np.array_split(order, count) if count == 1 else order[: count * recipe.batch].reshape(count, -1):
            yield answers.inputs[rows], answers.yes[rows].astype(np.float32)

    def loss(layers: Tree, batch: Tree, key: Array) -> Array:
        inputs, yes = batch
        logits = _run(layers, (inputs.astype(jnp.float32) - shift) * scale, key, recipe.dropout)
        return jnp.mean(optax.sigmoid_binary_cross_entropy(logits, yes))

    start = _start(jax.random.key(seed), answers.inputs.shape[1], recipe.hidden)
    return _network(shift, scale, _descend(start, loss, batches, recipe.epochs * count, recipe))


def _fit_teams(namings: dict[tuple[int, int], Namings], recipe: Recipe, seed: int) -> dict[str, Network]:
    members, teams = [some.members for some in namings.values()], [some.teams for some in namings.values()]
    scaling = _scaling(members), _scaling(teams)
    luck = np.random.default_rng(seed)
    counts = {key: max(1, len(some.named) // recipe.batch) for key, some in namings.items()}

    def batches() -> Iterator[Tree]:
        order = [
            (key, rows)
            for key, some in namings.items()
            for rows in np.array_split(luck.permutation(len(some.named)), counts[key])
        ]
        for at in luck.permutation(len(order)):
            key, rows = order[at]
            some = namings[key]
            yield some.members[rows], some.teams[rows], some.named[rows], some.rows.astype(np.float32)

    def loss(networks: Tree, batch: Tree, key: Array) -> Array:
        *inputs, named, rows = batch
        seats, whole = (
            (part.astype(jnp.float32) - shift) * scale for part, (shift, scale) in zip(inputs, scaling, strict=True)
        )
        single = _run(networks["member"], seats, key, recipe.dropout)
        logits = single @ rows.T + _run(networks["team"], whole, jax.random.fold_in(key, 1), recipe.dropout)
        return jnp.mean(optax.softmax_cross_entropy_with_integer_labels(logits, named))

    start = {
        "member": _start(jax.random.key(seed), members[0].shape[-1], recipe.hidden),
        "team": _start(jax.random.key(seed + 1), teams[0].shape[-1], recipe.hidden),
    }
    found = _descend(start, loss, batches, recipe.epochs * sum(counts.values()), recipe)
    return {name: _network(*scale, found[name]) for name, scale in zip(("member", "team"), scaling, strict=True)}


def _network(shift: Floats, scale: Floats, layers: Sequence[Array]) -> Network:
    return tuple(np.asarray(part, np.float64) for part in (shift, scale, *layers))
