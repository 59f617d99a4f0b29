"""What a client may do at a table. The tag is both `do` on the socket and the last part of the REST address."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from turncoat.games.resistance.claims import AnyClaim
from turncoat.server.tables.settings import Channel, Name, Ref, SeatNumber, Settings, Short, Text


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Something done at a table. `ref` comes back in the reply."""

    ref: Ref | None = None


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a chair (any empty one, if none is named)."""

    name: Name
    seat: SeatNumber | None = None


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give the chair up; during a game the stand-in bot plays on."""


class ChangeChair(Command, frozen=True, kw_only=True, tag="sit"):
    """Move to another empty chair before the game."""

    seat: SeatNumber


class Rename(Command, frozen=True, kw_only=True, tag="name"):
    """Change one's name."""

    name: Name


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """Agree to the contract that `contract` names; refused if the settings have changed since."""

    contract: Short
    ready: bool = True


class ChangeSettings(Command, frozen=True, kw_only=True, tag="settings"):
    """Host: new settings; everybody must get ready again."""

    settings: Settings


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Host: deal. Every chair must be taken and every person ready."""


class Kick(Command, frozen=True, kw_only=True, tag="kick"):
    """Host: empty a chair before the game."""

    seat: SeatNumber


class Lock(Command, frozen=True, kw_only=True, tag="lock"):
    """Host: nobody else may join."""

    locked: bool


class Shuffle(Command, frozen=True, kw_only=True, tag="shuffle"):
    """Host: seat everybody at random."""


class MakeHost(Command, frozen=True, kw_only=True, tag="host"):
    """Host: make another person the host."""

    seat: SeatNumber


class SeatBot(Command, frozen=True, kw_only=True, tag="bot"):
    """Host: put a bot into an empty chair or another bot's (`bot` null: send it away). No seat: all empty ones."""

    bot: Short | None
    seat: SeatNumber | None = None


class AddEntropy(Command, frozen=True, kw_only=True, tag="entropy"):
    """Add text of your own to the seed of the next deal. An empty text takes it back."""

    entropy: Annotated[str, Meta(max_length=64)] = msgspec.field(name="word")


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """Answer an ask. The same answer twice does nothing twice."""

    ask: Short
    move: msgspec.Raw


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Alone at the table: take the last move back, where nothing new was learnt since."""


class Redo(Command, frozen=True, kw_only=True, tag="redo"):
    """Alone at the table: give the move again that was taken back last, if no other was made since."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Back to the lobby with the same chairs and settings."""


class MakeTransferCode(Command, frozen=True, kw_only=True, tag="transfer"):
    """Get a one-time code that moves this chair to another device."""


class TakeChair(Command, frozen=True, kw_only=True, tag="take"):
    """Take a chair over with a transfer code."""

    code: Short


class OpenMotion(Command, frozen=True, kw_only=True, tag="propose"):
    """Move that the table pause, resume, abandon the game, or let the sender into a chair."""

    motion: Literal["pause", "resume", "abandon", "recover", "substitute"]
    seat: SeatNumber | None = None
    name: Name | None = None


class VoteOnMotion(Command, frozen=True, kw_only=True, tag="agree"):
    """Vote on a motion; the last word counts while it is open."""

    motion: int
    agree: bool = True


class Away(Command, frozen=True, kw_only=True, tag="away"):
    """Let the stand-in bot play this chair until `back`."""


class Back(Command, frozen=True, kw_only=True, tag="back"):
    """Take one's own chair back from the bot."""


class Chat(Command, frozen=True, kw_only=True, tag="chat"):
    """Say something. Text is text."""

    text: Text
    channel: Channel | None = None


class Claim(Command, frozen=True, kw_only=True, tag="claim"):
    """Say something in a form that the table, the record and bots can read; or take it back."""

    claim: AnyClaim
    withdraw: bool = False


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Ask for the server's time."""


AnyCommand = (
    Join
    | Leave
    | ChangeChair
    | Rename
    | Ready
    | ChangeSettings
    | Start
    | Kick
    | Lock
    | Shuffle
    | MakeHost
    | SeatBot
    | AddEntropy
    | Answer
    | Undo
    | Redo
    | Rematch
    | MakeTransferCode
    | TakeChair
    | OpenMotion
    | VoteOnMotion
    | Away
    | Back
    | Chat
    | Claim
    | Ping
)
