"""Hypothesis strategies for set-ups and records of every game."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from turncoat.core import CHANCE, AnyGame, Match, Record, Seed, Setup
from turncoat.games import find_game, games
from turncoat.testing.samples import random_setup
from turncoat.testing.walk import MOST_MOVES


def rulesets() -> st.SearchStrategy[str]:
    """The id of any ruleset."""
    return st.sampled_from([ruleset for game in games() for ruleset in game.rulesets])


@st.composite
def setups(draw: st.DrawFn, ruleset: str | None = None) -> Setup:
    """An accepted set-up with random options and roles."""
    chosen = ruleset if ruleset is not None else draw(rulesets())
    game = find_game(chosen)
    players = draw(st.sampled_from(list(game.seats(chosen))))
    return random_setup(game, chosen, players, Random(draw(st.integers(0, 2**32))))


@st.composite
def records(draw: st.DrawFn, ruleset: str | None = None, most_moves: int = MOST_MOVES) -> Record:
    """The record of a random game, which may be unfinished, with texts and numbers in `meta`."""
    setup = draw(setups(ruleset))
    seed = str(draw(st.integers(0, 2**32)))
    game = find_game(setup.ruleset)
    length = draw(st.integers(0, most_moves) | st.just(most_moves))
    record = played(game, setup, seed, length).record(reveal=draw(st.booleans()))
    meta = draw(st.dictionaries(st.text(max_size=8), st.text(max_size=8) | st.integers(0, 9), max_size=3))
    return replace(record, meta=meta)


def played(game: AnyGame, setup: Setup, seed: str, most_moves: int = MOST_MOVES) -> Match[Any]:
    """A match after `most_moves` random moves, or at its end if that comes first."""
    match: Match[Any] = Match(game, setup, Seed.of(seed))
    choose = Random(seed)
    for _ in range(most_moves):
        asks = match.asks
        if not asks:
            break
        ask = choose.choice(asks)
        assert ask.seat is not CHANCE
        match.play(ask.seat, choose.choice(ask.moves))
    return match
