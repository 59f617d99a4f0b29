"""The moves of the player. The open ask lists those that are legal."""

from __future__ import annotations

from typing import Any

import msgspec

from turncoat.core import Draw
from turncoat.games.maquis.rules.cards import Persona


class Move(msgspec.Struct, frozen=True, tag_field="move"):
    """A move of the player."""


class Keep(Move, frozen=True, tag="keep"):
    """In a draft, put this card into the Hidden deck and the other one into the Recruit deck."""

    card: str


class Play(Move, frozen=True, tag="play"):
    """Play a Maquis from hand."""

    card: str
    persona: Persona


class Choose(Move, frozen=True, tag="choose"):
    """End planning and attack this Mission."""

    mission: str


class Act(Move, frozen=True, tag="act"):
    """Use the action of the card just played, or do not use it."""

    use: bool


class PickMission(Move, frozen=True, tag="mission"):
    """Pick a Mission."""

    mission: str


class PickEnemy(Move, frozen=True, tag="enemy"):
    """Pick an Enemy by its place in the garrison, counted from 0. A face-down Enemy has no name."""

    mission: str
    slot: int


class PickCard(Move, frozen=True, tag="card"):
    """Pick a card."""

    card: str


class Sort(Move, frozen=True, tag="sort"):
    """Put these of the cards looked at back on top, the first uppermost. The effect says where the others go."""

    top: tuple[str, ...] = ()


class Done(Move, frozen=True, tag="done"):
    """Stop choosing."""


class Continue(Move, frozen=True, tag="continue"):
    """Play another round."""


class End(Move, frozen=True, tag="end"):
    """End the resistance."""


MOVE_TYPE: Any = Keep | Play | Choose | Act | PickMission | PickEnemy | PickCard | Sort | Done | Continue | End | Draw
