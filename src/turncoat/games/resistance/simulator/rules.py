"""The rules as integer arithmetic without branches: `init`, `step`, `advance`."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator import tables
from turncoat.games.resistance.simulator.answers import gather_answers
from turncoat.games.resistance.simulator.deal import init_from_words
from turncoat.games.resistance.simulator.state import (
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
    AnyConfig,
    State,
    count,
    has,
    has_history,
    is_phase,
    mission_of,
    phase,
    pick,
    settle,
    size_code,
    voters,
)
from turncoat.games.resistance.simulator.tables import look_up


def init(key: Array, config: AnyConfig, *, history: bool = True) -> State:
    """A new game, dealt from a key. `history=False` leaves out what only observations need, for faster games."""
    return init_from_words(jax.random.bits(key, (2,)), config, history=history)


def step(state: State, actions: Array) -> State:
    """The state after every seat has answered; `actions` has one number per seat (see `network.action_numbers`).

    An illegal answer ends the game with reason ILLEGAL and no winner; `fouls` tells whose it was. A game that is over
    stays as it is. `actions` may be longer than the game has seats, but not shorter.
    """
    return advance(state, gather_answers(state, actions))


def advance(state: State, answers: Array) -> State:
    """The state after a word of answers, as `gather_answers` and `random_answers` make it."""
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
    rules, before = state.config.rules, state.progress
    proposing, voting, playing = (phase(state) == number for number in (PROPOSE, VOTE, MISSION))
    mission = jnp.where(proposing, mission_of(state, b.CHOICE.of(answers)), b.MISSION.of(before))
    yes, rejections = count(b.ONES.within(answers)), b.REJECTIONS.of(before)
    rejected = voting & (2 * yes <= count(voters(state)))
    fifth = rejections == 4
    resolved = playing | pick(has(state.config, b.POINT), rejected & fifth, False)
    succeeded = playing & (yes <= (b.TWO_FAILS.of(rules) & (mission == 3)))
    scored = before | (resolved.astype(jnp.int32) << (b.DONE.low + mission))
    scored = scored | (succeeded.astype(jnp.int32) << (b.WON.low + mission))
    why = _reason(state, answers, rejected & fifth, scored)

    unvoted = pick(has(state.config, b.AUTO_FIFTH), proposing & fifth, False)
    after = jnp.where(proposing, VOTE, PROPOSE)
    after = jnp.where((voting & ~rejected) | unvoted, MISSION, after)
    after = pick(has(state.config, b.LADY), jnp.where(resolved & _lady_due(state, mission, scored), LADY, after), after)
    after = pick(has(state.config, b.ASSASSINATE), jnp.where(_has_three(b.WON, scored), ASSASSINATE, after), after)
    after = jnp.where(why == PLAYING, after, OVER)

    passes = after == PROPOSE
    new_round = passes & (resolved | is_phase(state, LADY))
    decided = (
        b.PHASE.at(after)
        | b.LEADER.at(jnp.where(passes, _next_leader(state), b.LEADER.of(before)))
        | b.MISSION.at(jnp.where(new_round, count(b.DONE.within(scored)), mission))
        | b.REJECTIONS.at(jnp.where(resolved, 0, rejections + rejected))
        | b.DONE.within(scored)
        | b.WON.within(scored)
        | b.REASON.at(why)
    )
    going = jnp.where(b.WRONG.of(answers) == 0, decided, _stopped(state))
    return jnp.where(phase(state) == OVER, before, going)


def _stopped(state: State) -> Array:
    """An illegal answer: the game is over where it stood."""
    rest = state.progress & ~(b.PHASE.at(7) | b.REASON.at(7))
    return rest | b.PHASE.at(OVER) | b.REASON.at(ILLEGAL)


def _next_leader(state: State) -> Array:
    seat = b.LEADER.of(state.progress) + 1
    return jnp.where(seat == b.PLAYERS.of(state.config.rules), 0, seat)


def _has_three(missions: b.Field, progress: Array) -> Array:
    return count(missions.within(progress)) == 3


def _reason(state: State, answers: Array, hung: Array, scored: Array) -> Array:
    """Why the game is over now, or PLAYING. `hung`: a fifth rejection; `scored`: the missions after this step."""
    good = count(b.WON.within(scored))
    why = jnp.where(count(b.DONE.within(scored)) - good == 3, THREE_FAILURES, PLAYING)
    why = pick(has(state.config, b.POINT), why, jnp.where(hung, FIVE_REJECTIONS, why))
    why = pick(has(state.config, b.ASSASSINATE), why, jnp.where(good == 3, THREE_SUCCESSES, why))
    hit = b.CHOICE.of(answers) == b.MERLIN.of(state.cast)
    named = jnp.where(hit, ASSASSINATION, ASSASSIN_MISSED)
    return pick(is_phase(state, ASSASSINATE), named, why)


def _lady_due(state: State, mission: Array, scored: Array) -> Array:
    """Whether the mission just resolved is one that the Lady follows. The end of the game comes first."""
    last = pick(has(state.config, b.LADY_BY_NUMBER), mission, count(b.DONE.within(scored)) - 1)
    return (last >= 1) & (last <= 3)


def _resolved(state: State, progress: Array) -> Array:
    """Whether a mission was played or forfeited between a state and the progress after it."""
    return b.DONE.within(state.progress ^ progress) != 0


def _proposed(state: State, progress: Array, answers: Array) -> Array:
    """The team on the table in this step."""
    index = b.CHOICE.of(answers) & (TEAMS_PER_SIZE - 1)
    code = size_code(state.config, b.MISSION.of(progress))
    named = look_up(tables.TEAMS, code * TEAMS_PER_SIZE + index)
    return jnp.where(phase(state) == PROPOSE, named, b.TEAM.of(state.sets))


def _sets(state: State, progress: Array, answers: Array) -> Array:
    """The team stays until its vote or its mission is over; the sides never change."""
    after = b.PHASE.of(progress)
    team = jnp.where((after == VOTE) | (after == MISSION), _proposed(state, progress, answers), 0)
    return team | (state.sets & ~b.TEAM.at((1 << b.TEAM.bits) - 1)) | b.WRONG.within(answers)


def _marks(state: State, progress: Array, answers: Array) -> Array:
    """The fails of a mission just resolved; the Lady's new holder."""
    marked = state.marks | _shown(state, progress, answers) if has_history(state) else state.marks
    chain = ((state.marks << 4) | b.CHOICE.of(answers)) & 0xFFFF
    passed = is_phase(state, LADY) & (b.WRONG.of(answers) == 0)
    held = jnp.where(passed, (state.marks & ~0xFFFF) | chain, marked)
    return pick(has(state.config, b.LADY), held, marked)


