"""The public actions of a game, in order, read from a view."""

from __future__ import annotations

from typing import NamedTuple

from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS
from turncoat.games.resistance.rules.view import View

LAST_ATTEMPT = MAX_REJECTIONS - 1


class Situation(NamedTuple):
    """Where a game stands: mission number, rejections in this round, points of both sides."""

    mission: int
    attempt: int
    good: int
    evil: int


class TeamNamed(NamedTuple):
    """The leader named a team."""

    situation: Situation
    leader: int
    members: tuple[int, ...]


class VotesCast(NamedTuple):
    """Ballots on the team just named; None where there is none to see."""

    situation: Situation
    leader: int
    members: tuple[int, ...]
    votes: tuple[bool | None, ...]


class CardsPlayed(NamedTuple):
    """A mission's cards: how many fails, and the card that lay face up, if any."""

    situation: Situation
    members: tuple[int, ...]
    fails: int
    shown: tuple[tuple[int, bool], ...]


PublicAction = TeamNamed | VotesCast | CardsPlayed
History = tuple[PublicAction, ...]


def public_history(view: View) -> History:
    """Everything that everybody has seen the seats do."""
    actions: list[PublicAction] = []
    attempt = good = evil = 0
    for proposal in view.proposals:
        situation = Situation(proposal.mission, attempt, good, evil)
        actions.append(TeamNamed(situation, proposal.leader, proposal.team))
        if any(vote is not None for vote in proposal.votes):
            actions.append(VotesCast(situation, proposal.leader, proposal.team, proposal.votes))
        result = view.missions[proposal.mission - 1]
        if proposal.approved and not proposal.nullified and result is not None:
            shown = tuple((result.spotlight or {}).items())
            actions.append(CardsPlayed(situation, proposal.team, result.fails or 0, shown))
            attempt, good, evil = 0, good + result.success, evil + (not result.success)
        elif proposal.approved is not None:
            attempt += 1
            if attempt == MAX_REJECTIONS:  # evil got a point for it, or the game is over
                attempt, evil = 0, evil + 1
    return tuple(actions)


def situation_of(view: View, mission: int | None = None) -> Situation:
    """Where the game stands now; under Targeting `mission` is the one thought of."""
    return Situation(mission or view.mission or 1, view.rejections, view.score.good, view.score.evil)
