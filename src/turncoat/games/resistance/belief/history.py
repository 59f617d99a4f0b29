"""The public actions of a game in order of time, read from a view."""

from __future__ import annotations

from typing import NamedTuple

from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS
from turncoat.games.resistance.rules.view import View

LAST = MAX_REJECTIONS - 1


class Stage(NamedTuple):
    """Where a game stands: mission number, rejections in this round, points of both sides."""

    mission: int
    attempt: int
    good: int
    evil: int


class Team(NamedTuple):
    """The leader named a team."""

    stage: Stage
    leader: int
    members: tuple[int, ...]


class Votes(NamedTuple):
    """Ballots on the team just named; None where there is none to see."""

    stage: Stage
    leader: int
    members: tuple[int, ...]
    votes: tuple[bool | None, ...]


class Cards(NamedTuple):
    """A mission's cards: how many fails, and the card that lay face up, if any."""

    stage: Stage
    members: tuple[int, ...]
    fails: int
    shown: tuple[tuple[int, bool], ...]


Deed = Team | Votes | Cards
Story = tuple[Deed, ...]


def story(view: View) -> Story:
    """Everything that everybody has seen the seats do."""
    deeds: list[Deed] = []
    attempt = good = evil = 0
    for proposal in view.proposals:
        stage = Stage(proposal.mission, attempt, good, evil)
        deeds.append(Team(stage, proposal.leader, proposal.team))
        if any(vote is not None for vote in proposal.votes):
            deeds.append(Votes(stage, proposal.leader, proposal.team, proposal.votes))
        result = view.missions[proposal.mission - 1]
        if proposal.approved and not proposal.nullified and result is not None:
            shown = tuple((result.spotlight or {}).items())
            deeds.append(Cards(stage, proposal.team, result.fails or 0, shown))
            attempt, good, evil = 0, good + result.success, evil + (not result.success)
        elif proposal.approved is not None:
            attempt += 1
            if attempt == MAX_REJECTIONS:  # evil got a point for it, or the game is over
                attempt, evil = 0, evil + 1
    return tuple(deeds)


def stage_of(view: View, mission: int | None = None) -> Stage:
    """Where the game stands now; under Targeting `mission` is the one thought of."""
    return Stage(mission or view.mission or 1, view.rejections, view.score.good, view.score.evil)
