"""What `turncoat rulesets` says about RESIST!."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from turncoat.core.options import describe_options
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
    for name, option in describe_options(Options).items():
        values = option.values or ("true", "false")
        table.add_row(Text(name, style="bold"), Text(str(option.default).lower()), Text(", ".join(values)))
    console.print(table)
    console.print(
        Text("--deal N plays the deal with that number, --daily the deal of the day, and --hint adds advice.")
    )
