"""Beliefs are exact: the deals that brute force finds, never zero for the truth, calibrated for a known policy."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.belief.all_deals import all_deals
from turncoat.games.resistance.belief.possible_deals import Knowledge, believe
from turncoat.games.resistance.belief.public_history import public_history
from turncoat.games.resistance.belief.reading import Reading, Readings, reading_of
from turncoat.games.resistance.rules.state import CardFact, LoyaltyFact
from turncoat.games.resistance.rules.view import MissionView, View

SETUPS = [
    Setup(ruleset="classic", players=5, options={"plot": True}),
    Setup(ruleset="classic", players=6, options={"targeting": True}),
    Setup(ruleset="classic", players=5, options={"blind_spies": True}),
    Setup(ruleset="cards", players=6),
    Setup(ruleset="changelings", players=6, options={"blind_spies": True}),
    Setup(ruleset="avalon", players=5, roles=("percival", "morgana"), options={"lady": True}),
    Setup(ruleset="avalon", players=5, roles=("oberon",), options={"plot": True}),
    Setup(ruleset="avalon", players=6, roles=("percival", "mordred"), options={"lady": True, "plot": True}),
    Setup(ruleset="avalon", players=6, roles=("morgana", "mordred", "percival"), options={"assassin_duty": True}),
    Setup(ruleset="avalon", players=5, roles=("oberon",), options={"oberon_seen_by_merlin": False}),
]
LARGE = [
    Setup(ruleset="classic", players=7, options={"plot": True, "spotlight_order": "target_first"}),
    Setup(ruleset="classic", players=7, options={"plot": True}),
    Setup(
        ruleset="avalon",
        players=10,
        roles=("percival", "morgana", "mordred", "oberon"),
        options={"lady": True, "plot": True},
    ),
]


def positions(setup: Setup, seed: int) -> Iterator[tuple[Any, Any]]:
    """Every state of a game between random players."""
    game, draw = find_game(setup.ruleset), random.Random(seed)
    match: Match[Any] = Match(game, setup, Seed.of(str(seed)))
    while asks := game.asks(match.state):
        yield game, match.state
        ask = draw.choice(asks)
        match.play(ask.seat, draw.choice(ask.moves))
    yield game, match.state


def brute_force(view: View) -> set[tuple[str, ...]]:
    """All deals that can lead to this view, by trying each."""
    return {deal for deal in set(permutations(view.rules.roles)) if _fits(view, deal)}


def _fits(view: View, deal: tuple[str, ...]) -> bool:
    rules = all_deals(view.rules).rules
    evil = {seat for seat, role in enumerate(deal) if rules.sides[role] == "evil"}
    if view.roles is not None:
        return deal == view.roles
    you = view.you
    if you is not None:
        learnt = {fact.seat: fact.side for fact in you.seen if isinstance(fact, LoyaltyFact)}
        if deal[you.seat] != you.role or {**rules.sight(deal, you.seat), **learnt} != you.knows:
            return False
        if any((side == "evil") != (seat in evil) for seat, side in learnt.items()):
            return False
    if view.face_up is False and view.spotlight not in evil:
        return False
    return all(_could(view, number, one, evil) for number, one in enumerate(view.missions, 1) if one and one.team)


def _could(view: View, number: int, mission: MissionView, evil: set[int]) -> bool:
    """Whether some hand of mission cards gives what was seen."""
    assert mission.team is not None
    assert mission.fails is not None
    known = dict(mission.spotlight or {})
    if view.you is not None:
        known |= {view.you.seat: view.you.played[number]} if number in view.you.played else {}
        known |= {f.seat: f.success for f in view.you.seen if isinstance(f, CardFact) and f.mission == number}
    hands = combinations(sorted(evil.intersection(mission.team)), mission.fails)
    return any(all((seat not in hand) == success for seat, success in known.items()) for hand in map(set, hands))


@settings(max_examples=60, deadline=None)
@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 10**6), data=st.data())
def test_deals_are_those_that_brute_force_finds(setup: Setup, seed: int, data: st.DataObject) -> None:
    states = list(positions(setup, seed))
    game, state = data.draw(st.sampled_from(states))
    seat = data.draw(st.sampled_from([None, *range(setup.players)]))
    view = game.view(state, seat)
    belief = believe(view)
    names = belief.deals.names
    found = {
        tuple(names[role] for role in row) for row, weight in zip(belief.table, belief.worlds, strict=True) if weight
    }
    assert found == brute_force(view)
    assert belief.worlds.sum() == pytest.approx(1.0)
    assert np.ptp(belief.worlds[belief.worlds > 0]) < 1e-12


@pytest.mark.parametrize("setup", [*SETUPS, *LARGE], ids=lambda s: f"{s.ruleset}-{s.players}-{'-'.join(s.roles)}")
def test_the_truth_never_gets_zero(setup: Setup) -> None:
    for game, state in positions(setup, 5):
        seat = state.leader
        view = game.view(state, seat)
        for belief in (believe(view), reading_of(view).private(view)):
            assert belief.probability(state.deal.roles) > 0
            assert belief.sides.sum() == pytest.approx(1.0)
            assert belief.roles.sum(axis=1) == pytest.approx(np.ones(setup.players))


def test_games_in_step_are_read_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long they are: readings that were read on from make room, not those of the other games."""
    read_on = Reading.after
    actions: list[Any] = []

    def counted(reading: Reading, action: Any) -> Reading:
        actions.append(action)
        return read_on(reading, action)

    monkeypatch.setattr(Reading, "after", counted)
    games = [[game.view(state, None) for game, state in positions(SETUPS[3], seed)] for seed in range(6)]
    readings = Readings(capacity=len(games) + 2)
    for moment in range(max(map(len, games))):
        for views in games:
            view = views[min(moment, len(views) - 1)]
            readings.read(all_deals(view.rules), public_history(view))
    assert len(games) * 5 < len(actions) <= sum(len(public_history(views[-1])) for views in games), (
        "no action is read twice"
    )


