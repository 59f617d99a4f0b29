"""The training half of the league of strangers in the simulator: the same ideas as arrays, for thousands of games.

`bots.league` has the strangers themselves; a test compares the two. The measuring half has no stand-ins, so a run that
draws its players here cannot meet it. Every function is about one game; seats are absolute. `room` is the number of
seats that the arrays have, at least as many as the game.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from turncoat.games.resistance import simulator
from turncoat.games.resistance.belief import human_play as people
from turncoat.games.resistance.belief.evil_sides import evil_sides
from turncoat.games.resistance.bots.league.stranger import Kind, league
from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE
from turncoat.games.resistance.network.layout import PLAYER_COUNTS
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator import tables
from turncoat.games.resistance.simulator.state import (
    ASSASSINATE,
    FORFEITED,
    MISSION,
    VOTE,
    bit,
    count,
    evil_count,
    has,
    open_missions,
    sets_of_size,
    targets,
)

READERS = ("failures", "approvals", "intersection", "leaders", "winners")
VOTERS = ("trusting", "homebody", "bandwagon", "contrarian")
EVIL_NUMBERS = ("fail_first", "fail", "fail_together", "pretend", "name_clean")
MERLIN_NUMBERS = ("use", "use_decisive")
_CERTAIN = 9.0  # more suspicion than any reader has
_NEVER = -1e9
_ROUNDING = 1e-5  # of sums that are exact in the core


class Habits(NamedTuple):
    """A kind as numbers, for one seat or many: `bots.league.stranger` says what they mean.

    `is_person` is 1 for somebody who votes and fails at the rates of people and is otherwise of that kind.
    """

    reader: Any
    voter: Any
    fail_first: Any
    fail: Any
    fail_together: Any
    pretend: Any
    name_clean: Any
    use: Any
    use_decisive: Any
    patience: Any
    noise: Any
    is_person: Any


def training_kinds() -> dict[str, Kind]:
    """The kinds that have stand-ins, by name.

    >>> len(training_kinds())
    20
    """
    return {name: kind for name, kind in league().kind.items() if kind.half == "training"}


def habits_of(kind: Kind) -> Habits:
    """A kind of the training half as numbers. Raises ValueError for any other: it is kept for measuring."""
    if kind.half != "training":
        raise ValueError(f"the {kind.half} half of the league has no stand-ins")
    evil, merlin = league().evil[kind.evil], league().merlin[kind.merlin]
    return Habits(
        reader=READERS.index(kind.reader),
        voter=VOTERS.index(kind.voter),
        **{name: getattr(evil, name) for name in EVIL_NUMBERS},
        **{name: getattr(merlin, name) for name in MERLIN_NUMBERS},
        patience=kind.patience,
        noise=kind.noise,
        is_person=0.0,
    )


class Memory(NamedTuple):
    """What everybody remembers of a game, by row of its history."""

    on: Array  # (25, room): who was on the team
    leads: Array  # (25, room)
    cast: Array  # (25, room): who voted
    yes: Array  # (25, room): who approved
    sent: Array  # (25,): the team went, and its mission is over
    success: Array  # (25,): that mission succeeded
    fails: Array  # (25,)


def _members(sets: Array, room: int) -> Array:
    """Sets of seats as truth values, a last axis longer."""
    return (sets[..., None] >> jnp.arange(room, dtype=jnp.int32)) & 1 == 1


def remembered(state: simulator.State, room: int) -> Memory:
    """The public history of a game."""
    rows, rules = state.history, state.config.rules
    team, mission = b.ROW_TEAM.of(rows), b.ROW_MISSION.of(rows)
    leader = bit(b.ROW_LEADER.of(rows)) * b.ROW_USED.of(rows)
    away = jnp.where(b.NON_TEAM.of(rules) == 1, team, 0) | jnp.where(b.NOT_LEADER.of(rules) == 1, leader, 0)
    everyone = bit(b.PLAYERS.of(rules)) - 1
    voted = jnp.where(b.ROW_VOTED.of(rows) == 1, everyone & ~away, 0)
    over = (b.DONE.of(state.progress) >> mission) & 1 == 1
    return Memory(
        on=_members(team, room),
        leads=_members(leader, room),
        cast=_members(voted, room),
        yes=_members(b.ROW_VOTES.of(rows), room),
        sent=(b.ROW_APPROVED.of(rows) == 1) & over,
        success=(b.WON.of(state.progress) >> mission) & 1 == 1,
        fails=((b.FAILS.of(state.marks) >> (3 * mission)) & 7).astype(jnp.float32),
    )


def readings(state: simulator.State, memory: Memory, room: int) -> Array:
    """(5, room): how suspect each seat is by each of `READERS`."""
    sent, success = memory.sent[:, None], memory.success[:, None]
    size = jnp.maximum(memory.on.sum(-1, keepdims=True), 1)
    blame = jnp.where(success, -0.5, 2.0 * memory.fails[:, None] / size) * memory.on
    vote = jnp.where(memory.yes, 1.0, -1.0) * memory.cast * jnp.where(success, -0.3, 1.0)
    part = jnp.where(memory.leads, 1.5, 0.5 * memory.on) * jnp.where(success, -0.6, 1.0)
    failures, approvals, leaders = (jnp.where(sent, worth, 0.0).sum(0) for worth in (blame, vote, part))
    won = (sent & success & memory.on).any(0)
    lost = (sent & ~success & memory.on).any(0)
    winners = jnp.where(lost, 1.0, jnp.where(won, -1.0, 0.0))
    return jnp.stack([failures, approvals, _intersection(state, memory, room), leaders, winners])


def _sides(room: int) -> tuple[Any, Any]:
    """(6, n, room): the evil sides of every number of players that has room, and which rows are there."""
    known = {players: evil_sides(players) for players in PLAYER_COUNTS if players <= room}
    table = np.zeros((len(PLAYER_COUNTS), max(map(len, known.values())), room), np.float32)
    there = np.zeros(table.shape[:2], bool)
    for players, sides in known.items():
        at = players - PLAYER_COUNTS[0]
        table[at, : len(sides)] = [[side >> seat & 1 for seat in range(room)] for side in sides]
        there[at, : len(sides)] = True
    return table, there


def _intersection(state: simulator.State, memory: Memory, room: int) -> Array:
    players = b.PLAYERS.of(state.config.rules)
    table, there = (jnp.asarray(part)[players - PLAYER_COUNTS[0]] for part in _sides(room))
    fails = jnp.where(memory.sent & (memory.fails != FORFEITED), memory.fails, 0.0)
    fits = there & (table @ memory.on.T.astype(jnp.float32) >= fails - 0.5).all(-1)
    fits = jnp.where(fits.any(), fits, there)
    usual = evil_count(state.config) / players
    share = 3.0 * (fits @ table / fits.sum() - usual)
    return jnp.where(jnp.arange(room) < players, share, 0.0)


class _Table(NamedTuple):
    """What a decision depends on, besides who decides."""

    state: simulator.State
    memory: Memory
    readings: Array
    known: Array  # (room, room): whom each seat knows to be evil, itself included if it is
    is_evil: Array  # (room,)
    room: int

    @property
    def is_decisive(self) -> Array:
        """Whether this mission may end the game."""
        won, done = (count(field.of(self.state.progress)) for field in (b.WON, b.DONE))
        return (won == 2) | (done - won == 2)

    def fails_needed(self, mission: Any) -> Array:
        two: Array = b.TWO_FAILS.of(self.state.config.rules) & (mission == 3)
        return 1 + two


def _table(state: simulator.State, room: int) -> _Table:
    memory = remembered(state, room)
    is_evil = _members(b.EVIL.of(state.sets), room)
    known = _members(simulator.knowledge(state).evil[:room], room) | (is_evil[:, None] & jnp.eye(room, dtype=bool))
    return _Table(state, memory, readings(state, memory, room), known, is_evil, room)


def _maybe(key: Array, chance: Array) -> Array:
    return jax.random.uniform(key, chance.shape) < chance


def _read(table: _Table, habits: Habits, key: Array) -> Array:
    """(..., room): what each of these seats makes of the others, in this decision."""
    reading = jax.nn.one_hot(habits.reader.astype(jnp.int32), len(READERS)) @ table.readings
    off: Array = habits.noise[..., None] * jax.random.normal(key, reading.shape)
    return reading + off


def _suspicion(table: _Table, habits: Habits, read: Array, known: Array, is_evil: Array, key: Array) -> Array:
    """(..., room): the same with what the seat knows, if it uses that now."""
    uses = is_evil | _maybe(key, jnp.where(table.is_decisive, habits.use_decisive, habits.use))
    return jnp.where(known & uses[..., None], _CERTAIN, read)


def ballots(state: simulator.State, habits: Habits, key: Array, room: int) -> Array:
    """(room,): who says yes, to the team or to failing. `habits` has an entry for every seat."""
    table = _table(state, room)
    k_vote, k_card = jax.random.split(key)
    cards = _maybe(k_card, _fail_chance(table, habits))
    return jnp.where(simulator.phase(state) == VOTE, _votes(table, habits, k_vote), cards & table.is_evil)


def _votes(table: _Table, habits: Habits, key: Array) -> Array:
    state, room = table.state, table.room
    k_read, k_use, k_pretend, k_person = jax.random.split(key, 4)
    team, seats = _members(b.TEAM.of(state.sets), room), jnp.arange(room)
    last = b.REJECTIONS.of(state.progress) == 4
    read = _read(table, habits, k_read)
    suspicion = _suspicion(table, habits, read, table.known, table.is_evil, k_use)
    suspicion = jnp.where(table.is_evil[:, None], read, suspicion)  # evil that pretends leaves out what it knows
    as_good = last | (b.LEADER.of(state.progress) == seats) | _approves(table, habits, suspicion, team)
    aboard = (table.known & team).sum(-1)
    open_play = table.is_decisive | last | ~_maybe(k_pretend, habits.pretend)
    as_evil = aboard >= table.fails_needed(b.MISSION.of(state.progress))
    votes = jnp.where(table.is_evil & open_play, as_evil, as_good)
    return jnp.where(habits.is_person > 0.5, _maybe(k_person, _approval_of_people(table, team, last)), votes)


def _approves(table: _Table, habits: Habits, suspicion: Array, team: Array) -> Array:
    """(room,): what each seat's voter says."""
    state, room = table.state, table.room
    others = team & ~jnp.eye(room, dtype=bool)
    mean = jnp.where(others, suspicion, 0.0).sum(-1) / jnp.maximum(others.sum(-1), 1)
    trusting = mean <= habits.patience + _ROUNDING
    at_home = team | (b.PLAYERS.of(state.config.rules) - team.sum() <= 1)
    worst = jnp.where(team, suspicion, _NEVER).max(-1)
    bandwagon = _mood(state, table.memory) & (worst <= habits.patience + 1.0 + _ROUNDING)
    contrarian = (b.REJECTIONS.of(state.progress) >= 2) & trusting
    ideas = jnp.stack([trusting, at_home & trusting, bandwagon, contrarian])
    return jnp.take_along_axis(ideas, habits.voter.astype(jnp.int32)[None], 0)[0]


