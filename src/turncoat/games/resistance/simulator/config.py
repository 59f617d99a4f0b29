"""From an agreed set-up to the words of a `Config`.

The rules check the set-up and own the charts, so what they refuse is refused here, with their codes, before anything
is compiled. This is the only module of the simulator that needs the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import factorial
from operator import or_
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import Array

from turncoat.games.resistance.network.playable import playable
from turncoat.games.resistance.simulator import bits as b
from turncoat.games.resistance.simulator.state import Config, FixedConfig, Uses
from turncoat.games.resistance.simulator.tables import ORDER_START


def make_config(ruleset: str = "classic", players: int = 5, roles: Iterable[str] = (), **options: Any) -> Config:
    """The configuration of a game. Raises Refused for a set-up that the rules refuse, with their code.

    What the referee plays and this simulator does not (plot cards, open or unnamed ballots, Loyalty cards passed by
    hand, an assassination by the whole evil side) is refused with OPTION_DISABLED.
    """
    _, rules = playable(ruleset, players, roles, options)
    return config_from_words(_rules_word(rules), _recipe_word(rules))


def config_from_words(rules: int, recipe: int) -> Config:
    """The configuration that has these words: for programs that run without the core."""
    uses = Uses(b.FLAGS.within(rules), _characters(recipe))
    return Config(_word(rules), _word(recipe), uses)


def _word(value: int | tuple[int, ...]) -> Array:
    """32 bits. As an unsigned number or as a signed one they are the same word."""
    return jnp.asarray(np.array(value, np.int64).astype(np.int32))


def stack_configs(configs: Iterable[Config]) -> Config:
    """One batch of configurations, in order. Games of a batch may differ in everything.

    What none of them has (a Lady, Targeting, an assassination, …) is not compiled.
    """
    rules, recipes, uses = zip(*configs, strict=True)
    return Config(_word(rules), _word(recipes), reduce(or_, set(uses)))


def fixed_config(config: Config) -> FixedConfig:
    """The configuration as a constant of the program: `init` and `init_from_words` take it in place of a `Config`.

    All games of a batch then have the same configuration, and what it never needs is not compiled. This is faster, at
    the price of one compilation for each configuration.
    """
    return FixedConfig(*(int(word) for word in config[:2]))


def _characters(recipe: int) -> int:
    """The `characters` of `Uses` for one recipe."""
    present = sum(1 << position.low for position in b.EVIL_CHARACTERS if position.of(recipe) != b.ABSENT)
    return present | b.HAS_MERLIN.within(recipe) | b.HAS_PERCIVAL.within(recipe)


def _rules_word(rules: Any) -> int:
    options = rules.options
    sizes = sum((size - 2) << (2 * mission) for mission, size in enumerate(rules.team_sizes))
    leader = options.host if options.first_leader == "host" else b.NOBODY
    return int(
        b.PLAYERS.at(rules.players)
        | b.SIZES.at(sizes)
        | b.TWO_FAILS.at(rules.fails_needed[3] - 1)
        | b.NON_TEAM.at(options.electorate == "non_team")
        | b.NOT_LEADER.at(options.electorate == "all_but_leader")
        | b.POINT.at(options.five_rejections == "point")
        | b.AUTO_FIFTH.at(options.fifth_proposal == "auto_approve")
        | b.TARGETING.at(options.targeting)
        | b.LADY.at(options.lady)
        | b.LADY_BY_NUMBER.at(options.lady_timing == "by_quest_number")
        | b.BLIND.at(options.blind_spies)
        | b.MERLIN_SEES_OBERON.at(options.oberon_seen_by_merlin)
        | b.ASSASSINATE.at(rules.has_assassination)
        | b.DUTY.at(rules.has_duty)
        | b.FIRST_LEADER.at(leader)
        | b.EVIL_CODE.at(_evil(rules) - 2)
    )


def _evil(rules: Any) -> int:
    return sum(rules.sides[role] == "evil" for role in rules.roles)


def _recipe_word(rules: Any) -> int:
    evil = _evil(rules)
    special = [role for role in ("assassin", "mordred", "morgana", "oberon") if role in rules.roles]

    def position(role: str) -> int:
        return special.index(role) if role in special else b.ABSENT

    return int(
        b.HAS_MERLIN.at("merlin" in rules.roles)
        | b.HAS_PERCIVAL.at("percival" in rules.roles)
        | b.ASSASSIN_POSITION.at(position("assassin"))
        | b.MORDRED_POSITION.at(position("mordred"))
        | b.MORGANA_POSITION.at(position("morgana"))
        | b.OBERON_POSITION.at(position("oberon"))
        | b.ORDERS_FROM.at(ORDER_START[evil])
        | b.ORDERS_COUNT.at(factorial(evil))
    )
