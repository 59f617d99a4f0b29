"""What evil believes about Merlin: seats have no names, secrets do not count, and older numbers go by counts alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from tests.people.logs import line
from tests.people.test_reading import SIZES, finished, turned
from turncoat.games.resistance.belief.all_deals import Floats, Ints
from turncoat.games.resistance.belief.people.merlin_play import MerlinPlay
from turncoat.games.resistance.belief.people.people_reading import PeopleReading, people_reading
from turncoat.games.resistance.belief.people.weights import SHIPPED, PeopleWeights, shipped_weights
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.belief.public_history import PublicAction, Situation, TeamNamed, VotesCast
from turncoat.games.resistance.belief.study import analyse
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.people_games import people_games


def suspects(played: FinishedGame) -> tuple[list[int], Ints]:
    """The good seats, and whom they would have seen as evil if they were Merlin, as masks."""
    good = [seat for seat in range(played.players) if not played.evil[seat]]
    return good, np.full(len(good), sum(1 << seat for seat in range(played.players) if played.evil[seat]))


def evidence(played: FinishedGame, history: Sequence[PublicAction]) -> Floats:
    good, seen = suspects(played)
    return MerlinPlay.of(played.deals, shipped_weights(), history).evidence(shipped_weights(), seen, np.array(good))


@pytest.mark.parametrize(("players", "roles"), SIZES)
def test_turning_the_table_turns_the_evidence(players: int, roles: tuple[str, ...]) -> None:
    played = finished(players, roles)
    good, seen = suspects(played)
    moved = np.array([(seat + 2) % players for seat in good])
    bits = [int(seen[0]) >> seat & 1 for seat in range(players)]
    seen_there = np.full(len(good), sum(bit << (seat + 2) % players for seat, bit in enumerate(bits)))
    history = [turned(one, 2, players) for one in played.history]
    play = MerlinPlay.of(played.deals, shipped_weights(), history)
    assert np.abs(evidence(played, played.history)).max() > 0.1
    assert play.evidence(shipped_weights(), seen_there, moved) == pytest.approx(evidence(played, played.history))


@pytest.mark.parametrize(("players", "roles"), SIZES)
def test_evil_looks_for_merlin_among_good_seats_and_believes_the_same_of_sides(
    players: int, roles: tuple[str, ...]
) -> None:
    played = finished(players, roles)
    for seat in np.nonzero(played.evil)[0].tolist():
        view = played.before_end(seat)
        closely = people_reading(view).private(view)
        by_counts = people_reading(view, shipped_weights().by_counts_alone()).private(view)
        assert closely.merlin.sum() == pytest.approx(1.0)
        assert (closely.merlin[believe(view).merlin == 0.0] == 0.0).all()
        assert closely.sides == pytest.approx(by_counts.sides)
        in_the_dark = played.roles[seat] == "oberon"
        assert (closely.merlin == pytest.approx(by_counts.merlin, abs=1e-4)) is in_the_dark


@pytest.mark.parametrize(("players", "roles"), SIZES)
def test_good_seats_and_onlookers_go_by_counts_alone(players: int, roles: tuple[str, ...]) -> None:
    """They ask about evil, and to them so many deals are possible that looking closely would take long."""
    played = finished(players, roles)
    onlooker: Any = None
    for seat in (onlooker, *np.nonzero(~played.evil)[0].tolist()):
        view = played.before_end(seat)
        reading = people_reading(view)
        by_counts = people_reading(view, shipped_weights().by_counts_alone()).private(view)
        assert (reading.private(view).merlin == by_counts.merlin).all()
        assert "merlin_play" not in vars(reading)


def test_numbers_from_before_are_read_as_before(tmp_path: Path) -> None:
    with np.load(SHIPPED) as stored:
        old = {name: stored[name] for name in stored.files if name.split(".")[0] not in NEW}
        assert len(old) < len(stored.files)
    np.savez_compressed(tmp_path / "old.npz", **old)
    weights = PeopleWeights.load(tmp_path / "old.npz")
    played = finished(7, ("percival", "morgana"))
    view = played.before_end(int(np.argmax(played.evil)))
    read = people_reading(view, weights).private(view)
    counted = people_reading(view, shipped_weights().by_counts_alone()).private(view)
    assert (read.merlin == counted.merlin).all()


NEW = ("merlin_votes", "other_votes", "merlin_leads", "merlin_ways", "percival_ways")


def test_numbers_that_are_written_are_read_again(tmp_path: Path) -> None:
    shipped_weights().save(tmp_path / "copy.npz")
    again = PeopleWeights.load(tmp_path / "copy.npz")
    for name in NEW:
        one, two = getattr(again, name), getattr(shipped_weights(), name)
        pairs = [(one, two)] if isinstance(one, np.ndarray) else list(zip(one, two, strict=True))
        assert pairs
        assert all(np.array_equal(*pair) for pair in pairs), name


def test_who_merlin_is_does_not_change_what_evil_believes(tmp_path: Path) -> None:
    """The same game, in which Merlin and a servant have changed places: evil has seen nothing else."""
    beliefs = []
    (tmp_path / "one.jsonl").write_bytes(line(3))
    (one,) = people_games(tmp_path / "one.jsonl")
    roles = list(one.roles)
    merlin, servant = roles.index("merlin"), roles.index("servant")
    roles[merlin], roles[servant] = roles[servant], roles[merlin]
    (tmp_path / "two.jsonl").write_bytes(line(3, roles=roles, **end_of(one, roles)))
    (two,) = people_games(tmp_path / "two.jsonl")
    assert one.roles != two.roles
    for played in (one, two):
        view = played.before_end(int(np.argmax(played.evil)))
        beliefs.append(PeopleReading(played.deals, played.history).private(view).merlin)
    assert (beliefs[0] == beliefs[1]).all()


def end_of(played: FinishedGame, roles: list[str]) -> dict[str, Any]:
    """Who wins if these are the roles."""
    if played.shot is None:
        return {}
    return {"winner": "evil" if roles[played.shot.at] == "merlin" else "good"}


def test_who_votes_against_the_evil_seats_looks_like_merlin() -> None:
    """By these votes alone: everything else that tells Merlin is set to nothing."""
    played = finished(7, ("percival", "morgana"))
    evil = [seat for seat in range(7) if played.evil[seat]]
    wary, trusting, leader, *_ = (seat for seat in range(7) if not played.evil[seat])
    situation, team = Situation(2, 0, 1, 0), (leader, *evil[:2])
    votes = tuple(seat != wary for seat in range(7))
    history = (TeamNamed(situation, leader, team), VotesCast(situation, leader, team, votes))
    told = evidence(played, history)
    good, _ = suspects(played)
    assert told[good.index(wary), 1] > told[good.index(trusting), 1] + 0.2
    assert (told[good.index(leader), :5] == 0.0).all()


def test_evidence_kept_from_action_to_action_is_that_of_the_whole_history() -> None:
    played = finished(7, ("percival", "morgana"))
    good, seen = suspects(played)
    play = MerlinPlay(played.deals, shipped_weights())
    for at, action in enumerate(played.history):
        kept = play.evidence(shipped_weights(), seen, np.array(good))
        assert (kept == evidence(played, played.history[:at])).all()
        play.add(action)


def test_the_study_shows_whom_evil_takes_for_merlin() -> None:
    played = finished(5, ("percival", "morgana"))
    views = [played.before_end(seat) for seat in np.nonzero(played.evil)[0].tolist()]
    taken = np.mean([people_reading(view).private(view).merlin for view in views], axis=0)
    study = analyse(msgspec.structs.replace(played.record, meta={}))
    assert study.reading == "people"
    assert study.moments[-1].merlin == pytest.approx(taken, abs=1e-4)
