"""The course of a game without surprises, for somebody who writes without a connection to the rules.

The rules themselves are played through once, with every result of every vote and mission. Whatever is not a team, a
vote or a mission (the Lady, the naming of Merlin, the end) is left out: there the rules must be asked.
"""

from __future__ import annotations

import copy
from functools import lru_cache
from typing import Any, Literal

import msgspec

from turncoat.core import Draw, Setup
from turncoat.games.resistance.rules.game_rules import Rules
from turncoat.games.resistance.rules.moves import Propose
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.scribe.entries import Ballots, Fails, Tally
from turncoat.games.resistance.scribe.notebook import Notebook

Key = tuple[int | None, int, int, int, int]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A team to be named, and which place follows; None: the rules must be asked.

    `approvals` are needed to send it; 0 means that it goes without a vote. `fails` make the mission fail, and at most
    `most` can be played.
    """

    mission: int
    size: int
    approvals: int
    fails: int
    most: int
    rejected: int | None = None
    succeeded: int | None = None
    failed: int | None = None


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """Where a game can stand. The leader moves on by one seat from each place to the next.

    `no_vote` says who has no vote, and `named` whether ballots have names.
    """

    places: tuple[Place, ...]
    no_vote: Literal["team", "leader"] | None
    named: bool


def chart_of(setup: Setup, rules: Rules) -> Chart | None:
    """The chart of a set-up; None where more than teams, votes and missions makes up a round."""
    options = rules.options
    return None if options.plot or options.targeting or options.table_coin else _drawn(rules, _Plain(setup))[0]


def place_of(setup: Setup, rules: Rules, state: State | None) -> int | None:
    """Where a state stands in the chart of its set-up; None if it is not in it."""
    if state is None or chart_of(setup, rules) is None or state.phase not in ("propose", "opinion", "vote", "mission"):
        return None
    return _drawn(rules, _Plain(setup))[1].get(_key(state))


class _Plain:
    """A set-up that does not count when calls are compared, because the rules say the same."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Plain)

    def __hash__(self) -> int:
        return 0


def _key(state: State) -> Key:
    return state.mission, state.rejections, state.good, state.evil, state.resolved


@lru_cache(maxsize=256)
def _drawn(rules: Rules, plain: _Plain) -> tuple[Chart, dict[Key, int]]:
    start = Notebook(plain.setup)
    start.write(Draw("leader", (0,)))
    found: dict[Key, int] = {}
    books: list[Notebook] = []
    _find(start, found, books)
    places: list[Place] = []
    while len(places) < len(books):  # places that are found here are looked at later
        places.append(_place(books[len(places)], found, books))
    electorate: Any = {"non_team": "team", "all_but_leader": "leader"}.get(rules.options.electorate)
    options = rules.options
    return Chart(places=tuple(places), no_vote=electorate, named=_are_named(options)), found


def _are_named(options: Any) -> bool:
    return bool(options.ballots_named or options.vote_style == "open")


def _find(book: Notebook, found: dict[Key, int], books: list[Notebook]) -> int | None:
    """The place at which a notebook stands; None if it is no such place, though another may lie behind it."""
    if book.kind in ("examine", "loyalty"):
        question = book.question()
        assert question is not None
        _find(_after(book, question.entries[0]), found, books)
    if book.kind != "propose" or book.state is None:
        return None
    key = _key(book.state)
    if key not in found:
        found[key] = len(found)
        books.append(book)
    return found[key]


def _place(book: Notebook, found: dict[Key, int], books: list[Notebook]) -> Place:
    rules, state = book.rules, book.state
    assert state is not None
    assert state.mission is not None
    at = state.mission - 1
    named = _after(book, Propose(team=tuple(range(rules.team_sizes[at]))))
    has_vote = named.kind in ("ballots", "tally")
    sent = _voted(named, approve=True) if has_vote else named
    question = sent.question()
    assert question is not None
    most = question.entries[-1].fails
    return Place(
        mission=state.mission,
        size=rules.team_sizes[at],
        approvals=rules.approvals_needed[at] if has_vote else 0,
        fails=rules.fails_needed[at],
        most=most,
        rejected=_find(_voted(named, approve=False), found, books) if has_vote else None,
        succeeded=_find(_after(sent, Fails(0)), found, books),
        failed=_find(_after(sent, Fails(rules.fails_needed[at])), found, books),
    )


def _after(book: Notebook, entry: Any) -> Notebook:
    then = copy.copy(book)
    then.write(entry)
    return then


def _voted(book: Notebook, *, approve: bool) -> Notebook:
    question = book.question()
    assert question is not None
    if question.kind == "tally":
        return _after(book, Tally(len(question.entries) - 1 if approve else 0))
    votes = tuple(approve if seat in question.seats else None for seat in range(book.rules.players))
    return _after(book, Ballots(votes))
