"""A view as the observation vector of `network.layout`. It is a function of the view, so it reveals nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from turncoat.games.resistance.network.layout import (
    CHARACTERS,
    KNOWN_AS,
    PHASES,
    PLAYER_COUNTS,
    PROPOSALS,
    ROLES,
    layout,
    size,
)

if TYPE_CHECKING:  # the simulator shares this package and needs no more than JAX
    from turncoat.games.resistance.rules.view import RulesView

Vector = npt.NDArray[np.uint8]
Words = npt.NDArray[np.int64]


def encode(view: Any, seats: int) -> Vector:
    """The observation of the view's seat, with room for so many seats."""
    vector = np.zeros(size(seats), np.uint8)
    where = layout_of(seats)
    rows, facts = _proposals(view)
    sets = _turned(view, np.array([*rows, *_present(view)], np.int64))
    vector[: sets.size * seats] = _spread(sets, seats)
    vector[where["proposal_facts"]] = _spread(np.array(facts, np.int64), 8)
    missions = [_mission(result) for result in view.missions]
    vector[where["missions"]] = _spread(np.array(missions, np.int64), 7)
    ones = [where[piece].start + place for piece, place in _single(view)]
    vector[ones] = 1
    vector[where["players"].start :] = agreed(view.rules)
    return vector


@cache
def layout_of(seats: int) -> dict[str, slice]:
    """The layout, computed once."""
    return layout(seats)


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


def _turned(view: Any, sets: Words) -> Words:
    """Sets of seats counted from the observer."""
    seat, players = view.you.seat, view.rules.players
    turned: Words = ((sets >> seat) | (sets << (players - seat))) & ((1 << players) - 1)
    return turned


def _spread(words: Words, width: int) -> Vector:
    """Words as truth values, lowest bit first."""
    ones: Vector = ((words[:, None] >> np.arange(width)) & 1).astype(np.uint8).ravel()
    return ones


def _proposals(view: Any) -> tuple[list[int], list[int]]:
    """For each proposal its leader, team and approvals as sets; used, voted on, approved and mission as bits."""
    sets, facts = [0] * (3 * PROPOSALS), [0] * PROPOSALS
    for row, proposal in numbered(view.proposals):
        yes = _set(seat for seat, vote in enumerate(proposal.votes) if vote)
        voted = any(vote is not None for vote in proposal.votes)
        sets[3 * row : 3 * row + 3] = 1 << proposal.leader, _set(proposal.team), yes
        facts[row] = 1 | (voted << 1) | (proposal.approved << 2) | (4 << proposal.mission)
    return sets, facts


def _present(view: Any) -> list[int]:
    """Leader, team, the Lady and her past holders, and whom the seat knows as what."""
    known = dict.fromkeys(KNOWN_AS, 0)
    for seat, what in view.you.knows.items():
        known[what] |= 1 << seat
    lady = 0 if view.lady is None else 1 << view.lady
    return [1 << view.leader, _set(view.team or ()), lady, _set(view.ladies), *known.values()]


def _mission(result: Any) -> int:
    """Over, succeeded, forfeited, and for 1 to 4 whether it had so many fails."""
    if result is None:
        return 0
    if result.fails is None:
        return 0b101
    return 1 | (int(result.success) << 1) | (((1 << int(result.fails)) - 1) << 3)


def _single(view: Any) -> Iterator[tuple[str, int]]:
    """The places that are 1: piece and offset."""
    you = view.you
    yield "phase", PHASES.index(view.phase)
    if view.mission is not None:
        yield "mission", view.mission - 1
    yield "rejections", view.rejections
    yield "role", ROLES.index(plain_role(you.role, you.side))
    if you.assassin:
        yield "duty", 0
    if you.seat in view.waiting:
        yield "to_act", 0


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


@lru_cache(maxsize=256)
def agreed(rules: RulesView) -> Vector:
    """What was agreed before the deal: players, characters, flags. It is the end of every observation of a game."""
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
    return np.array(ones, np.uint8)
