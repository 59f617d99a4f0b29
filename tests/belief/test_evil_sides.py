"""Which evil sides the facts allow: one rule, whoever asks."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.belief import evil_sides
from turncoat.games.resistance.belief.evil_sides import (
    fail_counts,
    own_knowledge,
    possible_evil_sides,
    sides_that_fit,
    times_evil,
)
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.features import encode
from turncoat.games.resistance.network.layout import SEATS

SETUPS: dict[str, Setup] = {
    "plain": Setup(ruleset="classic", players=7),
    "plot": Setup(ruleset="classic", players=8, options={"plot": True}),
    "blind": Setup(ruleset="classic", players=6, options={"blind_spies": True}),
    "characters": Setup(ruleset="avalon", players=8, roles=("percival", "morgana", "mordred")),
    "oberon": Setup(ruleset="avalon", players=7, roles=("percival", "oberon")),
}


def states(setup: Setup, games: int) -> Iterator[tuple[Any, Any]]:
    """Every state of some random games, and the game."""
    for number in range(games):
        match: Match[Any] = Match(find_game(setup.ruleset), setup, Seed.of(f"sides {number}"))
        rng = random.Random(number)
        yield match.game, match.state
        while asks := match.game.asks(match.state):
            match.play(asks[0].seat, rng.choice(asks[0].moves))
            yield match.game, match.state


def test_the_examples_in_the_docstrings_run() -> None:
    assert doctest.testmod(evil_sides) == (0, 3)


def test_it_needs_no_numpy() -> None:
    code = "import sys, turncoat.games.resistance.belief.evil_sides; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", SETUPS)
def test_a_spectator_is_told_the_sides_that_could_have_failed_so_often(name: str) -> None:
    for game, state in states(SETUPS[name], 3):
        view = game.view(state, None)
        if view.roles is not None:
            continue
        every = (sum(1 << seat for seat in side) for side in combinations(range(view.rules.players), _evil(state)))
        played = [mission for mission in view.missions if mission is not None and mission.team is not None]
        fitting = {
            side
            for side in every
            if all(sum(side >> seat & 1 for seat in one.team) >= one.fails for one in played)
            and all(side >> seat & 1 for one in played for seat, ok in (one.spotlight or {}).items() if not ok)
        }
        assert set(possible_evil_sides(view)) <= fitting
        if view.spotlight is None and not any(one.spotlight for one in played):
            assert set(possible_evil_sides(view)) == fitting


def _evil(state: Any) -> int:
    return int(state.deal.evil.bit_count())


@pytest.mark.parametrize("name", SETUPS)
def test_the_truth_is_never_ruled_out_and_all_seats_are_told_the_same(name: str) -> None:
    for game, state in states(SETUPS[name], 3):
        views = [game.view(state, seat) for seat in (None, *range(state.rules.players))]
        sides = {possible_evil_sides(view) for view in views}
        assert len(sides) == 1
        assert state.deal.evil in next(iter(sides))
        for view in views[1:]:
            facts = (*own_knowledge(view.you), *fail_counts(view.missions))
            assert state.deal.evil in sides_that_fit(state.rules.players, facts)


def test_when_the_roles_lie_open_one_side_is_left() -> None:
    *_, (game, state) = states(SETUPS["characters"], 1)
    assert possible_evil_sides(game.view(state, None)) == (state.deal.evil,)


@pytest.mark.parametrize("name", ["plain", "plot", "blind"])
def test_without_characters_a_spectator_believes_each_of_them_alike(name: str) -> None:
    for game, state in states(SETUPS[name], 2):
        view = game.view(state, None)
        times = times_evil(possible_evil_sides(view), view.rules.players)
        share = np.array(times) / len(possible_evil_sides(view))
        np.testing.assert_allclose(believe(view).evil, share, atol=1e-12)


@pytest.mark.parametrize("name", ["plain", "blind", "characters", "oberon"])
def test_the_network_is_given_the_same_sides(name: str) -> None:
    """Its array form knows the fails and whom a seat was shown, but not that one of two seats is Merlin."""
    for game, state in states(SETUPS[name], 2):
        players = state.rules.players
        for view in (game.view(state, seat) for seat in range(players)):
            part = net.pieces(np, encode(view, SEATS)[None], np.float32)
            found = net.suspicion(np, part, np.float32)[0]
            facts = (*own_knowledge(view.you)[:2], *fail_counts(view.missions))
            sides = sides_that_fit(players, facts)
            share = np.array(times_evil(sides, players)) / len(sides)
            np.testing.assert_allclose(np.roll(found[:players], view.you.seat), share, atol=1e-6)
