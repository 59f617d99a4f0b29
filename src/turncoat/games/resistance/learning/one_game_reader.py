"""A reader who says how likely a seat is evil from what the seat did in one game, and how well that works.

Every answer is compared with what the same bot answers on average in the same public situation, on either side. Only
the surprises count, so a bot that plays alike on both sides tells nothing, however the game went. A logistic regression
weighs them. It is fitted on every other game, and measured on the games between.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from turncoat.games.resistance.belief.all_deals import Bools, Floats
from turncoat.games.resistance.belief.public_history import (
    LAST_ATTEMPT,
    CardsPlayed,
    History,
    PublicAction,
    TeamNamed,
    VotesCast,
)
from turncoat.games.resistance.learning.figures import Guesses, Row, auc, calibration_error, resampled_row

READERS = {
    "votes": ("vote",),
    "proposals": ("proposal",),
    "votes-and-proposals": ("vote", "proposal"),
    "cards": ("card",),
    "everything": ("vote", "proposal", "card"),
}
"""The readers, and the kinds of decision that each looks at. Of the cards it sees whether the mission failed."""
_FEWEST = 20  # seats to fit on; fewer tell nothing
_RIDGE = 1.0
_STEPS = 20


class Habit(NamedTuple):
    """An answer of a seat: of which kind, in which public situation, and whether it was yes."""

    kind: str
    situation: str
    answer: bool


class Seat(NamedTuple):
    """A seat of a game, its side, and everything it did."""

    game: int
    is_evil: bool
    habits: Sequence[Habit]


def habits_of(players: int, history: History) -> list[list[Habit]]:
    """What each seat did in a game, as everybody saw it."""
    found: list[list[Habit]] = [[] for _ in range(players)]
    suspects: set[int] = set()
    for at, action in enumerate(history):
        for seat, habit in _habits(action, history[at + 1 : at + 2], suspects):
            found[seat].append(habit)
        if isinstance(action, CardsPlayed) and action.fails:
            suspects.update(action.members)
    return found


def _habits(action: PublicAction, after: History, suspects: set[int]) -> Iterator[tuple[int, Habit]]:
    if isinstance(action, TeamNamed):
        seat, others = action.leader, set(action.members) - {action.leader}
        yield seat, Habit("proposal", "takes itself", seat in action.members)
        if suspects:
            yield seat, Habit("proposal", "takes a suspect", not suspects.isdisjoint(others))
    elif isinstance(action, VotesCast):
        for seat, vote in enumerate(action.votes):
            if vote is not None:
                yield seat, Habit("vote", _vote_situation(action, after, suspects, seat), vote)
    else:
        for seat in action.members:
            yield seat, Habit("card", f"{len(action.members)} in mission {action.situation.mission}", action.fails > 0)


def _vote_situation(action: VotesCast, after: History, suspects: set[int], seat: int) -> str:
    """Where the seat was, whether somebody on the team was suspect, and what became of the team."""
    place = "on" if seat in action.members else "off"
    if action.situation.attempt == LAST_ATTEMPT:
        return f"{place} the last team"
    doubt = "no suspect" if suspects.isdisjoint(set(action.members) - {seat}) else "a suspect"
    went = after[0] if after and isinstance(after[0], CardsPlayed) else None
    fate = "rejected" if went is None else "failed" if went.fails else "succeeded"
    return f"{place} a team with {doubt} that {fate}"


def reader_rows(seats: Sequence[Seat]) -> Iterator[Row]:
    """How well each reader tells evil seats from good ones, and how far its chances are off."""
    games = sorted({seat.game for seat in seats})
    learnt_from = set(games[::2])
    fitting = [seat for seat in seats if seat.game in learnt_from]
    asked = [seat for seat in seats if seat.game not in learnt_from]
    enough = min(len(fitting), len(asked)) >= _FEWEST
    if not enough or any(len({seat.is_evil for seat in some}) < 2 for some in (fitting, asked)):
        return
    for name, kinds in READERS.items():
        chance = _chances(_Surprises(fitting, kinds), fitting, asked)
        guesses = _guesses(chance, asked)
        yield resampled_row(f"reader/{name}/auc", guesses, auc)
        yield resampled_row(f"reader/{name}/ece", guesses, calibration_error)


class _Surprises:
    """How often each answer is given in each situation, learnt from some seats."""

    def __init__(self, seats: Sequence[Seat], kinds: Sequence[str]) -> None:
        answers = defaultdict(list)
        for habit in (habit for seat in seats for habit in seat.habits if habit.kind in kinds):
            answers[habit.situation].append(habit.answer)
        self._usual = {situation: float(np.mean(given)) for situation, given in answers.items()}
        self._column = {situation: at for at, situation in enumerate(self._usual)}

    def inputs(self, seats: Sequence[Seat]) -> Floats:
        """For each seat and situation, how much more often than usual the answer was yes; and a one."""
        found = np.zeros((len(seats), len(self._column) + 1))
        found[:, -1] = 1.0
        for row, seat in enumerate(seats):
            for _, situation, answer in seat.habits:
                if situation in self._column:
                    found[row, self._column[situation]] += answer - self._usual[situation]
        return found


def _chances(surprises: _Surprises, fitting: Sequence[Seat], asked: Sequence[Seat]) -> Floats:
    is_evil = np.array([seat.is_evil for seat in fitting])
    return _logistic(surprises.inputs(asked) @ _fit(surprises.inputs(fitting), is_evil))


def _fit(inputs: Floats, truth: Bools) -> Floats:
    """The weights of a logistic regression with a small penalty, by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    penalty = _RIDGE * np.eye(len(weights))
    penalty[-1, -1] = 1e-6  # the constant may be anything
    for _ in range(_STEPS):
        chance = _logistic(inputs @ weights)
        slope = inputs.T @ (truth - chance) - penalty @ weights
        curve = (inputs * (chance * (1.0 - chance))[:, None]).T @ inputs + penalty
        weights += np.linalg.solve(curve, slope)
    return weights


def _logistic(score: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(score, -30.0, 30.0))))


def _guesses(chance: Floats, seats: Sequence[Seat]) -> Guesses:
    truth, game = np.array([seat.is_evil for seat in seats]), np.array([seat.game for seat in seats])
    nowhere = np.zeros(len(seats), int)  # a whole game has no mission and no proposal
    return Guesses(chance, truth, game, nowhere, nowhere, nowhere)
