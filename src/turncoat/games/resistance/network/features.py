"""A view as the observation vector of `network.layout`. It is a function of the view, so it reveals nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from turncoat.core.remembered import by_identity
from turncoat.games.resistance.network.layout import (
    CHARACTERS,
    KNOWN_AS,
    PHASES,
    PLAYER_COUNTS,
    PROPOSALS,
    ROLES,
)

if TYPE_CHECKING:  # the simulator shares this package and needs no more than JAX
    from turncoat.games.resistance.rules.game_rules import RulesView

Vector = npt.NDArray[np.uint8]


def encode(view: Any, seats: int) -> Vector:
    """The observation of the view's seat, with room for so many seats."""
    turned = turned_sets(view.rules.players, view.you.seat, seats)
    rows, facts = [bytes(3 * seats)] * PROPOSALS, [bytes(8)] * PROPOSALS
    for row, proposal in numbered(view.proposals):
        leader, team, yes = proposal_sets(proposal)
        rows[row] = turned[leader] + turned[team] + turned[yes]
        facts[row] = proposal_facts(proposal)
    sets = (*public_sets(view), *known_sets(view.you))
    pieces = (
        *rows,
        *(turned[members] for members in sets),
        *facts,
        public_facts(view),
        *own_facts(view),
        _agreed(view.rules),
    )
    return np.frombuffer(bytearray().join(pieces), np.uint8)


# An observation is put together from pieces of bytes, each 0 or 1, in the order of the layout. Most pieces have been
# there before, so they are kept: those of a proposal are made once for each seat, and not again for every decision.


@cache
def turned_sets(players: int, seat: int, seats: int) -> tuple[bytes, ...]:
    """For every set of seats its bytes, counted from an observer."""
    order = [(seat + place) % players for place in range(players)]
    rest = bytes(seats - players)
    return tuple(bytes(members >> other & 1 for other in order) + rest for members in range(1 << players))


@cache
def _one(width: int, place: int) -> bytes:
    """A piece that is 1 at one place."""
    return bytes(number == place for number in range(width))


def plain_role(role: str, side: str) -> str:
    """The role's name across rulesets: the plain ones are `servant` and `minion` everywhere."""
    return role if role in ROLES else "minion" if side == "evil" else "servant"


def numbered(proposals: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """Decided proposals with their rows: 5 * round + number in the round."""
    round_, number = 0, 0
    for proposal in proposals:
        if proposal.approved is None:
            continue
        yield 5 * round_ + number, proposal
        number += 1
        if (proposal.approved and not proposal.nullified) or number == 5:
            round_, number = round_ + 1, 0


def _set(members: Iterable[int]) -> int:
    mask = 0
    for seat in members:
        mask |= 1 << seat
    return mask


@by_identity
def proposal_sets(proposal: Any) -> tuple[int, int, int]:
    """A proposal's leader, team and approvals."""
    yes = _set(voter for voter, vote in enumerate(proposal.votes) if vote)
    return 1 << proposal.leader, _set(proposal.team), yes


@by_identity
def proposal_facts(proposal: Any) -> bytes:
    """Used, voted on, approved, and one of five missions."""
    voted = any(vote is not None for vote in proposal.votes)
    return bytes((1, voted, proposal.approved)) + _one(5, proposal.mission - 1)


def public_sets(view: Any) -> tuple[int, int, int, int]:
    """Leader, team, the Lady and her past holders."""
    lady = 0 if view.lady is None else 1 << view.lady
    return 1 << view.leader, _set(view.team or ()), lady, _set(view.ladies)


def known_sets(you: Any) -> Iterable[int]:
    """The seats that a seat knows, for each of the things it may know them as."""
    known = dict.fromkeys(KNOWN_AS, 0)
    for seat, what in you.knows.items():
        known[what] |= 1 << seat
    return known.values()


def public_facts(view: Any) -> bytes:
    """Missions, phase, the present mission, and rejections."""
    phase, mission = PHASES.index(view.phase), -1 if view.mission is None else view.mission - 1
    return _missions(view.missions) + _one(len(PHASES), phase) + _one(5, mission) + _one(6, view.rejections)


@by_identity
def _missions(missions: tuple[Any, ...]) -> bytes:
    return b"".join(map(mission_facts, missions))


def mission_facts(result: Any) -> bytes:
    """Over, succeeded, forfeited, and for 1 to 4 whether it had so many fails."""
    if result is None:
        return bytes(7)
    if result.fails is None:
        return bytes((1, 0, 1, 0, 0, 0, 0))
    return bytes((1, result.success, 0, *(result.fails > number for number in range(4))))


def own_facts(view: Any) -> tuple[bytes, bytes]:
    """The seat's role and duty, and whether it owes an answer."""
    you = view.you
    role = ROLES.index(plain_role(you.role, you.side))
    return _one(len(ROLES), role), bytes((you.assassin, you.seat in view.waiting))


_ASSUMED: dict[str, tuple[object, str]] = {
    "plot": (False, "plot cards"),
    "vote_style": ("simultaneous", "open voting"),
    "ballots_named": (True, "unnamed ballots"),
    "forfeit_uses_mission": (True, "five rejections that leave the mission open"),
    "loyalty_card": ("automatic", "Loyalty cards passed by hand"),
}
"""Options that an observation does not show: the value it assumes, and what any other value means, in words."""


@lru_cache(maxsize=256)
def not_observed(rules: RulesView) -> tuple[str, ...]:
    """What these rules have that observations do not show, in words.

    Games with any of it are played by no environment, and so no network has trained on them.
    """
    options = rules.options
    found = [words for name, (value, words) in _ASSUMED.items() if getattr(options, name) != value]
    named = "assassin" in rules.roles or options.assassin_duty
    if "merlin" in rules.roles and not named and options.assassin_fallback == "collective":
        found.append("an assassination by the whole evil side")
    return tuple(found)


def agreed(rules: RulesView) -> Vector:
    """What was agreed before the deal: players, characters, flags. It is the end of every observation of a game."""
    return np.frombuffer(_agreed(rules), np.uint8)


@by_identity
def _agreed(rules: RulesView) -> bytes:
    options, named = rules.options, "assassin" in rules.roles or rules.options.assassin_duty
    merlin = "merlin" in rules.roles
    ones = [
        *(rules.players == count for count in PLAYER_COUNTS),
        *(name in rules.roles for name in CHARACTERS),
        rules.fails_needed[3] == 2,
        options.electorate == "non_team",
        options.electorate == "all_but_leader",
        options.five_rejections == "point",
        options.fifth_proposal == "auto_approve",
        options.targeting,
        options.lady,
        options.lady_timing == "by_quest_number",
        options.blind_spies,
        options.oberon_seen_by_merlin,
        merlin and named,
        merlin and options.assassin_duty,
    ]
    return bytes(ones)
