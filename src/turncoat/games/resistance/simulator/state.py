"""The state of one game: a handful of words. `jax.vmap` makes it many games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, cast

import jax
import jax.numpy as jnp
from jax import Array

from turncoat.games.resistance.network.action_numbers import TEAMS_PER_SIZE
from turncoat.games.resistance.network.layout import PHASES
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator import tables

PROPOSE, VOTE, MISSION, LADY, ASSASSINATE, OVER = range(len(PHASES))
"""The phases, in the order of `PHASES`."""

(
    PLAYING,
    THREE_SUCCESSES,
    THREE_FAILURES,
    FIVE_REJECTIONS,
    ASSASSINATION,
    ASSASSIN_MISSED,
    ILLEGAL,
) = range(7)
"""Why a game is over, in the order of `REASONS`."""
REASONS = (
    "",
    "three-successes",
    "three-failures",
    "five-rejections",
    "assassination",
    "assassin-missed",
    "illegal-action",
)

FORFEITED = 7
"""The number of fails marked on a mission that five rejections used up."""


@jax.tree_util.register_static
@dataclass(frozen=True)
class Uses:
    """What the games of a batch use. What none of them uses is not compiled.

    `rules` has the flags of `Config.rules`; `characters` has a bit at the low end of each character's field in
    `Config.recipe`. Bits that no game needs do no harm.
    """

    rules: int = -1
    characters: int = -1

    def __or__(self, other: Uses) -> Uses:
        return Uses(self.rules | other.rules, self.characters | other.characters)


class Config(NamedTuple):
    """What is agreed before the deal, as data: games of one batch may differ in it. Made by `make_config`."""

    rules: Array
    recipe: Array
    uses: Uses = Uses()


@jax.tree_util.register_static
@dataclass(frozen=True)
class FixedConfig:
    """The same words as plain integers, constants of the compiled program. Made by `fixed_config`."""

    rules: Any
    recipe: Any


AnyConfig = Config | FixedConfig


class State(NamedTuple):
    """One game. The words are laid out in `bits`; read them through the functions of this package.

    There is no generator in it: chance enters only through the words given to `init_from_words`. `history` has
    `bits.ROWS` rows, or none for a simulation that never observes. Without them `marks` keeps no fails either.
    """

    config: AnyConfig
    progress: Array
    sets: Array
    marks: Array
    cast: Array
    history: Array


def bit(seat: Any) -> Array:
    """The set with this one seat in it."""
    return jnp.left_shift(jnp.int32(1), seat)


def count(members: Any) -> Array:
    """How many members a set has."""
    return jax.lax.population_count(jnp.asarray(members, jnp.int32))


def has(config: AnyConfig, flag: b.Field) -> Any:
    """Whether a game's rules have this flag: a plain bool where the configuration is fixed or no game has it."""
    unused = isinstance(config, Config) and not flag.of(config.uses.rules)
    return False if unused else flag.of(config.rules) == 1


def deals(config: AnyConfig, character: b.Field) -> Any:
    """Whether a character is in the game, by its field in the recipe; a plain bool as in `has`."""
    if isinstance(config, Config) and not (config.uses.characters >> character.low) & 1:
        return False
    value = character.of(config.recipe)
    return value == 1 if character.bits == 1 else value != b.ABSENT


def has_cast(config: AnyConfig) -> bool:
    """Whether anybody is dealt a special character or the Assassin's duty."""
    characters = (deals(config, character) for character in b.CHARACTERS)
    return has(config, b.DUTY) is not False or any(dealt is not False for dealt in characters)


def has_history(state: State) -> bool:
    """Whether the game keeps what only observations need: its proposals, and the fails of its missions."""
    return bool(state.history.shape[-1] > 0)


def has_marks(state: State) -> bool:
    """Whether anything is shown that is kept in `marks`."""
    return has_history(state) or has(state.config, b.LADY) is not False


def pick(condition: Any, yes: Any, no: Any) -> Array:
    """`jnp.where`, but a condition that is known before play is decided at once and is not compiled."""
    if isinstance(condition, bool):
        return cast(Array, yes if condition else no)
    return jnp.where(condition, yes, no)


