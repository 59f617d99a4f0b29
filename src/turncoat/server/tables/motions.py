"""What a table votes on: who may be asked, when a motion passes, and what follows."""

from __future__ import annotations

from msgspec.structs import replace

from turncoat.server.tables.table import Seat, Stage, Table
from turncoat.server.tables.wire import Motion


def make_motion(table: Table, kind: str, visitor: str, by: int | None, seat: int | None, name: str | None) -> Table:
    """A new motion. Its maker says yes, if he has a chair."""
    number = table.motion_count + 1
    yes = () if by is None else (by,)
    motion = Motion(id=number, kind=kind, by=by, name=name, seat=seat, yes=yes)
    return replace(
        table,
        motions=(*table.motions, motion),
        askers={**table.askers, number: visitor},
        motion_count=number,
    )


def vote_motion(table: Table, number: int, seat: int, agree: bool) -> Table:
    """A seat's word; the last one counts."""
    motions = []
    for motion in table.motions:
        if motion.id == number:
            yes = {*motion.yes} - {seat} | ({seat} if agree else set())
            no = {*motion.no} - {seat} | (set() if agree else {seat})
            motion = replace(motion, yes=tuple(sorted(yes)), no=tuple(sorted(no)))  # noqa: PLW2901 - rebuilt here
        motions.append(motion)
    return replace(table, motions=tuple(motions))


def settle(table: Table, at: int) -> Table:
    """Carry out the motions that have passed and drop those that cannot pass any more."""
    motions = tuple(replace(motion, needed=len(voters(table, motion)) // 2 + 1) for motion in table.motions)
    table = replace(table, motions=motions)
    for motion in motions:
        if has_passed(table, motion):
            table = _carry_out(_without(table, motion), motion, table.askers[motion.id], at)
        elif has_fallen(table, motion):
            table = _without(table, motion)
    return table


def voters(table: Table, motion: Motion) -> set[int]:
    """The seats whose word counts: those that persons play now, but for the one in question.

    Bots go with the majority of the persons. Did they say yes by themselves, a stranger could walk in among them.
    """
    return {seat for seat, chair in enumerate(table.chairs) if chair.person and seat != motion.seat}


def has_passed(table: Table, motion: Motion) -> bool:
    """A majority of those who have a say; `recover` needs the host too."""
    if len(voters(table, motion) & set(motion.yes)) < motion.needed:
        return False
    host = table.seat_of(table.host)
    return motion.kind != "recover" or host in (None, motion.seat) or host in motion.yes


def has_fallen(table: Table, motion: Motion) -> bool:
    """Too many said no, or the host (or the chair's own player) did where that decides."""
    if len(voters(table, motion) - set(motion.no)) < motion.needed:
        return True
    decisive = {motion.seat, table.seat_of(table.host)} if motion.kind == "recover" else set()
    return bool(decisive & set(motion.no))


def _without(table: Table, motion: Motion) -> Table:
    askers = {number: asker for number, asker in table.askers.items() if number != motion.id}
    return replace(table, motions=tuple(m for m in table.motions if m.id != motion.id), askers=askers)


def _carry_out(table: Table, motion: Motion, asker: str, at: int) -> Table:
    if motion.kind == "pause":
        return pause(table, at)
    if motion.kind == "resume":
        return resume(table, at)
    if motion.kind == "abandon":
        return replace(table, status="over", paused=False, stage=None, motions=(), askers={})
    assert motion.seat is not None
    if table.seat_of(asker) is not None:  # he has found another chair meanwhile
        return table
    was_host = table.chairs[motion.seat].visitor == table.host
    chair = Seat(visitor=asker, name=motion.name or table.chairs[motion.seat].name, ready=True)
    table = table.with_chair(motion.seat, chair)
    return replace(table, host=asker) if was_host and motion.kind == "recover" else table


def pause(table: Table, at: int) -> Table:
    """Stop the clock; nobody can answer."""
    return replace(table, paused=True, stage=stopped(table.stage, at))


def resume(table: Table, at: int) -> Table:
    """Let the clock run on."""
    stage = table.stage
    if stage is not None and stage.left is not None:
        stage = replace(stage, due=at + stage.left, left=None)
    return replace(table, paused=False, stage=stage)


def stopped(stage: Stage | None, at: int) -> Stage | None:
    """The stage with its clock held."""
    if stage is None or stage.due is None:
        return stage
    return replace(stage, due=None, left=max(0, stage.due - at))
