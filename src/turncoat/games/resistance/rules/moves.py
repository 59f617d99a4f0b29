"""The moves of the family, as they are written in records and sent to clients."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from turncoat.core import Draw

MissionNumber = Annotated[int, msgspec.Meta(ge=1, le=5)]
Side = Literal["good", "evil"]
Card = Literal[
    "keeping-a-close-eye-on-you",
    "no-confidence",
    "strong-leader",
    "opinion-maker",
    "take-responsibility",
    "overheard-conversation",
    "open-up",
    "establish-confidence",
    "in-the-spotlight",
]


class Propose(msgspec.Struct, frozen=True, tag_field="move", tag="propose", omit_defaults=True):
    """The leader names a team; under Targeting also the mission."""

    team: tuple[int, ...]
    mission: MissionNumber | None = None


class Vote(msgspec.Struct, frozen=True, tag_field="move", tag="vote"):
    """Approve or reject the proposed team."""

    approve: bool


class PlayCard(msgspec.Struct, frozen=True, tag_field="move", tag="mission"):
    """A team member's mission card."""

    success: bool


class Give(msgspec.Struct, frozen=True, tag_field="move", tag="give"):
    """The leader hands a drawn plot card to another player."""

    card: Card
    to: int


class Use(msgspec.Struct, frozen=True, tag_field="move", tag="use", omit_defaults=True):
    """Play a held plot card, on a seat where the card has a target."""

    card: Card
    on: int | None = None


class Pass(msgspec.Struct, frozen=True, tag_field="move", tag="pass"):
    """Decline to use a held plot card at this moment."""


class Look(msgspec.Struct, frozen=True, tag_field="move", tag="look"):
    """Overheard Conversation: look at a neighbour's loyalty."""

    at: int


class Show(msgspec.Struct, frozen=True, tag_field="move", tag="show"):
    """Open Up or Establish Confidence: show one's own loyalty to somebody."""

    to: int


class Take(msgspec.Struct, frozen=True, tag_field="move", tag="take", rename={"holder": "from"}):
    """Take Responsibility: take a plot card from another player."""

    card: Card
    holder: int


class Examine(msgspec.Struct, frozen=True, tag_field="move", tag="examine"):
    """The Lady of the Lake: learn a player's loyalty."""

    seat: int


class Assassinate(msgspec.Struct, frozen=True, tag_field="move", tag="assassinate"):
    """Name the player taken for Merlin."""

    seat: int


class PassLoyalty(msgspec.Struct, frozen=True, tag_field="move", tag="loyalty"):
    """Pass a Loyalty card by hand, where the option `loyalty_card` asks for it."""

    side: Side


class Timeout(msgspec.Struct, frozen=True, tag_field="move", tag="timeout"):
    """Sent by the clock when the time to name Merlin has run out."""


Move = (
    Propose
    | Vote
    | PlayCard
    | Give
    | Use
    | Pass
    | Look
    | Show
    | Take
    | Examine
    | Assassinate
    | PassLoyalty
    | Timeout
    | Draw
)
