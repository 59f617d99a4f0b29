"""A belief that also reads everybody as if the network played their seat.

For each other seat, for everything it may know, and for each of its past teams and votes, the network tells how likely
that answer was. A seat is taken for such a player or for one with a style of `belief.playing_styles`, whichever fits
its actions better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from turncoat.core import Ask
from turncoat.games.resistance.belief.all_deals import AllDeals, Floats, Ints
from turncoat.games.resistance.belief.possible_deals import Belief, FittingDeals, Knowledge, believe, possible_sides
from turncoat.games.resistance.belief.reading import Reading, reading_of
from turncoat.games.resistance.bots.net import policy
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, MISSIONS
from turncoat.games.resistance.rules.moves import Propose, Vote
from turncoat.games.resistance.rules.view import MissionView, ProposalView, Score, View, You

_BALLOTS = (Vote(approve=True), Vote(approve=False))
_ANSWERS = 1500  # of the network, that a reading may cost when nothing of it is known yet


class PublicAnswers(NamedTuple):
    """What everybody saw when some seats were asked, the kind of the ask, and who answered what."""

    seen: View
    kind: str
    answers: tuple[tuple[int, Any], ...]


def believed(name: str, view: View) -> Belief:
    """The belief of the view's seat over the deals; `name` is the network's.

    It is the belief of the reading alone where the network cannot be asked about the past, because seats may know more
    than their characters tell or missions are chosen, and where it would have to be asked too often.
    """
    assert view.you is not None
    reading, facts = reading_of(view), believe(view)
    past = [] if _is_private(view) else list(public_answers(view))
    known = _possible_knowledge(facts.fitting)
    if not past or sum(len(kinds) for kinds, _ in known) * len(past) > _ANSWERS:
        return reading.private(view)
    rows = facts.fitting.rows
    logs = np.log(np.maximum(facts.worlds, 1e-300)) + reading.logs.cards[reading.deals.set_of[rows]]
    odds = [_by_network(name, facts.fitting, asked) for asked in past]
    for seat, (kinds, of) in enumerate(known):
        if seat != view.you.seat:
            by_network = sum((by_seat[seat] for by_seat in odds if seat in by_seat), np.zeros(len(kinds)))
            logs = logs + np.logaddexp(_by_styles(reading, rows, seat), by_network[of])
    weights = np.exp(logs - logs.max())
    return Belief(facts.fitting, possible_sides(view), worlds=weights / weights.sum())


def _is_private(view: View) -> bool:
    """Whether a seat may know more about others than its character and the missions have told it."""
    options = view.rules.options
    return options.lady or options.targeting or options.assassin_duty


@lru_cache(maxsize=256)
def _possible_knowledge(fitting: FittingDeals) -> list[tuple[list[Knowledge], Ints]]:
    """For each seat everything that it may know, and for each deal the index of what it knows in that deal."""
    belief = Belief(fitting, np.ones(len(fitting.deals.sets), bool))
    return [belief.possible_knowledge(seat) for seat in range(fitting.deals.players)]


def _by_styles(reading: Reading, rows: Any, seat: int) -> Floats:
    """By deal: how likely the seat's actions were for the styles of play of the reading."""
    deals, logs = reading.deals, reading.logs
    good = np.where(
        deals.merlin[rows] == seat, logs.merlin[seat, deals.seen_of[rows]], logs.good[seat, deals.set_of[rows]]
    )
    evil = deals.members[deals.set_of[rows], seat]
    return np.asarray(np.where(evil, logs.evil[seat, deals.set_of[rows]], good))


@lru_cache(maxsize=4096)
def _by_network(name: str, fitting: FittingDeals, past: PublicAnswers) -> dict[int, Floats]:
    """By seat and by what it may know: how likely its answer was for the network. Kept for the next decision."""
    deals, known = fitting.deals, _possible_knowledge(fitting)
    requests, chosen = [], []
    for seat, move in past.answers:
        ask = Ask(seat, past.kind, _moves(past, deals))
        for knowledge in known[seat][0]:
            requests.append((replace(past.seen, you=_you(knowledge, deals)), ask))
            chosen.append(ask.moves.index(move))
    logits = policy(name).logits(requests)
    odds = np.array([_log_chance(of_moves, at) for of_moves, at in zip(logits, chosen, strict=True)])
    found = dict[int, Floats]()
    for seat, _ in past.answers:
        count = len(known[seat][0])
        found[seat], odds = odds[:count], odds[count:]
    return found


def _log_chance(logits: NDArray[np.float32], chosen: int) -> float:
    return float(logits[chosen] - logits.max() - np.log(np.exp(logits - logits.max()).sum()))


def _moves(past: PublicAnswers, deals: AllDeals) -> Sequence[Any]:
    if past.kind == "vote":
        return _BALLOTS
    assert past.seen.leader is not None
    assert past.seen.mission is not None
    return deals.rules.propose_ask(past.seen.leader, (past.seen.mission,))[0].moves


def _you(knowledge: Knowledge, deals: AllDeals) -> You:
    side = deals.rules.sides[knowledge.role]
    return You(knowledge.seat, knowledge.role, side, knowledge.knows, ())


def public_answers(view: View) -> Iterator[PublicAnswers]:
    """Every team and every vote of a game so far, in games without Lady, Targeting and plot cards."""
    missions: tuple[MissionView | None, ...] = (None,) * MISSIONS
    attempt = 0
    for number, proposal in enumerate(view.proposals):
        before = replace(
            view,
            phase="propose",
            leader=proposal.leader,
            mission=proposal.mission,
            rejections=attempt,
            score=_score(missions),
            missions=missions,
            team=None,
            proposals=view.proposals[:number],
            waiting=(proposal.leader,),
            you=None,
            outcome=None,
            roles=None,
        )
        yield PublicAnswers(before, "propose", ((proposal.leader, Propose(team=proposal.team)),))
        if proposal.approved is None:
            return
        yield _vote(before, proposal)
        attempt += 1
        if proposal.approved or attempt == MAX_REJECTIONS:
            attempt, at = 0, proposal.mission - 1
            missions = (*missions[:at], view.missions[at], *missions[at + 1 :])


def _vote(before: View, proposal: ProposalView) -> PublicAnswers:
    blank = (None,) * len(proposal.votes)
    open_one = ProposalView(proposal.mission, proposal.leader, proposal.team, blank, None)
    votes = tuple((seat, Vote(approve=vote)) for seat, vote in enumerate(proposal.votes) if vote is not None)
    proposals = (*before.proposals, open_one)
    waiting = tuple(seat for seat, _ in votes)
    seen = replace(before, phase="vote", team=proposal.team, proposals=proposals, waiting=waiting)
    return PublicAnswers(seen, "vote", votes)


def _score(missions: tuple[MissionView | None, ...]) -> Score:
    done = [mission.success for mission in missions if mission is not None]
    return Score(sum(done), len(done) - sum(done))
