"""`turncoat play`: a person against bots, or several people at one keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from turncoat.cli.errors import UsageError
from turncoat.cli.records import read_record
from turncoat.cli.screen import Screen
from turncoat.cli.terminals import Order, find_terminal

Several = Annotated[list[str] | None, Parameter(consume_multiple=True, negative=())]


def play(
    ruleset: str | None = None,
    /,
    *,
    players: int | None = None,
    roles: Several = None,
    option: Several = None,
    seat: Several = None,
    names: Several = None,
    seed: str | None = None,
    quick: Annotated[bool, Parameter(negative=())] = False,
    save: str | None = None,
    resume: Path | None = None,
) -> None:
    """Play a game in this terminal, against bots or round one keyboard.

    Parameters
    ----------
    ruleset
        What to play; `turncoat rulesets` lists them. Without it, you choose on the first screen.
    players
        How many play, bots included.
    roles
        Optional characters: `--roles percival,morgana`.
    option
        Rules to change: `--option lady=true targeting=true`; `turncoat rulesets avalon` lists them.
    seat
        Who plays each seat in turn: human, bot, or the name of a bot. Seats not named are bots'.
    names
        Names of the players in seat order.
    seed
        Deal as this seed deals. The same seed and set-up deal the same cards.
    quick
        Do not stop after every vote and mission.
    save
        Where `q` and the end of the game save the record.
    resume
        Go on with a game that was saved.
    """
    screen = Screen.standard()
    order = Order(
        ruleset=ruleset or "",
        players=players,
        roles=split(roles),
        options=read_options(split(option, comma=False)),
        seats=split(seat),
        names=split(names),
        seed=seed,
        quick=quick,
        save=save,
    )
    start(order, resume, screen)


def start(order: Order, resume: Path | None, screen: Screen) -> None:
    """Begin or go on, on the given screen."""
    if resume is not None:
        record = read_record(resume)
        again = msgspec.structs.replace(order, ruleset=record.ruleset, save=order.save or str(resume))
        find_terminal(record.ruleset).resume(record, again, screen)
        return
    if not order.ruleset:
        from turncoat.cli.choosing import choose

        chosen = choose(order, screen)
        if chosen is None:
            return
        order = chosen
    find_terminal(order.ruleset).play(order, screen)


def split(given: list[str] | None, *, comma: bool = True) -> tuple[str, ...]:
    """The words of a repeated option; each may hold several, separated by commas."""
    words = given or []
    parts = [part for word in words for part in word.split(",")] if comma else words
    return tuple(part.strip() for part in parts if part.strip())


def read_options(given: tuple[str, ...]) -> dict[str, Any]:
    """`name=value` pairs; a value is read as JSON if it is that (true, 3), else as a word."""
    options: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError("BAD_OPTION", f"An option is written name=value; {pair[:40]!r} is not.")
        try:
            options[name.strip()] = msgspec.json.decode(value.strip().lower())
        except (msgspec.DecodeError, RecursionError):
            options[name.strip()] = value.strip()
    return options
