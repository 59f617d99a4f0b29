"""The simple bot answers every ask of the family, sensibly and without memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from turncoat.bots import bot_names, make_bot
from turncoat.core import Ask, Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.rules.view import View

TABLES = [
    Setup(ruleset="classic", players=5),
    Setup(ruleset="cards", players=6, options={"vote_style": "open"}),
    Setup(ruleset="changelings", players=7, options={"blind_spies": True}),
    Setup(ruleset="classic", players=8, options={"plot": True, "targeting": True}),
    Setup(
        ruleset="avalon",
        players=7,
        roles=("percival", "morgana"),
        options={"plot": True, "lady": True, "loyalty_card": "forfeit", "post_approval_windows": "single"},
    ),
    Setup(
        ruleset="avalon",
        players=8,
        roles=("oberon",),
        options={"assassin": False, "assassin_fallback": "collective"},
    ),
]


def games(setup: Setup, count: int, bot: str = "simple") -> Iterator[tuple[View, Ask, Any]]:
    """Every question of some games between equal bots, with the answer."""
    game = find_game(setup.ruleset)
    for seed in range(count):
        match: Match[Any] = Match(game, setup, Seed.of(str(seed)))
        bots = [make_bot(bot, f"{seed} {seat}") for seat in range(setup.players)]
        while asks := game.asks(match.state):
            ask = asks[0]
            assert ask.seat is not None
            view = game.view(match.state, ask.seat)
            move = bots[ask.seat].answer(view, ask)
            yield view, ask, move
            match.play(ask.seat, move)


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: f"{setup.ruleset}-{setup.players}")
def test_answers_are_legal_and_depend_on_nothing_but_view_ask_and_seed(setup: Setup) -> None:
    for view, ask, move in games(setup, 3):
        assert move in ask.moves
        again = make_bot("simple", "x").answer(view, ask)
        assert make_bot("simple", "x").answer(view, ask) == again


def test_every_kind_of_ask_is_met() -> None:
    met = {ask.kind for setup in TABLES for _, ask, _ in games(setup, 6)}
    kinds = "propose vote mission give look show take use examine assassinate loyalty"
    assert met == set(kinds.split())


def test_good_never_approves_a_team_it_knows_to_be_bad_and_always_the_last_one() -> None:
    for view, ask, move in games(TABLES[4], 8):
        you = view.you
        if ask.kind != "vote" or you is None or you.side == "evil":
            continue
        if view.rejections == 4:
            assert move.approve
        elif you.role != "merlin" and any(you.knows.get(seat) == "evil" for seat in view.team or ()):
            assert not move.approve


def test_a_decisive_mission_with_evil_alone_on_it_is_failed() -> None:
    for view, ask, move in games(TABLES[0], 30):
        if ask.kind == "mission" and view.you is not None and view.you.side == "evil":
            others = set(view.team or ()) & set(view.you.knows)
            if 2 in (view.score.good, view.score.evil) and not others:
                assert not move.success


def test_both_sides_win_often() -> None:
    game = find_game("classic")
    wins = 0
    for seed in range(60):
        match: Match[Any] = Match(game, TABLES[0], Seed.of(str(seed)))
        bots = [make_bot("simple", f"{seed} {seat}") for seat in range(5)]
        while asks := game.asks(match.state):
            seat = asks[0].seat
            assert seat is not None
            match.play(seat, bots[seat].answer(game.view(match.state, seat), asks[0]))
        outcome = game.outcome(match.state)
        assert outcome is not None
        wins += outcome.winner == "good"
    assert 15 <= wins <= 45


def test_it_is_found_by_name() -> None:
    assert "simple" in bot_names()
