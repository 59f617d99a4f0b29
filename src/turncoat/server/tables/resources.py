"""Bodies of REST requests and replies, apart from commands: tables, records, solitaire, and what the server offers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from turncoat.server.tables.settings import Name, Settings, Short
from turncoat.server.tables.wire import TableView, Update, You


class NewTable(Settings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a new table, and the name of the host. Without a name the host has no chair."""

    name: Name | None = None


class QuickPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A private table with bots in the other chairs, dealt at once."""

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
    """Whether a set-up may be played. `rules` is what follows from it: the roles in play, team sizes, every option."""

    ok: bool
    error: str | None = None
    message: str | None = None
    warnings: tuple[str, ...] = ()
    rules: Any = None


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option of a ruleset: its default, its type, and the values to choose from where there are some."""

    default: Any
    type: str
    values: tuple[Any, ...] | None = None


class RoleInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A role. Plain roles fill the remaining seats; a role with an `option` is in play while the option is on."""

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
    """What this server is and offers. `bots` lists the weakest first."""

    name: str
    version: str
    bots: tuple[str, ...]
    stand_in: str
    now: int


class Visitor(msgspec.Struct, frozen=True):
    """A new identity for a program: send it as `Authorization: Bearer TOKEN`."""

    token: str


class CookieReply(msgspec.Struct, frozen=True):
    """The browser has a token in its cookie: a new one, or the one it had."""

    new: bool


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
    points: int | None = None
    grade: str | None = None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat or a watcher saw it. The first step sets the whole view, the others patch it."""

    id: str
    seat: int | None
    steps: tuple[Update, ...]


class SoloGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A solitaire game. `daily`: today's deal, the same for everybody. `deal`: the deal with this number."""

    ruleset: Short = "maquis"
    name: Name = "You"
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    daily: bool = False
    deal: Annotated[int, Meta(ge=0, le=2**31)] | None = None


class SoloStats(msgspec.Struct, frozen=True, kw_only=True):
    """The caller's solitaire results. Streaks are in order of time; `points` are those of the latest games."""

    played: int
    won: int
    streak: int
    best_streak: int
    average_points: float
    points: tuple[int, ...]
    grades: dict[str, int]
    reasons: dict[str, int]
    losses: dict[str, int]
    daily: dict[str, str]


class DailyResult(msgspec.Struct, frozen=True, kw_only=True):
    """One result on the board of the day."""

    name: str
    won: bool
    reason: str
    moves: int
    seconds: int
    record: str


class Daily(msgspec.Struct, frozen=True, kw_only=True):
    """Today's deal and its results, the best first."""

    date: str
    ruleset: str
    board: tuple[DailyResult, ...]
