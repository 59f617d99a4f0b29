"""The plan that good shares in plain games: what it guarantees, whom it finds out, and when it is left."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from turncoat.bots import make_bot
from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.belief.plain_plan import doomed_sides, fixed_plans
from turncoat.games.resistance.bots.net import NetBot
from turncoat.games.resistance.bots.shared_plan import PlanProgress, plan_progress, planned_answer
from turncoat.games.resistance.rules.game_rules import seats
from turncoat.games.resistance.rules.view import MissionView

GAME = find_game("classic")


def start(players: int, evil: frozenset[int], seed: str = "accord", **options: Any) -> Match[Any]:
    roles = ["spy" if seat in evil else "resistance" for seat in range(players)]
    setup = Setup(ruleset="classic", players=players, options=options, deal={"roles": roles})
    return Match(GAME, setup, Seed.of(seed))


def play(match: Match[Any], good: str, evil: str) -> str:
    """Play a game between two teams; the winner."""
    sides = [match.state.rules.sides[role] for role in GAME.deal(match.state)["roles"]]
    bots = [make_bot(good if side == "good" else evil, f"{seat}") for seat, side in enumerate(sides)]
    while asks := GAME.asks(match.state):
        seat = asks[0].seat
        assert seat is not None
        match.play(seat, bots[seat].answer(GAME.view(match.state, seat), asks[0]))
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    return str(outcome.winner)


def doomed(players: int) -> list[frozenset[int]]:
    return sorted((frozenset(seats(side)) for side in doomed_sides(players, fixed_plans()[players])[""]), key=sorted)


@pytest.mark.parametrize("evil", ["random", "simple", "logic", "bayes", "optimal", "net", "net:"])
@pytest.mark.parametrize("players", [5, 7, 10])
def test_a_side_that_loses_to_the_plan_loses_to_net_whatever_it_does(players: int, evil: str) -> None:
    for side in doomed(players)[:6]:
        assert play(start(players, side, evil), "net", evil) == "good"


def test_evil_wins_with_every_other_side_against_good_that_only_follows_the_plan() -> None:
    for side in map(frozenset, combinations(range(7), 3)):
        winner = play(start(7, side), "optimal", "net")
        assert winner == ("good" if side in doomed(7) else "evil")


def test_good_names_and_approves_the_team_of_the_plan_and_nothing_else() -> None:
    match, team = start(5, frozenset({3, 4})), fixed_plans()[5][""]
    leader = GAME.asks(match.state)[0].seat
    view, ask = GAME.view(match.state, leader), GAME.asks(match.state)[0]
    good = NetBot("s")
    if view.you.side == "good":
        assert good.answer(view, ask).team == team
    other = next(move for move in ask.moves if move.team != team)
    match.play(leader, other)
    for vote in GAME.asks(match.state):
        view = GAME.view(match.state, vote.seat)
        if view.you.side == "good":
            assert not good.answer(view, vote).approve


def test_one_who_strays_changes_nothing_but_all_of_evil_is_never_sent_again() -> None:
    side = frozenset({3, 4})
    match, strays = start(5, side), set[int]()
    while len(strays) < 2:
        ask = GAME.asks(match.state)[0]
        seat = ask.seat
        view = GAME.view(match.state, seat)
        move = planned_answer(view, ask)
        if seat in side and ask.kind == "vote":
            planned = move
            move = next(other for other in ask.moves if other != planned)
            strays.add(seat)
        match.play(seat, move or ask.moves[0])
        assert strays != {3} or fixed_plans()[5][""] == progress(match, 0).team
    while GAME.asks(match.state) and GAME.asks(match.state)[0].kind == "vote":
        ask = GAME.asks(match.state)[0]
        match.play(ask.seat, planned_answer(GAME.view(match.state, ask.seat), ask))
    for seat in range(3):
        found = progress(match, seat)
        assert found.strays == side
        assert not side & set(found.team)


def progress(match: Match[Any], seat: int) -> Any:
    view = GAME.view(match.state, seat)
    return plan_progress(view, view.you)


@pytest.mark.parametrize("options", [{"table_coin": True}, {"ballots_named": False}, {"two_fail_mission4": False}])
def test_there_is_no_plan_where_the_game_is_another_or_votes_are_not_seen(options: dict[str, Any]) -> None:
    match = start(7, frozenset({0, 1, 2}), **options)
    ask = GAME.asks(match.state)[0]
    assert planned_answer(GAME.view(match.state, ask.seat), ask) is None


def test_with_characters_there_is_no_plan() -> None:
    game = find_game("avalon")
    match: Match[Any] = Match(game, Setup(ruleset="avalon", players=5), Seed.of("a"))
    ask = game.asks(match.state)[0]
    assert planned_answer(game.view(match.state, ask.seat), ask) is None


@pytest.mark.parametrize("name", ["beginner", "casual", "regular", "expert", "net-easy", "net-medium"])
def test_bots_for_people_keep_to_no_plan(name: str) -> None:
    """People do not know it, and would be taken for evil."""
    plan = fixed_plans()[5][""]
    named = set()
    for number in range(12):
        match = start(5, frozenset({3, 4}), f"{number}")
        ask = GAME.asks(match.state)[0]
        named.add(make_bot(name, f"{number}").answer(GAME.view(match.state, ask.seat), ask).team)
    assert named != {plan}


@pytest.mark.parametrize("players", [5, 6])
def test_no_evil_does_better_by_straying_on_purpose_or_by_needless_fails(players: int) -> None:
    """Every way to stray and to fail, at every mission; where good leaves the plan, evil is taken to win."""
    rules = GAME.view(start(players, frozenset({0, 1})).state, None).rules

    def wins(progress: PlanProgress, side: frozenset[int]) -> bool:
        if "xxx" in (sorted_course := "".join(sorted(progress.course))) or "ooo" in sorted_course:
            return "xxx" in sorted_course
        free = side - progress.strays
        ways = (frozenset(more) for count in range(len(free) + 1) for more in combinations(free, count))
        return any(after(progress._replace(strays=progress.strays | more), side) for more in ways)

    def after(progress: PlanProgress, side: frozenset[int]) -> bool:
        if progress.is_hopeless:
            return True
        team = progress.team
        results = (MissionView(not fails, fails, team) for fails in range(len(side & set(team)) + 1))
        return any(wins(progress._replace(missions=(*progress.missions, result)), side) for result in results)

    every = map(frozenset, combinations(range(players), 2))
    assert [side for side in every if not wins(PlanProgress(rules), side)] == doomed(players)
