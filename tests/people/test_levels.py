"""The levels for people: they play as people do, the stronger ones look ahead, and their earlier names still work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest

from turncoat.bots import bot_names, make_bot, present_name, roster
from turncoat.cli import run as turncoat
from turncoat.core import Ask, Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.belief.people.people_reading import people_reading
from turncoat.games.resistance.belief.people.policy import PeoplePolicy
from turncoat.games.resistance.belief.people.weights import shipped_weights
from turncoat.games.resistance.bots.levels import BeginnerBot, CasualBot, ExpertBot, PeopleBot, RegularBot
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules.view import View
from turncoat.server.tables.decisions import normal_settings
from turncoat.server.tables.settings import Settings
from turncoat.terminal.seating import seats_of

GAME = find_game("avalon")
SETUP = Setup(ruleset="avalon", players=7, roles=("percival", "morgana"))
SMALL = Setup(ruleset="avalon", players=5, roles=("percival", "morgana"))


class Moment(NamedTuple):
    """A seat has a choice. `evil` is what an evil seat sees at the same time."""

    view: View
    ask: Ask
    evil: View


def moments(bot: str, games: int, setup: Setup = SETUP) -> Iterator[Moment]:
    """Every moment of some games at which a seat has a choice; one bot plays all seats."""
    for number in range(games):
        match: Match[Any] = Match(GAME, setup, Seed.of(f"levels {number}"))
        bots = [make_bot(bot, f"{number} {seat}") for seat in range(setup.players)]
        evil = match.state.deal.roles.index("assassin")
        while asks := GAME.asks(match.state):
            ask = asks[0]
            assert ask.seat is not None
            view = GAME.view(match.state, ask.seat)
            if len(ask.moves) > 1:
                yield Moment(view, ask, GAME.view(match.state, evil))
            match.play(ask.seat, bots[ask.seat].answer(view, ask))


def share(level: type[PeopleBot], view: View, ask: Ask, move: Any, throws: int = 60) -> float:
    """How often a level answers with a move."""
    return float(np.mean([level(f"{throw}").answer(view, ask) == move for throw in range(throws)]))


@pytest.mark.parametrize(("earlier", "now"), [("easy", "beginner"), ("normal", "casual"), ("hard", "expert")])
def test_earlier_names_of_the_levels_go_on_working(earlier: str, now: str) -> None:
    """In records, at tables, and on the command line; but they are offered no more."""
    assert type(make_bot(earlier, "")) is type(make_bot(now, ""))
    assert present_name(earlier) == now
    assert earlier not in bot_names()
    assert normal_settings(Settings(ruleset="avalon", stand_in=earlier), fixed_deals=False).stand_in == now
    record = Match(GAME, SETUP, Seed.of("1")).record(seats=["human", *[earlier] * 6])
    assert seats_of(record)[0] == ["human", *[now] * 6]
    assert turncoat(["arena", "--good", earlier, "--evil", earlier, "--games", "1", "--json", "--workers", "1"]) == 0


def test_the_bots_that_people_get_are_levels() -> None:
    found = roster("avalon")
    assert isinstance(make_bot(found.opponent, ""), PeopleBot)
    assert isinstance(make_bot(found.stand_in, ""), PeopleBot)


def test_no_decision_waits_for_the_fitted_numbers() -> None:
    """They are read when a level is seated."""
    shipped_weights.cache_clear()
    make_bot("casual", "")
    assert shipped_weights.cache_info().currsize == 1


def test_the_model_of_people_votes_as_often_as_it_says() -> None:
    said, cast = [], []
    for view, ask, _ in list(moments("typical", 3))[::2]:
        if ask.kind == "vote":
            said.append(PeoplePolicy(view).approves())
            cast.append(share(PeopleBot, view, ask, Vote(approve=True), 20))
    assert len(said) > 20
    assert np.mean(cast) == pytest.approx(np.mean(said), abs=0.05)
    assert np.corrcoef(said, cast)[0, 1] > 0.9


def test_voters_who_are_asked_together_answer_as_one_by_one() -> None:
    match: Match[Any] = Match(GAME, SETUP, Seed.of("together"))
    bots = [make_bot("typical", f"{seat}") for seat in range(SETUP.players)]
    votes = 0
    while asks := GAME.asks(match.state):
        views = [GAME.view(match.state, ask.seat) for ask in asks]
        if asks[0].kind == "vote" and len(asks) > 1:
            for view, together in zip(views, PeoplePolicy.of_voters(views), strict=True):
                alone = PeoplePolicy(view)
                assert together.approve_logit() == pytest.approx(alone.approve_logit())
                assert np.allclose(together.table.shares, alone.table.shares)
                assert np.allclose(together.table.plain_shares, alone.table.plain_shares)
                votes += 1
        for ask, view in zip(asks, views, strict=True):
            assert ask.seat is not None
            match.play(ask.seat, bots[ask.seat].answer(view, ask))
    assert votes > 20


def test_a_beginner_who_is_evil_fails_fewer_missions_than_an_expert() -> None:
    """A level may play evil with another strength than good."""
    cards = [moment for moment in moments("typical", 10) if moment.ask.kind == "mission"]
    fails = {
        level: np.mean([share(level, view, ask, PlayCard(success=False), 20) for view, ask, _ in cards])
        for level in (BeginnerBot, ExpertBot)
    }
    assert fails[BeginnerBot] < fails[ExpertBot] - 0.1


def test_stronger_good_leaders_name_safer_teams() -> None:
    """As the reading of people sees it from their seat."""
    risks: dict[type[PeopleBot], list[float]] = {BeginnerBot: [], CasualBot: [], RegularBot: [], ExpertBot: []}
    for view, ask, _ in moments("typical", 12):
        if ask.kind == "propose" and view.you is not None and view.you.role == "servant" and view.mission in (2, 3):
            policy = PeoplePolicy(view)
            safe = {
                tuple(np.nonzero(team)[0].tolist()): chance
                for team, chance in zip(policy.table.teams, policy.table.safe[0], strict=True)
            }
            for level, found in risks.items():
                named: list[Propose] = [level(f"{throw}").answer(view, ask) for throw in range(20)]
                found.append(1.0 - float(np.mean([safe[move.team] for move in named])))
    beginner, casual, regular, expert = (np.mean(found) for found in risks.values())
    assert beginner > casual > regular > expert


def test_the_assassin_shoots_as_often_as_it_says() -> None:
    view, ask, _ = next(moment for moment in moments("typical", 12) if moment.ask.kind == "assassinate")
    said = PeopleBot("").shots(view, ask)
    assert said.sum() == pytest.approx(1.0)
    assert said.max() - said.min() > 0.1
    shot = [share(PeopleBot, view, ask, move, 300) for move in ask.moves]
    assert shot == pytest.approx(said.tolist(), abs=0.1)


def test_the_expert_names_the_likeliest_merlin_and_the_beginner_often_does_not() -> None:
    shots = [moment for moment in moments("typical", 12) if moment.ask.kind == "assassinate"]
    assert len(shots) > 2
    hits: dict[type[PeopleBot], float] = {}
    for level in (BeginnerBot, ExpertBot):
        each = []
        for view, ask, _ in shots:
            merlin = people_reading(view).private(view).merlin
            likeliest = max(ask.moves, key=lambda move: float(merlin[move.seat]))
            each.append(share(level, view, ask, likeliest))
        hits[level] = float(np.mean(each))
    assert hits[ExpertBot] > 0.85
    assert hits[BeginnerBot] < 0.7


class EagerBot(RegularBot):
    """A regular player who looks ahead as much at a small table as at a large one."""

    strength = RegularBot.strength._replace(few=1.0)


@pytest.mark.parametrize(("setup", "differ"), [(SETUP, False), (SMALL, True)])
def test_a_regular_player_looks_ahead_less_at_a_small_table(setup: Setup, differ: bool) -> None:
    asked = [(view, ask) for view, ask, _ in moments("typical", 6, setup) if ask.kind in ("propose", "vote")]
    assert any(EagerBot("").answer(*one) != RegularBot("").answer(*one) for one in asked) is differ


class ShyBot(ExpertBot):
    """An expert who as Merlin looks ahead as a plain player in that seat would."""

    strength = ExpertBot.strength._replace(shows=0.0)


def test_an_expert_who_leads_as_merlin_goes_by_what_he_knows() -> None:
    seen: dict[type[PeopleBot], list[float]] = {ShyBot: [], ExpertBot: []}
    for view, ask, _ in moments("typical", 12):
        if ask.kind != "propose" or view.you is None or view.you.role != "merlin":
            continue
        evil = {seat for seat, label in view.you.knows.items() if label == "evil"}
        for level, found in seen.items():
            found += [len(evil.intersection(level(f"{throw}").answer(view, ask).team)) for throw in range(20)]
    assert len(seen[ShyBot]) > 100
    assert np.mean(seen[ExpertBot]) < np.mean(seen[ShyBot]) - 0.1


class BoldBot(ExpertBot):
    """An expert who does not hide as Merlin."""

    strength = ExpertBot.strength._replace(shows=1.0, hides=0.0)


def test_an_expert_hides_as_merlin() -> None:
    """After a vote, evil that reads people takes this Merlin for Merlin less often than one who does not hide."""
    told: dict[type[PeopleBot], list[float]] = {BoldBot: [], ExpertBot: []}
    for view, ask, evil in moments("typical", 8):
        if ask.kind != "vote" or view.you is None or view.you.role != "merlin":
            continue
        proposal = evil.proposals[-1]
        for level, found in told.items():
            approves = share(level, view, ask, Vote(approve=True), 10)
            for approve, weight in ((True, approves), (False, 1.0 - approves)):
                votes = tuple(approve if seat == view.you.seat else seat % 2 == 0 for seat in range(SETUP.players))
                later = (*evil.proposals[:-1], msgspec.structs.replace(proposal, votes=votes, approved=False))
                spy = msgspec.structs.replace(evil, proposals=later)
                found.append(weight * float(people_reading(spy).private(spy).merlin[view.you.seat]))
    assert len(told[BoldBot]) > 20
    assert np.mean(told[ExpertBot]) < np.mean(told[BoldBot])
