"""The reduced game is the game: who decides what, and what they know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from turncoat import Refused
from turncoat.games.resistance.rules.game_rules import seats
from turncoat.games.resistance.solving.game_tree import GameTree
from turncoat.games.resistance.solving.reduced_game import EVIL, ReducedGame
from turncoat.games.resistance.solving.tabular import CfrPlus, best_response, values


def _asked(tree: GameTree) -> list[Any]:
    examples: list[Any] = tree.examples
    return [one.ask for one in examples]


@pytest.mark.parametrize(("good", "evil"), [(2, 2), (2, 1), (1, 2)])
def test_it_begins_at_the_score_with_seat_0_and_nobody_votes(good: int, evil: int) -> None:
    tree = ReducedGame("classic", good, evil).seats
    first: Any = tree.examples[0]
    assert (first.state.good, first.state.evil, first.ask.seat) == (good, evil, 0)
    assert {ask.kind for ask in _asked(tree)} == {"propose", "mission"}


def test_every_deal_is_in_it() -> None:
    assert len(ReducedGame("classic").deals()) == 10
    assert len(ReducedGame("avalon").deals()) == 60


def test_a_good_seat_knows_nothing_at_first_and_an_evil_one_its_partner() -> None:
    """Seat 0 is good, or evil with one of four partners, and leads: that is five information sets."""
    tree = ReducedGame("classic", 2, 2).seats
    assert sum(ask.kind == "propose" for ask in _asked(tree)) == 5


def test_a_card_is_sealed_until_all_are_in() -> None:
    """An evil seat knows the deal and the team, and not what its partner has just played."""
    tree = ReducedGame("classic", 2, 2).seats
    examples: list[Any] = tree.examples
    cards = [one for one in examples if one.ask.kind == "mission" and len(one.ask.moves) == 2]
    pairs_and_teams = {(one.ask.seat, one.state.deal.evil, one.state.team) for one in cards}
    assert len(cards) == len(pairs_and_teams)


def test_a_seat_remembers_the_card_that_it_played() -> None:
    """After one Fail by two evil seats, each of them knows which of the two played it."""
    examples: list[Any] = ReducedGame("classic", 2, 1).seats.examples
    sets = Counter(
        (one.state.deal.evil, one.state.results[3].team)
        for one in examples
        if one.ask.kind == "propose"
        and one.state.mission == 5
        and one.state.results[3].fails == 1
        and one.state.deal.evil >> one.ask.seat & 1
        and all(seat in one.state.results[3].team for seat in seats(one.state.deal.evil))
    )
    assert set(sets.values()) == {2}


def test_the_assassin_is_asked_where_there_is_one() -> None:
    assert "assassinate" in {ask.kind for ask in _asked(ReducedGame("avalon", 2, 2).seats)}


def test_good_wins_the_last_mission_in_one_of_ten_games() -> None:
    """A good leader is in six teams of three, of which one is clean, and three of five leaders are good.

    After that the Assassin finds Merlin among three.
    """
    for ruleset, share in (("classic", 1 / 10), ("avalon", 1 / 10 * 2 / 3)):
        tree = ReducedGame(ruleset, 2, 2).seats
        solver = CfrPlus(tree)
        solver.run(300)
        assert (1 + values(tree, solver.average()).sum()) / 2 == pytest.approx(share, abs=1e-4)


def test_evil_that_plays_as_one_does_at_least_as_well_as_either_alone() -> None:
    game = ReducedGame("classic", 2, 1)
    policy = game.evil_as_one.adopted(game.seats.uniform, game.seats)
    alone = values(game.evil_as_one, policy)[EVIL]
    assert best_response(game.evil_as_one, policy, EVIL)[0] > alone


@pytest.mark.parametrize(("good", "evil"), [(3, 0), (1, 3), (-1, 3), (1, 0), (0, 0)])
def test_a_score_that_is_decided_or_leaves_too_much_is_refused(good: int, evil: int) -> None:
    with pytest.raises(Refused, match="BAD_SCORE"):
        ReducedGame("classic", good, evil)
