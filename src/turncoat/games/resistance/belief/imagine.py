"""A complete state that a seat considers possible: its view, filled in with an imagined deal.

What the view shows stays. The rest is invented to fit the deal: who failed past missions, what the Lady told others.
Everybody owes their sealed answer to the vote or mission under way again, except those that the view shows. This works
for games without plot cards whose ballots are named and shown together.
"""

from __future__ import annotations

import random
from itertools import pairwise, permutations

from turncoat.games.resistance.rules.deal import deal_of
from turncoat.games.resistance.rules.game_rules import Rules, mask, seats
from turncoat.games.resistance.rules.loyalty import LADY
from turncoat.games.resistance.rules.state import CardFact, Deal, LoyaltyFact, Proposal, Result, State
from turncoat.games.resistance.rules.view import MissionView, ProposalView, View, You

Facts = tuple[tuple[int, LoyaltyFact | CardFact], ...]


def imagine(view: View, rules: Rules, roles: tuple[str, ...], duty: int | None, rng: random.Random) -> State:
    """The state of a game that looks like `view` from its seat, had the characters been dealt so."""
    assert view.you is not None
    assert view.leader is not None
    first = view.proposals[0].leader if view.proposals else view.leader
    deal = deal_of(rules, roles, duty, first)
    asked = _asked(view, deal, rules)
    return State(
        rules=rules,
        phase=view.phase,  # type: ignore[arg-type]  # a view tells the phase by its name
        deal=deal,
        leader=view.leader,
        rotation=view.leader,
        mission=view.mission,
        rejections=view.rejections,
        resolved=sum(mission is not None for mission in view.missions),
        results=tuple(
            None if mission is None else _result(mission, deal, view.you, number, rng)
            for number, mission in enumerate(view.missions, 1)
        ),
        good=view.score.good,
        evil=view.score.evil,
        team=view.team,
        participants=asked,
        waiting=asked,
        proposals=tuple(_proposal(proposal) for proposal in view.proposals if proposal.approved is not None),
        coin=view.coin,
        lady=view.lady,
        ladies=mask(view.ladies),
        facts=_facts(view, view.you, deal, rng),
    )


def _asked(view: View, deal: Deal, rules: Rules) -> int:
    """Who takes part in what is answered under seal now."""
    if view.phase == "assassinate":
        return deal.namers
    if view.team is None or view.leader is None:
        return 0
    return rules.voters(view.leader, view.team) if view.phase == "vote" else mask(view.team)


def _proposal(told: ProposalView) -> Proposal:
    voters = sum(1 << seat for seat, vote in enumerate(told.votes) if vote is not None)
    yes = sum(1 << seat for seat, vote in enumerate(told.votes) if vote)
    return Proposal(told.mission, told.leader, told.team, voters, yes, voters, bool(told.approved), told.nullified)


def _result(told: MissionView, deal: Deal, you: You, number: int, rng: random.Random) -> Result:
    """The fails came from evil members of the team; a seat knows its own card."""
    if told.team is None:
        return Result(told.success)
    own = you.played.get(number)
    others = [seat for seat in seats(deal.evil & mask(told.team)) if seat != you.seat]
    failed = 1 << you.seat if own is False else 0
    rest = (told.fails or 0) - failed.bit_count()
    return Result(told.success, told.fails, told.team, failed | mask(tuple(rng.sample(others, rest))))


def _facts(view: View, you: You, deal: Deal, rng: random.Random) -> Facts:
    """What the Lady told each of her holders. Where two orders of them fit, one is drawn."""
    own: Facts = tuple((you.seat, fact) for fact in you.seen)
    if view.lady is None:
        return own
    holders = _holders(view, view.lady, (deal.leader - 1) % view.rules.players, own, rng)
    told = tuple(
        (holder, LoyaltyFact(seen, "evil" if deal.evil >> seen & 1 else "good", LADY))
        for holder, seen in pairwise(holders)
        if holder != you.seat
    )
    return own + told


def _holders(view: View, lady: int, first: int, own: Facts, rng: random.Random) -> tuple[int, ...]:
    """Everyone who has held the Lady, in the order in which she went round; each examined the next."""
    if not view.ladies:
        return (lady,)
    between = permutations(seat for seat in view.ladies if seat != first)
    orders = [(first, *order, lady) for order in between]
    seen = {(seat, fact.seat) for seat, fact in own if isinstance(fact, LoyaltyFact)}
    return rng.choice([order for order in orders if seen <= set(pairwise(order))])
