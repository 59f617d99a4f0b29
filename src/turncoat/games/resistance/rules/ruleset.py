"""Rulesets as data: what a TOML file of `rulesets/` may say, and the charts they share."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from turncoat.games.resistance.rules.moves import Side


class Role(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plain role fills the seats that characters leave. A role with an option is in play while that is on."""

    side: Side
    plain: bool = False
    option: str | None = None


class Sight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"known_as": "as", "when": "if"}):
    """Who learns what about whom in the reveal, and under which conditions."""

    viewers: tuple[str, ...]
    sees: tuple[str, ...]
    known_as: str
    when: str | None = None
    unless: str | None = None
    in_play: str | None = None
    not_in_play: str | None = None


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A role that is refused without another; `warn_if` names the option that turns this into a warning."""

    role: str
    one_of: tuple[str, ...]
    players: int | None = None
    warn_if: str | None = None
    warning: str | None = None


class Assassination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may name whom after a third success."""

    by: str
    target: str


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rulebook as a value."""

    id: str
    version: int
    roles: dict[str, Role]
    options: dict[str, Any]
    words: dict[str, dict[str, str]]
    sight: tuple[Sight, ...] = ()
    needs: tuple[Need, ...] = ()
    assassination: Assassination | None = None
    doubtful: tuple[str, ...] = ()  # options that are refused unless the table lists them in `allow`

    def plain(self, side: str) -> str:
        """The role that fills a side's remaining seats."""
        return next(name for name, role in self.roles.items() if role.plain and role.side == side)


class PlotCard(msgspec.Struct, frozen=True):
    """Copies of a plot card in small and large games, and when it acts."""

    few: int
    many: int
    kind: str


class TwoFails(msgspec.Struct, frozen=True):
    """Which mission needs two fails, from how many players on."""

    mission: int
    players: int


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables by number of players."""

    sides: dict[int, tuple[int, int]]
    teams: dict[int, tuple[int, int, int, int, int]]
    two_fails: TwoFails
    plot_draw: dict[str, dict[int, int]]
    plot_cards: dict[str, PlotCard]

    def fails_needed(self, players: int) -> tuple[int, ...]:
        """How many fails make each mission fail."""
        two = self.two_fails
        return tuple(2 if number == two.mission and players >= two.players else 1 for number in range(1, 6))


_HERE = files(__package__)


@cache
def charts() -> Charts:
    """The tables of the family."""
    return msgspec.toml.decode((_HERE / "charts.toml").read_bytes(), type=Charts, strict=False)


@cache
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset that has a data file."""
    found = (entry for entry in (_HERE / "rulesets").iterdir() if entry.name.endswith(".toml"))
    read = [msgspec.toml.decode(entry.read_bytes(), type=Ruleset) for entry in found]
    return {ruleset.id: ruleset for ruleset in sorted(read, key=lambda ruleset: ruleset.id)}
