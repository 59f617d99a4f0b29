"""Puzzles from recorded games of people: the Assassin named the wrong player. Who was Merlin, and what gave it away?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from turncoat.core import Match, Record, Seed
from turncoat.core.puzzles import Puzzle
from turncoat.games import find_game
from turncoat.games.resistance.belief.people.people_reading import basis_of
from turncoat.games.resistance.puzzles.best import is_true, puzzle_of, shoot
from turncoat.games.resistance.puzzles.self_play import Moment
from turncoat.games.resistance.rules.moves import Assassinate


def from_record(record: Record) -> Sequence[Puzzle]:
    """What the Assassin missed in a finished game; empty if nobody missed, or nothing gave Merlin away."""
    if not record.moves or not isinstance(record.moves[-1][1], Assassinate):
        return ()
    game = find_game(record.ruleset)
    match: Match[Any] = Match(game, record.setup, Seed.of("people"))
    for seat, move in record.moves[:-1]:
        match.play(seat, move)
    moment = Moment(game, match.record(), match.state)
    named = record.moves[-1][1].seat
    if basis_of(moment.view(None).rules) != "people" or moment.state.phase != "assassinate":
        return ()
    missed = moment.state.deal.roles[named] != "merlin"
    found = [one for one in shoot(moment, Random(0)) if missed and is_true(moment, "missed", one.choices[0])]
    found = [one for one in found if {"seats": [named]} in one.choices]
    return [puzzle_of(moment, one._replace(ask="missed"), "people", named=named) for one in found]
