"""Random set-ups that both the core and the vector simulator play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from turncoat.core import Refused, Setup
from turncoat.games.resistance import simulator

CHARACTERS = ("percival", "mordred", "morgana", "oberon")


VARIED = {
    *("five_rejections", "electorate", "fifth_proposal", "two_fail_mission4", "targeting", "blind_spies"),
    *("first_leader", "host", "allow", "merlin", "assassin", "assassin_duty", "assassin_fallback", "percival_5p"),
    *("oberon_seen_by_merlin", "lady", "lady_timing"),
}
"""Options that change play here."""
REFUSED = {"plot", "vote_style", "ballots_named", "forfeit_uses_mission", "loyalty_card", "table_coin"}
WITHOUT_EFFECT = {
    *("tie", "reject_scope", "vote_track", "card_colours", "mission_cards_dealt", "roles_returned"),
    *("oberon_in_assassin_talk", "plot_draw", "strong_leader_succession", "post_approval_windows"),
    *("spotlight_order", "spotlight_self"),
}


def _options(rng: random.Random, ruleset: str) -> dict[str, Any]:
    choices: dict[str, tuple[Any, ...]] = {
        "five_rejections": ("evil_wins", "point"),
        "electorate": ("all", "non_team", "all_but_leader"),
        "fifth_proposal": ("vote", "auto_approve"),
        "two_fail_mission4": (True, False),
        "targeting": (False, True),
        "blind_spies": (False, True),
        "first_leader": ("random", "host", "dealt"),
        "host": (0, 3),
    }
    if ruleset == "avalon":
        choices |= {
            "allow": (["blind_spies"],),
            "merlin": (True, True, True, False),
            "assassin": (True, True, False),
            "assassin_duty": (False, True),
            "assassin_fallback": ("refuse", "none"),
            "percival_5p": ("strict", "warn"),
            "oberon_seen_by_merlin": (True, False),
            "lady": (True, False),
            "lady_timing": ("chronological", "by_quest_number"),
        }
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.4}


def any_setup(rng: random.Random) -> Setup:
    """A set-up that may be refused."""
    ruleset = rng.choice(("classic", "cards", "changelings", "avalon", "avalon", "avalon"))
    roles = tuple(role for role in CHARACTERS if ruleset == "avalon" and rng.random() < 0.4)
    return Setup(ruleset=ruleset, players=rng.randint(5, 10), options=_options(rng, ruleset), roles=roles)


def playable(seed: int) -> Iterator[tuple[Setup, simulator.Config]]:
    """Set-ups that are accepted, with their configurations, without end."""
    rng = random.Random(seed)
    while True:
        setup = any_setup(rng)
        try:
            yield setup, configure(setup)
        except Refused:
            continue


def configure(setup: Setup) -> simulator.Config:
    """The configuration of a core set-up."""
    return simulator.make_config(setup.ruleset, setup.players, setup.roles, **setup.options)
