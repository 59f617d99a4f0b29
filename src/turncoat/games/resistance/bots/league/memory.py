"""What a stranger remembers of a game: the teams that went, how they ended, and who voted for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS
from turncoat.games.resistance.rules.view import ProposalView, View, You


class Sent(NamedTuple):
    """A team that went on a mission."""

    proposal: ProposalView
    fails: int
    success: bool


class Memory:
    """A view, in the terms in which strangers think."""

    def __init__(self, view: View) -> None:
        assert view.you is not None
        self.view = view
        self.you: You = view.you
        self.players = view.rules.players

    @cached_property
    def sent(self) -> tuple[Sent, ...]:
        """The teams that went, in order."""
        return tuple(self._sent())

    def _sent(self) -> Iterator[Sent]:
        for proposal in self.view.proposals:
            mission = self.view.missions[proposal.mission - 1]
            if proposal.approved and mission is not None and mission.team == proposal.team:
                yield Sent(proposal, mission.fails or 0, mission.success)

    @cached_property
    def known_evil(self) -> frozenset[int]:
        """The seats that this one knows to be evil, itself included if it is."""
        known = {seat for seat, known_as in self.you.knows.items() if known_as == "evil"}
        return frozenset(known | ({self.you.seat} if self.is_evil else set()))

    @property
    def is_evil(self) -> bool:
        """Whether this seat is evil."""
        return self.you.side == "evil"

    @property
    def is_last_attempt(self) -> bool:
        """Whether this team, if it is rejected, is the last one."""
        return self.view.rejections == MAX_REJECTIONS - 1

    @property
    def is_decisive(self) -> bool:
        """Whether this mission may end the game."""
        return 2 in (self.view.score.good, self.view.score.evil)

    def fails_needed(self, mission: int | None = None) -> int:
        """How many fails make a mission fail; by default the present one."""
        return self.view.rules.fails_needed[(mission or self.view.mission or 1) - 1]
