"""Every message of the table server: what it takes and what it tells. `docs/api.md` shows each by example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Name = Annotated[str, Meta(min_length=1, max_length=24)]
Text = Annotated[str, Meta(min_length=1, max_length=400)]
SeatNumber = Annotated[int, Meta(ge=0, le=31)]
Short = Annotated[str, Meta(max_length=64)]
Seconds = Annotated[int, Meta(ge=0, le=604_800)]
Ref = Annotated[int, Meta(ge=0, le=2**53)]
Channel = Literal["table", "watchers", "council"]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a table agrees on before the deal: the set-up, and the rules of the table round it.

    `clocks` gives seconds per phase, `default` for every phase not named; none means no clock. `takeover` is how
    long an absent player's chair waits before the stand-in bot plays it; 0 means for ever.
    """

    ruleset: Short
    players: Annotated[int, Meta(ge=1, le=32)] | None = None
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    roles: tuple[Short, ...] = ()
    deal: Annotated[dict[str, Any], Meta(max_length=8)] = {}
    public: bool = False
    watch: bool = True
    talk: Literal["open", "claims", "silent"] = "open"
    watchers_talk: bool = True
    clocks: Annotated[dict[Short, Annotated[int, Meta(ge=1, le=604_800)]], Meta(max_length=32)] = {}
    grace: Annotated[int, Meta(ge=0, le=300)] = 5
    takeover: Seconds = 60
    stand_in: Short = ""
    pace: Literal["human", "instant"] = "human"


# What a client may do at a table. The tag is both `do` on the socket and the last part of the REST address.


class Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """Something done at a table. `ref` comes back in the reply."""

    ref: Ref | None = None


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a chair (any empty one, if none is named)."""

    name: Name
    seat: SeatNumber | None = None


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give the chair up; during a game the stand-in bot plays on."""


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Move to another empty chair before the game."""

    seat: SeatNumber


class Rename(Command, frozen=True, kw_only=True, tag="name"):
    """Change one's name."""

    name: Name


class Ready(Command, frozen=True, kw_only=True, tag="ready"):
    """Agree to the contract that `contract` names; refused if the settings have changed since."""

    contract: Short
    ready: bool = True


class Change(Command, frozen=True, kw_only=True, tag="settings"):
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


class HandOver(Command, frozen=True, kw_only=True, tag="host"):
    """Host: make another person the host."""

    seat: SeatNumber


class SeatBot(Command, frozen=True, kw_only=True, tag="bot"):
    """Host: put a bot into an empty chair or another bot's (`bot` null: send it away). No seat: all empty ones."""

    bot: Short | None
    seat: SeatNumber | None = None


class Entropy(Command, frozen=True, kw_only=True, tag="entropy"):
    """Add a word of one's own to the next deal's seed."""

    word: Annotated[str, Meta(max_length=64)]


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """Answer an ask. The same answer twice does nothing twice."""

    ask: Short
    move: msgspec.Raw


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Alone at the table: take the last move back, where nothing new was learnt since."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Back to the lobby with the same chairs and settings."""


class Transfer(Command, frozen=True, kw_only=True, tag="transfer"):
    """Get a one-time code that moves this chair to another device."""


class Take(Command, frozen=True, kw_only=True, tag="take"):
    """Take a chair over with a transfer code."""

    code: Short


class Propose(Command, frozen=True, kw_only=True, tag="propose"):
    """Move that the table pause, resume, abandon the game, or let the sender into a chair."""

    motion: Literal["pause", "resume", "abandon", "recover", "substitute"]
    seat: SeatNumber | None = None
    name: Name | None = None


class Agree(Command, frozen=True, kw_only=True, tag="agree"):
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


class RoleClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="role", forbid_unknown_fields=True):
    """I am…"""

    role: Short


class TrustClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="trust", forbid_unknown_fields=True):
    """I trust…"""

    seat: SeatNumber


class SuspectClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="suspect", forbid_unknown_fields=True):
    """I suspect…"""

    seat: SeatNumber


class SawClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="saw", forbid_unknown_fields=True):
    """The Lady (or a card, named in `means`) told me that this seat is…"""

    seat: SeatNumber
    side: Literal["good", "evil"]
    means: Short = "lady"


