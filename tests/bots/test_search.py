"""The bot that looks ahead: legal, repeatable, by its view alone, and `net` wherever it finds nothing better."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from turncoat.bots import make_bot
from turncoat.core import Ask, Match, Seed, Setup, replay
from turncoat.games.resistance import GAME
from turncoat.games.resistance.belief.imagine import imagine
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.bots.net import NetBot, policy
from turncoat.games.resistance.bots.network_belief import believed, public_answers
from turncoat.games.resistance.bots.playout import Throws, play_out
from turncoat.games.resistance.bots.search import HELPED, KINDS, SearchBot, kind_of
from turncoat.games.resistance.network.features import encode
from turncoat.games.resistance.network.layout import SEATS
from turncoat.games.resistance.other_worlds import other_world
from turncoat.games.resistance.rules.moves import PlayCard, Vote
from turncoat.testing.walk import Moment, walk

SETUPS = (
    Setup(ruleset="classic", players=5, options={"table_coin": True}),
    Setup(ruleset="classic", players=7, options={"targeting": True}),
    Setup(ruleset="avalon", players=5, options={"five_rejections": "point"}),
    Setup(ruleset="avalon", players=5, roles=("percival", "morgana", "mordred"), options={"assassin_duty": True}),
    Setup(ruleset="avalon", players=8, roles=("percival", "oberon"), options={"lady": True}),
)


def _named(setup: Setup) -> str:
    return f"{setup.ruleset}{setup.players}{'-'.join(setup.options)}"


def _moments(setup: Setup, seed: str, step: int) -> list[tuple[Moment, Ask]]:
    """Some decisions of a random game."""
    asked = [(moment, ask) for moment in walk(GAME, setup, seed) for ask in moment.asks if ask.seat is not None]
    return asked[::step]


def _quick(spec: str = "all", effort: int = 150) -> SearchBot:
    bot = SearchBot.of("seed", spec)
    bot.effort = effort
    return bot


@pytest.mark.parametrize("setup", SETUPS, ids=_named)
def test_an_imagined_state_looks_like_the_view_it_was_made_from(setup: Setup) -> None:
    rng = random.Random(1)
    for moment, ask in _moments(setup, "imagined", 3):
        view = GAME.view(moment.state, ask.seat)
        assert view.you is not None
        belief = believe(view)
        row = rng.choice(np.flatnonzero(belief.worlds).tolist())
        roles = tuple(belief.deals.names[number] for number in belief.table[row])
        evil = [seat for seat, role in enumerate(roles) if belief.deals.rules.sides[role] == "evil"]
        duty = None
        if belief.deals.rules.has_duty:
            others = [seat for seat in evil if seat != view.you.seat]
            duty = view.you.seat if view.you.assassin else rng.choice(others)
        state = imagine(view, belief.deals.rules, roles, duty, rng)
        again = GAME.view(state, ask.seat)
        assert msgspec.structs.replace(again, waiting=view.waiting) == view  # sealed answers are owed once more
        assert ask in GAME.asks(state)


@pytest.mark.parametrize("setup", SETUPS, ids=_named)
def test_answers_are_legal_and_repeat(setup: Setup) -> None:
    for moment, ask in _moments(setup, "legal", 11):
        view = GAME.view(moment.state, ask.seat)
        move = _quick().answer(view, ask)
        assert move in ask.moves
        assert _quick().answer(view, ask) == move


@pytest.mark.parametrize("setup", SETUPS[2:], ids=_named)
def test_worlds_a_seat_cannot_tell_apart_get_the_same_move(setup: Setup) -> None:
    rng, pairs = random.Random(2), 0
    for moment, ask in _moments(setup, "worlds", 7):
        other = other_world(moment.record, ask.seat, rng)
        if other is None or other.deal == moment.record.deal:
            continue
        state = replay(GAME, other)
        here, there = GAME.view(moment.state, ask.seat), GAME.view(state, ask.seat)
        assert _quick().answer(here, ask) == _quick().answer(there, ask)
        pairs += 1
    assert pairs


def test_it_is_net_where_it_does_not_look_ahead() -> None:
    for moment, ask in _moments(SETUPS[2], "elsewhere", 4):
        view = GAME.view(moment.state, ask.seat)
        if kind_of(view, ask) not in HELPED:
            assert make_bot("search", "seed").answer(view, ask) == NetBot("seed").answer(view, ask)


def test_a_bot_for_measuring_names_kinds_that_exist() -> None:
    assert SearchBot.of("seed", "vote-evil+mission-evil").where == {"vote-evil", "mission-evil"}
    assert SearchBot.of("seed", "all").where == KINDS
    with pytest.raises(LookupError):
        make_bot("search:vote-percival", "seed")


class _Sure:
    """A brain for which a move's logit is what a function says."""

    def __init__(self, rule: Any) -> None:
        self._rule = rule

    def logits(self, requests: Any, *, alone: bool = False) -> list[Any]:
        return [np.array([self._rule(view, move) for move in ask.moves], np.float32) for view, ask in requests]


