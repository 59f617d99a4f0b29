"""What a reader learns about a bot's side from each kind of decision, counted in records of whole games.

Intervals are 95 % intervals over games, because the decisions of one game are not independent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from turncoat.bots import make_bot
from turncoat.core import Record
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, CardsPlayed, TeamNamed, VotesCast
from turncoat.games.resistance.learning.figures import Row, difference_row, share_row
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.one_game_reader import Seat, habits_of, reader_rows


class Leaks(msgspec.Struct, frozen=True, kw_only=True):
    """What the decisions of one bot in one set-up tell."""

    bot: str
    ruleset: str
    players: int
    roles: tuple[str, ...]
    options: Mapping[str, Any]
    games: int
    rows: tuple[Row, ...]


class _Case(NamedTuple):
    """One decision: which game it is from, what it depends on, and whether the answer was yes."""

    game: int
    side: str
    situation: str
    answer: bool


class _Decisions:
    """All decisions of one bot in one set-up."""

    def __init__(self) -> None:
        self.votes: list[_Case] = []  # off the team, whether they approve
        self.teams: list[_Case] = []  # whether the team that they name is clean
        self.cards: list[_Case] = []  # whether an evil seat on a team fails the mission
        self.shots: list[_Case] = []  # whether an Assassin finds its Merlin; the situation is the Assassin's name
        self.seats: list[Seat] = []
        self.games: set[int] = set()

    def rows(self) -> Iterator[Row]:
        for side in ("good", "evil"):
            yield from _compared(f"approves-off-team/{side}", [case for case in self.votes if case.side == side])
        yield from _compared("names-clean-team", [case._replace(situation=case.side) for case in self.teams])
        yield from _shares("fails", self.cards)
        yield from reader_rows(self.seats)
        yield from _shares("merlin-found-by", self.shots)


def _shares(name: str, cases: Sequence[_Case]) -> Iterator[Row]:
    """How often the answer was yes, in each situation."""
    for situation in sorted({case.situation for case in cases}):
        some = [case for case in cases if case.situation == situation]
        yield share_row(f"{name}/{situation}", *_columns(some))


def _compared(name: str, cases: Sequence[_Case]) -> Iterator[Row]:
    """The same, and the difference between two situations."""
    yield from _shares(name, cases)
    situations = sorted({case.situation for case in cases}, reverse=True)
    if len(situations) == 2:
        first, other = situations
        is_first = np.array([case.situation == first for case in cases])
        answers, game = _columns(cases)
        yield difference_row(f"{name}/{first}-minus-{other}", answers.astype(float), is_first, game)


def _columns(cases: Sequence[_Case]) -> tuple[Any, Any]:
    return np.array([case.answer for case in cases]), np.array([case.game for case in cases])


def leaks(records: Iterable[Record], assassins: Sequence[str] = ()) -> list[Leaks]:
    """What each bot of these games leaks, by set-up. Games that are not finished are left out.

    The `assassins` are asked whom they would name wherever somebody had to name Merlin. Raises LookupError if there is
    no such bot, and CorruptRecord.
    """
    found: dict[tuple[Any, ...], _Decisions] = defaultdict(_Decisions)
    for number, record in enumerate(records):
        game = FinishedGame(record)
        if game.final.outcome is not None:
            options = msgspec.json.encode(record.options, order="sorted")
            setup = (record.ruleset, record.players, record.roles, options)
            _Counted(number, game, {bot: found[bot, *setup] for bot in _bots(game)}).add(assassins)
    return [
        Leaks(
            bot=bot,
            ruleset=ruleset,
            players=players,
            roles=roles,
            options=msgspec.json.decode(options),
            games=len(decisions.games),
            rows=tuple(decisions.rows()),
        )
        for (bot, ruleset, players, roles, options), decisions in sorted(found.items(), key=lambda item: item[0])
    ]


def _bots(game: FinishedGame) -> list[str]:
    """The bot in each seat, by name; `people` for a person."""
    named = game.record.meta.get("bots") or [None] * game.players
    return [bot or "people" for bot in named]


class _Counted:
    """One game, whose decisions are added to those of its bots."""

    def __init__(self, number: int, game: FinishedGame, into: Mapping[str, _Decisions]) -> None:
        self.number = number
        self.game = game
        self.seats = [into[bot] for bot in _bots(game)]
        self.sides = ["evil" if evil else "good" for evil in game.evil]
        for decisions in into.values():
            decisions.games.add(number)

    def add(self, assassins: Sequence[str]) -> None:
        for action in self.game.history:
            if isinstance(action, VotesCast):
                self._add_votes(action)
            elif isinstance(action, TeamNamed):
                team = self._case(action.leader, "", not self._has_evil(action.members))
                self.seats[action.leader].teams.append(team)
            else:
                self._add_cards(action)
        habits = habits_of(self.game.players, self.game.history)
        for seat, decisions in enumerate(self.seats):
            decisions.seats.append(Seat(self.number, self.sides[seat] == "evil", habits[seat]))
        if self.game.shot is not None:
            self._add_shots(assassins)

    def _case(self, seat: int, situation: str, answer: bool) -> _Case:
        return _Case(self.number, self.sides[seat], situation, answer)

    def _has_evil(self, team: Sequence[int]) -> bool:
        return bool(self.game.evil[list(team)].any())

    def _add_votes(self, action: VotesCast) -> None:
        """Not those on a last attempt: nobody good may reject it."""
        if action.situation.attempt == LAST_ATTEMPT:
            return
        situation = "dirty" if self._has_evil(action.members) else "clean"
        for seat, vote in enumerate(action.votes):
            if vote is not None and seat not in action.members:
                self.seats[seat].votes.append(self._case(seat, situation, vote))

    def _add_cards(self, action: CardsPlayed) -> None:
        """Partners often agree that one of them fails, so a bot's evil seats on a team are one case."""
        at = action.situation
        mission = self.game.final.missions[at.mission - 1]
        cards = (mission and mission.cards) or {}
        for decisions in set(self.seats):
            own = [cards[seat] for seat in cards if self.seats[seat] is decisions and self.sides[seat] == "evil"]
            if own:
                situation = f"mission-{at.mission}/{at.good}-{at.evil}"
                decisions.cards.append(_Case(self.number, "evil", situation, not all(own)))

    def _add_shots(self, assassins: Sequence[str]) -> None:
        view, ask = self.game.at_shot()
        merlin = self.game.roles.index(self.game.state.rules.target)
        for name in assassins:
            named = make_bot(name, f"leaks {self.number}", self.game.record.ruleset).answer(view, ask)
            self.seats[merlin].shots.append(self._case(merlin, name, named.seat == merlin))
