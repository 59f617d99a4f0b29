"""Ideas of what to approve. Each says whether a plain good seat that thinks so approves the open proposal."""

from __future__ import annotations

from collections.abc import Callable

from turncoat.games.resistance.bots.league.memory import Memory
from turncoat.games.resistance.bots.league.readers import Suspicion
from turncoat.games.resistance.rules.view import ProposalView

Voter = Callable[[Memory, Suspicion, ProposalView, float], bool]
"""Takes what is remembered, who is suspect, the proposal, and how much suspicion is still all right."""


def _others(memory: Memory, proposal: ProposalView) -> list[int]:
    return [seat for seat in proposal.team if seat != memory.you.seat]


def _mean(memory: Memory, suspicion: Suspicion, proposal: ProposalView) -> float:
    others = _others(memory, proposal)
    return sum(suspicion[seat] for seat in others) / max(1, len(others))


def trusting(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Approves unless the team is suspect on the whole."""
    return _mean(memory, suspicion, proposal) <= patience


def homebody(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Approves only teams that it is on, or could not have been on."""
    outside = memory.players - len(proposal.team)
    at_home = memory.you.seat in proposal.team or outside <= 1
    return at_home and trusting(memory, suspicion, proposal, patience)


def bandwagon(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Goes with what most did at the last vote, unless somebody on the team is very suspect."""
    before = memory.view.proposals[-2].votes if len(memory.view.proposals) > 1 else ()
    cast = [vote for vote in before if vote is not None]
    mood = not cast or 2 * sum(cast) >= len(cast)
    return mood and max((suspicion[seat] for seat in proposal.team), default=0.0) <= patience + 1.0


def contrarian(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Rejects the first two teams of every mission, whoever is on them."""
    return memory.view.rejections >= 2 and trusting(memory, suspicion, proposal, patience)


def follower(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Looks at the leader and at nobody else."""
    return proposal.leader == memory.you.seat or suspicion[proposal.leader] <= patience


def quorum(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Approves only if nobody outside is clearly less suspect than the worst member."""
    inside = [suspicion[seat] for seat in _others(memory, proposal)]
    outside = [suspicion[seat] for seat in range(memory.players) if seat not in proposal.team]
    return max(inside, default=0.0) <= min(outside, default=0.0) + patience


def tired(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Grows milder with every rejection."""
    return trusting(memory, suspicion, proposal, patience + 0.5 * memory.view.rejections - 0.5)


def mirror(memory: Memory, suspicion: Suspicion, proposal: ProposalView, patience: float) -> bool:
    """Asks what the least suspect of the others did at the last vote."""
    others = [seat for seat in range(memory.players) if seat != memory.you.seat]
    model = min(others, key=lambda seat: suspicion[seat])
    earlier = [one.votes[model] for one in memory.view.proposals[:-1] if one.votes[model] is not None]
    if model in proposal.team or not earlier:
        return trusting(memory, suspicion, proposal, patience)
    return bool(earlier[-1])


VOTERS: dict[str, Voter] = {
    voter.__name__: voter for voter in (trusting, homebody, bandwagon, contrarian, follower, quorum, tired, mirror)
}