def settle(words: Array) -> Array:
    """Make XLA compute these words once.

    On CPUs, XLA fuses a value into every use of it, and so computes it again for each. It does not fuse across a
    reduction, and this is the cheapest one. On accelerators the words pass through.
    """
    if jax.default_backend() != "cpu":
        return words
    first = jnp.arange(2).reshape(2, *(1,) * words.ndim) == 0
    kept: Array = jax.lax.reduce(jnp.where(first, words, 0), jnp.int32(0), jax.lax.bitwise_or, (0,))
    return kept


def phase(state: State) -> Array:
    """One of PROPOSE, VOTE, MISSION, LADY, ASSASSINATE, OVER."""
    return b.PHASE.of(state.progress)


def is_phase(state: State, number: int) -> Any:
    """Whether the game is in this phase: False at once where no game of the batch has such a phase."""
    needs = {LADY: b.LADY, ASSASSINATE: b.ASSASSINATE}.get(number)
    without = needs is not None and has(state.config, needs) is False
    return False if without else phase(state) == number


def terminated(state: State) -> Array:
    """Whether the game is over."""
    return phase(state) == OVER


def reason(state: State) -> Array:
    """Why the game is over; PLAYING while it is not."""
    return b.REASON.of(state.progress)


def good_won(state: State) -> Array:
    """Whether the game is over and good has won."""
    why = reason(state)
    return (why == THREE_SUCCESSES) | (why == ASSASSIN_MISSED)


def evil_won(state: State) -> Array:
    """Whether the game is over and evil has won."""
    why = reason(state)
    return (why >= THREE_FAILURES) & (why <= ASSASSINATION)


def everyone(config: AnyConfig) -> Array:
    """The set of all seats of the game."""
    return bit(b.PLAYERS.of(config.rules)) - 1


def size_code(config: AnyConfig, mission: Array | int) -> Array:
    """The size of a mission's team, less two."""
    return (b.SIZES.of(config.rules) >> (2 * mission)) & 3


def evil_count(config: AnyConfig) -> Any:
    """How many evil seats the game has."""
    return b.EVIL_CODE.of(config.rules) + 2


def sets_of_size(config: AnyConfig, code: Any) -> Array:
    """How many sets of `code` + 2 seats there are. They are looked up, because one more word a game would cost more."""
    players = b.PLAYERS.of(config.rules)
    fixed = isinstance(config, FixedConfig)
    counts = int(tables.TEAM_COUNTS[players]) if fixed else tables.look_up(tables.TEAM_COUNTS, players)
    return cast(Array, (counts >> (24 - 8 * code)) & (TEAMS_PER_SIZE - 1))


def team_count(config: AnyConfig, mission: Array | int) -> Array:
    """How many teams a mission's leader can choose from."""
    return sets_of_size(config, size_code(config, mission))


def voters(state: State) -> Array:
    """The set of seats that vote on the proposal."""
    none = jnp.int32(0)
    outside = pick(has(state.config, b.NON_TEAM), b.TEAM.of(state.sets), none)
    leader = pick(has(state.config, b.NOT_LEADER), bit(b.LEADER.of(state.progress)), none)
    return everyone(state.config) & ~outside & ~leader


def open_missions(state: State) -> Array:
    """The set of missions the leader may choose. Without Targeting it is the one whose turn it is."""
    done, won = b.DONE.of(state.progress), b.WON.of(state.progress)
    free = ~done & jnp.where(count(won) >= 2, 31, 15)
    return pick(has(state.config, b.TARGETING), free, bit(b.MISSION.of(state.progress)))


def mission_of(state: State, choice: Any) -> Array:
    """The mission a leader's choice is for: named in it under Targeting, else the one whose turn it is."""
    named = jnp.minimum((choice >> 8) & 7, 4)
    return pick(has(state.config, b.TARGETING), named, b.MISSION.of(state.progress))


def examined_by(state: State, seat: Any) -> Array:
    """Whom a seat has examined with the Lady, or NOBODY."""
    chain = b.LADIES.of(state.marks)
    target: Array = jnp.int32(b.NOBODY)
    for place in range(3):
        target = jnp.where(b.nibble(chain, place + 1) == seat, b.nibble(chain, place), target)
    return target


