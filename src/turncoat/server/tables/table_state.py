"""A table, computed from its log: its chairs and settings, the game, the chat, and how much each stream was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from turncoat.core import AnyGame, Ask, CorruptRecord, Event, Match, Outcome, Record, Refused, Seed, Setup
from turncoat.core.solitaire import can_take_back
from turncoat.games import find_game
from turncoat.server.tables import entries as log
from turncoat.server.tables.handovers import hand_over, left_to, open_request, reviewed
from turncoat.server.tables.motions import make_motion, settle, vote_motion, without
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_info import (
    ChairInfo,
    Deadline,
    Hold,
    TableInfo,
    TransferCode,
    contract_of,
    rehosted,
    resized,
    unready,
)
from turncoat.server.tables.talk import council, listeners, read_claim, topics
from turncoat.server.tables.wire import ChatLine, SealedVote

# Bots are ready so long after the deal: as long as people need for their cards, less in further games.
BOTS_READ_MS = 6_000
BOTS_GLANCE_MS = 2_000
# Somebody alone with bots looks as long as they like; but not for ever.
ALONE_SECONDS = 60.0


class VoteChange(msgspec.Struct, frozen=True):
    """A vote that replaced an earlier one: the name of the change, and the move as JSON."""

    id: str
    move: bytes


class GivenAnswer(msgspec.Struct, frozen=True):
    """An answer that was accepted: the move as JSON, and the bot (`by`) that gave it.

    A vote may have changed: then `move` is how it stands, `first` what it was, and `changes` what it became.
    """

    kind: str
    move: bytes
    by: str | None
    seat: int | None
    can_take_back: bool
    first: bytes | None = None
    changes: tuple[VoteChange, ...] = ()


class Change(msgspec.Struct, kw_only=True):
    """What an entry did. `to` lists the streams that are told of it (None: all); `reset`: they start from scratch."""

    events: tuple[Event, ...] = ()
    to: frozenset[int | None] | None = None
    line: ChatLine | None = None
    reset: bool = False
    record: Record | None = None


class Effect(Change, kw_only=True):
    """What an entry did, and how everything stood after it: `seq` entries, `moves` answers, the game's `state`.

    `counts` holds the number of answers of each seat, `hands` whom a seat points at.
    A stream's last message has the number `common + extra[stream]`.
    """

    table: TableInfo
    game: AnyGame
    state: Any
    asks: tuple[Ask, ...]
    sealed: dict[int, SealedVote]
    hands: dict[int, int]
    counts: tuple[int, ...]
    seq: int
    moves: int
    common: int
    extra: dict[int | None, int]


class TableState:
    """A table after the entries of its log so far: `apply` them in order. Equal logs give equal states everywhere."""

    def __init__(self, opened: log.Opened) -> None:
        settings = opened.settings
        self.game = find_game(settings.ruleset)
        self.seq = 0
        self.common = 0
        self.extra: dict[int | None, int] = {}
        self.chat: list[tuple[ChatLine, frozenset[int | None] | None]] = []
        self.match: Match[Any] | None = None
        self.asks: tuple[Ask, ...] = ()
        self.sealed: dict[int, SealedVote] = {}
        self.hands: dict[int, int] = {}
        self.answers: list[list[GivenAnswer]] = []
        self.counts: tuple[int, ...] = ()
        self.given: list[GivenAnswer] = []
        self.taken_back: list[GivenAnswer] = []
        self.players: list[tuple[int, int, str]] = []
        self.table = _configured(
            TableInfo(
                id=opened.id,
                code=opened.code,
                host=opened.host,
                opener=opened.host,
                settings=settings,
                secret=opened.secret,
                daily=opened.daily,
                chairs=(ChairInfo(),) * (settings.players or 1),
            ),
            settings,
        )

    @property
    def game_state(self) -> Any:
        """The game's state; None while there is no game."""
        return self.match.state if self.match is not None else None

    def apply(self, entry: log.Entry) -> Effect:
        """Take the next entry of the log."""
        change = self._HANDLERS[type(entry)](self, entry) or Change()  # a move that the rules refuse changes nothing
        self.seq += 1
        if change.to is None:
            self.common += 1
        elif change.to:
            self.extra = {**self.extra}
            for stream in change.to:
                self.extra[stream] = self.extra.get(stream, 0) + 1
        return self._after(change)

    def snapshot(self) -> Effect:
        """How everything stands, as an effect that did nothing."""
        return self._after(Change(to=frozenset()))

    def _after(self, change: Change) -> Effect:
        return Effect(
            events=change.events,
            to=change.to,
            line=change.line,
            reset=change.reset,
            record=change.record,
            table=self.table,
            game=self.game,
            state=self.game_state,
            asks=self.asks,
            sealed=self.sealed,
            hands=self.hands,
            counts=self.counts,
            seq=self.seq,
            moves=len(self.given),
            common=self.common,
            extra=self.extra,
        )

    # the lobby

    def _opened(self, entry: log.Opened) -> None:
        """Nothing more: the table was made of this entry."""

    def _joined(self, entry: log.Joined) -> None:
        chair = ChairInfo(visitor=entry.visitor, name=entry.name)
        self.table = self.table.with_chair(entry.seat, chair)

    def _left(self, entry: log.Left) -> None:
        table = self.table
        chair = table.chairs[entry.seat]
        if table.status == "playing":  # the stand-in plays on for good
            bot = chair.bot or table.settings.stand_in
            self._now_plays(entry.seat, bot)
            table = left_to(table, entry, bot, len(self.given), topics(self.game, self.game_state))
        else:
            table = table.with_chair(entry.seat, ChairInfo())
        table = replace(table, again=tuple(seat for seat in table.again if seat != entry.seat))
        self.table = settle(rehosted(table, chair.visitor), entry.at)

    def _chair_changed(self, entry: log.ChairChanged) -> None:
        chair = self.table.chairs[entry.seat]
        self.table = self.table.with_chair(entry.seat, ChairInfo()).with_chair(entry.to, replace(chair, ready=False))

    def _renamed(self, entry: log.Renamed) -> None:
        self.table = self.table.with_chair(entry.seat, replace(self.table.chairs[entry.seat], name=entry.name))

    def _ready_changed(self, entry: log.ReadyChanged) -> None:
        self.table = self.table.with_chair(entry.seat, replace(self.table.chairs[entry.seat], ready=entry.ready))

    def _settings_changed(self, entry: log.SettingsChanged) -> None:
        settings = entry.settings
        self.game = find_game(settings.ruleset)
        chairs = resized(unready(self.table.chairs), settings.players or 1)
        entropy = tuple((seat, text) for seat, text in self.table.entropy_by_seat if seat < len(chairs))
        self.table = _configured(replace(self.table, chairs=chairs, entropy_by_seat=entropy), settings)

    def _locked(self, entry: log.Locked) -> None:
        self.table = replace(self.table, locked=entry.locked)

    def _shuffled(self, entry: log.Shuffled) -> None:
        chairs = self.table.chairs
        self.table = replace(self.table, chairs=unready(tuple(chairs[i] for i in entry.order)), entropy_by_seat=())

    def _host_changed(self, entry: log.HostChanged) -> None:
        self.table = replace(self.table, host=entry.visitor)

    def _bot_seated(self, entry: log.BotSeated) -> None:
        chair = ChairInfo() if entry.bot is None else ChairInfo(bot=entry.bot, name=entry.name, ready=True)
        self.table = self.table.with_chair(entry.seat, chair)

    def _entropy_added(self, entry: log.EntropyAdded) -> None:
        entropy = dict(self.table.entropy_by_seat)
        entropy.pop(entry.seat, None)
        if entry.entropy:
            entropy[entry.seat] = entry.entropy
        self.table = replace(self.table, entropy_by_seat=tuple(sorted(entropy.items())))

    def _transfer_code_made(self, entry: log.TransferCodeMade) -> Change:
        maker = self.table.chairs[entry.seat].visitor
        codes = tuple(code for code in self.table.codes if code.visitor != maker and code.expires > entry.at)
        self.table = replace(self.table, codes=(*codes, TransferCode(entry.digest, maker, entry.expires)))
        return Change(to=frozenset())

    def _chair_transferred(self, entry: log.ChairTransferred) -> None:
        chair = self.table.chairs[entry.seat]
        name = entry.name or chair.name or ""
        self.table = hand_over(self.table, entry.seat, entry.visitor, name, "code", entry.at)
        if chair.away:
            self._now_plays(entry.seat, name)

    # the game

    def _started(self, entry: log.Started) -> Change:
        table = self.table
        settings = table.settings
        self.match = Match(self.game, setup_of(settings), Seed.of(table.secret), table.entropy)
        self.answers = [[] for _ in table.chairs]
        self.counts = (0,) * len(table.chairs)
        self.sealed, self.hands = {}, {}
        self.given, self.taken_back = [], []
        self.chat = []
        self.players = [(seat, 0, chair.bot or chair.name or "") for seat, chair in enumerate(table.chairs)]
        self.table = replace(
            table,
            status="playing",
            game=table.game + 1,
            started=entry.at,
            paused=False,
            bot_secret=entry.bot_secret,
            handovers=(),
            departures=(),
            open_until=0,
        )
        self._hold(entry.at, self.match.opening)
        self._look_back()
        self._ask(entry.at)
        return Change(events=self.match.opening, reset=True)

    def _moved(self, entry: log.Moved) -> Change:
        change = self._play(entry.at, entry.seat, entry.kind, bytes(entry.move), entry.by)
        self.taken_back.clear()
        self._look_back()
        return change

    def _play(self, at: int, seat: int | None, kind: str, move: bytes, by: str | None) -> Change:
        match = self.match
        assert match is not None
        before = match.state
        events = match.play(seat, log.read_move(match.game, move))
        self._seal(before, seat, kind, move, events)
        given = GivenAnswer(kind, move, by, seat, can_take_back(events))
        if seat is not None and by is not None and self._plays(seat) != by:
            self._now_plays(seat, by)  # a chair's own bot failed, or is back
        self.given.append(given)
        if seat is not None:
            self.answers[seat].append(given)
            self.counts = (*self.counts[:seat], self.counts[seat] + 1, *self.counts[seat + 1 :])
        self._hold(at, events)
        self._ask(at)
        outcome = match.game.outcome(match.state)
        record = None if outcome is None else self._finish(at, outcome)
        return Change(events=events, to=_hearers(events, seat), record=record)

    def _seal(self, before: Any, seat: int | None, kind: str, move: bytes, events: tuple[Event, ...]) -> None:
        """Note which votes can still be changed: those among answers that are being collected, if nobody sees them.

        Nobody sees a vote that is told in the same events as every other vote would be.
        """
        match = self.match
        assert match is not None
        if not (self.table.settings.change_vote and match.is_collecting):
            self.sealed = {}
        elif seat is not None and kind in self.game.capabilities.votes:
            (ask,) = (ask for ask in self.asks if ask.seat == seat and ask.kind == kind)
            if all(self.game.play(before, seat, other).events == events for other in ask.moves):
                name = ask_id(self.table.game, self.counts[seat], kind)
                vote = SealedVote(ask=name, move=msgspec.Raw(move), moves=tuple(ask.moves))
                self.sealed = {**self.sealed, seat: vote}

    def _vote_changed(self, entry: log.VoteChanged) -> Change:
        """Only the view of the vote's own seat changes, so only its stream is told. No clock starts anew."""
        match, seat, move = self.match, entry.seat, bytes(entry.move)
        assert match is not None
        match.change(seat, log.read_move(match.game, move))
        given = self.answers[seat][-1]
        changes = (*given.changes, VoteChange(entry.id, move))
        changed = replace(given, move=move, first=given.first or given.move, changes=changes)
        self.answers[seat][-1] = changed
        self.given = [changed if each is given else each for each in self.given]
        self.sealed = {**self.sealed, seat: replace(self.sealed[seat], move=msgspec.Raw(move))}
        return Change(to=frozenset({seat}))

    def _look_back(self) -> None:
        """In solitaire, the last answer can be taken back if it revealed nothing, and be given again."""
        if len(self.table.chairs) == 1:
            can_undo = bool(self.given) and self.given[-1].can_take_back and self.table.status == "playing"
            self.table = replace(self.table, can_undo=can_undo, can_redo=bool(self.taken_back))

    def _undone(self, entry: log.Undone) -> Change:
        assert self.match is not None
        match: Match[Any] = Match(self.game, self.match.setup, self.match.secret, self.match.entropy)
        self.taken_back.append(self.given.pop())
        for given in self.given:
            match.play(given.seat, log.read_move(match.game, given.move))
        self.match = match
        self._ask(entry.at)
        self._look_back()
        return Change(reset=True)

    def _redone(self, entry: log.Redone) -> Change:
        again = self.taken_back.pop()
        change = self._play(entry.at, again.seat, again.kind, again.move, again.by)
        self._look_back()
        return change

    def _another_wanted(self, entry: log.AnotherWanted) -> None:
        self.table = replace(self.table, again=(*self.table.again, entry.seat))

    def _rematched(self, entry: log.Rematched) -> Change:
        """Back to the lobby. Whoever wanted another game has agreed to the same settings."""
        chairs = tuple(
            chair if chair.visitor is None else replace(chair, ready=seat in self.table.again, bot=None, away="")
            for seat, chair in enumerate(self.table.chairs)
        )
        self.table = replace(
            self.table,
            status="lobby",
            secret=entry.secret,
            daily=None,
            entropy_by_seat=(),
            chairs=chairs,
            deadline=None,
            hold=None,
            motions=(),
            again=(),
        )
        self.match, self.asks, self.sealed = None, (), {}
        return Change(reset=True)

    def _finish(self, at: int, outcome: Outcome) -> Record:
        table, match = self.table, self.match
        assert match is not None
        name = f"{table.id}-{table.game}"
        self.table = replace(
            table, status="over", deadline=None, paused=False, motions=(), askers={}, records=(*table.records, name)
        )
        claims = [msgspec.to_builtins(line) for line, _ in self.chat if line.claim is not None]
        return match.record(
            reveal=True,
            id=name,
            names=[chair.name for chair in table.chairs],
            played=[list(player) for player in self.players],
            started=table.started,
            finished=at,
            daily=table.daily,
            claims=claims,
            **msgspec.structs.asdict(outcome),
        )

    def _hold(self, at: int, events: Sequence[Event]) -> None:
        """Let people look at what has just become public, where the table wants that. Bots wait meanwhile."""
        table = self.table
        if not table.settings.moments:
            return
        seconds, event = max(
            ((self.game.capabilities.moments.get(tag, 0.0), tag) for tag in map(_tag, events) if tag),
            default=(0.0, ""),
        )
        if not seconds:
            if table.hold is not None and table.hold.due <= at:
                self.table = replace(table, hold=None)
            return
        is_deal = not self.given
        earliest = at + (BOTS_READ_MS if table.game == 1 else BOTS_GLANCE_MS) if is_deal else at
        if table.settings.pace == "slow":
            seconds *= 2
        if len(table.people) == 1:
            seconds = max(seconds, ALONE_SECONDS)
        self.table = replace(table, hold=Hold(event=event, at=at, earliest=earliest, due=at + round(1000 * seconds)))

    def _seen(self, entry: log.Seen) -> None:
        """The clock of the next question does not run while people look: it begins when all of them are done."""
        hold, deadline = self.table.hold, self.table.deadline
        assert hold is not None
        self.table = replace(self.table, hold=replace(hold, seen=(*hold.seen, entry.seat)))
        ends = max(entry.at, self.table.held_until())
        if ends < hold.due and deadline is not None and deadline.due is not None and deadline.due > hold.due:
            self.table = replace(self.table, deadline=replace(deadline, due=deadline.due - (hold.due - ends)))

    def _ask(self, at: int) -> None:
        """Open the next asks. The clock starts anew for new asks, with some grace after votes were revealed."""
        assert self.match is not None
        before, self.asks = self.asks, self.match.asks
        clocks = self.table.settings.clocks
        if not clocks:
            return
        deadline = self.table.deadline
        if deadline is not None and self.asks and all(ask in before for ask in self.asks):
            return
        phase = self.match.game.phase(self.match.state)
        seconds = clocks.get(phase, clocks.get("default"))
        grace = 1000 * self.table.settings.grace if deadline is not None and deadline.sealed else 0
        hold = self.table.hold
        if hold is not None and hold.at == at:
            grace = hold.due - at
        due = None if seconds is None or not self.asks else at + 1000 * seconds + grace
        self.table = replace(self.table, deadline=Deadline(phase=phase, sealed=len(self.asks) > 1, due=due))

    # people

    def _motion_opened(self, entry: log.MotionOpened) -> None:
        table = make_motion(self.table, entry.kind, entry.visitor, entry.by, entry.seat, entry.name)
        self._settle(table, entry.at)

    def _motion_voted(self, entry: log.MotionVoted) -> None:
        self._settle(vote_motion(self.table, entry.motion, entry.seat, entry.agree), entry.at)

    def _chair_requested(self, entry: log.ChairRequested) -> None:
        self.table = open_request(self.table, entry)

    def _request_reviewed(self, entry: log.RequestReviewed) -> None:
        self.table = reviewed(self.table, entry)

    def _chair_granted(self, entry: log.ChairGranted) -> None:
        (motion,) = (motion for motion in self.table.motions if motion.id == entry.motion)
        assert motion.seat is not None
        name = motion.name or ""
        asker = self.table.askers[motion.id]
        self.table = hand_over(without(self.table, motion.id), motion.seat, asker, name, "consent", entry.at)
        self._now_plays(motion.seat, name)

    def _request_closed(self, entry: log.RequestClosed) -> None:
        self.table = without(self.table, entry.motion)

    def _invited(self, entry: log.Invited) -> None:
        self.table = replace(self.table, open_until=entry.until)

    def _settle(self, table: TableInfo, at: int) -> None:
        before = self.table
        self.table = settle(table, at)
        if self.table.status == "over":
            self.asks = ()
        for seat, (old, new) in enumerate(zip(before.chairs, self.table.chairs, strict=True)):
            if old.visitor != new.visitor:
                self._now_plays(seat, new.name or "")

    def _stood_in(self, entry: log.StoodIn) -> None:
        chair = self.table.chairs[entry.seat]
        away: Any = "absent" if entry.absent else "asked"
        table = self.table.with_chair(entry.seat, replace(chair, bot=entry.bot, away=away))
        self._now_plays(entry.seat, entry.bot)
        self.table = settle(table, entry.at)

    def _returned(self, entry: log.Returned) -> None:
        chair = replace(self.table.chairs[entry.seat], bot=None, away="")
        self.table = self.table.with_chair(entry.seat, chair)
        self._now_plays(entry.seat, chair.name or "")

    def _said(self, entry: log.Said) -> Change:
        line = ChatLine(
            at=entry.at,
            channel=entry.channel,
            seat=entry.seat,
            name=entry.name,
            text=entry.text,
            claim=None if entry.claim is None else read_claim(self.game, entry.claim),
            withdrawn=entry.withdrawn,
            move=len(self.given),
            teams=topics(self.game, self.game_state),
        )
        to = listeners(entry.channel, self.table, self.game, self.game_state)
        self.chat.append((line, to))
        return Change(line=line, to=to)

    def _pointed(self, entry: log.Pointed) -> Change:
        self.hands = {seat: target for seat, target in self.hands.items() if seat != entry.seat}
        if entry.target is not None:
            self.hands[entry.seat] = entry.target
        return Change(to=council(self.table, self.game, self.game_state))

    def _plays(self, seat: int) -> str:
        return next(who for other, _, who in reversed(self.players) if other == seat)

    def _now_plays(self, seat: int, who: str) -> None:
        self.players.append((seat, len(self.given), who))

    _HANDLERS: ClassVar[dict[type, Callable[[Any, Any], Change | None]]] = {
        log.Opened: _opened,
        log.Joined: _joined,
        log.Left: _left,
        log.ChairChanged: _chair_changed,
        log.Renamed: _renamed,
        log.ReadyChanged: _ready_changed,
        log.SettingsChanged: _settings_changed,
        log.Locked: _locked,
        log.Shuffled: _shuffled,
        log.HostChanged: _host_changed,
        log.BotSeated: _bot_seated,
        log.EntropyAdded: _entropy_added,
        log.Started: _started,
        log.Moved: _moved,
        log.VoteChanged: _vote_changed,
        log.Seen: _seen,
        log.Undone: _undone,
        log.Redone: _redone,
        log.Rematched: _rematched,
        log.AnotherWanted: _another_wanted,
        log.TransferCodeMade: _transfer_code_made,
        log.ChairTransferred: _chair_transferred,
        log.MotionOpened: _motion_opened,
        log.MotionVoted: _motion_voted,
        log.ChairRequested: _chair_requested,
        log.RequestReviewed: _request_reviewed,
        log.ChairGranted: _chair_granted,
        log.RequestClosed: _request_closed,
        log.Invited: _invited,
        log.StoodIn: _stood_in,
        log.Returned: _returned,
        log.Said: _said,
        log.Pointed: _pointed,
    }


