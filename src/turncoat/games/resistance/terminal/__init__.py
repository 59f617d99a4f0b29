"""The terminal of the family: this module is the capability `turncoat.core.capabilities.Terminal`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from turncoat.core import Event, Match, Record, Seed, Setup, steps
from turncoat.games import find_game
from turncoat.games.resistance.narration.vocabulary import SUMMARIES, WARNINGS
from turncoat.games.resistance.rules.catalogue import CATALOGUE
from turncoat.games.resistance.rules.ruleset import charts, rulesets
from turncoat.games.resistance.terminal.final_page import final_page
from turncoat.games.resistance.terminal.game import TerminalGame
from turncoat.games.resistance.terminal.replay import print_story as tell
from turncoat.games.resistance.terminal.replay import step_through as replay
from turncoat.terminal.errors import UsageError
from turncoat.terminal.options_table import options_table
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import write_record
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.seating import seat_players, seats_of

__all__ = ["describe", "play", "replay", "resume", "summary", "tell"]

PLAYERS = 5


def summary(ruleset: str) -> str:
    """One line that says what a ruleset is."""
    return SUMMARIES.get(ruleset, rulesets()[ruleset].words["en"]["title"])


def describe(ruleset: str, console: Console) -> None:
    """Print a ruleset's characters and options."""
    rules = rulesets()[ruleset]
    few, many = min(charts().sides), max(charts().sides)
    console.print(Text(f"{rules.words['en']['title']} ({ruleset}), {few} to {many} players", style="bold"))
    special = [name for name, role in rules.roles.items() if not role.plain and not role.option]
    if special:
        console.print(Text(f"Characters for --roles: {', '.join(special)}"))
    console.print(options_table(CATALOGUE, ruleset))


def play(order: Order, screen: Screen) -> None:
    """Play a new game. Raises Refused if the set-up is not allowed."""
    options = dict(order.options)
    if isinstance(options.get("allow"), str):
        options["allow"] = options["allow"].split(",")
    setup = Setup(ruleset=order.ruleset, players=order.players or PLAYERS, options=options, roles=tuple(order.roles))
    secret = _seed(order.seed)
    match: Match[Any] = Match(find_game(order.ruleset), setup, secret)
    chairs = seat_players(setup.players, order.seats, order.names, secret, order.ruleset)
    advice = [WARNINGS.get(code, code) for code in match.game.warnings(setup)]
    _play(TerminalGame(match, chairs, screen, quick=order.quick, silent=order.silent, advice=advice), (), order)


def resume(record: Record, order: Order, screen: Screen) -> None:
    """Continue a saved game, with the same people and bots unless the command line names others."""
    game = find_game(record.ruleset)
    secret = _seed(record.proof.secret if record.proof else None)
    match: Match[Any] = Match.resume(game, record, secret)
    past = [step.events for step in steps(game, record)]
    seats, names = seats_of(record)
    chairs = seat_players(record.players, order.seats or seats, order.names or names, secret, record.ruleset)
    _play(TerminalGame(match, chairs, screen, quick=order.quick, silent=order.silent), past, order)


def _seed(text: str | None) -> Seed:
    return Seed(secrets.token_bytes(32)) if text is None else Seed.of(text)


def _play(game: TerminalGame, past: Sequence[Sequence[Event]], order: Order) -> None:
    """Play to the end and show the result. If somebody leaves, save the unfinished game."""
    console = game.screen.console
    if order.save and not Path(order.save).parent.is_dir():
        raise UsageError("NO_FILE", f"There is no folder to save {order.save} in.")
    try:
        with game.screen.opened():
            game.run(past)
    except (Left, KeyboardInterrupt):
        if not game.match.moves:
            return
        saved = _save(game, order.save or _file_name(order)) or _ask_where(game, order)
        if saved:
            console.print(Text(f"Saved. Go on with: turncoat play --resume {saved}"))
        return
    console.print(final_page(game.match.game, game.match.state, game.board, game.last))
    for chair in game.chairs:
        if chair.used:
            console.print(Text(f" {chair.used}"))
    saved = (order.save and _save(game, order.save)) or _ask_where(game, order)
    if saved:
        console.print(Text(f" Saved. See it again with: turncoat replay {saved}"))


def _file_name(order: Order) -> str:
    return f"{order.ruleset}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.json"


def _save(game: TerminalGame, name: str) -> str | None:
    """Write the record. If that fails, print the reason and return None."""
    names = [chair.name for chair in game.chairs]
    seats = [chair.player for chair in game.chairs]
    try:
        write_record(Path(name), game.match.record(reveal=True, names=names, seats=seats))
    except UsageError as error:
        game.screen.console.print(Text(f" {error.message}"))
        return None
    return name


def _ask_where(game: TerminalGame, order: Order) -> str | None:
    """Ask where to save the record. Returns None if it is not wanted."""
    name = _file_name(order)
    while True:
        game.screen.console.print(Text(f"\n Save the record? Type a file name, or s for {name}. Enter: do not save."))
        try:
            typed = game.screen.ask()
        except Left:
            return None
        if typed.lower() in ("", "n", "no", "q"):
            return None
        saved = _save(game, name if typed.lower() in ("s", "y", "yes") else typed)
        if saved:
            return saved
