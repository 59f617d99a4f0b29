"""What the player can choose before a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turncoat.core.capabilities import Catalogue, LineUp, OptionInfo, RoleInfo
from turncoat.core.options import describe_options
from turncoat.games.maquis.rules.state import Options


class _Catalogue:
    default_ruleset = "maquis"

    def options(self, ruleset: str) -> Mapping[str, OptionInfo]:
        return describe_options(Options)

    def roles(self, ruleset: str) -> Mapping[str, RoleInfo]:
        return {}

    def lineups(self, ruleset: str) -> Sequence[LineUp]:
        return ()

    def role_sets(self, ruleset: str) -> Sequence[tuple[str, ...]]:
        return ()

    def words(self, ruleset: str) -> Mapping[str, Mapping[str, str]]:
        return {}

    def phases(self) -> Sequence[str]:
        return ()


CATALOGUE: Catalogue = _Catalogue()
