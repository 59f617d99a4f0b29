"""Bodies of REST requests and replies, apart from commands: tables, records, solitaire, and what the server offers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from turncoat.core.capabilities import (
    Agreed,
    Certain,
    Chances,
    Line,
    LineUp,
    NotWritten,
    OptionInfo,
    RoleInfo,
    ScribeQuestion,
    Sight,
)
from turncoat.core.puzzles import Kind
from turncoat.core.solitaire import Summary
from turncoat.server.tables.settings import Name, Pace, SeatNumber, Settings, Short
from turncoat.server.tables.wire import ChatLine, ClaimState, TableView, Update, You


class NewTable(Settings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a new table, and the name of the host. Without a name the host has no chair."""

    name: Name | None = None


class QuickPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A private table with bots in the other chairs, dealt at once."""

    ruleset: Short | None = None
    players: Annotated[int, Meta(ge=1, le=32)] | None = None
    name: Name = "You"
    bot: Short | None = None
    options: Annotated[dict[str, Any], Meta(max_length=64)] | None = None
    roles: tuple[Short, ...] | None = None
    pace: Pace = "human"
    moments: bool = False


class PuzzleListing(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle in a list. `rating` is an estimate of how hard it is."""

    id: str
    kind: Kind
    ruleset: str
    rating: int


class PuzzlePosition(PuzzleListing, frozen=True, kw_only=True):
    """A puzzle to be solved: what its seat may see, the question, and the choices. The answer is asked for apart."""

    seat: int | None
    view: Any
    question: dict[str, Any]
    choices: tuple[Any, ...]