def _shown(state: State, progress: Array, answers: Array) -> Array:
    """The fails of a mission just resolved."""
    now, mission = phase(state), b.MISSION.of(state.progress)
    fails = count(b.ONES.within(answers))
    fails = pick(has(state.config, b.POINT), jnp.where(now == MISSION, fails, FORFEITED), fails)
    return jnp.where(_resolved(state, progress), fails << (b.FAILS.low + 3 * mission), 0)


def _history(state: State, progress: Array, answers: Array) -> Array:
    """The history with the proposal just decided, by vote or without one."""
    if not has_history(state):
        return state.history
    now = phase(state)
    approved = b.PHASE.of(progress) == MISSION
    voted = now == VOTE
    row = (
        b.ROW_TEAM.at(_proposed(state, progress, answers))
        | b.ROW_VOTES.at(jnp.where(voted, b.ONES.of(answers), 0))
        | b.ROW_LEADER.at(b.LEADER.of(state.progress))
        | b.ROW_MISSION.at(jnp.where(voted, b.MISSION.of(state.progress), b.MISSION.of(progress)))
        | b.ROW_VOTED.at(voted.astype(jnp.int32))
        | b.ROW_APPROVED.at(approved.astype(jnp.int32))
        | b.ROW_USED.at(1)
    )
    decided = (voted | ((now == PROPOSE) & approved)) & (b.WRONG.of(answers) == 0)
    place = 5 * count(b.DONE.of(state.progress)) + b.REJECTIONS.of(state.progress)
    here = jnp.arange(b.ROWS, dtype=jnp.int32) == jnp.where(decided, place, b.ROWS)
    return jnp.where(here, row, state.history)
