"""The hidden-loyalty family as a vectorised simulator in JAX (extra `[jax]`).

    import jax
    from turncoat.games.resistance import simulator as vector

    configs = vector.stack([vector.config("classic", 5), vector.config("avalon", 7, ["percival", "morgana"])])
    keys = jax.random.split(jax.random.key(0), 2)
    states = jax.vmap(vector.init)(keys, configs)
    states = jax.vmap(vector.step)(states, actions)          # actions: (2, 10), one number per seat

Every function is about one game and goes through `jax.jit`, `jax.vmap` and `jax.lax.scan`. `docs/envs/vector.md`
has the actions, the observations and the limits.
"""

from turncoat.games.resistance.simulator.answers import gather, legal_mask
from turncoat.games.resistance.simulator.config import config, fixed, from_words, stack
from turncoat.games.resistance.simulator.coverage import num_actions, team_index
from turncoat.games.resistance.simulator.deal import deal, dealt
from turncoat.games.resistance.simulator.observe import Knowledge, knowledge, observe, roles
from turncoat.games.resistance.simulator.play import (
    Tally,
    noise,
    play_random,
    random_actions,
    random_answers,
    reset_if_over,
    spread,
    step_and_reset,
)
from turncoat.games.resistance.simulator.rules import advance, init, step
from turncoat.games.resistance.simulator.state import (
    PHASES,
    REASONS,
    Config,
    FixedConfig,
    State,
    Uses,
    evil_won,
    fouls,
    good_won,
    phase,
    reason,
    rewards,
    terminated,
    to_act,
)
from turncoat.games.resistance.simulator.tables import team_seats

__all__ = [
    "PHASES",
    "REASONS",
    "Config",
    "FixedConfig",
    "Knowledge",
    "State",
    "Tally",
    "Uses",
    "advance",
    "config",
    "deal",
    "dealt",
    "evil_won",
    "fixed",
    "fouls",
    "from_words",
    "gather",
    "good_won",
    "init",
    "knowledge",
    "legal_mask",
    "noise",
    "num_actions",
    "observe",
    "phase",
    "play_random",
    "random_actions",
    "random_answers",
    "reason",
    "reset_if_over",
    "rewards",
    "roles",
    "spread",
    "stack",
    "step",
    "step_and_reset",
    "team_index",
    "team_seats",
    "terminated",
    "to_act",
]
