"""The studies of levels: what they count is what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tools.levels
import tools.told_apart
from tests.people.logs import ROLES
from tools.levels import Contest, Journal, compared, won
from tools.told_apart import acts_of, at_random, at_the_table, behaviour, in_place, played_by
from turncoat.arena import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.core import Ask
from turncoat.games.resistance.belief.people.weights import shipped_weights
from turncoat.games.resistance.belief.public_history import VotesCast
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.rules.moves import Vote
from turncoat.games.resistance.rules.view import View


def wins(letters: str) -> list[bool]:
    """Games that were won ("w") or lost ("l")."""
    return [letter == "w" for letter in letters]


def a_game() -> FinishedGame:
    """A finished game of five."""
    cell = Cell(lineup=Teams("simple", "simple"), ruleset="avalon", players=5, roles=ROLES)
    return FinishedGame(record_game(cell, 1))


def test_a_level_is_compared_with_the_one_below_game_by_game() -> None:
    below, same, above = compared(5, "good", ("a", "b", "c"), [wins("wllw"), wins("wllw"), wins("wlww")])
    assert np.isnan(below.gain)
    assert (same.gain, same.gain_error) == (0.0, 0.0)
    assert above.gain == pytest.approx(0.25)
    assert above.gain_error == pytest.approx(0.25)  # one game in four differs
    assert above.steps == pytest.approx(1.0)
    assert above.wins == pytest.approx(0.75)


def test_a_level_plays_a_side_or_one_seat_of_it() -> None:
    sides = ("good", "evil", "good", "evil", "good")
    assert Contest(5, "evil", "casual", "1").seats(0, sides) == [1, 3]
    assert [Contest(5, "good", "casual", "1", alone=True).seats(number, sides) for number in range(4)] == [
        [0],
        [2],
        [4],
        [0],
    ]


def test_a_game_of_levels_has_one_winner() -> None:
    """The deal and the bots follow from the seed, so `typical` against itself is one game from both sides."""
    for number in range(3):
        good, evil = (won(Contest(5, side, "typical", "1"), number) for side in ("good", "evil"))
        assert good + evil == pytest.approx(1.0)


def test_a_game_that_comes_to_the_shot_counts_as_the_chance_of_surviving_it() -> None:
    found = [won(Contest(5, "good", "typical", "1"), number) for number in range(8)]
    assert any(0.0 < one < 1.0 for one in found)
    assert {one for one in found if one in (0.0, 1.0)} == {0.0}  # without the shot good has lost


def test_a_journal_keeps_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contest, path = Contest(5, "good", "casual", "1"), tmp_path / "levels.journal"
    first = Journal(path).won(contest, 0)
    monkeypatch.setattr(tools.levels, "won", None)  # so that it cannot be played again
    assert Journal(path).won(contest, 0) == first


def test_a_level_is_told_apart_by_answers_to_the_questions_of_the_person() -> None:
    game = a_game()
    person, level = acts_of(game, 2), in_place("beginner", game, 2)
    assert len(level.named) == len(person.named)
    for asked, answered in zip(person.history, level.history, strict=True):
        if isinstance(asked, VotesCast) and isinstance(answered, VotesCast):
            others = [(a, b) for seat, (a, b) in enumerate(zip(asked.votes, answered.votes, strict=True)) if seat != 2]
            assert all(a == b for a, b in others)
            assert answered.votes[2] in (True, False)
        else:
            assert asked == answered
    rows = [behaviour(game, 2, acts, shipped_weights()) for acts in (person, level)]
    assert {name: part.shape for name, part in rows[0].items()} == {name: part.shape for name, part in rows[1].items()}
    assert all(np.isfinite(part).all() for row in rows for part in row.values())


def test_at_the_table_nobody_can_see_who_was_evil() -> None:
    games = a_game(), a_game()
    games[1].evil, games[1].roles = ~games[0].evil, games[0].roles[::-1]
    acts = acts_of(games[0], 2)
    first, other = (behaviour(game, 2, acts, shipped_weights()) for game in games)
    assert any((first[name] != other[name]).any() for name in first)
    seen, also = at_the_table([first, other])
    assert all((seen[name] == also[name]).all() for name in seen)
    assert {"approvals", "votes apart from the others", "teams named"} <= set(seen)


class Contrary:
    """A bot that votes against what it voted before, and checks that it sees what that was."""

    def __init__(self) -> None:
        self.votes: list[bool] = []

    def answer(self, view: View, ask: Ask) -> Any:
        seen = [one.votes[ask.seat or 0] for one in view.proposals if one.approved is not None]
        assert seen == self.votes
        if ask.kind != "vote":
            return ask.moves[0]
        self.votes.append(len(self.votes) % 2 == 0)
        return Vote(approve=self.votes[-1])


def test_a_level_in_the_place_of_a_person_sees_its_own_earlier_votes(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Contrary()
    monkeypatch.setattr(tools.told_apart, "make_bot", lambda name, seed: bot)
    in_place("contrary", a_game(), 3)
    assert len(bot.votes) > 2


def test_a_game_can_be_played_out_on_the_deal_of_the_person() -> None:
    game = a_game()
    other = played_by("beginner", game, 2)
    assert other.roles == game.roles
    assert other.history != game.history


def test_people_against_people_have_labels_at_random() -> None:
    first, second = ([{"": np.array([side])} for _ in range(200)] for side in (0.0, 1.0))
    left, right = at_random(first, second)
    assert 60 < sum(float(one[""][0]) for one in left) < 140
    assert all(float(a[""][0]) + float(b[""][0]) == 1.0 for a, b in zip(left, right, strict=True))
