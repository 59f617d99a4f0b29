"""Prints what can be chosen in a ruleset: its characters, and its options with their values and defaults."""

from __future__ import annotations

from typing import Any

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from turncoat.core.capabilities import OptionInfo
from turncoat.games.resistance.rules.catalogue import CATALOGUE
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
    for name, option in CATALOGUE.options(ruleset).items():
        table.add_row(Text(name, style="bold"), Text(_json(option.default)), Text(_values(option)))
    console.print(table)


def _json(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _values(option: OptionInfo) -> str:
    values = ", ".join(map(str, option.values or ()))
    return {"bool": "true, false", "seat": "a seat", "list": f"any of {values}"}.get(option.type, values)
