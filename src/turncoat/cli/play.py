"""`turncoat play`: a person against bots, or several people at one keyboard."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from turncoat.cli.setups import Several, read_options, split
from turncoat.terminal.errors import UsageError
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import read_record
from turncoat.terminal.screen import Screen
from turncoat.terminal.terminals import find_terminal, known_game


@dataclass(frozen=True)
class Alone:
    """For a game for one.

    Parameters
    ----------
    deal
        Alone: the deal of this number, the same for everybody.
    daily
        Alone: the deal of the day.
    hint
        Alone: advice with every question.
    """

    deal: int | None = None
    daily: Annotated[bool, Parameter(negative=())] = False
    hint: Annotated[bool, Parameter(negative=())] = False


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
    alone: Annotated[Alone, Parameter(name="*")] = Alone(),  # noqa: B008 - it is frozen
) -> None:
    """Play a game in this terminal, against bots or round one keyboard.

    Parameters
    ----------
    ruleset
        What to play; `turncoat rulesets` lists them. Without it, you choose on the first screen.
    players
        How many play, bots included.
    roles
        Optional characters: `--roles NAME,NAME`.
    option
        Rules to change: `--option NAME=VALUE NAME=VALUE`; `turncoat rulesets NAME` lists them.
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
    plain: dict[str, Any] = {"players": players, "seed": seed, "quick": quick, "save": save, **asdict(alone)}
    order = Order(
        ruleset=ruleset or "",
        roles=split(roles),
        options=read_options(option),
        seats=split(seat),
        names=split(names),
        **plain,
    )
    start(order, resume, Screen.standard())


def start(order: Order, resume: Path | None, screen: Screen) -> None:
    """Begin or go on, on the given screen."""
    if resume is not None:
        record = read_record(resume)
        again = msgspec.structs.replace(order, ruleset=record.ruleset, save=order.save or str(resume))
        _check_alone(again)
        find_terminal(record.ruleset).resume(record, again, screen)
        return
    if not order.ruleset:
        from turncoat.cli.choosing import choose

        chosen = choose(order, screen)
        if chosen is None:
            return
        order = chosen
    _check_alone(order)
    find_terminal(order.ruleset).play(order, screen)


def _check_alone(order: Order) -> None:
    """Refuse what only a game for one can do. Raises UsageError."""
    if max(known_game(order.ruleset).seats(order.ruleset)) == 1:
        return
    wished = {"--deal": order.deal is not None, "--daily": order.daily, "--hint": order.hint}
    for option, given in wished.items():
        if given:
            raise UsageError("ONLY_ALONE", f"{option} is for a game for one; {order.ruleset} is not one.")
