"""The trained bot: it answers everything, legally, by its view alone, and fast."""

from __future__ import annotations

import random
import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
import numpy as np
import pytest

from turncoat.arena import Cell, Teams
from turncoat.arena.play import play_game, play_games
from turncoat.bots import make_bot
from turncoat.core import Ask, Match, Seed, Setup
from turncoat.games.resistance import GAME
from turncoat.games.resistance.belief.reading import reading_of
from turncoat.games.resistance.bots.net import NetBot, policy
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.features import encode
from turncoat.games.resistance.network.layout import SEATS

ALL = ("percival", "morgana", "mordred", "oberon")
SETUPS = (
    Setup(ruleset="classic", players=5),
    Setup(ruleset="classic", players=7, options={"targeting": True}),
    Setup(ruleset="cards", players=6),
    Setup(ruleset="changelings", players=8),
    Setup(ruleset="avalon", players=5, roles=("percival", "morgana", "mordred"), options={"assassin_duty": True}),
    Setup(ruleset="avalon", players=10, roles=ALL, options={"lady": True}),
)
UNTRAINED = (
    Setup(ruleset="classic", players=7, options={"plot": True}),
    Setup(ruleset="classic", players=5, options={"vote_style": "open"}),
    Setup(ruleset="classic", players=6, options={"ballots_named": False}),
    Setup(ruleset="avalon", players=8, options={"loyalty_card": "manual", "lady": True}),
    Setup(ruleset="avalon", players=5, options={"assassin": False, "assassin_fallback": "collective"}),
)


def _asked(setup: Setup, seed: int) -> list[tuple[Any, Ask]]:
    """Every view and ask of a game, played at random but for wins of good, which lead to more kinds of ask."""
    rng = random.Random(seed)
    match = Match(GAME, setup, Seed.of(str(seed)))
    found: list[tuple[Any, Ask]] = []
    while asks := GAME.asks(match.state):
        found.extend((GAME.view(match.state, ask.seat), ask) for ask in asks)
        moves = asks[0].moves
        move = moves[0] if asks[0].kind in ("mission", "vote") and rng.random() < 0.8 else rng.choice(moves)
        match.play(asks[0].seat, move)
    return found


@pytest.mark.parametrize("setup", [*SETUPS, *UNTRAINED], ids=lambda setup: f"{setup.ruleset}{setup.players}")
@pytest.mark.parametrize("name", ["net", "net-medium", "net-easy"])
def test_answers_are_legal_and_repeat(setup: Setup, name: str) -> None:
    for view, ask in _asked(setup, 3)[::3]:
        move = make_bot(name, "seed").answer(view, ask)
        assert move in ask.moves
        assert make_bot(name, "seed").answer(view, ask) == move


@pytest.mark.parametrize("setup", UNTRAINED, ids=lambda setup: f"{setup.ruleset}{setup.players}")
def test_what_it_was_not_trained_for_is_answered_by_another(setup: Setup) -> None:
    for view, ask in _asked(setup, 1)[::4]:
        assert not NetBot("s").is_trained_for(view, ask)
        assert NetBot("s").answer(view, ask) == NetBot.fallback("s").answer(view, ask)


def test_every_kind_of_ask_is_its_own() -> None:
    kinds = {
        ask.kind for seed in range(6) for view, ask in _asked(SETUPS[-1], seed) if NetBot("s").is_trained_for(view, ask)
    }
    assert kinds == {"propose", "vote", "mission", "examine", "assassinate"}


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.ruleset}{setup.players}")
def test_moves_get_the_logits_the_network_gives_them(setup: Setup) -> None:
    """The bot computes what its ask needs; here all of the network is, and each move is looked up by its name."""
    brain = policy("net")
    for view, ask in _asked(setup, 5)[::3]:
        if ask.kind == "assassinate":  # the belief has a say in it
            continue
        given = net.inputs(np, encode(view, SEATS)[None], np.float32)
        seats, whole = net.trunk(np, brain.weights, given)
        choices = net.choices(np, brain.weights, given["part"], seats, whole)
        ballots = net.ballots(np, brain.weights, whole)[0]
        expected = [_logit(view, ask, move, choices, ballots) for move in ask.moves]
        (said,) = brain.logits([(view, ask)])
        np.testing.assert_allclose(said, expected, rtol=1e-4, atol=1e-3)


def _logit(view: Any, ask: Ask, move: Any, choices: dict[str, Any], ballots: Any) -> float:
    if ask.kind == "vote":
        return float(ballots[0]) if move.approve else 0.0
    if ask.kind == "mission":
        return 0.0 if move.success else float(ballots[1])
    here, players = view.you.seat, view.rules.players
    if ask.kind == "examine":
        return float(choices["lady"][0, (move.seat - here) % players])
    row = np.zeros(SEATS)
    row[[(seat - here) % players for seat in move.team]] = 1
    (index,) = np.flatnonzero((net.team_table()[len(move.team) - 2] == row).all(-1))
    mission = (move.mission or view.mission) - 1
    return float(choices["team"][0, net.TEAMS * mission + index])


