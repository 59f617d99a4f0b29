"""From a command to entries: who may do what at a table, and when.

Pure: the time and fresh secrets come in through the context. What may not be done raises Refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from turncoat.bots import language_model, may_be_seated, present_name, roster
from turncoat.core import Refused
from turncoat.games import find_game
from turncoat.server.tables import commands
from turncoat.server.tables import entries as log
from turncoat.server.tables.answers import AlreadyDone, answer_entry, change_entry, check_move
from turncoat.server.tables.handovers import INVITATION_MS, consent_for, is_lapsed, is_request, may_ask, next_entry
from turncoat.server.tables.motions import vote_motion
from turncoat.server.tables.names import clean_name, is_double
from turncoat.server.tables.pointing import point_entry
from turncoat.server.tables.settings import Settings
from turncoat.server.tables.table_info import ChairInfo, TableInfo
from turncoat.server.tables.table_state import TableState, setup_of
from turncoat.server.tables.talk import channels, read_claim, standing_claims, talk_of

TRANSFER_MS = 300_000
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # 32 letters: the remainder of a byte is equally likely to be each
BOT_NAMES = ("Ada", "Bea", "Cleo", "Dov", "Edda", "Finn", "Gwen", "Hugo", "Ines", "Jael", "Kit", "Lou")


Purpose = Literal["deal", "bots", "chairs", "transfer"]
DrawSecret = Callable[[Purpose, Settings], str]
"""Draws a fresh 256-bit secret, in hexadecimal, for one purpose at a table with these settings."""


class Context(msgspec.Struct):
    """Who sends a command, where and when, and what the server provides and allows."""

    state: TableState
    visitor: str
    now: int
    draw_secret: DrawSecret
    fixed_deals: bool = False
    find_present: Callable[[], frozenset[int]] = frozenset

    @property
    def here(self) -> frozenset[int]:
        """The seats whose owners are connected to any server."""
        return self.find_present()

    def secret(self, purpose: Purpose) -> str:
        """A fresh secret for one purpose."""
        return self.draw_secret(purpose, self.table.settings)

    @property
    def table(self) -> TableInfo:
        return self.state.table

    @property
    def seat(self) -> int:
        """The sender's chair. Raises Refused without one."""
        seat = self.table.seat_of(self.visitor)
        if seat is None:
            raise Refused("NOT_SEATED", "You have no chair at this table.")
        return seat

    def need_host(self) -> None:
        if self.visitor != self.table.host:
            raise Refused("NOT_HOST", "Only the host can do that.")

    def need_status(self, status: str, message: str) -> None:
        """Raise Refused, with this message, unless the table has this status."""
        if self.table.status != status:
            raise Refused("NOT_NOW", message)

    def need_lobby(self) -> None:
        self.need_status("lobby", "That can only be done before the game.")

    def need_game(self) -> None:
        self.need_status("playing", "There is no game going on.")

    def chair(self, seat: int) -> ChairInfo:
        """The chair of this number. Raises Refused."""
        if not 0 <= seat < len(self.table.chairs):
            raise Refused("BAD_REQUEST", f"There is no chair {seat}.")
        return self.table.chairs[seat]


class Decision(msgspec.Struct):
    """What a command leads to: entries for the log, and a result for its sender."""

    entries: tuple[log.Entry, ...] = ()
    result: Any = None


def decide(ctx: Context, command: commands.Command) -> Decision:
    """Check a command. Raises Refused or AlreadyDone; then nothing is to be done."""
    decision = _DECIDE[type(command)](ctx, command)
    lapsed = _lapsed(ctx)
    return replace(decision, entries=(*lapsed, *decision.entries)) if lapsed and decision.entries else decision


def _lapsed(ctx: Context) -> tuple[log.RequestClosed, ...]:
    """Closes the requests of earlier versions before anything else happens that could decide them."""
    return tuple(log.RequestClosed(at=ctx.now, motion=one.id) for one in ctx.table.motions if is_lapsed(one))


def _one(entry: log.Entry) -> Decision:
    return Decision((entry,))


# settings


