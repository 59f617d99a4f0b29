"""How a chair gets another owner during a game: by the owner's transfer code, or by a request that others consent to.
Whoever leaves gives it to a bot.

A request is a motion about a chair. Neither the person who asks nor the one who would get the chair has a say in it.
Which others have one depends on the chair and on who is connected. A request is therefore reviewed after every change,
and the log keeps the result.
"""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.server.tables import entries as log
from turncoat.server.tables.table_info import ChairInfo, TableInfo
from turncoat.server.tables.wire import Departure, Handover, Motion

OBJECTION_MS = 60_000
INVITATION_MS = 300_000

NextEntry = log.RequestClosed | log.ChairGranted | log.RequestReviewed


def may_ask(table: TableInfo, now: int) -> bool:
    """Whether people without a chair may ask for one: at an open public table, or for a while after an invitation."""
    return (table.settings.public and not table.locked) or now < table.open_until


def is_request(motion: Motion) -> bool:
    """Whether a motion asks for a chair by consent."""
    return bool(motion.consent)


def is_lapsed(motion: Motion) -> bool:
    """Whether a motion asks for a chair by majority, as earlier versions did. Nothing is decided that way any more."""
    return motion.seat is not None and not motion.consent


def consent_for(table: TableInfo, seat: int, here: frozenset[int]) -> frozenset[int]:
    """The seats that must all agree before somebody else gets this chair; none: it cannot be had.

    A connected owner decides alone. An absent owner's chair needs everybody else who is connected. A bot's chair needs
    every seated person, of whom there must be two: alone with bots, the asker could be the only one who consents.
    """
    people = frozenset(number for number, chair in enumerate(table.chairs) if chair.visitor is not None)
    if seat not in people:
        return people if len(people) > 1 else frozenset()
    return frozenset({seat}) if seat in here else (people & here) - {seat}


def next_entry(
    table: TableInfo, motion: Motion, here: frozenset[int], now: int, *, calm: bool = True
) -> NextEntry | None:
    """What has to be done about a request, if anything, given who is connected now.

    Not `calm`: people may still be on their way back after a restart, so no absent owner loses a chair yet.
    """
    assert motion.seat is not None
    if table.seat_of(table.askers[motion.id]) is not None:
        return log.RequestClosed(at=now, motion=motion.id)
    has_owner = table.chairs[motion.seat].visitor is not None
    consent = consent_for(table, motion.seat, here)
    if not consent and not has_owner:
        return log.RequestClosed(at=now, motion=motion.id)
    agreed = bool(consent) and consent <= set(motion.yes)
    if agreed and not (has_owner and motion.seat not in here):
        return log.ChairGranted(at=now, motion=motion.id)
    if agreed and motion.due is not None and motion.due <= now and calm:
        return log.ChairGranted(at=now, motion=motion.id)
    due = (motion.due or now + OBJECTION_MS) if agreed else None
    asked = tuple(sorted(consent)) or motion.consent
    if (asked, due) == (motion.consent, motion.due):
        return None
    return log.RequestReviewed(at=now, motion=motion.id, consent=asked, due=due)


def open_request(table: TableInfo, entry: log.ChairRequested) -> TableInfo:
    """The table with one more request."""
    number = table.motion_count + 1
    motion = Motion(
        id=number,
        kind=entry.kind,
        by=None,
        name=entry.name,
        seat=entry.seat,
        needed=len(entry.consent),
        consent=entry.consent,
    )
    return replace(
        table,
        motions=(*table.motions, motion),
        askers={**table.askers, number: entry.visitor},
        motion_count=number,
    )


def reviewed(table: TableInfo, entry: log.RequestReviewed) -> TableInfo:
    """The table after it was found who must consent to a request, and when the chair goes over."""
    motions = tuple(
        replace(motion, consent=entry.consent, needed=len(entry.consent), due=entry.due)
        if motion.id == entry.motion
        else motion
        for motion in table.motions
    )
    return replace(table, motions=motions)


def hand_over(table: TableInfo, seat: int, visitor: str, name: str, how: str, at: int) -> TableInfo:
    """Give a chair to another visitor, and hosting with it. The old owner's codes and votes on requests are void."""
    old = table.chairs[seat]
    told = () if old.visitor == visitor else (Handover(seat=seat, at=at, before=old.name or "", name=name, how=how),)
    return replace(
        _without_voice(table, seat).with_chair(seat, ChairInfo(visitor=visitor, name=name, ready=old.ready)),
        host=visitor if old.visitor == table.host else table.host,
        codes=tuple(code for code in table.codes if code.visitor != old.visitor),
        handovers=(*table.handovers, *told),
    )


def left_to(table: TableInfo, entry: log.Left, bot: str, move: int, teams: int) -> TableInfo:
    """Give the chair of somebody who left to a bot, for good. The table keeps when: others may come back."""
    name = table.chairs[entry.seat].name
    gone = Departure(seat=entry.seat, at=entry.at, name=name or "", move=move, teams=teams)
    chair = ChairInfo(name=name, bot=bot, ready=True)
    return replace(table.with_chair(entry.seat, chair), departures=(*table.departures, gone))


def _without_voice(table: TableInfo, seat: int) -> TableInfo:
    """The table without requests for this chair, and without its owner's votes on other requests."""
    motions = tuple(
        replace(motion, yes=tuple(other for other in motion.yes if other != seat)) if is_request(motion) else motion
        for motion in table.motions
        if not (is_request(motion) and motion.seat == seat)
    )
    kept = {motion.id for motion in motions}
    askers = {number: asker for number, asker in table.askers.items() if number in kept}
    return replace(table, motions=motions, askers=askers)
