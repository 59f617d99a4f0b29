"""A core view as the observation vector of `neural.layout`: a function of the view, so it can tell no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from turncoat.neural.layout import CHARACTERS, KNOWN_AS, PHASES, PLAYER_COUNTS, ROLES, layout, size

if TYPE_CHECKING:  # the simulator shares this package and needs no more than JAX
    from turncoat.games.resistance.view import RulesView

Vector = npt.NDArray[np.uint8]


def encode(view: Any, seats: int) -> Vector:
    """The observation of the seat whose view it is, with room for so many seats."""
    vector = np.zeros(size(seats), np.uint8)
    piece = {name: vector[where] for name, where in layout(seats).items()}
    _history(view, piece, seats)
    _table(view, piece)
    _own(view, piece, seats)
    vector[layout(seats)["players"].start :] = agreed(view.rules)
    return vector


def plain_role(role: str, side: str) -> str:
    """The role's name across rulesets: the plain ones are `servant` and `minion` everywhere."""
    return role if role in ROLES else "minion" if side == "evil" else "servant"


def _places(view: Any, members: Iterable[int]) -> list[int]:
    """Seats counted from the observer."""
    return [(seat - view.you.seat) % view.rules.players for seat in members]


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


def _history(view: Any, piece: dict[str, Vector], seats: int) -> None:
    proposals = piece["proposals"].reshape(-1, 3, seats)
    facts = piece["proposal_facts"].reshape(-1, 8)
    for row, proposal in numbered(view.proposals):
        yes = [seat for seat, vote in enumerate(proposal.votes) if vote]
        for sets, members in zip(proposals[row], ([proposal.leader], proposal.team, yes), strict=True):
            sets[_places(view, members)] = 1
        voted = any(vote is not None for vote in proposal.votes)
        facts[row, :3] = 1, voted, proposal.approved
        facts[row, 2 + proposal.mission] = 1
    for mission, result in zip(piece["missions"].reshape(5, 7), view.missions, strict=True):
        if result is not None:
            mission[:3] = 1, result.success, result.fails is None
            mission[3 : 3 + (result.fails or 0)] = 1


def _table(view: Any, piece: dict[str, Vector]) -> None:
    piece["phase"][PHASES.index(view.phase)] = 1
    piece["leader"][_places(view, [view.leader])] = 1
    piece["team"][_places(view, view.team or ())] = 1
    if view.mission is not None:
        piece["mission"][view.mission - 1] = 1
    piece["rejections"][view.rejections] = 1
    if view.lady is not None:
        piece["lady"][_places(view, [view.lady])] = 1
    piece["past_ladies"][_places(view, view.ladies)] = 1


def _own(view: Any, piece: dict[str, Vector], seats: int) -> None:
    you = view.you
    piece["role"][ROLES.index(plain_role(you.role, you.side))] = 1
    piece["duty"][0] = you.assassin
    piece["to_act"][0] = you.seat in view.waiting
    known = piece["known"].reshape(len(KNOWN_AS), seats)
    for seat, what in you.knows.items():
        known[KNOWN_AS.index(what), _places(view, [seat])] = 1


@lru_cache(maxsize=256)
def agreed(rules: RulesView) -> Vector:
    """The end of every observation of a game: what was agreed before the deal."""
    options = rules.options
    merlin = "merlin" in rules.roles
    named = "assassin" in rules.roles or options.assassin_duty
    players = [rules.players == count for count in PLAYER_COUNTS]
    characters = [name in rules.roles for name in CHARACTERS]
    flags = [
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
    return np.array(players + characters + flags, np.uint8)
