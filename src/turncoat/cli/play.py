"""`turncoat play`: people at one keyboard, against bots or each other."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from turncoat.cli.setups import read_options
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Flag, Several, split, split_bots
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import read_record
from turncoat.terminal.screen import Screen
from turncoat.terminal.terminals import find_terminal, known_game


@dataclass(frozen=True)
class SoloFlags:
    """What only a game for one player has.

    Args:
        deal: Play the deal with this number, which is the same for everybody (games for one player only).
        daily: Play the deal of the day (games for one player only).
        hint: Show advice with every question (games for one player only).
    """

    deal: int | None = None
    daily: Flag = False
    hint: Flag = False


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
    quick: Flag = False,
    silent: Flag = False,
    save: str | None = None,
    resume: Path | None = None,
    solo: Annotated[SoloFlags, Parameter(name="*")] = SoloFlags(),  # noqa: B008 - it is frozen
) -> None:
    """Play a game in this terminal, against bots or with others at the same keyboard.

    Args:
        ruleset: What to play. `turncoat rulesets` lists the choices. Without it, you choose on the first screen.
        players: Number of players, including bots.
        roles: Optional roles to include: `--roles NAME,NAME`.
        option: Options to change: `--option NAME=VALUE NAME=VALUE`. `turncoat rulesets RULESET` lists them.
        seat: Who plays each seat, in order: human, bot, or the name of a bot. The other seats are played by bots.
        names: Names of the players, in order of seats.
        seed: Seed of the deal. The same seed and set-up give the same deal.
        quick: Do not pause after each result.
        silent: Nobody talks at this table.
        save: File in which to save the game when you leave and when it ends.
        resume: Continue the game that is saved in this file.
    """
    plain: dict[str, Any] = {"players": players, "seed": seed, "quick": quick, "save": save, **asdict(solo)}
    order = Order(
        ruleset=ruleset or "",
        silent=silent,
        roles=split(roles),
        options=read_options(option),
        seats=split_bots(seat),
        names=split(names),
        **plain,
    )
    start(order, resume, Screen.standard())


def start(order: Order, resume: Path | None, screen: Screen) -> None:
    """Begin a game or continue a saved one, on this screen."""
    if resume is not None:
        record = read_record(resume)
        again = msgspec.structs.replace(order, ruleset=record.ruleset, save=order.save or str(resume))
        _check_solo_flags(again)
        find_terminal(record.ruleset).resume(record, again, screen)
        return
    if not order.ruleset:
        from turncoat.cli.choosing import choose

        chosen = choose(order, screen)
        if chosen is None:
            return
        order = chosen
    _check_solo_flags(order)
    find_terminal(order.ruleset).play(order, screen)


def _check_solo_flags(order: Order) -> None:
    """Raise UsageError if a flag for one player is given for a game of several."""
    if max(known_game(order.ruleset).seats(order.ruleset)) == 1:
        return
    flags = {"--deal": order.deal is not None, "--daily": order.daily, "--hint": order.hint}
    for flag, given in flags.items():
        if given:
            raise UsageError("ONLY_ALONE", f"{flag} is for games for one player; {order.ruleset} is not one.")