class PuzzleOfTheDay(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzle of a day (UTC), the same on every server of this version."""

    date: str
    puzzle: PuzzlePosition


class PuzzleDay(PuzzleListing, frozen=True, kw_only=True):
    """Which puzzle was that of a day."""

    date: str


class PuzzleHint(msgspec.Struct, frozen=True, kw_only=True):
    """Where to look, in the game's own form."""

    hint: dict[str, Any]


class PuzzleTry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer: the place of a choice, or none to be shown the answer."""

    choice: Annotated[int, Meta(ge=0, le=63)] | None = None


class PuzzleSolution(msgspec.Struct, frozen=True, kw_only=True):
    """The right choice, and why, in the game's own form."""

    is_right: bool | None
    right: int
    why: dict[str, Any]


class SetupCheck(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set-up to be checked. `language` is that of the sentences in the report."""

    ruleset: Short
    players: Annotated[int, Meta(ge=1, le=32)]
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    roles: tuple[Short, ...] = ()
    language: Short = "en"


class SetupReport(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a set-up may be played. `rules` is what follows from it; `sights` says who learns what about whom.

    `summary` says in a few sentences what the set-up comes to, and `agreed` each option that it changes. `cannot_add`
    are the roles that could be chosen but cannot be added to it as it stands, with the code of the refusal.
    """

    ok: bool
    error: str | None = None
    message: str | None = None
    warnings: tuple[str, ...] = ()
    rules: Any = None
    sights: tuple[Sight, ...] = ()
    summary: tuple[str, ...] = ()
    agreed: tuple[Agreed, ...] = ()
    cannot_add: dict[str, str] = {}


class Script(msgspec.Struct, frozen=True, kw_only=True):
    """What is read out before a game, and the seconds of silence after each line."""

    language: str
    lines: tuple[Line, ...]


class RulesetInfo(msgspec.Struct, kw_only=True):
    """A ruleset that can be played. `bots` lists the weakest first; `phases` may have a clock.

    `levels` are those among them that differ in strength alone, for people to choose; `opponent` is the usual one.
    `technical` are those for studies and tests, which a screen need not offer.
    `votes`: people vote in secret, so a table can let them change their votes (`change_vote`).
    `reading`: a table can let people ask how likely each seat is on the hidden side (`reading`).
    `rule_book`: `/api/rulesets/ID/rules` has its rules.
    """

    id: str
    game: str
    version: int
    seats: tuple[int, ...]
    roles: dict[str, RoleInfo] = {}
    options: dict[str, OptionInfo] = {}
    lineups: tuple[LineUp, ...] = ()
    words: dict[str, dict[str, str]] = {}
    phases: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    technical: tuple[str, ...] = ()
    opponent: str = ""
    solitaire: bool = False
    votes: bool = False
    reading: bool = False
    rule_book: bool = False


class LanguageModels(msgspec.Struct, frozen=True, kw_only=True):
    """Where hosts may have language models run (none: nowhere), and what one may use at one chair.

    `seconds` holds for one decision. `total` (seconds), `tokens`, `lines` of talk and `cost` hold for one game; a cost
    of 0 is no limit. What was used is not told: the length of what a model reads depends on its role.
    """

    addresses: tuple[str, ...]
    seconds: float
    total: float
    tokens: int
    lines: int
    cost: float


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What this server is and offers. `bots` lists the weakest first."""

    name: str
    version: str
    bots: tuple[str, ...]
    stand_in: str
    now: int
    language_models: LanguageModels


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


class Step(Update, kw_only=True, tag_field="type", tag="update"):
    """A step of a game. `sides`, where they changed: the hidden sides that the public facts allow from here on.

    `claim_states`, where they changed: what has become of each claim that has been made by then, in order.
    """

    sides: tuple[tuple[int, ...], ...] | UnsetType = UNSET
    claim_states: tuple[ClaimState, ...] | UnsetType = UNSET


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat or a watcher saw it. The first step sets the whole view, the others patch it.

    `you` is the caller's own chair in it. `claims` are those of a finished game, in order.
    """

    id: str
    seat: int | None
    you: int | None = None
    steps: tuple[Step, ...]
    claims: tuple[ChatLine, ...] = ()


class Deduction(msgspec.Struct, frozen=True, kw_only=True):
    """The hidden sides that the public facts still allow, and for each seat in how many of them it is.

    `of` is how many there were before anything was played. `claims` are the lines of the chat that claim something, and
    `claim_states` what has become of each.
    """

    sides: tuple[tuple[int, ...], ...]
    of: int
    seats: tuple[int, ...]
    claims: tuple[ChatLine, ...] = ()
    claim_states: tuple[ClaimState, ...] = ()


class NumberedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A legal answer: its number in the text, the open ask it answers, and the move to send."""

    number: int
    ask: str
    text: str
    move: Any


class ViewInWords(msgspec.Struct, frozen=True, kw_only=True):
    """A table and the caller's view of its game as English text, and every answer that the caller can give now."""

    status: Literal["lobby", "playing", "over"]
    text: str
    answers: tuple[NumberedAnswer, ...]


class SoloGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A solitaire game. `daily`: today's deal, the same for everybody. `deal`: the deal with this number."""

    ruleset: Short | None = None
    name: Name = "You"
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    daily: bool = False
    deal: Annotated[int, Meta(ge=0, le=2**31)] | None = None


class SoloStats(Summary, frozen=True, kw_only=True):
    """The caller's solitaire results, in order of time. `points` are those of the latest games."""

    points: tuple[int, ...]
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


Entries = Annotated[tuple[dict[str, Any], ...], Meta(max_length=1000)]


class WrittenGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that is played elsewhere, as far as it has been written down. `names` are those of the players."""

    ruleset: Short
    players: Annotated[int, Meta(ge=1, le=32)]
    options: Annotated[dict[str, Any], Meta(max_length=64)] = {}
    roles: tuple[Short, ...] = ()
    entries: Entries = ()
    names: tuple[Name, ...] = ()


class ScribeAsk(WrittenGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the scribe wants to know of it: the facts of a seat (`eyes`), how people usually play, the chart."""

    eyes: SeatNumber | None = None
    estimate: bool = False
    chart: bool = False


class ReplayAsk(WrittenGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Through whose eyes the written game is watched; null: a watcher's."""

    seat: SeatNumber | None = None


class ScribeReply(msgspec.Struct, frozen=True, kw_only=True):
    """How far the game has been written down, what is asked next, and what is known. `docs/scribe.md` explains it."""

    view: Any
    question: ScribeQuestion | None
    rows: tuple[int | None, ...]
    facts: Certain
    place: int | None
    refused: NotWritten | None
    estimate: Chances | None = None
    chart: Any = None
