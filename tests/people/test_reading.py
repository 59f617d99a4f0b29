"""The reading of people: facts come first, who is Merlin changes no belief about sides, and seats have no names."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from tests.people.logs import game
from turncoat.arena import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.games.resistance.belief.all_deals import all_deals
from turncoat.games.resistance.belief.people.people_reading import PeopleReading, people_reading
from turncoat.games.resistance.belief.people.tracks import Tracks
from turncoat.games.resistance.belief.people.weights import shipped_weights
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.belief.public_history import (
    CardsPlayed,
    PublicAction,
    Situation,
    TeamNamed,
    VotesCast,
    public_history,
)
from turncoat.games.resistance.belief.study import analyse
from turncoat.games.resistance.belief.study_page import page
from turncoat.games.resistance.learning.finished_games import FinishedGame

SIZES = [(5, ("percival", "morgana")), (7, ("percival", "morgana", "mordred")), (10, ("mordred", "oberon"))]


def finished(players: int, roles: tuple[str, ...], number: int = 1) -> FinishedGame:
    return FinishedGame(
        record_game(Cell(lineup=Teams("simple", "simple"), ruleset="avalon", players=players, roles=roles), number)
    )


@pytest.mark.parametrize(("players", "roles"), SIZES)
def test_every_belief_keeps_to_the_facts_and_to_the_number_of_evil_seats(players: int, roles: tuple[str, ...]) -> None:
    played = finished(players, roles)
    for seat in range(players):
        view = played.before_end(seat)
        facts, belief = believe(view), people_reading(view).private(view)
        assert belief.evil.sum() == pytest.approx(played.evil.sum())
        assert (belief.evil[facts.evil == 0.0] == 0.0).all()
        assert belief.evil[facts.evil == 1.0] == pytest.approx(1.0)
        assert belief.merlin.sum() == pytest.approx(1.0)
        assert (belief.merlin[facts.merlin == 0.0] == 0.0).all()
        assert belief.evil[seat] == pytest.approx(float(played.evil[seat]))


@pytest.mark.parametrize(("players", "roles"), SIZES)
def test_who_is_merlin_does_not_change_how_likely_a_side_is(players: int, roles: tuple[str, ...]) -> None:
    """The weights of sides were fitted on whole games, so what Merlin did is in them already."""
    played = finished(players, roles)
    plain = shipped_weights()._replace(merlin=np.zeros_like(shipped_weights().merlin))
    view = played.before_end(int(np.argmin(played.evil)))
    told = PeopleReading(played.deals, played.history).private(view)
    untold = PeopleReading(played.deals, played.history, weights=plain).private(view)
    assert told.sides == pytest.approx(untold.sides)
    assert told.merlin != pytest.approx(untold.merlin)


def test_whom_percival_would_name_is_likelier_merlin() -> None:
    """A leader who is perhaps Percival names one good seat again and again, and nobody evil."""
    played = finished(7, ("percival", "morgana"))
    evil = [seat for seat in range(7) if played.evil[seat]]
    leader, named, passed_over, *_ = (seat for seat in range(7) if not played.evil[seat])
    history = tuple(TeamNamed(Situation(1, attempt, 0, 0), leader, (leader, named)) for attempt in range(3))
    view = played.before_end(evil[0], 0)
    told = PeopleReading(played.deals, history).private(view)
    blind = shipped_weights()._replace(percival=np.zeros_like(shipped_weights().percival))
    without = PeopleReading(played.deals, history, weights=blind).private(view)
    assert told.merlin[named] > without.merlin[named] + 0.005
    assert told.merlin[passed_over] < without.merlin[passed_over]
    assert told.sides == pytest.approx(without.sides)


def turned(action: PublicAction, by: int, players: int) -> PublicAction:
    """The same action at a table whose seats are numbered from another one."""
    changes: dict[str, Any] = {"members": tuple(sorted((seat + by) % players for seat in action.members))}
    if not isinstance(action, CardsPlayed):
        changes["leader"] = (action.leader + by) % players
    if isinstance(action, VotesCast):
        changes["votes"] = tuple(action.votes[(seat - by) % players] for seat in range(players))
    return action._replace(**changes)


@pytest.mark.parametrize(("players", "roles"), SIZES)
def test_turning_the_table_turns_the_reading(players: int, roles: tuple[str, ...]) -> None:
    played = finished(players, roles)
    weights = shipped_weights()
    reading = PeopleReading(played.deals, played.history, weights=weights)
    other = PeopleReading(played.deals, tuple(turned(one, 2, players) for one in played.history), weights=weights)
    members = played.deals.members
    places = [int(np.nonzero((members == np.roll(side, 2)).all(axis=1))[0][0]) for side in members]
    assert other.side_scores[places] == pytest.approx(reading.side_scores)


def test_counts_kept_from_action_to_action_are_those_of_the_whole_history() -> None:
    played = finished(7, ("percival", "morgana"))
    tracks = Tracks(7)
    for at, action in enumerate(played.history):
        assert tracks.seats == pytest.approx(Tracks.of(7, played.history[:at]).seats)
        tracks.add(action)


def test_a_first_approval_does_not_move_a_belief_far() -> None:
    """Curves must not swing to 90 % on noise: after one vote no seat is more than a little suspect."""
    for number in range(10):
        state = game(number, 7)
        view = find_game("avalon").view(state, None)
        first = [one for one in public_history(view)[:2] if not isinstance(one, CardsPlayed)]
        reading = PeopleReading(all_deals(view.rules), tuple(first))
        members = reading.deals.members
        shares = np.exp(reading.side_scores - reading.side_scores.max())
        evil = shares / shares.sum() @ members
        assert np.abs(evil - 3 / 7).max() < 0.25


@pytest.mark.parametrize("options", [{"lady": True}, {"electorate": "non_team"}])
def test_where_people_tell_nothing_the_facts_are_read_and_it_says_so(options: dict[str, Any]) -> None:
    cell = Cell(lineup=Teams("simple", "simple"), ruleset="avalon", players=7, options=options)
    state = replay(find_game("avalon"), record_game(cell, 1))
    played = FinishedGame(record_game(cell, 1))
    view = played.before_end(int(np.argmin(played.evil)))
    reading = people_reading(view)
    assert reading.basis == "facts"
    possible = believe(view).sides > 0
    assert ((reading.private(view).sides > 0) == possible).all()
    assert state.outcome is not None


def test_games_as_people_played_them_are_read_by_the_model_of_people() -> None:
    played = finished(5, ("percival", "morgana"))
    assert people_reading(played.before_end(0)).basis == "people"


@pytest.mark.parametrize(
    ("meta", "reading"),
    [
        ({"imported": "g1-1"}, "people"),
        ({"seats": ["human", "bot", "bot", "bot", "bot"]}, "people"),
        ({"seats": ["normal"] * 5}, "bots"),
        ({"bots": ["normal"] * 5}, "bots"),
        ({"names": ["Ann", *"bcde"], "played": [[0, 0, "Ann"], *([n, 0, "hard"] for n in range(1, 5))]}, "people"),
        ({"names": list("abcde"), "played": [[n, 0, "hard"] for n in range(5)]}, "bots"),
        ({"names": 1, "played": [[], 7, [{}, []], None]}, "bots"),
        ({"seats": 3, "played": "nobody"}, "people"),
    ],
)
def test_the_study_reads_people_wherever_people_sat(meta: dict[str, Any], reading: str) -> None:
    record = msgspec.structs.replace(finished(5, ("percival", "morgana")).record, meta=meta)
    assert analyse(record).reading == reading


def test_the_study_shows_what_each_seat_could_believe_of_people() -> None:
    played = finished(5, ("percival", "morgana"))
    record = msgspec.structs.replace(played.record, meta={})
    last = analyse(record).moments[-1]
    for seat in range(5):
        view = played.before_end(seat)
        assert last.beliefs[seat] == pytest.approx(people_reading(view).private(view).evil, abs=1e-4)
    assert "given how people usually play" in page(record)


def test_the_study_of_rules_that_people_have_not_played_says_so() -> None:
    cell = Cell(lineup=Teams("simple", "simple"), ruleset="avalon", players=7, options={"lady": True})
    record = msgspec.structs.replace(record_game(cell, 1), meta={})
    assert analyse(record).reading == "facts"
    assert "By the hard facts alone" in page(record)