def _mood(state: simulator.State, memory: Memory) -> Array:
    """Whether the last proposal was approved by half of those who voted on it; true where nobody did."""
    used = b.ROW_USED.of(state.history) == 1
    latest = jnp.where(used, jnp.arange(b.ROWS), -1).max()
    cast = memory.cast[latest] & (latest >= 0)
    return 2 * (memory.yes[latest] & cast).sum() >= cast.sum()


def _approval_of_people(table: _Table, team: Array, last: Array) -> Array:
    clean = ~(table.is_evil & team).any()

    def rate(rates: people.Approvals) -> Array:
        on = jnp.where(clean, rates.on_clean, rates.on_dirty)
        return jnp.where(team, on, jnp.where(clean, rates.off_clean, rates.off_dirty))

    is_merlin = jnp.arange(table.room) == b.MERLIN.of(table.state.cast)
    good = jnp.where(is_merlin, rate(people.MERLIN_APPROVES), rate(people.GOOD_APPROVES))
    return jnp.where(last, people.FIFTH_PROPOSAL_APPROVED, jnp.where(table.is_evil, rate(people.EVIL_APPROVES), good))


def _fail_chance(table: _Table, habits: Habits) -> Array:
    state, room = table.state, table.room
    team, mission = _members(b.TEAM.of(state.sets), room), b.MISSION.of(state.progress)
    needed = table.fails_needed(mission)
    aboard = table.known & team
    before = (aboard & (jnp.arange(room) < jnp.arange(room)[:, None])).sum(-1)
    decisive, nearly_lost = table.is_decisive, count(b.WON.of(state.progress)) == 2
    alone = jnp.where(decisive, 1.0, jnp.where(mission == 0, habits.fail_first, habits.fail))
    chance = jnp.where(before < needed, alone, habits.fail_together)
    chance = jnp.where(nearly_lost, 1.0, chance)
    together = (table.is_evil & team).sum() > 1
    rates = jnp.where(together, jnp.asarray(people.EACH_OF_TWO_EVIL_FAILS), jnp.asarray(people.LONE_EVIL_FAILS))
    chance = jnp.where(habits.is_person > 0.5, rates[mission], chance)
    return jnp.where(aboard.sum(-1) < needed, 0.0, chance)


