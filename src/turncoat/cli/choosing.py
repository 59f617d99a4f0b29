"""The first screen of a bare `turncoat play`."""

from __future__ import annotations

import msgspec
from rich.console import RenderableType

from turncoat.cli.first_page import first_page
from turncoat.core.in_words import player_range
from turncoat.games import default_ruleset, rulesets
from turncoat.terminal.order import Order
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.terminals import find_terminal, known_game


def choose(order: Order, screen: Screen) -> Order | None:
    """Ask what to play, and with how many players. Enter alone chooses the first ruleset; None means leave."""
    names = _playable()
    complaint = ""
    with screen.opened():
        while True:
            screen.page(_page(names, order.players, complaint))
            try:
                chosen = _read(screen.ask(), names, order)
            except Left:
                return None
            if not isinstance(chosen, str):
                return chosen
            complaint = chosen


def _playable() -> list[str]:
    """Every ruleset. The one to begin with comes first."""
    return sorted(rulesets(), key=lambda name: name != default_ruleset())


def _page(names: list[str], players: int | None, complaint: str) -> RenderableType:
    enter = names[0] if players else f"{names[0]} with {known_game(names[0]).seats(names[0])[0]} players"
    more = "" if players else "; 2 7 is the second with 7 players"
    offers = [(name, find_terminal(name).summary(name)) for name in names]
    return first_page(offers, f"Press Enter for {enter}, or type a number{more}. q leaves.", complaint)


def _read(typed: str, names: list[str], order: Order) -> Order | str | None:
    """The order with a ruleset, a sentence if the answer was not understood, or None to leave."""
    words = typed.lower().split() or ["1"]
    if words[0] in ("q", "quit"):
        return None
    by_key = {str(number): name for number, name in enumerate(names, 1)} | {name: name for name in names}
    ruleset = by_key.get(words[0])
    if ruleset is None or len(words) > 2:
        return f"Type a number from 1 to {len(names)}, or press Enter."
    if len(words) == 1:
        return msgspec.structs.replace(order, ruleset=ruleset)
    seats = known_game(ruleset).seats(ruleset)
    if words[1] not in map(str, seats):
        return f"{ruleset} is for {player_range(seats)}."
    return msgspec.structs.replace(order, ruleset=ruleset, players=int(words[1]))
