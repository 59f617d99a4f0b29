"""The terminal of the hidden-loyalty family (see `turncoat.core.capabilities.Terminal`)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.text import Text

from turncoat.core import Event, Match, Record, Seed, Setup
from turncoat.core.capabilities import Terminal
from turncoat.games import find_game
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.terminal.describing import describe
from turncoat.games.resistance.terminal.ending import ending
from turncoat.games.resistance.terminal.replaying import print_story as tell
from turncoat.games.resistance.terminal.replaying import step_through as replay
from turncoat.games.resistance.terminal.table import Table
from turncoat.games.resistance.terminal.words import SUMMARIES, WARNINGS
from turncoat.terminal.errors import UsageError
from turncoat.terminal.frames import frames
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import write_record
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.seating import seat_players, seats_of

__all__ = ["TERMINAL"]

PLAYERS = 5


def summary(ruleset: str) -> str:
    """One line on what a ruleset is."""
    return SUMMARIES.get(ruleset, rulesets()[ruleset].words["en"]["title"])


def play(order: Order, screen: Screen) -> None:
    """A new game. Raises Refused if the set-up is no good."""
    options = dict(order.options)
    if isinstance(options.get("allow"), str):
        options["allow"] = options["allow"].split(",")
    setup = Setup(ruleset=order.ruleset, players=order.players or PLAYERS, options=options, roles=tuple(order.roles))
    secret = Seed(secrets.token_bytes(32)) if order.seed is None else Seed.of(order.seed)
    match: Match[Any] = Match(find_game(order.ruleset), setup, secret)
    chairs = seat_players(setup.players, order.seats, order.names, secret, order.ruleset)
    advice = [WARNINGS.get(code, code) for code in match.game.warnings(setup)]
    _play(Table(match, chairs, screen, quick=order.quick, advice=advice), (), order)


def resume(record: Record, order: Order, screen: Screen) -> None:
    """Go on where a record ends, with the same people and bots unless the order names others."""
    past = frames(record)
    told = record.proof.secret if record.proof else None
    secret = Seed(secrets.token_bytes(32)) if told is None else Seed.of(told)
    match: Match[Any] = Match.resume(find_game(record.ruleset), record, secret)
    seats, names = seats_of(record)
    chairs = seat_players(record.players, order.seats or seats, order.names or names, secret, record.ruleset)
    _play(Table(match, chairs, screen, quick=order.quick), [frame.events for frame in past], order)


def _play(table: Table, past: Sequence[Sequence[Event]], order: Order) -> None:
    """Play to the end and tell it, or keep what there is when somebody leaves."""
    console = table.screen.console
    if order.save and not Path(order.save).parent.is_dir():
        raise UsageError("NO_FILE", f"There is no folder to save {order.save} in.")
    try:
        with table.screen.opened():
            table.run(past)
    except (Left, KeyboardInterrupt):
        if not table.match.moves:
            return
        saved = _save(table, order.save or _file_name(order)) or _ask_where(table, order)
        if saved:
            console.print(Text(f"Saved. Go on with: turncoat play --resume {saved}"))
        return
    console.print(ending(table.match.game, table.match.state, table.board, table.last))
    saved = (order.save and _save(table, order.save)) or _ask_where(table, order)
    if saved:
        console.print(Text(f" Saved. See it again with: turncoat replay {saved}"))


def _file_name(order: Order) -> str:
    return f"{order.ruleset}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.json"


def _save(table: Table, name: str) -> str | None:
    """Write the record. Where that fails, say why and return None."""
    names = [chair.name for chair in table.chairs]
    seats = [chair.player for chair in table.chairs]
    try:
        write_record(Path(name), table.match.record(reveal=True, names=names, seats=seats))
    except UsageError as error:
        table.screen.console.print(Text(f" {error.message}"))
        return None
    return name


def _ask_where(table: Table, order: Order) -> str | None:
    """Save where the person says, or nowhere."""
    name = _file_name(order)
    while True:
        table.screen.console.print(Text(f"\n Save the record? Type a file name, or s for {name}; Enter leaves it."))
        try:
            typed = table.screen.ask()
        except Left:
            return None
        if typed.lower() in ("", "n", "no", "q"):
            return None
        saved = _save(table, name if typed.lower() in ("s", "y", "yes") else typed)
        if saved:
            return saved


class _Terminal:
    summary = staticmethod(summary)
    describe = staticmethod(describe)
    play = staticmethod(play)
    resume = staticmethod(resume)
    replay = staticmethod(replay)
    tell = staticmethod(tell)


TERMINAL: Terminal = _Terminal()
