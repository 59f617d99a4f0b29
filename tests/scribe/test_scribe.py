"""A game that is written down from what everybody sees is the game that was played."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest

from tests.scribe.transcript import random_game, transcript
from turncoat.core import Draw, Outcome, Record, Refused, Setup, dump_record, load_record, replay, steps
from turncoat.core.capabilities import ScribePage
from turncoat.games import find_game
from turncoat.games.resistance import GAME
from turncoat.games.resistance.rules.moves import PlayCard, Propose
from turncoat.games.resistance.samples import random_setup
from turncoat.games.resistance.scribe import scribing
from turncoat.games.resistance.scribe.entries import Ballots, Fails, LoyaltyPassed, Named
from turncoat.games.resistance.scribe.notebook import Notebook

GAMES = 6
"""Random games by random options for each ruleset and number of players."""

CLASSIC = Setup(ruleset="classic", players=5)
AVALON = Setup(ruleset="avalon", players=5)
LEADER = Draw("leader", (1,))


def team(*members: int) -> Propose:
    return Propose(team=members)


def votes(text: str) -> Ballots:
    """Ballots by seat: + approves, - rejects, a dot has no vote."""
    return Ballots(tuple({"+": True, "-": False, ".": None}[sign] for sign in text))


def sent(*members: int, fails: int) -> list[Any]:
    return [team(*members), votes("+++++"), Fails(fails)]


def page(setup: Setup, entries: list[Any], eyes: int | None = None) -> ScribePage:
    return scribing.write(setup, entries, eyes)


def refusal(setup: Setup, entries: list[Any]) -> tuple[int, str]:
    refused = page(setup, entries).refused
    assert refused is not None
    return refused.at, refused.error


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("ruleset", GAME.rulesets)
def test_every_game_can_be_written_down_and_replays_to_itself(ruleset: str, players: int) -> None:
    """By any options: nothing has to be known before the end, the grid is the same, and so is the record."""
    chance = Random(f"scribe {ruleset} {players}")
    for number in range(GAMES):
        setup = random_setup(ruleset, players, chance)
        played = random_game(setup, f"scribe {ruleset} {players} {number}")
        entries = transcript(played)
        written = load_record(dump_record(scribing.record(setup, entries)), find_game)
        assert _public(replay(GAME, written)) == _public(replay(GAME, played)), (setup, entries)
        assert _without_cards(written) == _without_cards(played), (setup, entries)


def _public(state: Any) -> bytes:
    """The final view without who played Fail and how nameless ballots fell, which nobody beside the table knows."""
    seen = msgspec.to_builtins(GAME.view(state, None))
    for mission in filter(None, seen["missions"]):
        mission.pop("cards", None)
    return msgspec.json.encode(seen)


def _without_cards(record: Record) -> list[Any]:
    """The moves, with nameless answers counted instead of told."""
    named = record.options.get("ballots_named", True) or record.options.get("vote_style") == "open"
    kept = [pair for pair in record.moves if not isinstance(pair[1], PlayCard) and (named or not _is_vote(pair[1]))]
    return [pair for pair in kept if type(pair[1]).__name__ != "Assassinate"]


def _is_vote(move: Any) -> bool:
    return type(move).__name__ == "Vote"


@pytest.mark.parametrize("ruleset", GAME.rulesets)
def test_every_page_shows_what_an_onlooker_saw(ruleset: str) -> None:
    """At every team that is to be named: leader, mission, score, history and the evil sides left are the engine's."""
    chance = Random(f"pages {ruleset}")
    for number in range(4):
        setup = random_setup(ruleset, chance.randrange(5, 11), chance)
        played = random_game(setup, f"pages {ruleset} {number}")
        entries = transcript(played)
        seen = [step.state for step in steps(GAME, played)]
        moments = [state for before, state in zip([None, *seen], seen, strict=False) if _begins_team(before, state)]
        named = [at for at, entry in enumerate(entries) if isinstance(entry, Propose)]
        assert len(named) == len(moments)
        for at, state in zip(named, moments, strict=True):
            found = page(setup, entries[:at])
            assert found.refused is None
            assert found.question is not None
            assert found.question.kind == "propose"
            expected = GAME.view(state, None)
            assert msgspec.json.encode(found.view) == msgspec.json.encode(expected), (setup, entries[:at])
            deduction = GAME.capabilities.deduction
            assert deduction is not None
            assert found.facts.sides == deduction().possible_sides(expected)


def _begins_team(before: Any, state: Any) -> bool:
    return bool(state.phase == "propose" and (before is None or before.phase != "propose"))