def choice(state: simulator.State, seat: Array, habits: Habits, key: Array, room: int) -> Array:
    """What the seat that chooses alone answers, as an action of the simulator. `habits` are those of that seat."""
    table = _table(state, room)
    k_read, k_use, k_clean, k_tie = jax.random.split(key, 4)
    known, is_evil = table.known[seat], table.is_evil[seat]
    read = _read(table, habits, k_read)
    suspicion = _suspicion(table, habits, read, known, is_evil, k_use)
    clean = ~is_evil | (~table.is_decisive & _maybe(k_clean, habits.name_clean))
    team = _named_team(table, seat, read, suspicion, clean, k_tie)
    target = jnp.where(simulator.phase(state) == ASSASSINATE, _knowing(table, known), _worth_a_look(suspicion, is_evil))
    allowed = _members(targets(state), room)
    named = _best(jnp.where(allowed, target, _NEVER), k_tie)
    return jnp.where(simulator.phase(state) < MISSION, team, named)


def _best(scores: Array, key: Array) -> Array:
    """The place of the highest score, drawn among equals."""
    top = scores >= scores.max() - _ROUNDING
    return jnp.argmax(jnp.where(top, jax.random.uniform(key, scores.shape), -1.0))


def _named_team(table: _Table, seat: Array, read: Array, suspicion: Array, clean: Array, key: Array) -> Array:
    """The team that is worth most to this seat, over all missions that may be chosen."""
    state, room = table.state, table.room
    per_size = max(comb(room, size) for size in range(2, 6))
    masks = jnp.asarray(tables.TEAMS.reshape(4, -1)[:, :per_size])
    targeting = has(state.config, b.TARGETING)
    missions = jnp.arange(5) if targeting is not False else b.MISSION.of(state.progress)[None]
    code = (b.SIZES.of(state.config.rules) >> (2 * missions)) & 3
    counts = sets_of_size(state.config, code)
    teams = _members(masks[code], room)  # (missions, teams, room)
    mine = teams[..., seat]
    own = (jnp.arange(room) == seat) & ~table.is_evil[seat]
    purity = -(teams @ jnp.where(own, 0.0, suspicion)) + mine
    needed = table.fails_needed(missions)[:, None]
    wrong = jnp.abs(teams @ table.known[seat].astype(jnp.int32) - needed)
    use = -3.0 * wrong - 0.3 * (teams @ read) / (code + 2)[:, None] + 0.5 * mine
    is_open = (open_missions(state) >> missions) & 1 == 1
    legal = is_open[:, None] & (jnp.arange(per_size) < counts[:, None])
    best = _best(jnp.where(legal, jnp.where(clean, purity, use), _NEVER).reshape(-1), key)
    mission, index = best // per_size, best % per_size
    return index + TEAMS_PER_SIZE * mission * b.TARGETING.of(state.config.rules)


def _knowing(table: _Table, known: Array) -> Array:
    """(room,): how often each seat voted like somebody who knows evil. The seat with the most is named as Merlin."""
    memory = table.memory
    dirty = (memory.on & known).any(-1, keepdims=True)
    right = (memory.cast & (memory.yes != dirty)).sum(0)
    return jnp.where(memory.cast.any(0), right / jnp.maximum(memory.cast.sum(0), 1), 0.5)


def _worth_a_look(suspicion: Array, is_evil: Array) -> Array:
    """(room,): the Lady's target. Good learns as much as it can; evil passes her to evil."""
    likely = jnp.clip(0.4 + suspicion / 4, 0.0, 1.0)
    return jnp.where(is_evil, likely, 0.5 - jnp.abs(likely - 0.5))
