"""The solo bots and the hint."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.maquis.desk import BORDER, BRIDGE, PASS, deck, table
from tools.train_maquis import brought, fit, play_on
from turncoat.bots import Bot, make_bot
from turncoat.core import Match, Seed, Setup
from turncoat.games.maquis import GAME, State
from turncoat.games.maquis.belief import imagine
from turncoat.games.maquis.bots import advise, how_far
from turncoat.games.maquis.bots.policy import POLICY
from turncoat.games.maquis.bots.search import Search, SearchBot, may_be_better
from turncoat.games.maquis.bots.value import facts, value_of, weights
from turncoat.games.maquis.rules.cards import MAQUIS
from turncoat.games.maquis.rules.moves import Continue, End, PickMission
from turncoat.games.maquis.words import ASKS


def _play(bot: Bot, seed: str, options: dict[str, Any] | None = None) -> Match[State]:
    match: Match[State] = Match(GAME, Setup(ruleset="maquis", options=options or {}), Seed.of(seed))
    while (ask := match.state.ask) is not None:
        move = bot.answer(GAME.view(match.state, 0), ask)
        assert move in ask.moves
        match.play(0, move)
    return match


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("setup", ["shuffle", "draft"])
def test_bots_play_whole_games(name: str, setup: str) -> None:
    for seed in range(15):
        assert _play(make_bot(name, str(seed), "maquis"), str(seed), {"setup": setup}).state.outcome is not None


def test_the_search_bot_plays_whole_games_and_the_same_again() -> None:
    games = [_play(SearchBot("1", turns=10), "1", {"setup": "draft"}) for _ in range(2)]
    assert games[0].moves == games[1].moves


def test_the_rules_of_thumb_answer_every_kind_of_ask() -> None:
    assert POLICY.keys() == ASKS.keys()


def test_a_bot_sees_the_view_only() -> None:
    """In two worlds that fit one view it answers the same."""
    match = _play(SearchBot("1", turns=5), "2")
    state = GAME.start(match.record().setup)
    for seat, move in match.moves:
        if seat == 0 and state.ask is not None and state.ask.kind == "plan":
            answers = []
            for world in (state, imagine(GAME.view(state, 0), Random(3))):
                assert world.ask is not None
                answers.append(SearchBot("7", turns=20).answer(GAME.view(world, 0), world.ask))
            assert answers[0] == answers[1]
        state = GAME.play(state, seat, move).state


def test_the_search_takes_the_win_in_sight() -> None:
    desk = table({BORDER: ["+military-4"], PASS: []}, ["nicolas"], hidden=deck("abel", "celia")).attack(BORDER)
    desk.reveal("nicolas")
    assert desk.state.ask is not None
    assert SearchBot("1", turns=60).answer(desk.view, desk.state.ask) == PickMission(BORDER)


def test_the_search_ends_rather_than_lose_for_certain() -> None:
    others = tuple(card for card in MAQUIS if card not in ("nicolas", "abel"))
    hopeless = {BRIDGE: ["+guard-3", "+guard-2", "+grunt-2"]}
    gone = (*others, "spy", "spy")
    desk = table({BORDER: [], **hopeless}, ["nicolas"], failed=(PASS,), hidden=deck("spy", "abel"), removed=gone)
    desk.attack(BORDER).reveal("nicolas").mission(BORDER)
    assert desk.state.ask is not None
    advice = advise(desk.view, desk.state.ask, Random(1), turns=100)
    assert advice.move == End()
    assert advice.end_now == "draw"
    assert advice.go_on is not None
    assert advice.go_on["loss"] == pytest.approx(1.0)
    assert "End the resistance" in advice.sentence


def test_equal_views_asks_and_seeds_give_equal_answers_whatever_was_asked_before() -> None:
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of("5"))
    view, ask = GAME.view(match.state, 0), match.state.ask
    assert ask is not None
    bot = SearchBot("3", turns=40)
    assert len({bot.answer(view, ask) for _ in range(3)}) == 1


def test_an_answer_drops_out_only_when_it_can_hardly_be_better() -> None:
    """The same worlds, in pairs: what differs by luck alone says nothing, what always lags is out."""
    luck = Random(1)
    leader = [luck.gauss(10, 4) for _ in range(80)]
    assert may_be_better([score + luck.gauss(0, 2) for score in leader], leader)
    assert not may_be_better([score - 0.5 for score in leader], leader)
    assert not may_be_better(leader, leader)
    assert may_be_better(leader[:16], leader[:16])


def test_the_search_stops_thinking_when_one_answer_is_left() -> None:
    """Nicolas revealed beats the Mission for certain; the turns that are left over are not spent."""
    desk = table({BORDER: ["+military-4"], PASS: []}, ["nicolas"], hidden=deck("abel", "celia")).attack(BORDER)
    search = Search(desk.reveal("nicolas").view, Random(1))
    search.think(0.0, turns=100_000)
    assert search.racing == [search.best()] == [PickMission(BORDER)]
    assert search.turns < 1000


@pytest.mark.parametrize("seed", ["5", "8"])
def test_advice_ranks_the_leader_first_and_expects_more_of_nothing_else(seed: str) -> None:
    """With seed 8 an answer drops out early behind one that is overtaken later."""
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of(seed))
    search = Search(GAME.view(match.state, 0), Random(1))
    search.think(0.0, turns=900)
    ranked = search.ranked()
    assert ranked[0][0] == search.best()
    assert ranked == sorted(ranked, key=lambda item: -item[1])


def test_the_advice_is_a_sentence_with_numbers() -> None:
    match: Match[State] = Match(GAME, Setup(ruleset="maquis"), Seed.of("5"))
    assert match.state.ask is not None
    advice = advise(GAME.view(match.state, 0), match.state.ask, Random(1), turns=50)
    assert advice.move in match.state.ask.moves
    assert "expected score" in advice.sentence
    assert advice.sentence.endswith(".")


def test_how_far_a_deal_could_have_gone() -> None:
    outcome = how_far(Seed.of("5"), {}, tries=1)
    assert outcome.reason


def test_going_on_is_worth_little_when_the_end_is_near() -> None:
    desk = table({BORDER: [], BRIDGE: []}, ["nicolas"], hidden=deck("abel", "roberto", "benigno", "carlos"))
    desk.attack(BORDER).reveal("nicolas").mission(BORDER)
    assert len(weights()) == 2 * len(facts(desk.state))
    hopeful = value_of(facts(desk.state), 10, weights())
    worn = table({BORDER: [], BRIDGE: ["+guard-3"] * 5}, ["nicolas"], failed=(PASS,), graveyard=(4,))
    worn.attack(BORDER).reveal("nicolas").mission(BORDER)
    assert value_of(facts(worn.state), 10, weights()) < hopeful


def test_training_judges_stopping_backwards() -> None:
    one = [1.0]
    never, always = [100.0, 0.0], [-1.0, 0.0]
    assert brought(([(one, 3), (one, 5)], 0), never) == [0.0, 0.0]
    assert brought(([(one, 3), (one, 5)], 0), always) == [5.0, 0.0]
    trajectories = [play_on(number, 0) for number in range(20)]
    assert len(fit(trajectories)) == len(weights())


def test_going_on_is_the_first_choice_of_the_ask() -> None:
    desk = table({BORDER: [], PASS: []}, ["nicolas"]).attack(BORDER).reveal("nicolas").mission(BORDER)
    assert list(desk.moves) == [Continue(), End()]