def lady_targets(state: State) -> Array:
    """The seats that may be examined: all who never held the Lady."""
    chain = b.LADIES.of(state.marks)
    held: Array = jnp.int32(0)
    for place in range(4):
        held = held | bit(b.nibble(chain, place))
    return everyone(state.config) & ~held


def team_mates(state: State) -> Array:
    """The set of evil seats that the evil characters are shown; empty under Blind Spies."""
    seen = b.EVIL.of(state.sets) & ~bit(b.OBERON.of(state.cast))
    return pick(has(state.config, b.BLIND), jnp.int32(0), seen)


def assassination_targets(state: State) -> Array:
    """The seats that may be named as Merlin: all whom the Assassin does not know to be evil."""
    assassin = b.ASSASSIN.of(state.cast)
    known = jnp.where(assassin == b.OBERON.of(state.cast), 0, team_mates(state))
    examined = bit(examined_by(state, assassin)) & b.EVIL.of(state.sets)
    return everyone(state.config) & ~known & ~examined & ~bit(assassin)


def targets(state: State) -> Array:
    """The seats that the Lady's holder or the Assassin may name, whoever of them is asked."""
    return pick(is_phase(state, LADY), lady_targets(state), assassination_targets(state))


def mover(state: State) -> Array:
    """The one seat that chooses alone (leader, Lady's holder, Assassin), or NOBODY."""
    seat = jnp.where(is_phase(state, PROPOSE), b.LEADER.of(state.progress), b.NOBODY)
    seat = pick(is_phase(state, LADY), b.nibble(state.marks, 0), seat)
    return pick(is_phase(state, ASSASSINATE), b.ASSASSIN.of(state.cast), seat)


def balloting(state: State) -> Array:
    """The set of seats that answer yes or no now: voters, or the team."""
    now = phase(state)
    return jnp.where(now == VOTE, voters(state), jnp.where(now == MISSION, b.TEAM.of(state.sets), 0))


def to_act(state: State) -> Array:
    """The set of seats that owe an answer."""
    return balloting(state) | (bit(mover(state)) & everyone(state.config))


def may_answer_one(state: State) -> Array:
    """The set of seats whose answer may be 1: every voter (approve), the evil of the team (fail)."""
    now = phase(state)
    evil = b.TEAM.of(state.sets) & b.EVIL.of(state.sets)
    return jnp.where(now == VOTE, voters(state), jnp.where(now == MISSION, evil, 0))


def fouls(state: State, seats: int = b.SEATS) -> Array:
    """Which seats ended the game by an illegal action."""
    return (b.FOUL.of(state.sets) >> jnp.arange(seats, dtype=jnp.int32)) & 1 == 1


def need_room(config: AnyConfig, seats: int) -> None:
    """Refuse arrays with too few rows for the game. Inside `jit` and `vmap` nobody knows the number of players yet.

    More than 10 rows are refused too: sets of seats are packed into words that have no room for them.
    """
    if seats > b.SEATS:
        raise ValueError(f"there are at most {b.SEATS} seats, not {seats}")
    players = b.PLAYERS.of(config.rules)
    if not isinstance(players, jax.core.Tracer) and int(players) > seats:
        raise ValueError(f"a game of {players} players needs more than {seats} rows: pass seats={players}, up to 10")


def rewards(state: State, seats: int = b.SEATS) -> Array:
    """What each seat gets from the game: int8, 1 for the winning side, -1 for the losing one, 0 while it goes on.

    A seat that ended the game by an illegal action gets -1 and the others 0, whoever was ahead.
    """
    need_room(state.config, seats)
    seat = jnp.arange(seats, dtype=jnp.int32)
    evil = (b.EVIL.of(state.sets) >> seat) & 1
    side = jnp.where(evil == 1, -1, 1)
    result = jnp.where(good_won(state), 1, jnp.where(evil_won(state), -1, 0))
    seated = seat < b.PLAYERS.of(state.config.rules)
    by_side = jnp.where(seated, side * result, 0)
    return jnp.where(reason(state) == ILLEGAL, -fouls(state, seats).astype(jnp.int32), by_side).astype(jnp.int8)