def test_the_options_that_ask_something_of_the_scribe_all_occur() -> None:
    """The random games above reach every question, or they would prove less than they seem to."""
    asked: Counter[str] = Counter()
    chance = Random("questions")
    for number in range(160):
        setup = random_setup(chance.choice(GAME.rulesets), chance.randrange(5, 11), chance)
        entries = transcript(random_game(setup, f"questions {number}"))
        book = Notebook(setup)
        for entry in entries:
            asked[str(book.kind)] += 1
            book.write(entry)
        assert book.kind is None
    plain = {"leader", "propose", "ballots", "tally", "fails", "face-up", "roles", "named", "assassin"}
    cards = {"plot", "coin", "give", "use", "look", "show", "take", "examine", "loyalty"}
    assert asked.keys() == plain | cards


@pytest.mark.parametrize("ruleset", GAME.rulesets)
def test_the_chart_tells_without_the_rules_what_comes_next(ruleset: str) -> None:
    """Somebody without a connection who follows the chart is asked what the rules would ask."""
    chance = Random(f"chart {ruleset}")
    walked = 0
    for number in range(8):
        setup, chart = _with_chart(ruleset, chance)
        entries = transcript(random_game(setup, f"chart {ruleset} {number}"))
        walked += _follow(setup, chart, entries)
    assert walked > 20


def _with_chart(ruleset: str, chance: Random) -> tuple[Setup, Any]:
    while True:
        setup = random_setup(ruleset, chance.randrange(5, 11), chance)
        if (chart := scribing.chart(setup)) is not None:
            return setup, chart


def _follow(setup: Setup, chart: Any, entries: list[Any]) -> int:
    """Walk along the chart beside the rules, as a client does. Returns how often both were compared."""
    place: int | None = None
    walked = 0
    for at, entry in enumerate(entries):
        found = page(setup, entries[:at])
        assert found.question is not None
        if isinstance(entry, Propose):
            if place is not None:
                assert found.place == place
                walked += 1
            place = found.place
            assert place is not None
            here = chart.places[place]
            assert (here.mission, here.size) == (found.view.mission, len(entry.team))
        elif place is not None and isinstance(entry, Fails):
            here = chart.places[place]
            assert found.question.entries[-1].fails == here.most
            place = here.failed if entry.fails >= here.fails else here.succeeded
        elif place is not None and found.question.kind in ("ballots", "tally"):
            here = chart.places[place]
            approvals = sum(map(bool, entry.votes)) if isinstance(entry, Ballots) else entry.approvals
            assert chart.named == isinstance(entry, Ballots)
            assert here.approvals > 0
            place = place if approvals >= here.approvals else here.rejected
        else:
            place = None
    return walked


def test_the_picture_of_the_design() -> None:
    """Look 18: Ana and Dan are rejected, Ben and Chloe go, one fail: 7 of 10 pairs are left."""
    entries = [
        Draw("leader", (0,)),
        *(team(0, 3), votes("+--+-")),
        *(team(1, 2), votes("+++-+"), Fails(1)),
    ]
    found = page(CLASSIC, entries)
    assert (len(found.facts.sides), found.facts.of) == (7, 10)
    assert set(combinations(range(5), 2)) - set(found.facts.sides) == {(0, 3), (0, 4), (3, 4)}
    assert found.rows == (0, 0, 0, 1, 1, 1)
    assert found.question is not None
    assert (found.question.kind, found.question.seat) == ("propose", 2)


def test_a_seat_that_is_looked_through_takes_itself_for_good() -> None:
    entries = [LEADER, *sent(1, 2, fails=1)]
    facts = page(CLASSIC, entries, eyes=1).facts
    assert facts.of == 6
    assert all(2 in side and 1 not in side for side in facts.sides)
    chances = GAME.capabilities.deduction
    assert chances is not None
    reading = chances().chances(scribing.through(page(CLASSIC, entries), 1))
    assert reading.seats[1] == 0
    assert reading.seats[2] == 1
    assert sum(reading.seats) == pytest.approx(2, abs=0.01)
    assert sum(reading.percent) == 200


def test_a_seat_that_the_facts_prove_evil_has_no_good_eyes() -> None:
    assert page(CLASSIC, [LEADER, *sent(1, 2, fails=2)], eyes=1).facts.sides == ()


