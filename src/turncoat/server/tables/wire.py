"""What a client at a table is told. `docs/api.md` shows each message by example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from turncoat.server.tables.settings import Settings


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table. `player` says who holds it. `bot` plays it, or stands in while the player is `away`.

    If a language model plays it, `language_model` says which one, and where it runs.
    """

    player: Literal["person", "bot"] | None = None
    name: str | None = None
    bot: str | None = None
    ready: bool = False
    away: bool = False
    language_model: str | None = None


class Motion(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the people at a table vote on. It carries when `yes` reaches `needed`; it fails when it cannot.

    A request for a chair needs every seat in `consent`, and a single no ends it. `due`: all of them have agreed, and
    the chair goes over at that time unless its absent owner comes back.
    """

    id: int
    kind: str
    by: int | None
    name: str | None
    seat: int | None
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    needed: int = 1
    consent: tuple[int, ...] = ()
    due: int | None = None


class Handover(msgspec.Struct, frozen=True, kw_only=True):
    """A chair got another owner: `name` in the place of `before`, by a transfer `code` or by the table's `consent`."""

    seat: int
    at: int
    before: str
    name: str
    how: str


class Departure(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody left for good during the game, and a bot plays on under their `name`.

    `move` and `teams` say when, as in a line of the chat.
    """

    seat: int
    at: int
    name: str
    move: int
    teams: int


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """When the open asks must be answered (milliseconds since 1970), or, while paused, how much time is `left`."""

    phase: str
    due: int | None = None
    left: int | None = None


class HoldView(msgspec.Struct, frozen=True, kw_only=True):
    """People look at what just happened, the public `event`, and bots wait until `due`, or until everybody has seen it.

    Everybody: `seen` of the `of` people at the table have said `seen`. Before `earliest` bots are not ready either.
    """

    event: str
    at: int
    earliest: int
    due: int
    seen: int
    of: int


class ProofView(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of a fair deal: a commitment before the game, the secret after it."""

    commitment: str
    entropy: tuple[str, ...] = ()
    secret: str | None = None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody sees it who may look at it. The game itself is in its own view.

    `again` lists the seats of those who want another game, after one.
    """

    id: str
    code: str
    status: Literal["lobby", "playing", "over"]
    game: int
    settings: Settings
    warnings: tuple[str, ...]
    contract: str
    chairs: tuple[Chair, ...]
    host: int | None
    locked: bool
    paused: bool
    motions: tuple[Motion, ...]
    clock: Clock | None
    hold: HoldView | None = None
    proof: ProofView
    records: tuple[str, ...]
    can_undo: bool = False
    can_redo: bool = False
    handovers: tuple[Handover, ...] = ()
    departures: tuple[Departure, ...] = ()
    open_until: int = 0
    again: tuple[int, ...] = ()


class You(msgspec.Struct, frozen=True, kw_only=True):
    """What the receiver is at this table. `seat` null: a watcher. `channels`: where they may speak now."""

    seat: int | None = None
    host: bool = False
    channels: tuple[str, ...] = ()


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """A family of moves: `move` with `field` set to any `count` different members of `of`, in that order."""

    move: dict[str, Any]
    field: str
    count: int
    of: tuple[int | str, ...]


class StakeView(msgspec.Struct, frozen=True, kw_only=True):
    """Something special that follows if the ask is answered by `answer`: a code, and a sentence in each language."""

    answer: str
    follows: str
    text: dict[str, str]


class AskView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open question. The answers are every move in `moves` and every move that one of `picks` describes.

    `card` is the card that asks, where neither the kind nor the moves name it.
    """

    id: str
    kind: str
    moves: tuple[Any, ...] = ()
    picks: tuple[Pick, ...] = ()
    stakes: tuple[StakeView, ...] = ()
    card: str | None = None


class SealedVote(msgspec.Struct, frozen=True, kw_only=True):
    """The receiver's own vote while it can be changed: the `ask` it answers, how it stands, and every legal answer."""

    ask: str
    move: Any
    moves: tuple[Any, ...]


class Pointing(msgspec.Struct, frozen=True, kw_only=True):
    """Who points at whom, for those who confer in private: `hands` by seat. `may`: whom the receiver may point at."""

    may: tuple[int, ...]
    hands: dict[int, int]


class ChatLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that was said: `text`, or a `claim` (`withdrawn`: taken back). `seat` null: a watcher.

    `move` and `teams` say when it was said: after how many moves, and after how many things to talk about.
    """

    at: int
    channel: str
    seat: int | None
    name: str
    text: str | None = None
    claim: Any = None
    withdrawn: bool = False
    move: int = 0
    teams: int = 0


ClaimState = Literal["stands", "withdrawn", "contradicted"]
"""What has become of a claim: its speaker has taken it back or replaced it, or what everybody has seen rules it out."""


class Patch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an object changed: `set` replaces fields; `tail` keeps a list up to an index and adds what follows."""

    set: Mapping[str, Any] = {}
    tail: Mapping[str, tuple[int, Any]] = {}


class Sync(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="sync"):
    """The whole table, from scratch. `now` is the server's time; `events` led to this, if anything did."""

    n: int
    now: int
    you: You
    table: TableView
    view: Any
    asks: tuple[AskView, ...]
    chat: tuple[ChatLine, ...]
    events: tuple[Any, ...] = ()
    sealed: SealedVote | UnsetType = UNSET
    pointing: Pointing | UnsetType = UNSET


class Update(msgspec.Struct, kw_only=True, tag_field="type", tag="update"):
    """What changed since the message before. A field that is missing did not change.

    `move` comes with `events` and says when they happened: after how many moves, as in a line of the chat.
    `sealed` is null when the receiver's vote cannot be changed any more, `pointing` when nobody confers any more.
    """

    n: int
    move: int | UnsetType = UNSET
    events: tuple[Any, ...] | UnsetType = UNSET
    view: Patch | UnsetType = UNSET
    table: Patch | UnsetType = UNSET
    asks: tuple[AskView, ...] | UnsetType = UNSET
    sealed: SealedVote | UnsetType | None = UNSET
    pointing: Pointing | UnsetType | None = UNSET
    chat: tuple[ChatLine, ...] | UnsetType = UNSET
    you: You | UnsetType = UNSET


class Presence(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """Who is connected; not numbered. `gone` maps the seat of an absent player to the time when a bot takes it over."""

    here: tuple[int, ...]
    watchers: int
    gone: dict[int, int | None]


class Ok(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="ok", omit_defaults=True):
    """A command was done and is stored. `again`: this seat had done it before, and it was not repeated."""

    ref: int | None = None
    again: bool = False
    result: Any = None


class RefusedReply(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A command was refused and changed nothing. Only its sender is told."""

    ref: int | None
    error: str
    message: str


class ErrorReply(msgspec.Struct, frozen=True):
    """A refusal over HTTP."""

    error: str
    message: str
