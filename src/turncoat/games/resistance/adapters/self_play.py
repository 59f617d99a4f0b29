"""Games by the hundred thousand, played in the simulator and turned into tables from its own history.

The tables have the columns of `turncoat export` (`adapters.record_tables`). Every seat plays at random among its legal
moves. The simulator keeps neither whom the Assassin named nor how many answers there were: these places stay empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from turncoat.games.resistance.network.layout import CHARACTERS, ROLES
from turncoat.games.resistance.network.playable import playable
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.config import make_config
from turncoat.games.resistance.simulator.deal import init_from_words
from turncoat.games.resistance.simulator.observe import roles as roles_of
from turncoat.games.resistance.simulator.play import random_actions, random_words
from turncoat.games.resistance.simulator.rules import step
from turncoat.games.resistance.simulator.state import REASONS, Config, State, good_won, reason

LANES = 20_000
_LONGEST = 64
"""No game has more rounds of answers: 25 teams, 25 votes, 5 missions, 3 loyalties and a name."""
Columns = dict[str, NDArray[Any]]
Ints = NDArray[np.int64]


def play_games(ruleset: str, players: int, roles: Sequence[str], games: int, seed: int) -> Iterator[dict[str, Columns]]:
    """The tables of so many games, piece by piece, without the columns that are the same for all games.

    Raises Refused for a set-up that the simulator does not play.
    """
    config, names = make_config(ruleset, players, roles), _role_names(ruleset, players, roles)
    for number, first in enumerate(range(0, games, LANES)):
        states, cast = _play(config, jax.random.fold_in(jax.random.key(seed), number), players)
        kept, dealt = jax.tree.map(partial(_first, min(LANES, games - first)), (states, cast))
        yield _tables(kept, names[dealt], first + 1)


def _role_names(ruleset: str, players: int, roles: Sequence[str]) -> NDArray[np.str_]:
    """The simulator's roles as the ruleset calls them: it has one number for the plain roles of all rulesets."""
    _, rules = playable(ruleset, players, roles, {})
    plain = {rules.sides[role]: role for role in rules.roles if role not in CHARACTERS}
    called = {"servant": plain.get("good"), "minion": plain.get("evil")}
    return np.array([called.get(role) or role for role in ROLES])


def _first(count: int, words: Any) -> NDArray[Any]:
    return np.asarray(words)[:count]


@partial(jax.jit, static_argnums=2)
def _play(config: Config, key: Any, players: int) -> tuple[State, Any]:
    """Whole games, and everybody's role."""
    configs = jax.tree.map(lambda word: jnp.full(LANES, word, jnp.int32), config)
    deal = jax.vmap(partial(init_from_words, history=True), (1, 0))
    states: State = deal(random_words(key, LANES, 2), configs)

    def turn(states: State, key: Any) -> tuple[State, None]:
        words = random_words(key, LANES, 1)
        actions = jax.vmap(random_actions, (0, 1, None))(states, words, players)
        return jax.vmap(step)(states, actions), None

    ended, _ = jax.lax.scan(turn, states, jax.random.split(jax.random.fold_in(key, 1), _LONGEST))
    return ended, jax.vmap(roles_of, (0, None))(ended, players)


def _tables(states: State, dealt: NDArray[np.str_], first: int) -> dict[str, Columns]:
    count, players = dealt.shape
    ids = np.arange(first, first + count)
    won = np.asarray(good_won(states))
    why = np.array(REASONS)[np.asarray(reason(states))]
    used = np.asarray(b.ROW_USED.of(states.history)).astype(bool)
    proposals, votes = _proposals(states, ids, used, players)
    seat = np.tile(np.arange(players), count)
    evil = (np.asarray(b.EVIL.of(states.sets))[:, None] >> np.arange(players) & 1).astype(bool)
    return {
        "games": {"game": ids, "winner": np.where(won, "good", "evil"), "reason": why},
        "seats": {
            "game": np.repeat(ids, players),
            "seat": seat,
            "role": dealt.ravel(),
            "side": np.where(evil.ravel(), "evil", "good"),
            "won": (evil != won[:, None]).ravel(),
        },
        "proposals": proposals,
        "votes": votes,
    }


def _proposals(states: State, ids: Ints, used: NDArray[np.bool_], players: int) -> tuple[Columns, Columns]:
    game, row = np.nonzero(used)
    words = np.asarray(states.history)[game, row]
    number = np.cumsum(used, axis=1)[game, row]
    mission, leader, team = (np.asarray(field.of(words)) for field in (b.ROW_MISSION, b.ROW_LEADER, b.ROW_TEAM))
    approved = np.asarray(b.ROW_APPROVED.of(words)).astype(bool)
    ballots = np.asarray(b.ROW_VOTES.of(words))
    fails = np.asarray(b.FAILS.of(states.marks))[game] >> (3 * mission) & 7
    succeeded = (np.asarray(b.WON.of(states.progress))[game] >> mission & 1).astype(bool)
    proposals: Columns = {
        "game": ids[game],
        "proposal": number,
        "mission": mission + 1,
        "attempt": row % 5 + 1,
        "leader": leader,
        "team": _team_names(players)[team],
        "approved": approved,
        "approvals": np.bitwise_count(ballots),
        "fails": np.ma.array(fails, mask=~approved),
        "succeeded": np.ma.array(succeeded, mask=~approved),
    }
    voters = _voters(states, game, team, leader, players) & np.asarray(b.ROW_VOTED.of(words)).astype(bool)[:, None]
    at, seat = np.nonzero(voters)
    votes: Columns = {
        "game": ids[game][at],
        "proposal": number[at],
        "seat": seat,
        "approve": (ballots[at] >> seat & 1).astype(bool),
        "is_on_team": (team[at] >> seat & 1).astype(bool),
        "leads": leader[at] == seat,
    }
    return proposals, votes


def _voters(states: State, game: Ints, team: Ints, leader: Ints, players: int) -> NDArray[np.bool_]:
    rules = np.asarray(states.config.rules)[game][:, None]
    seat = np.arange(players)
    off_team = (team[:, None] >> seat & 1) == 0
    not_leader = leader[:, None] != seat
    return np.asarray((off_team | (b.NON_TEAM.of(rules) == 0)) & (not_leader | (b.NOT_LEADER.of(rules) == 0)))


def _team_names(players: int) -> NDArray[np.str_]:
    """The seats of every set, joined by `+`."""
    return np.array(
        ["+".join(str(seat) for seat in range(players) if mask >> seat & 1) for mask in range(1 << players)]
    )
