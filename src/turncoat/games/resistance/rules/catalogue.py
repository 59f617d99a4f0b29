"""What can be chosen before a game, and which side each seat is on: two capabilities of the family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import get_args

import msgspec
from msgspec.structs import replace

from turncoat.core import Setup
from turncoat.core.capabilities import Catalogue, LineUp, OptionInfo, Overview, RoleInfo, Sides
from turncoat.core.options import describe_options
from turncoat.games.resistance.rules.game_rules import RulesView
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.state import Phase, State
from turncoat.games.resistance.rules.view import Score

_ROLE_SETS: tuple[tuple[str, ...], ...] = (
    (),
    ("percival", "morgana"),
    ("mordred",),
    ("oberon",),
    ("percival", "morgana", "mordred"),
    ("percival", "morgana", "mordred", "oberon"),
)


_OFFERED = ("lady", "plot", "targeting", "blind_spies")
"""The options that change a game most."""


@cache
def _lineups() -> dict[str, list[LineUp]]:
    return msgspec.toml.decode((files(__package__) / "lineups.toml").read_bytes(), type=dict[str, list[LineUp]])


class _Catalogue:
    default_ruleset = "avalon"

    def options(self, ruleset: str) -> Mapping[str, OptionInfo]:
        data = rulesets()[ruleset]
        described = describe_options(Options, data.options)
        described |= {name: replace(described[name], doubtful=True) for name in data.doubtful}
        offered = [name for name in _OFFERED if name in described and name not in data.doubtful]
        return described | {name: replace(described[name], offered=True) for name in offered}

    def roles(self, ruleset: str) -> Mapping[str, RoleInfo]:
        data = rulesets()[ruleset]
        hunted = data.assassination.target if data.assassination else None
        return {
            name: RoleInfo(
                side=role.side, plain=role.plain, option=role.option, helps=role.helps, hunted=name == hunted
            )
            for name, role in data.roles.items()
        }

    def lineups(self, ruleset: str) -> Sequence[LineUp]:
        return _lineups().get(ruleset, [])

    def role_sets(self, ruleset: str) -> Sequence[tuple[str, ...]]:
        known = rulesets()[ruleset].roles
        return tuple(roles for roles in _ROLE_SETS if all(role in known for role in roles))

    def words(self, ruleset: str) -> Mapping[str, Mapping[str, str]]:
        return rulesets()[ruleset].words

    def phases(self) -> Sequence[str]:
        return tuple(name for name in get_args(Phase) if name not in ("deal", "over"))


class _Overview:
    def rules(self, setup: Setup) -> RulesView:
        return compile_setup(setup).public

    def score(self, state: State) -> Score:
        return Score(state.good, state.evil)


class _Sides:
    def sides(self, state: State) -> tuple[str, ...]:
        return tuple(state.rules.sides[role] for role in state.deal.roles)


CATALOGUE: Catalogue = _Catalogue()
OVERVIEW: Overview = _Overview()
SIDES: Sides = _Sides()