def test_the_assassin_heeds_the_network_and_the_belief() -> None:
    setup = Setup(ruleset="avalon", players=7, roles=("percival", "morgana"))
    asked = [pair for seed in range(6) for pair in _asked(setup, seed) if pair[1].kind == "assassinate"]
    assert asked
    for view, ask in asked:
        (logits,) = policy("net").logits([(view, ask)])
        likely = np.exp(logits / 8)
        assert likely.sum() == pytest.approx(1, abs=1e-3)
        belief = reading_of(view).private(view).merlin
        assert (likely + 1e-5 >= np.array([belief[move.seat] for move in ask.moves]) / belief.sum() / 2).all()


def test_seats_may_be_renamed() -> None:
    """Turned round the table, the same game gives the same probabilities."""
    setup = SETUPS[-1]
    view, ask = next((view, ask) for view, ask in _asked(setup, 2) if ask.kind == "propose" and len(view.proposals) > 3)
    turned = _turn(view, 1)
    logits, other = policy("net").logits([(view, ask), (turned, ask)])
    by_team = {move.team: value for move, value in zip(ask.moves, logits, strict=True)}
    for move, value in zip(ask.moves, other, strict=True):
        back = tuple(sorted((seat - 1) % 10 for seat in move.team))
        assert value == pytest.approx(by_team[back], abs=1e-3)


def _turn(view: Any, by: int) -> Any:
    """The view of the same game with every seat moved on."""
    n = view.rules.players

    def on(seat: int) -> int:
        return (seat + by) % int(n)

    def team(seats: Any) -> Any:
        return None if seats is None else tuple(sorted(on(seat) for seat in seats))

    def proposal(old: Any) -> Any:
        votes = tuple(old.votes[(seat - by) % n] for seat in range(n))
        return msgspec.structs.replace(old, leader=on(old.leader), team=team(old.team), votes=votes)

    def mission(old: Any) -> Any:
        return old and msgspec.structs.replace(old, team=team(old.team))

    you = msgspec.structs.replace(
        view.you, seat=on(view.you.seat), knows={on(seat): what for seat, what in view.you.knows.items()}
    )
    return msgspec.structs.replace(
        view,
        leader=on(view.leader),
        team=team(view.team),
        proposals=tuple(proposal(old) for old in view.proposals),
        missions=tuple(mission(old) for old in view.missions),
        waiting=team(view.waiting),
        you=you,
        lady=None if view.lady is None else on(view.lady),
        ladies=team(view.ladies),
    )


def test_games_in_step_go_as_games_alone() -> None:
    cell = Cell(lineup=Teams(good="net", evil="net-easy"), ruleset="avalon", players=6, games=12)
    assert play_games(cell, range(12)) == [play_game(cell, number) for number in range(12)]


def test_weights_are_small_and_play_needs_no_jax() -> None:
    code = (
        "import sys; from turncoat.games.resistance.bots.net import policy; policy('net');"
        "assert not {'jax', 'flax', 'optax'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    assert sum(np.size(part) for part in _leaves(policy("net").weights)) < 2_000_000


def _leaves(tree: Any) -> list[Any]:
    parts = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else None
    return [tree] if parts is None else [leaf for part in parts for leaf in _leaves(part)]


def test_a_decision_takes_milliseconds() -> None:
    """The bound is 10 ms at ten players; the median of many leaves room for a busy machine."""
    asked = [(view, ask) for view, ask in _asked(SETUPS[-1], 4) if len(ask.moves) > 1][:60]
    bot, times = NetBot("s"), []
    bot.answer(*asked[0])
    for view, ask in asked:
        start = perf_counter()
        bot.answer(view, ask)
        times.append(perf_counter() - start)
    assert median(times) < 0.010


def test_the_guest_plays_the_games_it_was_trained_for_and_leaves_others_to_its_stand_in() -> None:
    """`net:guest` has weights of its own, for one seat among strangers. Its recipe has no Blind Spies."""
    guest = make_bot("net:guest", "1")
    assert isinstance(guest, NetBot)
    assert not guest.by_plan
    games: list[tuple[str, int, dict[str, bool]]] = [("classic", players, {}) for players in (5, 7, 10)]
    games += [("avalon", players, {}) for players in (5, 7, 10)]
    trained = [_is_trained_for(guest, *game) for game in games]
    assert trained == [True] * 6
    assert not _is_trained_for(guest, "classic", 5, {"blind_spies": True})
    assert not np.array_equal(policy("net").weights["answers"], policy("guest").weights["answers"])


def _is_trained_for(bot: NetBot, ruleset: str, players: int, options: dict[str, bool]) -> bool:
    match = Match(GAME, Setup(ruleset=ruleset, players=players, options=options), Seed.of("guest"))
    (ask,) = GAME.asks(match.state)
    assert ask.seat is not None
    view = GAME.view(match.state, ask.seat)
    assert bot.answer(view, ask) in ask.moves
    return bot.is_trained_for(view, ask)
