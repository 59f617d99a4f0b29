"""Motions: who may vote, when a motion carries, and what follows from it.

A request for a chair is a motion too; `handovers.py` says what it needs. In old logs a majority decided requests. They
are replayed here as they were decided then.
"""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.server.tables.handovers import is_request
from turncoat.server.tables.table_info import ChairInfo, Deadline, TableInfo
from turncoat.server.tables.wire import Motion


def make_motion(
    table: TableInfo, kind: str, visitor: str, by: int | None, seat: int | None, name: str | None
) -> TableInfo:
    """Open a motion. The player who opens it votes for it."""
    number = table.motion_count + 1
    yes = () if by is None else (by,)
    motion = Motion(id=number, kind=kind, by=by, name=name, seat=seat, yes=yes)
    return replace(
        table,
        motions=(*table.motions, motion),
        askers={**table.askers, number: visitor},
        motion_count=number,
    )


def vote_motion(table: TableInfo, number: int, seat: int, agree: bool) -> TableInfo:
    """Count the vote of a seat; it replaces an earlier one."""
    motions = []
    for motion in table.motions:
        if motion.id == number:
            yes = {*motion.yes} - {seat} | ({seat} if agree else set())
            no = {*motion.no} - {seat} | (set() if agree else {seat})
            motion = replace(motion, yes=tuple(sorted(yes)), no=tuple(sorted(no)))  # noqa: PLW2901 - rebuilt here
        motions.append(motion)
    return replace(table, motions=tuple(motions))


def settle(table: TableInfo, at: int) -> TableInfo:
    """Carry out the motions that have a majority, and drop those that cannot get one any more."""
    motions = tuple(
        motion if is_request(motion) else replace(motion, needed=len(voters(table, motion)) // 2 + 1)
        for motion in table.motions
    )
    table = replace(table, motions=motions)
    for motion in motions:
        if has_carried(table, motion):
            table = _carry_out(without(table, motion.id), motion, table.askers[motion.id], at)
        elif has_failed(table, motion):
            table = without(table, motion.id)
    return table


def voters(table: TableInfo, motion: Motion) -> set[int]:
    """The seats that may vote: those that people play now, except the chair in question.

    Bots have no vote. If they had one and voted yes, a stranger could get a chair at a table full of bots.
    """
    return {seat for seat, chair in enumerate(table.chairs) if chair.person and seat != motion.seat}


def has_carried(table: TableInfo, motion: Motion) -> bool:
    """Whether a majority is for it, in old logs with the host for `recover`. An entry of its own grants a request."""
    if is_request(motion) or len(voters(table, motion) & set(motion.yes)) < motion.needed:
        return False
    host = table.seat_of(table.host)
    return motion.kind != "recover" or host in (None, motion.seat) or host in motion.yes


def has_failed(table: TableInfo, motion: Motion) -> bool:
    """Whether too many are against it, or the host or the chair's own player is, where that decided."""
    if is_request(motion):
        return bool(motion.no)
    if len(voters(table, motion) - set(motion.no)) < motion.needed:
        return True
    decisive = {motion.seat, table.seat_of(table.host)} if motion.kind == "recover" else set()
    return bool(decisive & set(motion.no))


def without(table: TableInfo, number: int) -> TableInfo:
    """The table without one motion."""
    askers = {other: asker for other, asker in table.askers.items() if other != number}
    return replace(table, motions=tuple(motion for motion in table.motions if motion.id != number), askers=askers)


def _carry_out(table: TableInfo, motion: Motion, asker: str, at: int) -> TableInfo:
    if motion.kind == "pause":
        return pause(table, at)
    if motion.kind == "resume":
        return resume(table, at)
    if motion.kind == "abandon":
        return replace(table, status="over", paused=False, deadline=None, motions=(), askers={})
    assert motion.seat is not None
    if table.seat_of(asker) is not None:  # they have found another chair meanwhile
        return table
    was_host = table.chairs[motion.seat].visitor == table.host
    chair = ChairInfo(visitor=asker, name=motion.name or table.chairs[motion.seat].name, ready=True)
    table = table.with_chair(motion.seat, chair)
    return replace(table, host=asker) if was_host and motion.kind == "recover" else table


def pause(table: TableInfo, at: int) -> TableInfo:
    """Stop the clock; nobody can answer."""
    return replace(table, paused=True, deadline=stopped(table.deadline, at))


def resume(table: TableInfo, at: int) -> TableInfo:
    """Start the clock again where it stopped."""
    deadline = table.deadline
    if deadline is not None and deadline.left is not None:
        deadline = replace(deadline, due=at + deadline.left, left=None)
    return replace(table, paused=False, deadline=deadline)


def stopped(deadline: Deadline | None, at: int) -> Deadline | None:
    """The deadline with its clock stopped."""
    if deadline is None or deadline.due is None:
        return deadline
    return replace(deadline, due=None, left=max(0, deadline.due - at))
