"""The stand-ins of the training half: they read as the strangers do and decide as often the same way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.envs.twin import role_numbers, to_action
from turncoat.core import Match, Seed, Setup
from turncoat.games.resistance import GAME, simulator
from turncoat.games.resistance.bots.league.memory import Memory
from turncoat.games.resistance.bots.league.readers import READERS
from turncoat.games.resistance.bots.league.stranger import Stranger, league, measuring_half
from turncoat.games.resistance.learning import stand_ins
from turncoat.games.resistance.simulator.state import Uses, mover

SEATS, DRAWS = 10, 384
SETUPS = (
    Setup(ruleset="classic", players=5),
    Setup(ruleset="avalon", players=7, roles=("percival", "morgana"), options={"lady": True}),
    Setup(ruleset="classic", players=7, options={"targeting": True, "electorate": "non_team"}),
    Setup(ruleset="avalon", players=5, options={"fifth_proposal": "auto_approve"}),
    Setup(ruleset="avalon", players=10, roles=("mordred", "oberon"), options={"electorate": "all_but_leader"}),
)


@cache
def drawn() -> Any:
    """Compiled once: many answers of a state's seats, of all who vote or play cards and of the one who chooses."""

    def answers(state: simulator.State, habits: stand_ins.Habits, key: Any) -> tuple[Any, Any]:
        seat = jnp.minimum(mover(state), SEATS - 1)
        everywhere = jax.tree.map(lambda number: jnp.full(SEATS, number), habits)
        said = stand_ins.ballots(state, everywhere, key, SEATS)
        return said, stand_ins.choice(state, seat, habits, key, SEATS)

    many = jax.vmap(answers, (None, None, 0))
    readings = lambda state: stand_ins.readings(state, stand_ins.remembered(state, SEATS), SEATS)  # noqa: E731
    return jax.jit(many), jax.jit(readings), jax.jit(simulator.step)


def positions(setup: Setup, name: str, game: int) -> Iterator[tuple[Any, simulator.State, Any, dict[int, int]]]:
    """A game of strangers of one kind, step by step: the core's state, the simulator's, the asks and the answers."""
    kind, step = league().kind[name], drawn()[2]
    match = Match(GAME, setup, Seed.of(f"{name} {game}"))
    config = simulator.make_config(setup.ruleset, setup.players, setup.roles, **setup.options)._replace(uses=Uses())
    dealt: Any = match.state
    state = simulator.init_from_deal(config, role_numbers(dealt.deal.roles), dealt.leader)
    while asks := GAME.asks(match.state):
        core, answers = match.state, {}
        for ask in asks:
            assert ask.seat is not None
            move = Stranger(f"{name} {game} {ask.seat}", kind).answer(GAME.view(core, ask.seat), ask)
            answers[ask.seat] = to_action(move)
            match.play(ask.seat, move)
        yield core, state, asks, answers
        state = step(state, jnp.asarray([answers.get(seat, 0) for seat in range(SEATS)], jnp.int32))


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.ruleset}-{setup.players}")
def test_stand_ins_suspect_whom_strangers_suspect(setup: Setup) -> None:
    for name in ("failures-trusting", "approvals-contrarian"):
        for core, state, asks, _ in positions(setup, name, 0):
            found = np.asarray(drawn()[1](state))
            memory = Memory(GAME.view(core, asks[0].seat))
            for reader, row in zip(stand_ins.READERS, found, strict=True):
                expected = READERS[reader](memory)
                np.testing.assert_allclose(row[: setup.players], expected, atol=1e-4, err_msg=reader)


class Surprise:
    """How unlikely stand-ins find what strangers did, compared with how unlikely they find what they do themselves."""

    def __init__(self) -> None:
        self.more, self.variance, self.cases = 0.0, 0.0, 0

    def add(self, chances: Any, answer: int) -> None:
        """One decision: the chances of all answers, and the stranger's."""
        smooth = (np.asarray(chances) * DRAWS + 0.5) / (DRAWS + 0.5 * len(chances))
        cost = -np.log(smooth)
        usual = float((smooth * cost).sum())
        self.more += float(cost[answer]) - usual
        self.variance += float((smooth * (cost - usual) ** 2).sum())
        self.cases += 1

    @property
    def is_small(self) -> bool:
        return bool(abs(self.more) < 4 * np.sqrt(self.variance) + 0.02 * self.cases)


@pytest.mark.parametrize("name", list(stand_ins.training_kinds()))
def test_stand_ins_decide_as_strangers_do(name: str) -> None:
    """Every decision of whole games: one the stand-in would never make, or makes at another rate, is a surprise."""
    habits = jax.tree.map(jnp.float32, stand_ins.habits_of(league().kind[name]))
    keys = jax.random.split(jax.random.key(1), DRAWS)
    found: dict[str, Surprise] = {}
    for number, setup in enumerate(SETUPS):
        for _, state, asks, answers in positions(setup, name, number):
            ballots, choices = (np.asarray(part) for part in drawn()[0](state, habits, keys))
            for ask in asks:
                if len(ask.moves) > 1:
                    ballot = ask.kind in ("vote", "mission")
                    said = ballots[:, ask.seat] if ballot else choices
                    legal = sorted(to_action(move) for move in ask.moves)
                    assert np.isin(said, legal).all()
                    chances = [(said == action).mean() for action in legal]
                    found.setdefault(ask.kind, Surprise()).add(chances, legal.index(answers[ask.seat]))
    assert {"propose", "vote", "mission"} <= set(found)
    assert {kind: (one.more, one.cases) for kind, one in found.items() if not one.is_small} == {}


def test_the_measuring_half_has_no_stand_ins() -> None:
    """Whoever trains with stand-ins never meets it: neither its kinds nor its ideas."""
    names = {name.removeprefix("stranger:") for name in measuring_half()}
    assert len(names) >= 20
    assert names.isdisjoint(stand_ins.training_kinds())
    measuring = [league().kind[name] for name in names]
    assert {kind.reader for kind in measuring}.isdisjoint(stand_ins.READERS)
    assert {kind.voter for kind in measuring}.isdisjoint(stand_ins.VOTERS)
    for kind in measuring:
        with pytest.raises(ValueError, match="measuring half"):
            stand_ins.habits_of(kind)
