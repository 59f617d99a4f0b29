"""The log of a table: everything that ever happened there, in order. The table's state follows from it.

Accepted commands write entries. They are read again after a restart, and by other processes. They never leave the
server, because they hold visitors and seeds. Tags and field names are stored: where one has changed, the old one is
still read.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Union

import msgspec

from turncoat.core import AnyGame
from turncoat.server.tables.old_names import OldNames
from turncoat.server.tables.settings import Settings


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="e", omit_defaults=True):
    """Something that happened, at `at` milliseconds since 1970."""

    at: int


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """The table was made. `secret` is the seed of its first game."""

    id: str
    code: str
    host: str
    settings: Settings
    secret: str
    daily: str | None = None


class Joined(Entry, frozen=True, kw_only=True, tag="joined"):
    """A visitor took an empty chair."""

    seat: int
    visitor: str
    name: str


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    """A player gave up their chair, or the host emptied it."""

    seat: int


class ChairChanged(Entry, frozen=True, kw_only=True, tag="sat"):
    """A person moved to an empty chair."""

    seat: int
    to: int


class Renamed(Entry, frozen=True, kw_only=True, tag="named"):
    """A person changed names."""

    seat: int
    name: str


class ReadyChanged(Entry, frozen=True, kw_only=True, tag="ready"):
    """A person agreed to the settings, or took that back."""

    seat: int
    ready: bool


class SettingsChanged(Entry, frozen=True, kw_only=True, tag="settings"):
    """The host changed the settings."""

    settings: Settings


class Locked(Entry, frozen=True, kw_only=True, tag="locked"):
    """The host locked or opened the table."""

    locked: bool


class Shuffled(Entry, frozen=True, kw_only=True, tag="shuffled"):
    """The chairs were shuffled: the new chair i is the old chair `order[i]`."""

    order: tuple[int, ...]


class HostChanged(Entry, frozen=True, kw_only=True, tag="hosted"):
    """The table has another host."""

    visitor: str


class BotSeated(Entry, frozen=True, kw_only=True, tag="bot"):
    """A bot was put into a chair, or (`bot` null) taken out of it."""

    seat: int
    bot: str | None
    name: str | None = None


class EntropyAdded(Entry, frozen=True, kw_only=True, tag="entropy"):
    """A player added text of their own to the seed of the next game."""

    seat: int
    entropy: str


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """The cards were dealt. All bots of this game draw their randomness from `bot_secret`, which is never sent."""

    bot_secret: str = ""


class Moved(Entry, frozen=True, kw_only=True, tag="moved"):
    """An ask was answered: by the chair's owner, by the bot named in `by`, or (seat None) by the clock."""

    seat: int | None
    kind: str
    move: msgspec.Raw
    by: str | None = None


class VoteChanged(Entry, frozen=True, kw_only=True, tag="changed"):
    """The owner of a chair replaced its sealed vote. `id` is the name that the command gave to the change."""

    seat: int
    move: msgspec.Raw
    id: str


class Undone(Entry, frozen=True, kw_only=True, tag="undone"):
    """The last answer was taken back."""


class Redone(Entry, frozen=True, kw_only=True, tag="redone"):
    """An answer that was taken back was given again."""


class Rematched(Entry, frozen=True, kw_only=True, tag="rematch"):
    """The table went back to the lobby, with a new seed."""

    secret: str


class AnotherWanted(Entry, frozen=True, kw_only=True, tag="again"):
    """After a game, a person wants another one."""

    seat: int


class TransferCodeMade(Entry, frozen=True, kw_only=True, tag="code"):
    """A transfer code was made for a chair. Only its digest is kept."""

    seat: int
    digest: str
    expires: int


class ChairTransferred(Entry, frozen=True, kw_only=True, tag="transferred"):
    """A chair went to another visitor, by a transfer code."""

    seat: int
    visitor: str
    name: str | None = None


class MotionOpened(Entry, frozen=True, kw_only=True, tag="motion"):
    """Somebody opened a motion. In old logs also one about a chair (`seat`), which a majority decided."""

    kind: str
    visitor: str
    by: int | None = None
    seat: int | None = None
    name: str | None = None


class MotionVoted(Entry, frozen=True, kw_only=True, tag="agreed"):
    """A seat voted on a motion."""

    motion: int
    seat: int
    agree: bool


class ChairRequested(Entry, frozen=True, kw_only=True, tag="requested"):
    """A visitor without a chair asked for one. `consent`: the seats that had to agree at that moment."""

    kind: str
    visitor: str
    seat: int
    name: str
    consent: tuple[int, ...]


class RequestReviewed(Entry, frozen=True, kw_only=True, tag="reviewed"):
    """Other seats have to agree to a request now. `due`: when the chair goes over if its absent owner keeps silent."""

    motion: int
    consent: tuple[int, ...]
    due: int | None = None


class ChairGranted(Entry, frozen=True, kw_only=True, tag="granted"):
    """The chair went to the visitor who had asked for it."""

    motion: int


class RequestClosed(Entry, frozen=True, kw_only=True, tag="closed"):
    """A request for a chair cannot be granted any more."""

    motion: int


class Invited(Entry, frozen=True, kw_only=True, tag="invited"):
    """A player let people without a chair ask for one until `until`."""

    seat: int
    until: int


class StoodIn(Entry, frozen=True, kw_only=True, tag="stand-in"):
    """A bot plays the chair from now on. `absent`: until its owner is connected again."""

    seat: int
    bot: str
    absent: bool = False


class Returned(Entry, frozen=True, kw_only=True, tag="returned"):
    """The owner plays the chair again."""

    seat: int


class Seen(Entry, frozen=True, kw_only=True, tag="seen"):
    """A player has looked at what just happened."""

    seat: int


class Said(Entry, frozen=True, kw_only=True, tag="said"):
    """Somebody said something: text or a claim."""

    channel: str
    name: str
    seat: int | None = None
    text: str | None = None
    claim: dict[str, Any] | None = None
    withdrawn: bool = False


class Pointed(Entry, frozen=True, kw_only=True, tag="pointed"):
    """A seat that confers in private points at `target`, or (None) at nobody any more."""

    seat: int
    target: int | None = None


encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Union[tuple(Entry.__subclasses__())])  # noqa: UP007 - computed
_OLD_NAMES = OldNames("e", tags={"passed": "transferred"}, fields={"entropy": {"word": "entropy"}})
decode = _OLD_NAMES.reader(_decoder.decode)
"""Reads an entry as it was stored."""


def read_move(game: AnyGame, move: bytes | msgspec.Raw) -> Any:
    """Read a move as it was sent or stored. Raises MsgspecError."""
    return _move_decoder(game).decode(move)  # type: ignore[arg-type]  # mypy does not know that a game is hashable


@cache
def _move_decoder(game: AnyGame) -> msgspec.json.Decoder[Any]:
    """Kept, because making one takes much longer than reading a move."""
    return msgspec.json.Decoder(game.move_type)