def normal_settings(settings: Settings, *, fixed_deals: bool) -> Settings:
    """Settings with the defaults filled in. Raises Refused where they cannot be played."""
    try:
        game = find_game(settings.ruleset)
    except LookupError:
        raise Refused("NOT_FOUND", f"There is no ruleset {settings.ruleset[:40]!r}.") from None
    if settings.deal and not fixed_deals:
        raise Refused("NOT_ALLOWED", "This server does not fix deals.")
    stand_in = need_bot(settings.stand_in or roster(settings.ruleset).stand_in, settings.ruleset)
    if language_model(stand_in) is not None:  # everybody is told before the deal who reads the talk
        raise Refused("BAD_REQUEST", "A language model cannot stand in for others.")
    players = settings.players if settings.players is not None else game.seats(settings.ruleset)[0]
    settings = replace(
        settings,
        players=players,
        stand_in=stand_in,
        reading=settings.reading or UNSET,
        change_vote=settings.change_vote or UNSET,
    )
    game.start(setup_of(settings))
    return settings


def need_bot(name: str, ruleset: str) -> str:
    """The present name of a bot. Refuses that of an unknown bot: a name from a client never loads a module."""
    found = present_name(name, ruleset) or name
    if not may_be_seated(found, ruleset):
        raise Refused("NOT_FOUND", f"There is no bot {name[:40]!r}.")
    return found


# the lobby


def free_bot_names(taken: Collection[str]) -> list[str]:
    """Names for bots that cannot be mistaken for these, the first choices first."""
    names = (*BOT_NAMES, *(f"Bot {number}" for number in range(32)))
    return [name for name in names if not any(is_double(name, other) for other in taken)]


def _free_name(ctx: Context, name: str, own: int | None = None) -> str:
    cleaned = clean_name(name)
    for seat, chair in enumerate(ctx.table.chairs):
        if seat != own and chair.name is not None and is_double(chair.name, cleaned):
            raise Refused("NAME_TAKEN", "Somebody here has that name, or one that looks like it.")
    return cleaned


def _join(ctx: Context, command: commands.Join) -> Decision:
    table = ctx.table
    if table.seat_of(ctx.visitor) is not None:
        raise AlreadyDone
    if table.locked and ctx.visitor != table.host:
        raise Refused("TABLE_LOCKED", "The host has locked the table.")
    if command.seat is not None and not ctx.chair(command.seat).empty:
        raise Refused("SEAT_TAKEN", "That chair is taken.")
    free = [seat for seat, chair in enumerate(table.chairs) if chair.empty]
    if not free:
        raise Refused("TABLE_FULL", "Every chair is taken.")
    seat = free[0] if command.seat is None else command.seat
    name = _free_name(ctx, command.name)
    return _one(log.Joined(at=ctx.now, seat=seat, visitor=ctx.visitor, name=name))


def _leave(ctx: Context, command: commands.Leave) -> Decision:
    return _one(log.Left(at=ctx.now, seat=ctx.seat))


def _sit(ctx: Context, command: commands.ChangeChair) -> Decision:
    ctx.need_lobby()
    seat = ctx.seat
    if command.seat == seat:
        raise AlreadyDone
    if not ctx.chair(command.seat).empty:
        raise Refused("SEAT_TAKEN", "That chair is taken.")
    return _one(log.ChairChanged(at=ctx.now, seat=seat, to=command.seat))


def _rename(ctx: Context, command: commands.Rename) -> Decision:
    seat, table = ctx.seat, ctx.table
    if table.status == "playing" and table.settings.talk != "open":
        raise Refused("NOT_ALLOWED", "A new name could carry a message; this table plays without free talk.")
    return _one(log.Renamed(at=ctx.now, seat=seat, name=_free_name(ctx, command.name, seat)))


def _ready(ctx: Context, command: commands.Ready) -> Decision:
    ctx.need_lobby()
    seat = ctx.seat
    if command.contract != ctx.table.contract:
        raise Refused("CONTRACT_CHANGED", "The settings have changed; look at them again.")
    return _one(log.ReadyChanged(at=ctx.now, seat=seat, ready=command.ready))


def _change(ctx: Context, command: commands.ChangeSettings) -> Decision:
    ctx.need_host()
    ctx.need_lobby()
    settings = normal_settings(command.settings, fixed_deals=ctx.fixed_deals)
    people = sum(chair.visitor is not None for chair in ctx.table.chairs)
    if people > (settings.players or 1):
        raise Refused("TABLE_FULL", f"{people} people sit here; that is too many for {settings.players} chairs.")
    return _one(log.SettingsChanged(at=ctx.now, settings=settings))


