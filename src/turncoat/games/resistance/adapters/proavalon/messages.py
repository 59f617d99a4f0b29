"""The messages of the protocol.

Players are known by name, and there are two orders of seats: fields in `…Reversed` are clockwise, as ours are.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Names = Annotated[tuple[Name, ...], Meta(max_length=10)]
Place = Annotated[int, Meta(ge=0, le=9)]

LADY = "lady of the lake"
ROLES = {
    "servant": "Resistance",
    "minion": "Spy",
    "merlin": "Merlin",
    "percival": "Percival",
    "assassin": "Assassin",
    "mordred": "Mordred",
    "morgana": "Morgana",
    "oberon": "Oberon",
}
"""Our names of the characters, and theirs. The protocol's own text uses ours; the site sends the others."""
CHOSEN = ("percival", "mordred", "morgana", "oberon")
"""The characters a game may do without. Merlin and the Assassin are in every game."""
SIDES = {"good": "Resistance", "evil": "Spy"}

PICKING, VOTING, MISSION, SHOT, LADY_TURN = "pickingTeam", "votingTeam", "votingMission", "assassination", "lady"
PHASES = {"propose": PICKING, "vote": VOTING, "mission": MISSION, "assassinate": SHOT, "lady": LADY_TURN}
"""Our names of the phases, and theirs."""
APPROVE, REJECT = "approve", "reject"
SUCCEEDED: Literal["succeeded"] = "succeeded"
FAILED: Literal["failed"] = "failed"
LEADER_TAG, PICKED_TAG, APPROVE_TAG, REJECT_TAG = "VHleader", "VHpicked", "VHapprove", "VHreject"


class Message(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Fields are in camel case on the wire, and unknown ones are ignored."""


class Capability(Message, frozen=True, kw_only=True):
    """A kind of game a bot can play: any of these sizes, with any of these characters and cards."""

    num_players: tuple[int, ...]
    roles: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Info(Message, frozen=True, kw_only=True):
    """What a bot says of itself."""

    name: str
    chat: bool = False
    capabilities: tuple[Capability, ...] = ()


class See(Message, frozen=True, kw_only=True):
    """Whom a player knows: as spies, and as Merlin or a possible Merlin."""

    spies: Names | None = ()
    merlins: Names | None = ()


class Start(Message, frozen=True, kw_only=True):
    """A game begins. `players` sit clockwise; `team_leader` is the place of the first leader among them."""

    num_players: Annotated[int, Meta(ge=5, le=10)]
    roles: Annotated[tuple[Name, ...], Meta(max_length=32)] = ()
    cards: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()
    team_leader: Place
    players: Names
    name: Name
    role: Name
    see: See = See()


class Session(Message, frozen=True, kw_only=True):
    """The identifier of a game with a bot."""

    session_id: Annotated[str, Meta(min_length=1, max_length=4096)] = field(name="sessionID")


class Carded(Message, frozen=True, kw_only=True):
    """What the Lady told."""

    player: Name
    alliance: Literal["Resistance", "Spy"]


class Own(Message, frozen=True, kw_only=True):
    """An addition of ours: what a player knows and the protocol leaves out. Other programs ignore it.

    `carded` is what the Lady told them, `cards` what they played on which mission.
    """

    carded: Annotated[tuple[Carded, ...], Meta(max_length=5)] = ()
    cards: Annotated[dict[int, bool], Meta(max_length=5)] = {}


class LadyData(Message, frozen=True, kw_only=True):
    """Where the Lady is and was. `index` is a place in the order that is not reversed."""

    index: Place
    history: Names
    name: str = "Lady of the Lake"


class PublicData(Message, frozen=True, kw_only=True):
    """The cards on the table."""

    lady: LadyData | None = None


Tags = Annotated[tuple[str, ...], Meta(max_length=5)]


class GameInfo(Message, frozen=True, kw_only=True):
    """A game as one player sees it. What only a page on their site needs has a default and is not read."""

    username: Name
    role: str = ""
    alliance: str = ""
    see: See | None = None
    phase: str
    mission_num: Annotated[int, Meta(ge=1, le=6)]
    pick_num: Annotated[int, Meta(ge=1, le=5)]
    team_leader_reversed: Place
    mission_history: Annotated[tuple[Literal["succeeded", "failed"], ...], Meta(max_length=5)] = ()
    num_fails_history: Annotated[tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(max_length=5)] = ()
    proposed_team: Names = ()
    players_yet_to_vote: Names = ()
    vote_history: Annotated[dict[str, Annotated[tuple[Tags, ...], Meta(max_length=5)]], Meta(max_length=10)] = {}
    player_usernames_ordered_reversed: Names
    public_data: PublicData | None = None
    own: Own | None = None
    player_usernames_ordered: tuple[str, ...] = ()
    team_leader: int = 0
    hammer: int = 0
    hammer_reversed: int = 0
    num_players_on_mission: tuple[Any, ...] = ()
    num_select_targets: Any = None
    votes: tuple[Any, ...] = ()
    roles: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    buttons: dict[str, Any] = {}
    status_message: str = ""
    winner: str = ""


class Act(Session, frozen=True, kw_only=True):
    """A bot is asked to act."""

    game_info: GameInfo


class Action(Message, frozen=True, kw_only=True):
    """What it does: a button, and the players it has chosen."""

    button_pressed: Literal["yes", "no"]
    selected_players: Names = ()


def other_place(place: int, players: int) -> int:
    """From a place in one order to that in the other: the first player is first in both."""
    return -place % players
