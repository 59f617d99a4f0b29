"""What a client may do at a table. The tag is `do` on the socket, and the last part of the address over REST."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import Meta

from turncoat.server.tables.old_names import OldNames
from turncoat.server.tables.settings import BotName, Channel, Name, Ref, SeatNumber, Settings, Short, Text

EntropyText = Annotated[str, Meta(max_length=64)]
ChangeName = Annotated[str, Meta(min_length=1, max_length=64)]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Something to be done at a table. `ref` comes back in the reply."""

    ref: Ref | None = None


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a chair: the named one, or any empty one."""

    name: Name
    seat: SeatNumber | None = None


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give up the chair. During a game the stand-in bot plays on."""


class ChangeChair(Command, frozen=True, kw_only=True, tag="sit"):
    """Move to another empty chair before the game."""

    seat: SeatNumber


class Rename(Command, frozen=True, kw_only=True, tag="name"):
    """Change the sender's name."""

    name: Name


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """Agree to the settings whose digest is `contract`. Refused if the settings have changed since."""

    contract: Short
    ready: bool = True


class ChangeSettings(Command, frozen=True, kw_only=True, tag="settings"):
    """Host: change the settings. Everybody must get ready again."""

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
    """Host: put a bot into an empty chair or a bot's chair; `bot` null empties it. Without `seat`: every such chair.

    With a `seat` the bot may be given a `name`.
    """

    bot: BotName | None
    seat: SeatNumber | None = None
    name: Name | None = None


class AddEntropy(Command, frozen=True, kw_only=True, tag="entropy"):
    """Add text of your own to the seed of the next deal. An empty text takes it back."""

    entropy: EntropyText


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """Answer an ask. Idempotent: the same answer again changes nothing."""

    ask: Short
    move: msgspec.Raw


class ChangeVote(Command, frozen=True, kw_only=True, tag="change"):
    """Replace the sender's own vote, at a table with `change_vote`, before the last one is in.

    `id` is the sender's name for this change: the same change again changes nothing.
    """

    ask: Short
    move: msgspec.Raw
    id: ChangeName


class Seen(Command, frozen=True, kw_only=True, tag="seen"):
    """Say that the sender has looked at what just happened: the `hold` that began at this time."""

    hold: Ref


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Solitaire: take the last move back, if it revealed nothing new."""


class Redo(Command, frozen=True, kw_only=True, tag="redo"):
    """Solitaire: make the move again that was taken back last, if no other move was made since."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Go back to the lobby with the same chairs and settings."""


class WantAnother(Command, frozen=True, kw_only=True, tag="again"):
    """Say after a game that the sender wants another one. It is dealt once everybody who plays here does."""


class MakeTransferCode(Command, frozen=True, kw_only=True, tag="transfer"):
    """Get a one-time code that moves the sender's chair to another device."""


class TakeChair(Command, frozen=True, kw_only=True, tag="take"):
    """Take over a chair with a transfer code."""

    code: Short


class Invite(Command, frozen=True, kw_only=True, tag="invite"):
    """Let people without a chair ask for one during the game, for five minutes."""


class OpenMotion(Command, frozen=True, kw_only=True, tag="motion"):
    """Open a vote: to pause, resume or abandon the game, or to give the sender a chair."""

    motion: Literal["pause", "resume", "abandon", "recover", "substitute"]
    seat: SeatNumber | None = None
    name: Name | None = None


class VoteOnMotion(Command, frozen=True, kw_only=True, tag="agree"):
    """Vote on a motion. A later vote replaces an earlier one while the motion is open."""

    motion: int
    agree: bool = True


class Away(Command, frozen=True, kw_only=True, tag="away"):
    """Let the stand-in bot play this chair until `back`."""


class Back(Command, frozen=True, kw_only=True, tag="back"):
    """Take the sender's own chair back from the bot."""


class Chat(Command, frozen=True, kw_only=True, tag="chat"):
    """Say something in plain text. Without `channel`: in the first channel where the sender may speak."""

    text: Text
    channel: Channel | None = None


class Point(Command, frozen=True, kw_only=True, tag="point"):
    """Point at a player while some confer in private, for them alone to see. `seat` null: point at nobody any more."""

    seat: SeatNumber | None


class Claim(Command, frozen=True, kw_only=True, tag="claim"):
    """Say something in a form of the game's own that clients, records and bots understand, or take it back."""

    claim: dict[str, Any]
    withdraw: bool = False


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Ask for the server's time."""


COMMANDS = tuple(Command.__subclasses__())
_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Union[COMMANDS])  # noqa: UP007 - computed
OLD_NAMES = OldNames("do", tags={"propose": "motion"}, fields={"entropy": {"word": "entropy"}})
decode = OLD_NAMES.reader(_decoder.decode)
