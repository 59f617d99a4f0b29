"""Everything about a table apart from its game: chairs, settings, motions, clock, seed. Immutable."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec
from msgspec.structs import replace

from turncoat.bots import language_model
from turncoat.core import Seed
from turncoat.server.tables.daily import is_running
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.wire import Chair, Clock, Departure, Handover, HoldView, Motion, ProofView, TableView


class ChairInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A chair and who holds it. A person's chair has a `visitor`; while they are `away`, `bot` plays it."""

    visitor: str | None = None
    name: str | None = None
    bot: str | None = None
    ready: bool = False  # agrees to the settings as they are
    away: Literal["", "asked", "absent"] = ""  # asked: until `back`; absent: until the visitor is connected again

    @property
    def empty(self) -> bool:
        """Whether nobody holds the chair."""
        return self.visitor is None and self.bot is None

    @property
    def person(self) -> bool:
        """Whether a person plays the chair now."""
        return self.visitor is not None and not self.away


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """When the asks that are open together must be answered. `sealed`: several seats answer at once."""

    phase: str
    sealed: bool
    due: int | None = None  # None while the table is paused
    left: int | None = None  # how much time is left then, in milliseconds


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """People look at what just happened; until that is over, bots wait. `at` is also its name in the command `seen`."""

    event: str  # the tag of the event that they look at
    at: int
    earliest: int  # bots wait at least until then
    due: int  # and no longer than until then
    seen: tuple[int, ...] = ()  # the seats that have looked


class TransferCode(msgspec.Struct, frozen=True):
    """A transfer code that has not been used yet. It moves the chair that its maker holds, whichever that is."""

    digest: str
    visitor: str | None  # who made it
    expires: int


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a table that is not the game itself. `table_view` is all that others see of it."""

    id: str
    code: str  # the six letters by which people find it
    host: str  # a visitor
    opener: str = ""  # the visitor who opened the table, and becomes the host again when nobody else is left
    settings: Settings
    secret: str  # the seed of the present game, or of the next
    bot_secret: str = ""  # from which the bots of this game draw their randomness
    chairs: tuple[ChairInfo, ...]
    status: Literal["lobby", "playing", "over"] = "lobby"
    game: int = 0  # how many games have been dealt here
    warnings: tuple[str, ...] = ()  # what the game has to say against the settings
    contract: str = ""  # the digest of the settings that players agree to
    locked: bool = False  # nobody else may join
    paused: bool = False
    motions: tuple[Motion, ...] = ()  # those that are open
    askers: dict[int, str] = {}  # by the number of a request for a chair: the visitor who asks
    motion_count: int = 0  # of all that were ever opened, so that each has a number of its own
    entropy_by_seat: tuple[tuple[int, str], ...] = ()  # what players added to the seed
    deadline: Deadline | None = None  # None: the open questions may take as long as they like
    hold: Hold | None = None
    codes: tuple[TransferCode, ...] = ()
    records: tuple[str, ...] = ()  # the ids of the finished games, oldest first
    daily: str | None = None  # the date, if this is the deal of a day
    started: int = 0  # when the present game was dealt
    can_undo: bool = False
    can_redo: bool = False
    handovers: tuple[Handover, ...] = ()  # of this game
    departures: tuple[Departure, ...] = ()  # of this game
    open_until: int = 0  # until then people without a chair may ask for one
    again: tuple[int, ...] = ()  # the seats that want another game

    def seat_of(self, visitor: str) -> int | None:
        """The number of the chair that a visitor holds."""
        if not visitor:
            return None
        for seat, chair in enumerate(self.chairs):
            if chair.visitor == visitor:
                return seat
        return None

    def with_chair(self, seat: int, chair: ChairInfo) -> TableInfo:
        """The same table with another chair at `seat`."""
        return replace(self, chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    @property
    def people(self) -> frozenset[int]:
        """The chairs that people play now."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.person)

    def held_until(self) -> int:
        """When bots may go on: at the end of the hold, or once everybody has seen what was to be seen."""
        if self.hold is None:
            return 0
        return self.hold.earliest if self.people <= set(self.hold.seen) else self.hold.due

    @property
    def entropy(self) -> tuple[str, ...]:
        """What players added to the seed, in seat order."""
        return tuple(text for _, text in sorted(self.entropy_by_seat))