def _start(ctx: Context, command: commands.Start) -> Decision:
    ctx.need_host()
    ctx.need_lobby()
    if any(chair.empty for chair in ctx.table.chairs):
        raise Refused("NOT_READY", "There are empty chairs: fill them with people or bots.")
    late = [
        chair.name or "?" for chair in ctx.table.chairs if chair.visitor not in (None, ctx.visitor) and not chair.ready
    ]
    if late:
        raise Refused("NOT_READY", f"Not ready yet: {', '.join(late)}.")
    return _one(log.Started(at=ctx.now, bot_secret=ctx.secret("bots")))


def _kick(ctx: Context, command: commands.Kick) -> Decision:
    ctx.need_host()
    ctx.need_lobby()
    if ctx.chair(command.seat).empty:
        raise AlreadyDone
    return _one(log.Left(at=ctx.now, seat=command.seat))


def _lock(ctx: Context, command: commands.Lock) -> Decision:
    ctx.need_host()
    return _one(log.Locked(at=ctx.now, locked=command.locked))


def _shuffle(ctx: Context, command: commands.Shuffle) -> Decision:
    ctx.need_host()
    ctx.need_lobby()
    secret = ctx.secret("chairs")
    order = sorted(range(len(ctx.table.chairs)), key=lambda seat: hashlib.sha256(f"{secret} {seat}".encode()).digest())
    return _one(log.Shuffled(at=ctx.now, order=tuple(order)))


def _hand_over(ctx: Context, command: commands.MakeHost) -> Decision:
    ctx.need_host()
    heir = ctx.chair(command.seat).visitor
    if heir is None:
        raise Refused("BAD_REQUEST", "Only a person can host.")
    return _one(log.HostChanged(at=ctx.now, visitor=heir))


def _seat_bot(ctx: Context, command: commands.SeatBot) -> Decision:
    ctx.need_host()
    ctx.need_lobby()
    chairs = ctx.table.chairs
    bot = None if command.bot is None else need_bot(command.bot, ctx.table.settings.ruleset)
    if command.seat is None:
        wanted = [seat for seat, chair in enumerate(chairs) if chair.visitor is None and chair.empty is bool(bot)]
    elif ctx.chair(command.seat).visitor is not None:
        raise Refused("SEAT_TAKEN", "A person sits there.")
    else:
        wanted = [command.seat]
    taken = [chair.name for seat, chair in enumerate(chairs) if seat not in wanted and chair.name is not None]
    names = free_bot_names(taken)
    if command.name is not None:
        if command.seat is None or bot is None:
            raise Refused("BAD_REQUEST", "Only one bot in one chair can be given a name.")
        names = [_free_name(ctx, command.name, command.seat)]
    seated = tuple(
        log.BotSeated(at=ctx.now, seat=seat, bot=bot, name=name if bot else None)
        for seat, name in zip(wanted, names, strict=False)
    )
    return Decision((*seated, *_ask_again(ctx, bot)))


def _ask_again(ctx: Context, bot: str | None) -> tuple[log.ReadyChanged, ...]:
    """Players who are ready agreed to a table without language models. When one gets a chair, they are asked again."""
    if bot is None or language_model(bot) is None:
        return ()
    agreed = [seat for seat, chair in enumerate(ctx.table.chairs) if chair.visitor not in (None, ctx.visitor)]
    return tuple(
        log.ReadyChanged(at=ctx.now, seat=seat, ready=False) for seat in agreed if ctx.table.chairs[seat].ready
    )


def _entropy(ctx: Context, command: commands.AddEntropy) -> Decision:
    ctx.need_lobby()
    return _one(log.EntropyAdded(at=ctx.now, seat=ctx.seat, entropy=command.entropy))


def _rematch(ctx: Context, command: commands.Rematch) -> Decision:
    ctx.need_status("over", "The game is not over.")
    if ctx.visitor != ctx.table.host:
        _ = ctx.seat
    return _one(log.Rematched(at=ctx.now, secret=ctx.secret("deal")))