def ask_id(game: int, count: int, kind: str) -> str:
    """The name of a seat's open ask: the game, how many answers the seat has given in it, and the kind."""
    return f"{game}.{count}.{kind}"


def _tag(event: Event) -> str:
    """The name of an event that everybody learns of; empty for others."""
    return "" if event.to is not None else str(event.__struct_config__.tag)


def _hearers(events: tuple[Event, ...], seat: int | None) -> frozenset[int | None] | None:
    """Which streams are told of a move: every seat that learns something, and the seat that moved."""
    told: set[int | None] = set() if seat is None else {seat}
    for event in events:
        if event.to is None:
            return None
        told.update(event.to)
    return frozenset(told)


def read_log(bodies: Sequence[bytes], known: int = 0) -> tuple[TableState, list[Effect]]:
    """A table from its log, and the effects of the entries after number `known`. Raises CorruptRecord."""
    try:
        first = log.decode(bodies[0])
        if not isinstance(first, log.Opened):
            raise CorruptRecord("the log does not begin with its table")
        state = TableState(first)
        effects = [effect for body in bodies if (effect := state.apply(log.decode(body))).seq > known]
    except (msgspec.MsgspecError, LookupError, Refused) as error:
        raise CorruptRecord(f"the log cannot be read: {error}") from None
    return state, effects


def setup_of(settings: Settings) -> Setup:
    """The game's part of the settings."""
    return Setup(
        ruleset=settings.ruleset,
        players=settings.players or 1,
        options=settings.options,
        roles=settings.roles,
        deal=settings.deal,
    )


def _configured(table: TableInfo, settings: Settings) -> TableInfo:
    warnings = find_game(settings.ruleset).warnings(setup_of(settings))
    fixed = ("FIXED_DEAL",) if settings.deal else ()
    return replace(
        table, settings=settings, warnings=(*warnings, *fixed), contract=contract_of(settings), deadline=None
    )
