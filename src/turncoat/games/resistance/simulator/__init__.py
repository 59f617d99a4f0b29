"""The hidden-loyalty family as a vectorised simulator in JAX (extra `[jax]`).

    import jax
    from turncoat.games.resistance import simulator

    state = simulator.init(jax.random.key(0), simulator.make_config("avalon", 7, ["percival", "morgana"]))
    simulator.observe(state)                # (10, 1116): what each seat may know
    simulator.legal_action_mask(state)      # (10, 252): what each seat may answer
    state = simulator.step(state, actions)  # actions: (10,), one number per seat
    simulator.rewards(state), simulator.terminated(state)

Every function is about one game and works under `jax.jit`, `jax.vmap` and `jax.lax.scan`. `docs/envs/vector.md` has
the actions, the observations and the limits; a test runs its examples.
"""

from turncoat.games.resistance.network.action_numbers import num_actions, team_index
from turncoat.games.resistance.network.layout import PHASES
from turncoat.games.resistance.simulator.answers import gather_answers, legal_action_mask
from turncoat.games.resistance.simulator.config import config_from_words, fixed_config, make_config, stack_configs
from turncoat.games.resistance.simulator.deal import init_from_deal, init_from_words
from turncoat.games.resistance.simulator.observe import (
    Knowledge,
    PackedObservations,
    knowledge,
    observe,
    observe_packed,
    observe_seat,
    roles,
    unpack_observations,
)
from turncoat.games.resistance.simulator.play import (
    Tally,
    play_random,
    random_actions,
    random_answers,
    random_words,
    reset_if_over,
    step_and_reset,
    words_from_seeds,
)
from turncoat.games.resistance.simulator.rules import advance, init, step
from turncoat.games.resistance.simulator.state import (
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
    "PackedObservations",
    "State",
    "Tally",
    "Uses",
    "advance",
    "config_from_words",
    "evil_won",
    "fixed_config",
    "fouls",
    "gather_answers",
    "good_won",
    "init",
    "init_from_deal",
    "init_from_words",
    "knowledge",
    "legal_action_mask",
    "make_config",
    "num_actions",
    "observe",
    "observe_packed",
    "observe_seat",
    "phase",
    "play_random",
    "random_actions",
    "random_answers",
    "random_words",
    "reason",
    "reset_if_over",
    "rewards",
    "roles",
    "stack_configs",
    "step",
    "step_and_reset",
    "team_index",
    "team_seats",
    "terminated",
    "to_act",
    "unpack_observations",
    "words_from_seeds",
]
