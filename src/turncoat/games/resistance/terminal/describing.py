"""What a ruleset offers: characters and options, with their values and defaults."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import charts, rulesets


def describe(ruleset: str, console: Console) -> None:
    """Print a ruleset's characters and options."""
    rules = rulesets()[ruleset]
    few, many = min(charts().sides), max(charts().sides)
    console.print(Text(f"{rules.words['en']['title']} ({ruleset}), {few} to {many} players", style="bold"))
    special = [name for name, role in rules.roles.items() if not role.plain and not role.option]
    if special:
        console.print(Text(f"Characters for --roles: {', '.join(special)}"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("option", "default", "values"):
        table.add_column(heading)
    hints = typing.get_type_hints(Options)
    for name, default in rules.options.items():
        table.add_row(Text(name, style="bold"), Text(_json(default)), Text(_values(hints[name], default)))
    console.print(table)


def _json(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _values(hint: Any, default: Any) -> str:
    if hint is bool:
        return "true, false"
    if isinstance(default, int):
        return "a seat"
    options = typing.get_args(hint)
    if isinstance(default, list):
        return f"any of {', '.join(typing.get_args(options[0]))}"
    return ", ".join(map(str, options))
