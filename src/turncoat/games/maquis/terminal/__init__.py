"""The terminal of RESIST!: this module is the capability `turncoat.core.capabilities.Terminal`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from turncoat.core import Record, Setup, dump_record
from turncoat.games.maquis import GAME
from turncoat.games.maquis.catalogue import CATALOGUE
from turncoat.games.maquis.session import Deal, Session
from turncoat.games.maquis.terminal.story import print_story as tell
from turncoat.games.maquis.terminal.story import step_through as replay
from turncoat.games.maquis.terminal.terminal import Terminal
from turncoat.terminal.options_table import options_table
from turncoat.terminal.order import Order
from turncoat.terminal.screen import Left, Screen

__all__ = ["describe", "play", "replay", "resume", "summary", "tell"]


def summary(ruleset: str) -> str:
    """One line that says what the ruleset is."""
    return "RESIST!, alone: lead the Spanish maquis, and know when to stop."


def describe(ruleset: str, console: Console) -> None:
    """Print the ruleset's options."""
    console.print(Text(f"RESIST! ({ruleset}), one player", style="bold"))
    console.print(options_table(CATALOGUE, ruleset))
    flags = "--deal N plays the deal with that number, --daily the deal of the day, and --hint adds advice."
    console.print(Text(flags))


def play(order: Order, screen: Screen) -> None:
    """Play the deal in the order, the last unfinished game, or a new deal. Raises Refused on a bad set-up."""
    setup = Setup(ruleset="maquis", players=order.players or 1, options=order.options, roles=order.roles)
    GAME.start(setup)
    named = str(order.deal) if order.deal is not None else order.seed
    deal = Deal(named) if named is not None else None
    _terminal(order, screen).play(deal, order.daily, order.options)


def resume(record: Record, order: Order, screen: Screen) -> None:
    """Continue a saved game."""
    _terminal(order, screen).go_on(Session.load(dump_record(record)))


def _terminal(order: Order, screen: Screen) -> Terminal:
    player = order.names[0] if order.names else "you"
    save = Path(order.save) if order.save else None
    return Terminal(screen.console, _reader(screen), player=player, hint=order.hint, save=save)


def _reader(screen: Screen) -> Callable[[str], str]:
    def read(prompt: str) -> str:
        if prompt:
            screen.console.print(prompt)
        try:
            return screen.ask()
        except Left:
            raise EOFError from None

    return read
