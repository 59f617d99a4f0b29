"""`turncoat rulesets`: what can be played."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from turncoat.games import rulesets as all_rulesets
from turncoat.terminal.screen import make_console
from turncoat.terminal.terminals import find_terminal, known_game


def rulesets(ruleset: str | None = None, /) -> None:
    """List everything that can be played, or the roles and options of one ruleset.

    Args:
        ruleset: A name from the list.
    """
    console = make_console()
    if ruleset is not None:
        find_terminal(ruleset).describe(ruleset, console)
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("ruleset", style="bold", no_wrap=True)
    for heading in ("players", "what it is"):
        table.add_column(heading)
    for name in all_rulesets():
        seats = known_game(name).seats(name)
        span = str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
        table.add_row(name, span, Text(find_terminal(name).summary(name)))
    console.print(table)
    console.print(Text("turncoat rulesets NAME lists the options of a ruleset, and turncoat play NAME plays it."))