def _again(ctx: Context, command: commands.WantAnother) -> Decision:
    """When the last person asks for another game, it is dealt: all of them are there, and agreed to these settings."""
    ctx.need_status("over", "The game is not over.")
    seat, table = ctx.seat, ctx.table
    if seat in table.again:
        raise AlreadyDone
    wanted = log.AnotherWanted(at=ctx.now, seat=seat)
    if {seat, *table.again} < {place for place, chair in enumerate(table.chairs) if chair.visitor is not None}:
        return _one(wanted)
    rematched = log.Rematched(at=ctx.now, secret=ctx.secret("deal"))
    return Decision((wanted, rematched, log.Started(at=ctx.now, bot_secret=ctx.secret("bots"))))


# the game


def _answer(ctx: Context, command: commands.Answer) -> Decision:
    seat = ctx.seat
    entry = answer_entry(ctx.state, ctx.now, seat, command.ask, command.move)
    if ctx.table.chairs[seat].away:
        check_move(ctx.state, entry)  # before the chair is given back
        return Decision((log.Returned(at=ctx.now, seat=seat), entry))
    return Decision((entry,))


def _change_vote(ctx: Context, command: commands.ChangeVote) -> Decision:
    return _one(change_entry(ctx.state, ctx.now, ctx.seat, command))


def _seen(ctx: Context, command: commands.Seen) -> Decision:
    seat, hold = ctx.seat, ctx.table.hold
    if hold is None or hold.at != command.hold:
        raise Refused("NOT_NOW", "The table does not show that any more.")
    if seat in hold.seen:
        raise AlreadyDone
    return _one(log.Seen(at=ctx.now, seat=seat))


def _undo(ctx: Context, command: commands.Undo) -> Decision:
    _need_game_alone(ctx)
    if not ctx.table.can_undo:
        raise Refused("NOT_NOW", "Something new was learnt by that move; it stands.")
    return _one(log.Undone(at=ctx.now))


def _redo(ctx: Context, command: commands.Redo) -> Decision:
    _need_game_alone(ctx)
    if not ctx.table.can_redo:
        raise Refused("NOT_NOW", "There is nothing to do again.")
    return _one(log.Redone(at=ctx.now))


def _need_game_alone(ctx: Context) -> None:
    ctx.need_game()
    _ = ctx.seat
    if len(ctx.table.chairs) != 1:
        raise Refused("NOT_ALLOWED", "Moves can be taken back only in solitaire.")


# chairs and people


def _digest(table: TableInfo, code: str) -> str:
    return hashlib.sha256(f"turncoat-transfer-1 {table.id} {code}".encode()).hexdigest()


def _transfer(ctx: Context, command: commands.MakeTransferCode) -> Decision:
    seat = ctx.seat
    drawn = bytes.fromhex(ctx.secret("transfer"))[:6]
    code = f"{ctx.table.code}-{''.join(_LETTERS[byte % len(_LETTERS)] for byte in drawn)}"
    expires = ctx.now + TRANSFER_MS
    entry = log.TransferCodeMade(at=ctx.now, seat=seat, digest=_digest(ctx.table, code), expires=expires)
    return Decision((entry,), {"code": code, "expires": expires})


def _take(ctx: Context, command: commands.TakeChair) -> Decision:
    digest = _digest(ctx.table, command.code.strip().upper())
    makers = [code.visitor for code in ctx.table.codes if code.digest == digest and code.expires > ctx.now]
    seat = ctx.table.seat_of(makers[0] or "") if makers else None
    if seat is None:
        raise Refused("BAD_CODE", "That code is wrong, used or too old.")
    if ctx.table.seat_of(ctx.visitor) not in (None, seat):
        raise Refused("NOT_ALLOWED", "You have another chair at this table; leave it first.")
    return _one(log.ChairTransferred(at=ctx.now, seat=seat, visitor=ctx.visitor))


def _invite(ctx: Context, command: commands.Invite) -> Decision:
    ctx.need_game()
    entry = log.Invited(at=ctx.now, seat=ctx.seat, until=ctx.now + INVITATION_MS)
    return Decision((entry,), {"until": entry.until})


