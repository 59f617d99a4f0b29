"""How a game finds its terminal: game `x` is shown by the package `turncoat.cli.x`. Nothing to register."""

from __future__ import annotations

import importlib
from typing import Any, Protocol, cast

import msgspec
from rich.console import Console

from turncoat.core import Game, Record
from turncoat.games import find_game, rulesets
from turncoat.terminal.errors import UsageError
from turncoat.terminal.screen import Screen


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What the player asked for on the command line of `turncoat play`."""

    ruleset: str
    players: int | None = None
    roles: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seats: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    seed: str | None = None
    quick: bool = False
    save: str | None = None
    deal: int | None = None
    daily: bool = False
    hint: bool = False
    """These three are for playing alone."""


class Terminal(Protocol):
    """What the terminal package of a game offers."""

    def summary(self, ruleset: str) -> str:
        """One line on what the ruleset is."""

    def describe(self, ruleset: str, console: Console) -> None:
        """Print the ruleset's parts and options."""

    def play(self, order: Order, screen: Screen) -> None:
        """Play a game from the deal to its end."""

    def resume(self, record: Record, order: Order, screen: Screen) -> None:
        """Go on with a game that was saved."""

    def replay(self, record: Record, seat: str | None, everything: bool, screen: Screen) -> None:
        """Step through a record as a seat (None: a spectator) saw it, or with nothing hidden."""

    def tell(self, record: Record, seat: str | None, everything: bool, console: Console) -> None:
        """Print the same story at once."""


def known_game(ruleset: str) -> Game[Any]:
    """The game of a ruleset. Raises UsageError with the names there are."""
    try:
        return find_game(ruleset)
    except LookupError:
        names = ", ".join(rulesets())
        raise UsageError("BAD_RULESET", f"There is no ruleset {ruleset[:40]!r}; there are {names}.") from None


def find_terminal(ruleset: str) -> Terminal:
    """The terminal of a ruleset's game. Raises UsageError if it has none."""
    name = known_game(ruleset).name
    try:
        return cast(Terminal, importlib.import_module(f"turncoat.games.{name}.terminal"))
    except ModuleNotFoundError as error:
        if error.name != f"turncoat.games.{name}.terminal":
            raise
        raise UsageError("NO_TERMINAL", f"{ruleset} cannot be shown in the terminal yet.") from None
