"""The rules as integer arithmetic without branches: `init`, `step`, `advance`."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.envs.common import TEAMS_PER_SIZE
from turncoat.envs.vector import bits as b
from turncoat.envs.vector import tables
from turncoat.envs.vector.answers import gather
from turncoat.envs.vector.deal import deal, look_up
from turncoat.envs.vector.state import (
    ASSASSIN_MISSED,
    ASSASSINATE,
    ASSASSINATION,
    FIVE_REJECTIONS,
    FORFEITED,
    ILLEGAL,
    LADY,
    MISSION,
    OVER,
    PLAYING,
    PROPOSE,
    THREE_FAILURES,
    THREE_SUCCESSES,
    VOTE,
    Config,
    State,
    bit,
    phase,
    quest_of,
    settle,
    size_code,
    voters,
)

_count = jax.lax.population_count


def init(key: Array, config: Config, *, history: bool = True) -> State:
    """A new game dealt from a key."""
    return deal(jax.random.bits(key, (2,)), config, history=history)


def step(state: State, actions: Array) -> State:
    """Every seat's answer at once; `actions` has one number per seat (see `answers`).

    An illegal answer ends the game with reason ILLEGAL and no winner; `fouls` tells whose it was. A game that
    is over stays as it is. `actions` may be longer than the game has seats, never shorter.
    """
    return advance(state, gather(state, actions))


def advance(state: State, answers: Array) -> State:
    """The state after a word of answers, as `gather` and `random_answers` make it."""
    answers = settle(answers)
    progress = settle(_progress(state, answers))
    return state._replace(
        progress=progress,
        sets=_sets(state, progress, answers),
        marks=_marks(state, progress, answers),
        history=_history(state, progress, answers),
    )


def _progress(state: State, answers: Array) -> Array:
    """Where the game stands next: the whole of the decision."""
    rules, now = state.config.rules, phase(state)
    proposing, voting, playing = now == PROPOSE, now == VOTE, now == MISSION
    choice, yes = b.CHOICE.of(answers), _count(b.ONES.of(answers))
    quest = jnp.where(proposing, quest_of(state, choice), b.QUEST.of(state.progress))
    rejections = b.REJECTIONS.of(state.progress)
    fifth = rejections == 4

    rejected = voting & (2 * yes <= _count(voters(state)))
    resolved = playing | (rejected & fifth & (b.POINT.of(rules) == 1))
    failed = yes > (b.TWO_FAILS.of(rules) & (quest == 3))
    done = b.DONE.of(state.progress) | jnp.where(resolved, bit(quest), 0)
    won = b.WON.of(state.progress) | jnp.where(playing & ~failed, bit(quest), 0)
    why = _reason(state, answers, rejected & ~resolved & fifth, resolved, done, won)

    unvoted = proposing & fifth & (b.AUTO_FIFTH.of(rules) == 1)
    after = jnp.where(proposing, VOTE, PROPOSE)
    after = jnp.where((voting & ~rejected) | unvoted, MISSION, after)
    after = jnp.where(resolved & _lady_due(state, quest, done), LADY, after)
    after = jnp.where(resolved & (_count(won) == 3), ASSASSINATE, after)
    after = jnp.where(why == PLAYING, after, OVER)

    new_round = (resolved | (now == LADY)) & (after == PROPOSE)
    new_leader = new_round | (rejected & (after == PROPOSE))
    quest = jnp.where(new_round, _count(done), quest)
    rejections = jnp.where(resolved, 0, rejections + rejected)
    leader = b.LEADER.of(state.progress) + new_leader
    leader = jnp.where(leader == b.PLAYERS.of(rules), 0, leader)
    decided = _pack_progress(after, leader, quest, rejections, done, won, why)
    return jnp.where(b.WRONG.of(answers) == 0, decided, _stopped(state))


def _stopped(state: State) -> Array:
    """An illegal answer: the game is over where it stood."""
    rest = state.progress & ~(b.PHASE.at(7) | b.REASON.at(7))
    return rest | b.PHASE.at(OVER) | b.REASON.at(ILLEGAL)


def _pack_progress(*values: Array) -> Array:
    fields = (b.PHASE, b.LEADER, b.QUEST, b.REJECTIONS, b.DONE, b.WON, b.REASON)
    word: Array = jnp.int32(0)
    for field, value in zip(fields, values, strict=True):
        word = word | field.at(value)
    return word


def _reason(state: State, answers: Array, hung: Array, resolved: Array, done: Array, won: Array) -> Array:
    """Why the game is over now, or PLAYING. `hung`: five rejections have decided it."""
    good = _count(won)
    hunted = b.KILL.of(state.config.rules) == 1
    why = b.REASON.of(state.progress)
    why = jnp.where(hung, FIVE_REJECTIONS, why)
    why = jnp.where(resolved & (good == 3) & ~hunted, THREE_SUCCESSES, why)
    why = jnp.where(resolved & (_count(done) - good == 3), THREE_FAILURES, why)
    hit = b.CHOICE.of(answers) == b.MERLIN.of(state.cast)
    named = jnp.where(hit, ASSASSINATION, ASSASSIN_MISSED)
    return jnp.where(phase(state) == ASSASSINATE, named, why)


def _lady_due(state: State, quest: Array, done: Array) -> Array:
    """Whether the mission just resolved is one that the Lady follows. The end of the game comes first."""
    rules, count = state.config.rules, _count(done)
    chronological = (count >= 2) & (count <= 4)
    by_number = (quest >= 1) & (quest <= 3)
    due = jnp.where(b.LADY_BY_NUMBER.of(rules) == 1, by_number, chronological)
    return due & (b.LADY.of(rules) == 1)


def _resolved(state: State, progress: Array) -> Array:
    """Whether a mission was played or forfeited between a state and the progress after it."""
    return b.DONE.of(state.progress) != b.DONE.of(progress)


def _proposed(state: State, progress: Array, answers: Array) -> Array:
    """The team on the table in this step."""
    index = b.CHOICE.of(answers) & (TEAMS_PER_SIZE - 1)
    code = size_code(state.config, b.QUEST.of(progress))
    named = look_up(tables.TEAMS, code * TEAMS_PER_SIZE + index)
    return jnp.where(phase(state) == PROPOSE, named, b.TEAM.of(state.sets))


def _sets(state: State, progress: Array, answers: Array) -> Array:
    """The team stays until its vote or its mission is over; the sides never change."""
    after = b.PHASE.of(progress)
    team = jnp.where((after == VOTE) | (after == MISSION), _proposed(state, progress, answers), 0)
    sides = state.sets & ~b.TEAM.at((1 << b.TEAM.bits) - 1)
    return sides | team | b.FOUL.at(b.WRONG.of(answers))


def _marks(state: State, progress: Array, answers: Array) -> Array:
    """The fails of a mission just resolved; the Lady's new holder."""
    now, quest = phase(state), b.QUEST.of(state.progress)
    fails = jnp.where(now == MISSION, _count(b.ONES.of(answers)), FORFEITED)
    shown = jnp.where(_resolved(state, progress), fails << (b.FAILS.low + 3 * quest), 0)
    chain = ((state.marks << 4) | b.CHOICE.of(answers)) & 0xFFFF
    passed = (now == LADY) & (b.PHASE.of(progress) != OVER)
    return jnp.where(passed, (state.marks & ~0xFFFF) | chain, state.marks | shown)


def _history(state: State, progress: Array, answers: Array) -> Array:
    """The history with the proposal just decided, by vote or without one."""
    if state.history.shape[-1] == 0:
        return state.history
    now = phase(state)
    approved = b.PHASE.of(progress) == MISSION
    voted = now == VOTE
    row = (
        b.ROW_TEAM.at(_proposed(state, progress, answers))
        | b.ROW_VOTES.at(jnp.where(voted, b.ONES.of(answers), 0))
        | b.ROW_LEADER.at(b.LEADER.of(state.progress))
        | b.ROW_QUEST.at(jnp.where(voted, b.QUEST.of(state.progress), b.QUEST.of(progress)))
        | b.ROW_VOTED.at(voted.astype(jnp.int32))
        | b.ROW_APPROVED.at(approved.astype(jnp.int32))
        | b.ROW_USED.at(1)
    )
    decided = (voted | ((now == PROPOSE) & approved)) & (b.WRONG.of(answers) == 0)
    place = 5 * _count(b.DONE.of(state.progress)) + b.REJECTIONS.of(state.progress)
    here = jnp.arange(b.ROWS, dtype=jnp.int32) == jnp.where(decided, place, b.ROWS)
    return jnp.where(here, row, state.history)
