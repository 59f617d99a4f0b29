"""A belief that also reads everybody as if the network sat there.

For each other seat, each thing it may know and each team and vote of its past, the network tells how likely that
was. A seat is taken for such a player or for one of the styles of the `belief` package, whichever its actions fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from turncoat.core import Ask
from turncoat.games.resistance.belief.cast import Cast, Floats, Ints
from turncoat.games.resistance.belief.possible_deals import Belief, Mind, Room, believe, possible_sides
from turncoat.games.resistance.belief.reading import Reading, reading_of
from turncoat.games.resistance.bots.net import policy
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, MISSIONS
from turncoat.games.resistance.rules.moves import Propose, Vote
from turncoat.games.resistance.rules.view import MissionView, ProposalView, Score, View, You

_BALLOTS = (Vote(approve=True), Vote(approve=False))
_ANSWERS = 1500  # of the network, that a reading may cost when nothing of it is known yet


class Deed(NamedTuple):
    """What everybody saw when some seats were asked, the kind of the ask, and who answered what."""

    seen: View
    kind: str
    done: tuple[tuple[int, Any], ...]


def believed(name: str, view: View) -> Belief:
    """The belief of the view's seat over the deals. `name` is that of the network.

    Where the network cannot be asked about the past (the Lady or the assassin's duty has told seats what is not
    in their character, missions are chosen) or would be asked too often, it is that of the reading alone.
    """
    assert view.you is not None
    reading, facts = reading_of(view), believe(view)
    deeds = [] if _is_private(view) else list(past(view))
    if not deeds or sum(len(minds) for minds, _ in _minds(facts.room)) * len(deeds) > _ANSWERS:
        return reading.private(view)
    rows = facts.room.rows
    logs = np.log(np.maximum(facts.worlds, 1e-300)) + reading.logs.cards[reading.cast.set_of[rows]]
    by_deed = [_by_network(name, facts.room, deed) for deed in deeds]
    for seat, (minds, of) in enumerate(_minds(facts.room)):
        if seat != view.you.seat:
            by_network = sum((of_seats[seat] for of_seats in by_deed if seat in of_seats), np.zeros(len(minds)))
            logs = logs + np.logaddexp(_by_styles(reading, rows, seat), by_network[of])
    weights = np.exp(logs - logs.max())
    return Belief(facts.room, possible_sides(view), worlds=weights / weights.sum())


def _is_private(view: View) -> bool:
    """Whether seats may know more of each other than their characters and the missions tell."""
    options = view.rules.options
    return options.lady or options.targeting or options.assassin_duty


@lru_cache(maxsize=256)
def _minds(room: Room) -> list[tuple[list[Mind], Ints]]:
    """For every seat what it may know, and for each deal which of these it is."""
    belief = Belief(room, np.ones(len(room.cast.sets), bool))
    return [belief.minds(seat) for seat in range(room.cast.players)]


def _by_styles(reading: Reading, rows: Any, seat: int) -> Floats:
    """By deal: how likely the seat's actions were for the styles of play of the reading."""
    cast, logs = reading.cast, reading.logs
    good = np.where(
        cast.merlin[rows] == seat, logs.merlin[seat, cast.seen_of[rows]], logs.good[seat, cast.set_of[rows]]
    )
    evil = cast.members[cast.set_of[rows], seat]
    return np.asarray(np.where(evil, logs.evil[seat, cast.set_of[rows]], good))


@lru_cache(maxsize=4096)
def _by_network(name: str, room: Room, deed: Deed) -> dict[int, Floats]:
    """By seat and mind: how likely the seat's answer was for the network. Kept for the next decision."""
    cast, found = room.cast, dict[int, Floats]()
    asked, at = [], []
    for seat, move in deed.done:
        ask = Ask(seat, deed.kind, _moves(deed, cast))
        for mind in _minds(room)[seat][0]:
            asked.append((replace(deed.seen, you=_you(mind, cast)), ask))
            at.append(ask.moves.index(move))
    logits = policy(name).logits(asked)
    odds = np.array([_log_chance(of_moves, chosen) for of_moves, chosen in zip(logits, at, strict=True)])
    for seat, _ in deed.done:
        count = len(_minds(room)[seat][0])
        found[seat], odds = odds[:count], odds[count:]
    return found


def _log_chance(logits: NDArray[np.float32], chosen: int) -> float:
    return float(logits[chosen] - logits.max() - np.log(np.exp(logits - logits.max()).sum()))


def _moves(deed: Deed, cast: Cast) -> Sequence[Any]:
    if deed.kind == "vote":
        return _BALLOTS
    assert deed.seen.leader is not None
    assert deed.seen.mission is not None
    return cast.rules.propose_ask(deed.seen.leader, (deed.seen.mission,))[0].moves


def _you(mind: Mind, cast: Cast) -> You:
    return You(mind.seat, mind.role, cast.rules.sides[mind.role], mind.knows, ())


def past(view: View) -> Iterator[Deed]:
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
        yield Deed(before, "propose", ((proposal.leader, Propose(team=proposal.team)),))
        if proposal.approved is None:
            return
        yield _vote(before, proposal)
        attempt += 1
        if proposal.approved or attempt == MAX_REJECTIONS:
            attempt, at = 0, proposal.mission - 1
            missions = (*missions[:at], view.missions[at], *missions[at + 1 :])


def _vote(before: View, proposal: ProposalView) -> Deed:
    blank = (None,) * len(proposal.votes)
    open_one = ProposalView(proposal.mission, proposal.leader, proposal.team, blank, None)
    votes = tuple((seat, Vote(approve=vote)) for seat, vote in enumerate(proposal.votes) if vote is not None)
    proposals = (*before.proposals, open_one)
    waiting = tuple(seat for seat, _ in votes)
    seen = replace(before, phase="vote", team=proposal.team, proposals=proposals, waiting=waiting)
    return Deed(seen, "vote", votes)


def _score(missions: tuple[MissionView | None, ...]) -> Score:
    done = [mission.success for mission in missions if mission is not None]
    return Score(sum(done), len(done) - sum(done))
