"""What a scribe writes down: the public part of what players and chance do.

Open moves are written as they are. Sealed answers are written as the table sees them when they are turned.
"""

from __future__ import annotations

import msgspec

from turncoat.core import Draw
from turncoat.games.resistance.rules.moves import Examine, Give, Look, Pass, Propose, Show, Side, Take, Use


class Ballots(msgspec.Struct, frozen=True, tag_field="move", tag="ballots"):
    """The ballots that were turned together, by seat; None where a seat has none."""

    votes: tuple[bool | None, ...]


class Tally(msgspec.Struct, frozen=True, tag_field="move", tag="tally"):
    """How many approved, where ballots have no names."""

    approvals: int


class FaceUp(msgspec.Struct, frozen=True, tag_field="move", tag="face-up"):
    """The mission card in the Spotlight, which everybody saw."""

    success: bool


class Fails(msgspec.Struct, frozen=True, tag_field="move", tag="fails"):
    """How many Fail cards a mission had."""

    fails: int


class LoyaltyPassed(msgspec.Struct, frozen=True, tag_field="move", tag="loyalty-passed"):
    """A Loyalty card was passed by hand. If it was the wrong one, the game is over, and `winner` won it."""

    winner: Side | None = None


class Named(msgspec.Struct, frozen=True, tag_field="move", tag="named"):
    """Whom evil named as Merlin; None if nobody was named in time."""

    seat: int | None = None


Entry = (
    Draw
    | Propose
    | Ballots
    | Tally
    | FaceUp
    | Fails
    | Give
    | Use
    | Pass
    | Look
    | Show
    | Take
    | Examine
    | LoyaltyPassed
    | Named
)
"""Draws of chance are written when they become public: `leader`, `plot` and `coin` at once, the others at the end."""