def _open_motion(ctx: Context, command: commands.OpenMotion) -> Decision:
    ctx.need_game()
    if command.motion in ("recover", "substitute"):
        return _one(_request(ctx, command))
    table, kind = ctx.table, command.motion
    if any(motion.kind == kind for motion in table.motions):
        raise Refused("NOT_NOW", "The table is voting on that already.")
    if (kind == "pause") == table.paused and kind != "abandon":
        raise Refused("NOT_NOW", "The game is paused." if table.paused else "The game is not paused.")
    seat = ctx.seat
    name = table.chairs[seat].name
    return _one(log.MotionOpened(at=ctx.now, kind=kind, visitor=ctx.visitor, by=seat, name=name))


def _request(ctx: Context, command: commands.OpenMotion) -> log.ChairRequested:
    """The request of somebody without a chair for one."""
    table, seat = ctx.table, command.seat
    if table.seat_of(ctx.visitor) is not None:
        raise Refused("NOT_ALLOWED", "You have a chair at this table.")
    if not may_ask(table, ctx.now):
        raise Refused("NOT_INVITED", "Somebody who plays here has to invite people to ask for a chair first.")
    if seat is None or command.name is None:
        raise Refused("BAD_REQUEST", "Name the chair, and yourself.")
    chair = ctx.chair(seat)
    requests = [motion for motion in table.motions if is_request(motion)]
    if any(motion.seat == seat or table.askers[motion.id] == ctx.visitor for motion in requests):
        raise Refused("NOT_NOW", "The table is considering a request already.")
    if command.motion == "recover" and chair.visitor is None:
        raise Refused("NOT_ALLOWED", "That chair belongs to nobody.")
    if command.motion == "substitute" and chair.person and seat in ctx.here:
        raise Refused("NOT_ALLOWED", "That chair's player is there.")
    consent = consent_for(table, seat, ctx.here)
    if not consent:
        raise Refused("NOT_ALLOWED", "Nobody else is here who could consent to that.")
    name = _free_name(ctx, command.name, seat)
    asked = tuple(sorted(consent))
    return log.ChairRequested(at=ctx.now, kind=command.motion, visitor=ctx.visitor, seat=seat, name=name, consent=asked)


def _agree(ctx: Context, command: commands.VoteOnMotion) -> Decision:
    seat, table = ctx.seat, ctx.table
    motion = next((one for one in table.motions if one.id == command.motion and not is_lapsed(one)), None)
    if motion is None:
        raise Refused("NOT_NOW", "That is decided.")
    voted = log.MotionVoted(at=ctx.now, motion=motion.id, seat=seat, agree=command.agree)
    if not (is_request(motion) and command.agree):
        return _one(voted)
    counted = vote_motion(table, motion.id, seat, agree=True)
    here = ctx.here | {seat}  # whoever votes is there, with or without a socket
    (motion,) = (one for one in counted.motions if one.id == motion.id)
    follows = next_entry(counted, motion, here, ctx.now)
    return Decision((voted,) if follows is None else (voted, follows))


def review_requests(ctx: Context, *, calm: bool) -> Decision:
    """The first thing that has to be done about open requests, given who is connected now. It may change the rest."""
    lapsed = _lapsed(ctx)
    if lapsed:
        return Decision(lapsed)
    for motion in filter(is_request, ctx.table.motions):
        entry = next_entry(ctx.table, motion, ctx.here, ctx.now, calm=calm)
        if entry is not None:
            return _one(entry)
    return Decision()


def _away(ctx: Context, command: commands.Away) -> Decision:
    ctx.need_game()
    seat = ctx.seat
    if ctx.table.chairs[seat].away:
        raise AlreadyDone
    return _one(log.StoodIn(at=ctx.now, seat=seat, bot=ctx.table.settings.stand_in))


def _back(ctx: Context, command: commands.Back) -> Decision:
    seat = ctx.seat
    if not ctx.table.chairs[seat].away:
        raise AlreadyDone
    return _one(log.Returned(at=ctx.now, seat=seat))


# talk


