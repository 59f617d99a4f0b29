"""Rulesets as data: what the TOML files in `rulesets/` contain, and the charts that all of them share."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from turncoat.games.resistance.rules.moves import Side


class Role(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Plain roles fill the seats that are left over. A role with an option is in play while that option is on.

    `helps` is the side whose chances a character raises.
    """

    side: Side
    plain: bool = False
    option: str | None = None
    helps: Side | None = None


class Sight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"known_as": "as", "when": "if"}):
    """What the reveal tells the viewers, and under which conditions."""

    viewers: tuple[str, ...]
    sees: tuple[str, ...]
    known_as: str
    when: str | None = None
    unless: str | None = None
    in_play: str | None = None
    not_in_play: str | None = None


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A role that may not be played without another. `warn_if` names the option that makes this a mere warning."""

    role: str
    one_of: tuple[str, ...]
    players: int | None = None
    warn_if: str | None = None
    warning: str | None = None


class Assassination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which role names which after a third success."""

    by: str
    target: str


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that one data file says."""

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
        """The role that fills the remaining seats of a side."""
        return next(name for name, role in self.roles.items() if role.plain and role.side == side)


class PlotCard(msgspec.Struct, frozen=True):
    """How many copies of a plot card are in small and in large games, and when it acts."""

    few: int
    many: int
    kind: str


class TwoFails(msgspec.Struct, frozen=True):
    """Which mission needs two fails, and from how many players on."""

    mission: int
    players: int


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The charts of the rulebook, by number of players."""

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
    """The charts of the family."""
    return msgspec.toml.decode((_HERE / "charts.toml").read_bytes(), type=Charts, strict=False)


@cache
def rulesets() -> dict[str, Ruleset]:
    """Every ruleset that has a data file, by its id."""
    found = (entry for entry in (_HERE / "rulesets").iterdir() if entry.name.endswith(".toml"))
    read = [msgspec.toml.decode(entry.read_bytes(), type=Ruleset) for entry in found]
    return {ruleset.id: ruleset for ruleset in sorted(read, key=lambda ruleset: ruleset.id)}