def test_playouts_go_to_the_end_as_the_brain_says() -> None:
    """Evil that always fails wins the missions it is on; evil that never does loses three to none."""

    def approve(view: Any, move: Any) -> float:
        return 50.0 * (isinstance(move, Vote) and move.approve)

    def fail(view: Any, move: Any) -> float:
        return approve(view, move) + 50.0 * (isinstance(move, PlayCard) and not move.success)

    def succeed(view: Any, move: Any) -> float:
        return approve(view, move) + 50.0 * (isinstance(move, PlayCard) and move.success)

    state = Match(GAME, Setup(ruleset="classic", players=5), Seed.of("1")).state
    games: Any = [(state, Throws(seed)) for seed in range(20)]
    brains: list[Any] = [_Sure(fail), _Sure(succeed)]
    assert play_out(brains[0], games).mean() < 0.5
    assert play_out(brains[1], games).tolist() == [1.0] * 20


def _shown(deal: int, voting: Any) -> Any:
    """A game that good has won, with Merlin's votes as given, just before the Assassin shoots."""
    match: Any = Match(GAME, Setup(ruleset="avalon", players=5), Seed.of(f"shown {deal}"))
    merlin = match.state.deal.roles.index("merlin")
    while match.state.phase != "assassinate":
        ask = GAME.asks(match.state)[0]
        move: Any = ask.moves[0]
        if ask.kind == "vote":
            dirty = any(match.state.deal.evil >> seat & 1 for seat in match.state.team)
            move = Vote(approve=voting(dirty) if ask.seat == merlin else True)
        match.play(ask.seat, move)
    return match.state


def test_the_assassin_of_a_playout_reads_its_history() -> None:
    """So Merlin's moves pay for what they tell."""
    silent = [(_shown(deal, lambda dirty: True), Throws(1)) for deal in range(8)]
    shown = [(_shown(deal, lambda dirty: not dirty), Throws(1)) for deal in range(8)]
    chances = play_out(policy("net"), silent + shown)
    assert 0 <= chances.min() <= chances.max() <= 1
    assert np.abs(chances[:8] - chances[8:]).max() > 0.01


@pytest.mark.parametrize("setup", [SETUPS[0], SETUPS[2]], ids=_named)
def test_the_past_is_what_its_seats_saw(setup: Setup) -> None:
    match: Any = Match(GAME, setup, Seed.of("past"))
    rng, seen = random.Random(3), list[tuple[Any, str]]()
    while match.state.resolved < 4 and (asks := GAME.asks(match.state)):
        seen += [(GAME.view(match.state, ask.seat), ask.kind) for ask in asks]
        match.play(asks[0].seat, rng.choice(asks[0].moves))
    last = GAME.view(match.state, 0)
    told = [(past.seen, past.kind, seat) for past in public_answers(last) for seat, _ in past.answers]
    asked = {(kind, len(view.proposals), view.you.seat): view for view, kind in seen}
    for view, kind, seat in told:
        then = asked[kind, len(view.proposals), seat]
        rebuilt = encode(msgspec.structs.replace(view, you=then.you), SEATS)
        assert (rebuilt == encode(msgspec.structs.replace(then, waiting=view.waiting), SEATS)).all()
    assert len(told) > 10


@pytest.mark.parametrize("setup", SETUPS, ids=_named)
def test_a_belief_allows_only_what_the_facts_allow(setup: Setup) -> None:
    for moment, ask in _moments(setup, "belief", 17):
        view = GAME.view(moment.state, ask.seat)
        belief, facts = believed("net", view), believe(view)
        assert belief.worlds.sum() == pytest.approx(1)
        assert (belief.table == facts.table).all()
        assert (belief.worlds[facts.worlds == 0] < 1e-9).all()
