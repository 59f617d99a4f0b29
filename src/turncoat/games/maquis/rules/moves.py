"""Everything the player can answer. Which of these are legal is in the ask."""

from __future__ import annotations

from typing import Any

import msgspec

from turncoat.core import Draw
from turncoat.games.maquis.rules.cards import Persona


class Move(msgspec.Struct, frozen=True, tag_field="move"):
    """Base of the player's moves."""


class Keep(Move, frozen=True, tag="keep"):
    """Draft: this card to the Hidden deck, the other to the Recruit deck."""

    card: str


class Play(Move, frozen=True, tag="play"):
    """Play a Maquis from hand."""

    card: str
    persona: Persona


class Choose(Move, frozen=True, tag="choose"):
    """End planning and attack this Mission."""

    mission: str


class Act(Move, frozen=True, tag="act"):
    """Use the action of the card just played, or not."""

    use: bool


class PickMission(Move, frozen=True, tag="mission"):
    mission: str


class PickEnemy(Move, frozen=True, tag="enemy"):
    """An Enemy by its place in the garrison, counted from 0: face-down Enemies have no name."""

    mission: str
    slot: int


class PickCard(Move, frozen=True, tag="card"):
    card: str


class Sort(Move, frozen=True, tag="sort"):
    """Of the cards looked at, these go back on top, the first uppermost; the rest goes where the effect says."""

    top: tuple[str, ...] = ()


class Done(Move, frozen=True, tag="done"):
    """No more of this."""


class Continue(Move, frozen=True, tag="continue"):
    """Go on to another round."""


class End(Move, frozen=True, tag="end"):
    """End the resistance."""


MOVE_TYPE: Any = Keep | Play | Choose | Act | PickMission | PickEnemy | PickCard | Sort | Done | Continue | End | Draw