class TeamClaim(msgspec.Struct, frozen=True, tag_field="claim", tag="team", forbid_unknown_fields=True):
    """This team has a spy (or has none)."""

    team: tuple[SeatNumber, ...]
    evil: bool = True


AnyClaim = RoleClaim | TrustClaim | SuspectClaim | SawClaim | TeamClaim


class Claim(Command, frozen=True, kw_only=True, tag="claim"):
    """Say something in a form that the table, the record and bots can read; or take it back."""

    claim: AnyClaim
    withdraw: bool = False


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Ask for the server's time."""


AnyCommand = (
    Join
    | Leave
    | Sit
    | Rename
    | Ready
    | Change
    | Start
    | Kick
    | Lock
    | Shuffle
    | HandOver
    | SeatBot
    | Entropy
    | Answer
    | Undo
    | Rematch
    | Transfer
    | Take
    | Propose
    | Agree
    | Away
    | Back
    | Chat
    | Claim
    | Ping
)


# What a client is told.


class Chair(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table. `player` is who sits there; `bot` plays it, or stands in while `away`."""

    player: Literal["person", "bot"] | None = None
    name: str | None = None
    bot: str | None = None
    ready: bool = False
    away: bool = False


class Motion(msgspec.Struct, frozen=True, kw_only=True):
    """Something the table votes on. It passes when `yes` reaches `needed`, and falls when it no longer can."""

    id: int
    kind: str
    by: int | None
    name: str | None
    seat: int | None
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    needed: int = 1


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """When the answers to the open asks are due (milliseconds since 1970), or, paused, how long would be left."""

    phase: str
    due: int | None = None
    left: int | None = None


class ProofView(msgspec.Struct, frozen=True, kw_only=True):
    """The provable deal: a commitment before, the secret after."""

    commitment: str
    entropy: tuple[str, ...] = ()
    secret: str | None = None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as anybody who may look at it sees it. A game's own state is in its view."""

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
    proof: ProofView
    records: tuple[str, ...]


class You(msgspec.Struct, frozen=True, kw_only=True):
    """What the receiver is at this table. `seat` null: a watcher. `channels` are those it may speak in now."""

    seat: int | None = None
    host: bool = False
    channels: tuple[str, ...] = ()


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """A family of moves: `move` with `field` set to any `count` different members of `of`, in that order."""

    move: dict[str, Any]
    field: str
    count: int
    of: tuple[int | str, ...]


class AskView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open question. What may be answered is every move in `moves` and every move that a pick describes."""

    id: str
    kind: str
    moves: tuple[Any, ...] = ()
    picks: tuple[Pick, ...] = ()


class ChatLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that was said: `text`, or a `claim` (`withdrawn`: taken back). `seat` null: a watcher.

    `move` and `teams` tell when: how many moves had been made then, and how many teams proposed.
    """

    at: int
    channel: str
    seat: int | None
    name: str
    text: str | None = None
    claim: AnyClaim | None = None
    withdrawn: bool = False
    move: int = 0
    teams: int = 0


class Patch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an object changed: `set` replaces fields; `tail` keeps a list up to an index and adds what follows."""

    set: Mapping[str, Any] = {}
    tail: Mapping[str, tuple[int, Any]] = {}


class Sync(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="sync"):
    """Everything, from scratch. `now` is the server's time; `events` are what brought this about, if anything."""

    n: int
    now: int
    you: You
    table: TableView
    view: Any
    asks: tuple[AskView, ...]
    chat: tuple[ChatLine, ...]
    events: tuple[Any, ...] = ()


class Update(msgspec.Struct, kw_only=True, tag_field="type", tag="update"):
    """What changed since the message before. A field that is not there did not change."""

    n: int
    events: tuple[Any, ...] | UnsetType = UNSET
    view: Patch | UnsetType = UNSET
    table: Patch | UnsetType = UNSET
    asks: tuple[AskView, ...] | UnsetType = UNSET
    chat: tuple[ChatLine, ...] | UnsetType = UNSET
    you: You | UnsetType = UNSET


class Presence(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="presence"):
    """Who is connected (not numbered). `gone` maps an absent person's seat to when the bot will take it over."""

    here: tuple[int, ...]
    watchers: int
    gone: dict[int, int | None]


class Ok(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="ok", omit_defaults=True):
    """A command was done, and is stored. `again`: it had been done before, by this seat, and was not repeated."""

    ref: int | None = None
    again: bool = False
    result: Any = None


class RefusedReply(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="refused"):
    """A command was refused; nothing changed. Only its sender hears of it."""

    ref: int | None
    error: str
    message: str


class ErrorReply(msgspec.Struct, frozen=True):
    """A refusal over HTTP."""

    error: str
    message: str


# REST, apart from the commands.


class NewTable(Settings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of a new table, and the name of who makes it. Without a name its maker hosts without a chair."""

    name: Name | None = None


class QuickPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One click: a private table, bots in the other chairs, dealt at once."""

    ruleset: Short = "avalon"
    players: Annotated[int, Meta(ge=1, le=32)] | None = None
    name: Name = "You"
    bot: Short | None = None
    options: Annotated[dict[str, Any], Meta(max_length=64)] | None = None
    roles: tuple[Short, ...] | None = None
    pace: Literal["human", "instant"] = "human"


class SetupCheck(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set-up to be checked."""

    ruleset: Short
    players: Annotated[int, Meta(ge=1, le=32)]
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    roles: tuple[Short, ...] = ()


class SetupReport(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a set-up may be played. `rules` is what it comes to: the roles dealt, team sizes, all options."""

    ok: bool
    error: str | None = None
    message: str | None = None
    warnings: tuple[str, ...] = ()
    rules: Any = None


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option of a ruleset: its default and what it may be (`values`, or a number or list by `type`)."""

    default: Any
    type: str
    values: tuple[Any, ...] | None = None


class RoleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A role. A plain one fills the rest; one with an `option` is in play while that is on; others are chosen."""

    side: str
    plain: bool
    option: str | None


class LineUp(msgspec.Struct, frozen=True, kw_only=True):
    """A recommended choice of roles and options for a number of players."""

    id: str
    players: int
    roles: tuple[str, ...] = ()
    options: dict[str, Any] = {}


class RulesetInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset that can be played."""

    id: str
    game: str
    version: int
    seats: tuple[int, ...]
    roles: dict[str, RoleInfo]
    options: dict[str, OptionInfo]
    lineups: tuple[LineUp, ...]
    words: dict[str, dict[str, str]]
    phases: tuple[str, ...] = ()


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What this server is and offers. `bots` are weakest first."""

    name: str
    version: str
    bots: tuple[str, ...]
    stand_in: str
    now: int


class Visitor(msgspec.Struct, frozen=True):
    """A new identity for a program: send it as `Authorization: Bearer TOKEN`."""

    token: str


class TableReply(msgspec.Struct, frozen=True, kw_only=True):
    """A table, and what the caller is at it."""

    table: TableView
    you: You


class TableListing(msgspec.Struct, frozen=True, kw_only=True):
    """A public table in the list."""

    id: str
    code: str
    ruleset: str
    players: int
    taken: int
    bots: int
    host: str
    status: str
    locked: bool
    watch: bool
    score: Any
    at: int


class RecordListing(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in the list."""

    id: str
    ruleset: str
    players: int
    names: tuple[str, ...]
    winner: str | None
    reason: str
    at: int
    seat: int | None = None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat (or a watcher) saw it: each step patches the view, the first sets it whole."""

    id: str
    seat: int | None
    steps: tuple[Update, ...]


class SoloGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game alone. `daily`: today's deal, the same for everybody. `deal`: a numbered one."""

    ruleset: Short = "maquis"
    name: Name = "You"
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    daily: bool = False
    deal: Annotated[int, Meta(ge=0, le=2**31)] | None = None


class SoloStats(msgspec.Struct, frozen=True, kw_only=True):
    """How the caller has done alone. Streaks count finished games in order of time."""

    played: int
    won: int
    streak: int
    best_streak: int
    reasons: dict[str, int]
    daily: dict[str, str]


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the day's board."""

    name: str
    won: bool
    reason: str
    moves: int
    seconds: int
    record: str


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """Today's deal and its board, best first."""

    date: str
    ruleset: str
    board: tuple[DailyResult, ...]