def test_marginals_follow_from_the_worlds() -> None:
    setup = SETUPS[7]
    game, state = list(positions(setup, 3))[-5]
    view = game.view(state, 0)
    belief = reading_of(view).private(view)
    evil = [name in ("assassin", "minion", "mordred") for name in belief.deals.names]
    assert belief.evil == pytest.approx(belief.roles @ np.array(evil, float))
    assert belief.merlin == pytest.approx(belief.roles[:, belief.deals.names.index("merlin")])
    assert belief.entropy >= 0.0
    assert belief.probability(belief.likeliest) == pytest.approx(belief.worlds.max())


def test_a_weighed_belief_is_bayes_rule_over_all_deals() -> None:
    view = next(iter(positions(SETUPS[5], 1)))[0].view(next(iter(positions(SETUPS[5], 1)))[1], None)

    def likelihood(mind: Knowledge) -> float:
        return 0.9 if 1 in mind.knows else 0.2 if mind.role == "servant" else 0.5

    before, after = believe(view), believe(view).weigh(2, likelihood)
    rules = before.deals.rules
    weights = []
    for row, weight in zip(before.table, before.worlds, strict=True):
        deal = tuple(before.deals.names[role] for role in row)
        weights.append(weight * likelihood(Knowledge(2, deal[2], rules.sight(deal, 2))))
    assert after.worlds == pytest.approx(np.array(weights) / sum(weights))
    assert after.sides.sum() == pytest.approx(1.0)


@settings(max_examples=25, deadline=None)
@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 10**6), data=st.data())
def test_a_reading_weighs_deals_as_brute_force_does(setup: Setup, seed: int, data: st.DataObject) -> None:
    """Deal by deal, the product over the other seats of how likely their actions were from what they are."""
    game, state = data.draw(st.sampled_from([one for one in positions(setup, seed) if one[1].phase != "over"]))
    seat = data.draw(st.integers(0, setup.players - 1))
    view = game.view(state, seat)
    reading = reading_of(view)
    deals, logs = reading.deals, reading.logs
    found = reading.private(view)
    fitting = brute_force(view)
    weights = []
    for row in found.table:
        deal = tuple(deals.names[role] for role in row)
        evil = sum(1 << at for at, role in enumerate(deal) if deals.rules.sides[role] == "evil")
        side = deals.sets.tolist().index(evil)
        total = float(logs.cards[side])
        for other in set(range(setup.players)) - {seat}:
            if deal[other] == deals.rules.target:
                known = deals.rules.sight(deal, other)
                sees = sum(1 << at for at, label in known.items() if label == "evil")
                total += float(logs.merlin[other, deals.seen.tolist().index(sees)])
            else:
                total += float((logs.evil if evil >> other & 1 else logs.good)[other, side])
        weights.append(np.exp(total) if deal in fitting else 0.0)
    assert found.worlds == pytest.approx(np.array(weights) / sum(weights), abs=1e-9)


def test_beliefs_are_calibrated_when_the_policy_is_the_true_one() -> None:
    """A seat that votes by its sight: of all deals believed with probability p, a share p is true."""
    rules = Setup(ruleset="avalon", players=5)
    game = find_game("avalon")
    draw = random.Random(4)
    guesses: list[tuple[float, bool]] = []

    def approves(mind: Knowledge) -> float:
        return 0.2 if mind.knows.get(1) == "evil" else 0.7

    for seed in range(600):
        match: Match[Any] = Match(game, rules, Seed.of(f"calibration {seed}"))
        roles = match.state.deal.roles
        belief = believe(game.view(match.state, None))
        for seat in (0, 2, 3, 4):
            mind = Knowledge(seat, roles[seat], match.state.rules.sight(roles, seat))
            vote = draw.random() < approves(mind)

            def chance(one: Knowledge, vote: bool = vote) -> float:
                return approves(one) if vote else 1.0 - approves(one)

            belief = belief.weigh(seat, chance)
        guesses.append((float(belief.evil[1]), match.state.rules.sides[roles[1]] == "evil"))
    for low, high in ((0.0, 0.35), (0.35, 0.6), (0.6, 1.0)):
        inside = [(guess, truth) for guess, truth in guesses if low <= guess < high]
        assert len(inside) > 50
        expected = sum(guess for guess, _ in inside)
        error = sum(guess * (1 - guess) for guess, _ in inside) ** 0.5
        assert sum(truth for _, truth in inside) == pytest.approx(expected, abs=3 * error)


def test_sizes_are_those_of_the_game() -> None:
    view = find_game("avalon").view(
        find_game("avalon").start(
            Setup(ruleset="avalon", players=10, roles=("percival", "morgana", "mordred", "oberon"))
        ),
        None,
    )
    deals = all_deals(view.rules)
    assert len(deals.table) == 151_200
    assert len(deals.sets) == 210
    assert len(np.unique(deals.table, axis=0)) == 151_200