IMPOSSIBLE: dict[str, tuple[list[Any], str]] = {
    "a team of the wrong size": ([team(0, 1, 2)], "TEAM_SIZE"),
    "a member twice": ([team(1, 1)], "TEAM_DUPLICATE"),
    "nobody's seat": ([team(0, 7)], "UNKNOWN_PLAYER"),
    "a mission that is not chosen": ([Propose(team=(0, 1), mission=2)], "OPTION_DISABLED"),
    "votes before a team": ([votes("+++++")], "WRONG_PHASE"),
    "a missing ballot": ([team(0, 1), votes("+++.+")], "NOT_A_VOTER"),
    "too many ballots": ([team(0, 1), Ballots((True,) * 6)], "NOT_A_VOTER"),
    "fails of a rejected team": ([team(0, 1), votes("-----"), Fails(0)], "WRONG_PHASE"),
    "more fails than members": ([team(0, 1), votes("+++++"), Fails(3)], "FAILS"),
    "fewer than no fails": ([team(0, 1), votes("+++++"), Fails(-1)], "FAILS"),
    "a second leader": ([LEADER], "WRONG_PHASE"),
    "roles before the end": ([Draw("roles", ("spy",) * 5)], "WRONG_PHASE"),
    "a coin that is not on the table": ([Draw("coin", (1,))], "WRONG_PHASE"),
    "a shot that nobody fires": ([Named(1)], "WRONG_PHASE"),
    "a Loyalty card in a game without": ([LoyaltyPassed()], "WRONG_PHASE"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_cannot_have_happened_is_refused_with_a_code(what: str) -> None:
    entries, code = IMPOSSIBLE[what]
    at, error = refusal(CLASSIC, [LEADER, *entries])
    assert (at, error) == (len(entries), code)


def test_fails_that_no_evil_side_can_have_played_are_refused() -> None:
    """Two fails from the first two, then one from the other three: there would have to be three spies."""
    assert refusal(CLASSIC, [LEADER, *sent(0, 1, fails=2), *sent(2, 3, 4, fails=1)]) == (6, "NO_SIDE_FITS")


def test_a_corrected_row_is_checked_against_everything_after_it() -> None:
    """What fitted before a correction and does not fit any more is named, and the page stands just before it."""
    entries = [LEADER, *sent(0, 1, fails=1), *sent(2, 3, 4, fails=1)]
    assert page(CLASSIC, entries).refused is None
    corrected = [*entries[:2], votes("-----"), *entries[3:]]
    found = page(CLASSIC, corrected)
    assert found.refused is not None
    assert (found.refused.at, found.refused.error) == (3, "WRONG_PHASE")
    assert len(found.rows) == 3
    assert found.question is not None
    assert found.question.kind == "propose"


LOST = [LEADER, *sent(0, 1, fails=1), *sent(1, 2, 3, fails=1), *sent(1, 4, fails=1)]


@pytest.mark.parametrize(
    ("spies", "fits"), [((0, 1), True), ((1, 2), True), ((0, 2), False), ((2, 4), False), ((0, 4), False)]
)
def test_roles_that_contradict_the_facts_give_no_record(spies: tuple[int, int], fits: bool) -> None:
    roles = tuple("spy" if seat in spies else "resistance" for seat in range(5))
    entries = [*LOST, Draw("roles", roles)]
    if fits:
        assert GAME.outcome(replay(GAME, scribing.record(CLASSIC, entries))) == Outcome("evil", "three-failures")
        return
    assert refusal(CLASSIC, entries) == (len(LOST), "ROLES_CONTRADICT")
    with pytest.raises(Refused, match="ROLES_CONTRADICT"):
        scribing.record(CLASSIC, entries)


def test_other_roles_than_those_in_the_box_are_refused() -> None:
    assert refusal(CLASSIC, [*LOST, Draw("roles", ("spy",) * 5)])[1] == "ROLE_SET"


WON = [LEADER, *sent(0, 1, fails=0), *sent(0, 1, 2, fails=0), *sent(0, 1, fails=0)]
ROLES = ("merlin", "servant", "servant", "assassin", "minion")


@pytest.mark.parametrize(("shot", "winner"), [(0, "evil"), (1, "good"), (None, "good")])
def test_the_shot_decides_when_the_roles_are_known(shot: int | None, winner: str) -> None:
    record = scribing.record(AVALON, [*WON, Named(shot), Draw("roles", ROLES)])
    assert GAME.outcome(replay(GAME, record)).winner == winner  # type: ignore[union-attr]


def test_a_shot_at_a_known_friend_contradicts_the_roles() -> None:
    assert refusal(AVALON, [*WON, Named(4), Draw("roles", ROLES)])[1] == "ROLES_CONTRADICT"


def test_an_unfinished_game_is_no_record() -> None:
    with pytest.raises(Refused, match="NOT_NOW"):
        scribing.record(CLASSIC, LOST[:-1])


def test_nothing_is_told_of_the_deal_before_it_is_written() -> None:
    found = page(CLASSIC, LOST)
    assert found.view.phase == "over"
    assert found.view.roles is None
    assert all(mission is None or mission.cards is None for mission in found.view.missions)