def contract_of(settings: Settings) -> str:
    """A digest of the settings, without a fixed deal: what players agree to when they are ready."""
    shown = replace(settings, deal={}, stand_in=settings.stand_in)
    return hashlib.sha256(msgspec.json.encode(shown, order="deterministic")).hexdigest()[:12]


def unready(chairs: tuple[ChairInfo, ...]) -> tuple[ChairInfo, ...]:
    """The same chairs; everybody has to get ready again."""
    return tuple(replace(chair, ready=False) if chair.ready else chair for chair in chairs)


def resized(chairs: tuple[ChairInfo, ...], size: int) -> tuple[ChairInfo, ...]:
    """More chairs, or fewer: empty chairs go first, then bots."""
    kept = list(chairs) + [ChairInfo()] * max(0, size - len(chairs))
    for dispensable in (lambda chair: chair.empty, lambda chair: chair.visitor is None):
        for index in range(len(kept) - 1, -1, -1):
            if len(kept) > size and dispensable(kept[index]):
                del kept[index]
    return tuple(kept)


def rehosted(table: TableInfo, gone: str | None) -> TableInfo:
    """If the host has given up their chair, the next person becomes the host, or again whoever opened the table."""
    if gone != table.host:
        return table
    heirs = [chair.visitor for chair in table.chairs if chair.visitor is not None]
    return replace(table, host=heirs[0] if heirs else table.opener or table.host)


def table_view(table: TableInfo, now: int) -> TableView:
    """What everybody may see of a table: no visitor, no fixed deal, and the seed only when the game is over.

    The seed of a day's deal is shown when the day is over too: others may still be playing it.
    """
    has_ended = table.status == "over" and not is_running(table.daily, now)
    return TableView(
        id=table.id,
        code=table.code,
        status=table.status,
        game=table.game,
        settings=replace(table.settings, deal={}),
        warnings=table.warnings,
        contract=table.contract,
        chairs=tuple(map(_chair_view, table.chairs)),
        host=table.seat_of(table.host),
        locked=table.locked,
        paused=table.paused,
        motions=table.motions,
        clock=_clock_view(table.deadline),
        hold=_hold_view(table),
        proof=ProofView(
            commitment=Seed.of(table.secret).commitment,
            entropy=table.entropy,
            secret=table.secret if has_ended else None,
        ),
        records=table.records,
        can_undo=table.can_undo,
        can_redo=table.can_redo,
        handovers=table.handovers,
        departures=table.departures,
        open_until=table.open_until,
        again=table.again,
    )


def _chair_view(chair: ChairInfo) -> Chair:
    kind: Literal["person", "bot"] | None = None if chair.empty else "bot" if chair.visitor is None else "person"
    return Chair(
        player=kind,
        name=chair.name,
        bot=chair.bot,
        ready=chair.ready,
        away=bool(chair.away),
        language_model=model_of(chair),
    )


def model_of(chair: ChairInfo) -> str | None:
    """Which language model plays a chair, and where it runs; None for everybody else."""
    model = None if chair.bot is None else language_model(chair.bot)
    return None if model is None else f"{model.model} at {model.host}"


def _hold_view(table: TableInfo) -> HoldView | None:
    """How many have seen it, never who: whoever has more to read takes longer."""
    hold = table.hold
    if hold is None:
        return None
    seen = len(table.people & set(hold.seen))
    return HoldView(event=hold.event, at=hold.at, earliest=hold.earliest, due=hold.due, seen=seen, of=len(table.people))


def _clock_view(deadline: Deadline | None) -> Clock | None:
    if deadline is None or (deadline.due is None and deadline.left is None):
        return None
    return Clock(phase=deadline.phase, due=deadline.due, left=deadline.left)