def _chat(ctx: Context, command: commands.Chat) -> Decision:
    state = ctx.state
    allowed = channels(state.table, state.game, state.game_state, ctx.visitor)
    if not allowed or (command.channel is not None and command.channel not in allowed):
        raise Refused("NOT_ALLOWED", "You cannot speak there now.")
    text = "".join(sign for sign in command.text.strip() if sign.isprintable() or sign == "\n")
    if not text:
        raise Refused("BAD_REQUEST", "Say something.")
    seat = ctx.table.seat_of(ctx.visitor)
    return _one(
        log.Said(
            at=ctx.now,
            channel=command.channel or allowed[0],
            seat=seat,
            name=_speaker(ctx.table, ctx.visitor, seat),
            text=text,
        )
    )


def _speaker(table: TableInfo, visitor: str, seat: int | None) -> str:
    if seat is not None:
        return table.chairs[seat].name or "?"
    return "Watcher " + hashlib.sha256(f"{table.id} {visitor}".encode()).hexdigest()[:3]


def _point(ctx: Context, command: commands.Point) -> Decision:
    return _one(point_entry(ctx.state, ctx.now, ctx.seat, command))


def _claim(ctx: Context, command: commands.Claim) -> Decision:
    ctx.need_game()
    seat = ctx.seat
    if ctx.table.settings.talk == "silent":
        raise Refused("NOT_ALLOWED", "This table plays in silence.")
    claim = read_claim(ctx.state.game, command.claim)
    talk_of(ctx.state.game).check_claim(claim, setup_of(ctx.table.settings))
    standing = standing_claims(ctx.state.game, (line for line, _ in ctx.state.chat))
    if command.withdraw and not any(line.seat == seat and line.claim == claim for line in standing):
        raise Refused("NOT_NOW", "You do not claim that now.")
    return _one(_claim_entry(ctx, seat, claim, withdrawn=command.withdraw))


def _claim_entry(ctx: Context, seat: int, claim: Any, *, withdrawn: bool = False) -> log.Said:
    name = ctx.table.chairs[seat].name or "?"
    plain = msgspec.to_builtins(claim)
    return log.Said(at=ctx.now, channel="table", seat=seat, name=name, claim=plain, withdrawn=withdrawn)


def claim_entries(ctx: Context, seat: int, claim: Any) -> tuple[log.Said, ...]:
    """The entries for a bot's claim. They take back what the bot claimed about the same thing before.

    There are none for a claim that a person could not make.
    """
    talk = talk_of(ctx.state.game)
    try:
        talk.check_claim(claim, setup_of(ctx.table.settings))
    except Refused:
        return ()
    subject = talk.subject
    standing = standing_claims(ctx.state.game, (line for line, _ in ctx.state.chat))
    mine = [line.claim for line in standing if line.seat == seat]
    stale = [one for one in mine if one is not None and subject(one) == subject(claim)]
    if claim in stale:
        return ()
    return (*(_claim_entry(ctx, seat, one, withdrawn=True) for one in stale), _claim_entry(ctx, seat, claim))


def bot_line(ctx: Context, seat: int, text: str) -> log.Said:
    """The entry for what a bot says in free text."""
    return log.Said(at=ctx.now, channel="table", seat=seat, name=ctx.table.chairs[seat].name or "?", text=text)


def _ping(ctx: Context, command: commands.Ping) -> Decision:
    return Decision((), {"now": ctx.now})


_DECIDE: dict[type, Callable[[Context, Any], Decision]] = {
    commands.Join: _join,
    commands.Leave: _leave,
    commands.ChangeChair: _sit,
    commands.Rename: _rename,
    commands.Ready: _ready,
    commands.ChangeSettings: _change,
    commands.Start: _start,
    commands.Kick: _kick,
    commands.Lock: _lock,
    commands.Shuffle: _shuffle,
    commands.MakeHost: _hand_over,
    commands.SeatBot: _seat_bot,
    commands.AddEntropy: _entropy,
    commands.Answer: _answer,
    commands.ChangeVote: _change_vote,
    commands.Seen: _seen,
    commands.Undo: _undo,
    commands.Redo: _redo,
    commands.Rematch: _rematch,
    commands.WantAnother: _again,
    commands.MakeTransferCode: _transfer,
    commands.TakeChair: _take,
    commands.Invite: _invite,
    commands.OpenMotion: _open_motion,
    commands.VoteOnMotion: _agree,
    commands.Away: _away,
    commands.Back: _back,
    commands.Chat: _chat,
    commands.Point: _point,
    commands.Claim: _claim,
    commands.Ping: _ping,
}
