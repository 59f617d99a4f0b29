"""Single seats: who sits at a table, whose answers are learnt from, and what an answer is worth."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from turncoat.games.resistance import simulator
from turncoat.games.resistance.bots.league.stranger import league
from turncoat.games.resistance.learning import seating, single_seats, stand_ins
from turncoat.games.resistance.learning.policy import FULL, InputSize, critic_like, init_params, trunk, value
from turncoat.games.resistance.learning.recipes import RECIPES
from turncoat.games.resistance.learning.settings import Settings
from turncoat.games.resistance.learning.single_seats import Asked, Row, advantages, deal, rooms

TABLES = 64
SETTINGS = Settings(single_seats=True, tables=TABLES, seats=5, rows=16)


def configs() -> list[simulator.Config]:
    return [simulator.make_config("classic", 5), simulator.make_config("avalon", 5)] * (TABLES // 2)


@pytest.fixture(scope="module")
def drawn() -> seating.Seating:
    many = jax.vmap(partial(seating.draw, room=7, settings=Settings()))
    found: seating.Seating = many(jax.random.split(jax.random.key(1), 2000), jnp.full(2000, 5))
    return found


def test_every_table_has_a_seat_of_the_learner_and_nobody_sits_outside(drawn: seating.Seating) -> None:
    seats, network = np.asarray(drawn.seats), np.asarray(drawn.network)
    assert (network[:, 0] == seating.LEARNER).all()
    assert seats.max() == 4
    assert (np.diff(np.sort(seats, 1), axis=1) > 0).all()  # no seat twice
    np.testing.assert_allclose(np.bincount(seats[:, 0]) / 2000, 0.2, atol=0.04)
    shares = [(network[:, 1:] == which).mean() for which in range(3)]
    np.testing.assert_allclose(shares, [0.5, 0.2, 0.3], atol=0.04)


def test_strangers_are_of_one_kind_at_half_of_the_tables(drawn: seating.Seating) -> None:
    patience = np.asarray(drawn.habits.patience)
    alike = (patience == patience[:, :1]).all(1)
    assert 0.45 < alike.mean() < 0.55
    assert not (patience[~alike][:, 0] == patience[~alike][:, 1]).any()


def test_strangers_are_put_together_from_ideas_of_the_training_half_alone(drawn: seating.Seating) -> None:
    """The ways to play with a secret, too: none of those that only the measuring half has is ever drawn."""
    habits = jax.tree.map(lambda part: np.asarray(part).ravel(), drawn.habits)
    for table, names, part in (
        (league().evil, stand_ins.EVIL_NUMBERS, "evil"),
        (league().merlin, stand_ins.MERLIN_NUMBERS, "merlin"),
    ):
        trained = {getattr(kind, part) for kind in stand_ins.training_kinds().values()}
        allowed = {tuple(np.float32(getattr(table[way], name)) for name in names) for way in trained}
        assert set(zip(*(getattr(habits, name) for name in names), strict=True)) == allowed
    assert set(habits.reader) == set(range(len(stand_ins.READERS)))
    assert set(habits.voter) == set(range(len(stand_ins.VOTERS)))
    for kind in stand_ins.training_kinds().values():
        assert seating.PATIENCE[0] <= kind.patience <= seating.PATIENCE[1]
        assert seating.NOISE[0] <= kind.noise <= seating.NOISE[1]


def test_a_network_that_looks_at_less_sees_the_same_where_there_is_no_more() -> None:
    states = jax.vmap(simulator.init)(jax.random.split(jax.random.key(2), TABLES), simulator.stack_configs(configs()))
    states, _ = simulator.play_random(states, jax.random.key(3), 9)
    obs = jax.vmap(simulator.observe_seat)(states, jnp.zeros(TABLES, jnp.int32))
    policy = init_params(1, 16, 2)["policy"]
    _, seats, whole = trunk(policy, obs)
    _, fewer, same = trunk(policy, obs, input_size=InputSize(5, 10))
    np.testing.assert_allclose(whole, same, atol=2e-5)
    np.testing.assert_allclose(seats[:, :5], fewer[:, :5], atol=2e-5)
    assert not np.asarray(fewer[:, 5:]).any()


def test_a_critic_begins_by_seeing_what_the_policy_sees() -> None:
    params = critic_like(init_params(1, 8, 1))
    states = deal(configs(), jax.random.key(1), SETTINGS).states
    obs = jax.vmap(simulator.observe_seat)(states, jnp.zeros(TABLES, jnp.int32))
    extra = jnp.ones((TABLES, 10, 8))
    _, _, policy = trunk(params["policy"], obs)
    _, _, critic = trunk(params["critic"], obs, extra, FULL)
    np.testing.assert_allclose(policy, critic, atol=1e-5)
    assert not np.asarray(value(params, states)).any()  # and it has no opinion yet


Step = tuple[seating.Seating, Any, Row]


@pytest.fixture(scope="module")
def played() -> list[Step]:
    """Steps of some tables: who sat there, who owed an answer, and what is kept."""
    params = init_params(1, 8, 1)

    @jax.jit
    def some(tables: Any, keys: Any) -> Any:
        def turn(tables: Any, key: Any) -> Any:
            after, row = single_seats.play(params, params["policy"], tables, key, SETTINGS)
            return after, (tables.seating, jax.vmap(simulator.to_act)(tables.states), row._replace(state=None))

        return jax.lax.scan(turn, tables, keys)[1]

    steps = some(deal(configs(), jax.random.key(4), SETTINGS), jax.random.split(jax.random.key(5), 60))
    steps = jax.tree.map(np.asarray, steps)
    return [jax.tree.map(lambda leaf: leaf[at], steps) for at in range(60)]  # noqa: B023


def test_only_answers_of_the_learner_are_learnt_from(played: Any) -> None:
    kinds = set()
    for before, owing, row in played:
        asked = Asked(*(part[row.asked.real] for part in row.asked))
        place = (before.seats[asked.table] == asked.seat[:, None]).argmax(1)
        assert (before.network[asked.table, place] == seating.LEARNER).all()
        assert (owing[asked.table] >> asked.seat & 1).all()
        kinds |= set(row.answered.is_ballot[row.asked.real].tolist())
    assert kinds == {True, False}


def test_games_are_played_to_their_end_without_illegal_answers(played: Any) -> None:
    done = np.array([row.done for *_, row in played])
    reward = np.array([row.reward for *_, row in played])
    assert done.sum() > TABLES
    assert set(reward[done]) == {1.0, -1.0}  # an illegal answer would end a game without a winner
    assert not reward[~done].any()


def test_somebody_else_sits_down_for_the_next_game_and_not_before(played: Any) -> None:
    for (before, _, row), (after, *_) in pairwise(played):
        same = (before.habits.patience == after.habits.patience).all(1)
        np.testing.assert_array_equal(same, ~row.done)


def test_an_answer_is_worth_what_follows_from_it_whoever_decides_in_between() -> None:
    """One table, four steps: asked, not asked, asked, not asked and over; then the first step of the next game."""
    real = jnp.array([[True], [False], [True], [False], [True]])
    asked = Asked(jnp.zeros((5, 1), jnp.int32), jnp.zeros((5, 1), jnp.int32), real)
    values = jnp.array([[0.1], [9.0], [0.3], [9.0], [-0.2]])
    done, reward = jnp.array([[0], [0], [0], [1], [0]]) == 1, jnp.array([[0.0], [0], [0], [1], [0]])
    rows = Row(None, asked, None, values, reward, done, done)  # type: ignore[arg-type]
    advantage, target = advantages(rows, jnp.array([0.5]), Settings(gae_lambda=0.5))
    np.testing.assert_allclose(np.asarray(advantage)[[0, 2, 4], 0], [0.2 + 0.5 * 0.7, 0.7, 0.7], atol=1e-6)
    np.testing.assert_allclose(np.asarray(target)[[0, 2, 4], 0], [0.65, 1.0, 0.5], atol=1e-6)


def test_a_table_waits_where_there_is_no_room_for_its_network() -> None:
    wanted = jnp.array([[True, True], [False, False], [True, False], [True, False]])
    seats = jnp.arange(8).reshape(4, 2)
    asked, waits = single_seats.asked_now(wanted, seats, 3, jax.random.key(0))
    assert int(asked.real.sum()) == 3
    served = {int(table) for table, real in zip(asked.table, asked.real, strict=True) if real}
    for table in range(4):
        mine = int(((np.asarray(asked.table) == table) & np.asarray(asked.real)).sum())
        assert bool(waits[table]) == (mine < int(wanted[table].sum()))
    assert served <= {0, 2, 3}


def test_the_recipe_has_every_size_and_every_option_that_the_simulator_knows() -> None:
    recipe = RECIPES["strangers"]
    assert set(rooms(recipe.cycle())) == {5, 7, 10}
    options = {(name, value) for *_, given in recipe.setups for name, value in given.items()}
    assert {
        ("fifth_proposal", "auto_approve"),
        ("five_rejections", "point"),
        ("electorate", "non_team"),
        ("electorate", "all_but_leader"),
        ("lady_timing", "by_quest_number"),
        ("targeting", True),
    } <= options
