"""The testing kit checks a game from outside as it checks those of the house."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from turncoat.core import AnyGame, Match, Record, Seed, Setup
from turncoat.core.in_words import view_in_words
from turncoat.testing import check_conformance, check_noninterference


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_game_conforms(lantern: AnyGame, players: int) -> None:
    for seed in range(20):
        setup = Setup(ruleset="lantern", players=players, deal={"moth": players - 1} if seed % 2 else {})
        assert check_conformance(lantern, setup, f"lantern {seed}") == 3 * players


def other_world(record: Record, seat: int | None, chance: Random) -> Record | None:
    """Another moth, unless the seat is the moth, and other ballots in the urn while it is closed."""
    seats = range(record.players)
    moth, turns = record.deal["moth"], 2 * record.players
    if len(record.moves) == turns + record.players:
        return None
    votes = [
        (by, vote if by == seat else replace(vote, seat=chance.choice([other for other in seats if other != by])))
        for by, vote in record.moves[turns:]
    ]
    moths = [moth] if seat == moth else [other for other in seats if other != seat]
    return replace(record, deal={"moth": chance.choice(moths)}, moves=(*record.moves[:turns], *votes))


@pytest.mark.parametrize("players", [3, 6])
def test_nobody_sees_what_is_hidden_from_them(lantern: AnyGame, players: int) -> None:
    setup = Setup(ruleset="lantern", players=players)
    assert sum(check_noninterference(lantern, other_world, setup, str(seed)) for seed in range(20)) > 100


@pytest.mark.parametrize(
    ("ballots", "winner"),
    [((1, 0, 1), "good"), ((1, 2, 1), "good"), ((2, 2, 0), "evil"), ((1, 2, 0), "evil")],
)
def test_the_moth_is_caught_by_the_most_votes_alone(lantern: AnyGame, ballots: tuple[int, ...], winner: str) -> None:
    match = Match(lantern, Setup(ruleset="lantern", players=3, deal={"moth": 1}), Seed.of("1"))
    while lantern.phase(match.state) == "accuse":
        (ask,) = lantern.asks(match.state)
        match.play(ask.seat, ask.moves[0])
    for ask, ballot in zip(lantern.asks(match.state), ballots, strict=True):
        match.play(ask.seat, next(move for move in ask.moves if move.seat == ballot))
    outcome = lantern.outcome(match.state)
    assert outcome is not None
    assert outcome.winner == winner


def test_a_view_in_words_has_every_fact_and_numbers_every_answer(lantern: AnyGame) -> None:
    """Lantern offers no words of its own, so the generic form is used."""
    match = Match(lantern, Setup(ruleset="lantern", players=3, deal={"moth": 1}), Seed.of("1"))
    (ask,) = lantern.asks(match.state)
    text = view_in_words(lantern, lantern.view(match.state, 0), (ask,))
    assert "phase: accuse" in text
    assert text.endswith("accuse?\n1. accuse seat 1\n2. accuse seat 2\n")
