"""What the ruleset is, and its options."""

from __future__ import annotations

from typing import get_args, get_type_hints

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from turncoat.games.maquis import Options

SUMMARY = "RESIST!, alone: lead the Spanish maquis, and know when to stop."


def summary(ruleset: str) -> str:
    """One line on what the ruleset is."""
    return SUMMARY


def describe(ruleset: str, console: Console) -> None:
    """Print the ruleset's options."""
    console.print(Text(f"RESIST! ({ruleset}), one player", style="bold"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("option", "default", "values"):
        table.add_column(heading)
    defaults = Options()
    for name, hint in get_type_hints(Options).items():
        values = get_args(hint) or ("true", "false")
        default = str(getattr(defaults, name)).lower()
        table.add_row(Text(name, style="bold"), Text(default), Text(", ".join(values)))
    console.print(table)
    console.print(Text("--deal N plays a numbered deal, --daily the deal of the day, --hint adds advice."))
