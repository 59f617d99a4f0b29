"""Tests the non-interference test: it must find the leak in each of these broken engines."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from turncoat.core import Refused, Setup, Step
from turncoat.games.resistance import Resistance, View
from turncoat.games.resistance.game import AnyState
from turncoat.games.resistance.other_worlds import other_world
from turncoat.games.resistance.rules.events import CardPlayed, MissionResult
from turncoat.games.resistance.rules.flow import ballots
from turncoat.games.resistance.rules.game_rules import seats
from turncoat.games.resistance.rules.moves import PlayCard, Vote
from turncoat.games.resistance.rules.state import LoyaltyFact, State
from turncoat.games.resistance.rules.view import MissionView
from turncoat.games.resistance.samples import random_setup
from turncoat.testing import Leak, check_noninterference

PLAIN = Setup(ruleset="classic", players=5)
AVALON = Setup(ruleset="avalon", players=5)
PLOT = Setup(ruleset="classic", players=7, options={"plot": True})


class BallotShownEarly(Resistance):
    """The current proposal shows votes as they come in."""

    def view(self, state: AnyState, seat: int | None) -> View:
        view = super().view(state, seat)
        if isinstance(state, State) and state.phase == "vote":
            votes = ballots(state.rules.players, state.answered, state.yes)
            pending = replace(view.proposals[-1], votes=votes)
            view = replace(view, proposals=(*view.proposals[:-1], pending))
        return view


class FailedCardsOwner(Resistance):
    """A mission's result shows the cards by seat before the game is over."""

    def view(self, state: AnyState, seat: int | None) -> View:
        view = super().view(state, seat)
        if not isinstance(state, State):
            return view
        return replace(view, missions=tuple(self._told(result) for result in state.results))

    @staticmethod
    def _told(result: Any) -> MissionView | None:
        if result is None:
            return None
        cards = {member: not result.saboteurs >> member & 1 for member in result.team or ()}
        return MissionView(result.success, result.fails, result.team, None, cards)


class MerlinsListInPublic(Resistance):
    """A public field contains what Merlin knows."""

    def view(self, state: AnyState, seat: int | None) -> View:
        view = super().view(state, seat)
        if isinstance(state, State):
            view = replace(view, ladies=tuple(state.deal.sight[state.deal.roles.index("merlin")]))
        return view


class AssassinNamedInARefusal(Resistance):
    """The refusal says who should have moved."""

    def play(self, state: AnyState, seat: int | None, move: Any) -> Step[AnyState]:
        try:
            return super().play(state, seat, move)
        except Refused as refusal:
            assert isinstance(state, State)
            holder = seats(state.deal.namers)
            raise Refused(refusal.code, f"{refusal.message} {holder}") from None


class AssassinAwaitedInPublic(Resistance):
    """Everybody sees who has to name Merlin."""

    def view(self, state: AnyState, seat: int | None) -> View:
        view = super().view(state, seat)
        if isinstance(state, State) and state.phase == "assassinate":
            view = replace(view, waiting=seats(state.waiting))
        return view


class NextPlotCardShown(Resistance):
    """Everybody sees the top card of the deck."""

    def view(self, state: AnyState, seat: int | None) -> View:
        view = super().view(state, seat)
        if isinstance(state, State) and view.plot is not None:
            assert state.plot is not None
            view = replace(view, plot=replace(view.plot, discarded=state.plot.deck[:1]))
        return view


class OrderOfArrival(Resistance):
    """Votes are listed in the order in which they came in."""

    def play(self, state: AnyState, seat: int | None, move: Any) -> Step[AnyState]:
        step = super().play(state, seat, move)
        if isinstance(move, Vote) and isinstance(step.state, State):
            assert seat is not None
            arrived = (*step.state.facts, (-1, LoyaltyFact(seat, "", "")))
            step = replace(step, state=replace(step.state, facts=arrived))
        return step

    def view(self, state: AnyState, seat: int | None) -> View:
        view = super().view(state, seat)
        if isinstance(state, State):
            view = replace(view, ladies=tuple(fact.seat for owner, fact in state.facts if owner == -1))
        return view


class OneEventMore(Resistance):
    """A Fail causes one more event than a Success, though the event is empty."""

    def play(self, state: AnyState, seat: int | None, move: Any) -> Step[AnyState]:
        step = super().play(state, seat, move)
        if isinstance(move, PlayCard) and not move.success:
            assert seat is not None
            step = replace(step, events=(*step.events, CardPlayed(seat=seat)))
        return step


class SaboteursFirst(Resistance):
    """The result lists the saboteurs before the other team members."""

    def play(self, state: AnyState, seat: int | None, move: Any) -> Step[AnyState]:
        step = super().play(state, seat, move)
        if isinstance(step.state, State) and isinstance(state, State):
            done = [result for result in step.state.results if result not in state.results]
            for result in done:
                assert result is not None
                step = replace(step, events=tuple(self._sorted(event, result.saboteurs) for event in step.events))
        return step

    @staticmethod
    def _sorted(event: Any, saboteurs: int) -> Any:
        if isinstance(event, MissionResult):
            return replace(event, team=tuple(sorted(event.team, key=lambda member: ~saboteurs >> member & 1)))
        return event


MUTANTS: list[tuple[type[Resistance], Setup]] = [
    (BallotShownEarly, PLAIN),
    (FailedCardsOwner, PLAIN),
    (MerlinsListInPublic, AVALON),
    (AssassinNamedInARefusal, AVALON),
    (AssassinAwaitedInPublic, AVALON),
    (NextPlotCardShown, PLOT),
    (OrderOfArrival, PLAIN),
    (OneEventMore, PLAIN),
    (SaboteursFirst, PLAIN),
]


def play_many(game: Resistance, setup: Setup, games: int = 60) -> None:
    for number in range(games):
        assert check_noninterference(game, other_world, setup, f"leak {number}", seats_per_moment=4)


@pytest.mark.parametrize(("mutant", "setup"), MUTANTS, ids=[mutant.__name__ for mutant, _ in MUTANTS])
def test_the_leak_is_caught(mutant: type[Resistance], setup: Setup) -> None:
    with pytest.raises(Leak):
        play_many(mutant(), setup)


@pytest.mark.parametrize("setup", [PLAIN, AVALON, PLOT], ids=["plain", "avalon", "plot"])
def test_the_engine_itself_passes_the_same_games(setup: Setup) -> None:
    play_many(Resistance(), setup, games=3)


def test_a_leak_tells_the_seat_and_both_records() -> None:
    with pytest.raises(Leak) as caught:
        play_many(BallotShownEarly(), PLAIN)
    assert caught.value.real.deal["leader"] == caught.value.other.deal["leader"]
    assert caught.value.differences[0].startswith("view: ")


def test_set_ups_at_random_reach_every_option() -> None:
    choose = Random("options")
    drawn = [random_setup("avalon", 7, choose) for _ in range(300)]
    assert {setup.options.get("loyalty_card") for setup in drawn} >= {"automatic", "manual", "forfeit"}
    assert {role for setup in drawn for role in setup.roles} == {"percival", "mordred", "morgana", "oberon"}
