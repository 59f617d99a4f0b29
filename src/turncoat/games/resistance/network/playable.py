"""Which set-ups the environments and the simulator play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from turncoat.games.resistance.network.features import not_observed


def playable(ruleset: str, players: int, roles: Iterable[str], options: Mapping[str, Any]) -> tuple[Any, Any]:
    """The set-up and its compiled rules. Raises Refused for a set-up that the rules refuse, with their code.

    What the referee plays and the environments do not is refused with OPTION_DISABLED.

    >>> setup, rules = playable("avalon", 7, ["percival"], {"lady": True})
    >>> rules.team_sizes
    (2, 3, 3, 4, 4)
    """
    from turncoat.core import Refused, Setup  # imported here, so that the simulator itself needs only JAX
    from turncoat.games.resistance.rules.setup import compile_setup

    setup = Setup(ruleset=ruleset, players=players, options=dict(options), roles=tuple(roles))
    rules = compile_setup(setup)
    unplayed = [*not_observed(rules.public), *(["the table's coin"] if rules.options.table_coin else [])]
    if unplayed:
        raise Refused("OPTION_DISABLED", f"The environments do not play {', '.join(unplayed)}.")
    return setup, rules
