"""Ideas of whom to suspect. Each gives every seat a number: the higher, the more suspect; 0 is a seat like any other.

None of them uses what a character knows: that is added elsewhere, or left out by those who hide it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log

from turncoat.games.resistance.belief.evil_sides import evil_sides, fail_counts, sides_that_fit, times_evil
from turncoat.games.resistance.bots.league.memory import Memory, Sent

Suspicion = list[float]
Reader = Callable[[Memory], Suspicion]


def _sum_over(memory: Memory, worth: Callable[[Sent, int], float]) -> Suspicion:
    """For each seat, what all the teams that went tell of it."""
    return [sum(worth(sent, seat) for sent in memory.sent) for seat in range(memory.players)]


def failures(memory: Memory) -> Suspicion:
    """Whoever was on a failed team is suspect, more on a small one; a success clears a little."""

    def worth(sent: Sent, seat: int) -> float:
        if seat not in sent.proposal.team:
            return 0.0
        return -0.5 if sent.success else 2.0 * sent.fails / len(sent.proposal.team)

    return _sum_over(memory, worth)


def approvals(memory: Memory) -> Suspicion:
    """Whoever approved a team that failed is suspect; whoever rejected it is not."""

    def worth(sent: Sent, seat: int) -> float:
        vote = sent.proposal.votes[seat]
        if vote is None:
            return 0.0
        return (1.0 if vote else -1.0) * (-0.3 if sent.success else 1.0)

    return _sum_over(memory, worth)


def intersection(memory: Memory) -> Suspicion:
    """In how many of the evil sides that the fails still allow is each seat? Nothing else counts."""
    everything = evil_sides(memory.players)
    sides = sides_that_fit(memory.players, fail_counts(memory.view.missions)) or everything
    usual = everything[0].bit_count() / memory.players
    return [3.0 * (count / len(sides) - usual) for count in times_evil(sides, memory.players)]


def leaders(memory: Memory) -> Suspicion:
    """Whoever led a team that failed is suspect, and so is, less, whom they took along."""

    def worth(sent: Sent, seat: int) -> float:
        share = 1.5 if seat == sent.proposal.leader else 0.5 if seat in sent.proposal.team else 0.0
        return -0.6 * share if sent.success else share

    return _sum_over(memory, worth)


def winners(memory: Memory) -> Suspicion:
    """Only those who were on a team that succeeded, and on none that failed, are trusted."""
    won = {seat for sent in memory.sent if sent.success for seat in sent.proposal.team}
    lost = {seat for sent in memory.sent if not sent.success for seat in sent.proposal.team}
    return [1.0 if seat in lost else -1.0 if seat in won else 0.0 for seat in range(memory.players)]


def rates(memory: Memory) -> Suspicion:
    """A naive Bayesian: evil approves teams with evil on them in 7 of 10 cases, others in 5."""
    sides = sides_that_fit(memory.players, fail_counts(memory.view.missions)) or evil_sides(memory.players)
    weights = [exp(sum(_surprise(memory, side))) for side in sides]
    total = sum(weights)
    held = [
        sum(weight for side, weight in zip(sides, weights, strict=True) if side >> seat & 1) / total
        for seat in range(memory.players)
    ]
    return [log(max(share, 1e-3) / max(1 - share, 1e-3)) for share in held]


def _surprise(memory: Memory, side: int) -> Sequence[float]:
    votes = [
        (proposal, seat, vote)
        for proposal in memory.view.proposals
        for seat, vote in enumerate(proposal.votes)
        if vote is not None and side >> seat & 1
    ]
    return [
        log(0.7 / 0.5) if vote == any(side >> member & 1 for member in proposal.team) else log(0.3 / 0.5)
        for proposal, _, vote in votes
    ]


def grudge(memory: Memory) -> Suspicion:
    """One failed team, and nobody who was on it is ever trusted again."""
    lost = {seat for sent in memory.sent if not sent.success for seat in sent.proposal.team}
    return [2.0 if seat in lost else 0.0 for seat in range(memory.players)]


def latest(memory: Memory) -> Suspicion:
    """Only the last mission counts."""
    if not memory.sent:
        return [0.0] * memory.players
    last = memory.sent[-1]
    return [(-1.0 if last.success else 1.5) * (seat in last.proposal.team) for seat in range(memory.players)]


def company(memory: Memory) -> Suspicion:
    """Whoever votes as the members of failed teams vote is suspect."""
    lost = {seat for sent in memory.sent if not sent.success for seat in sent.proposal.team}

    def alike(seat: int) -> float:
        pairs = [
            (proposal.votes[seat], proposal.votes[other])
            for proposal in memory.view.proposals
            for other in lost - {seat}
        ]
        cast = [mine == theirs for mine, theirs in pairs if mine is not None and theirs is not None]
        return 2.0 * sum(cast) / len(cast) - 1.0 if cast else 0.0

    return [alike(seat) + (0.7 if seat in lost else 0.0) for seat in range(memory.players)]


def doubters(memory: Memory) -> Suspicion:
    """Whoever rejected a team that succeeded is suspect, and so is whoever was on one that failed."""

    def worth(sent: Sent, seat: int) -> float:
        if not sent.success:
            return 1.0 if seat in sent.proposal.team else 0.0
        return 0.8 if sent.proposal.votes[seat] is False else -0.4

    return _sum_over(memory, worth)


def chosen(memory: Memory) -> Suspicion:
    """Leaders know whom they take: suspicion spreads from failed teams along all teams that were ever named."""
    lost = {seat for sent in memory.sent if not sent.success for seat in sent.proposal.team}
    spread = [1.0 if seat in lost else 0.0 for seat in range(memory.players)]
    for proposal in memory.view.proposals:
        if lost & set(proposal.team):
            spread[proposal.leader] += 0.4
    return spread


def nobody(memory: Memory) -> Suspicion:
    """Suspects nobody at all."""
    return [0.0] * memory.players


READERS: dict[str, Reader] = {
    reader.__name__: reader
    for reader in (
        failures,
        approvals,
        intersection,
        leaders,
        winners,
        rates,
        grudge,
        latest,
        company,
        doubters,
        chosen,
        nobody,
    )
}
