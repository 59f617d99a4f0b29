"""The options of a ruleset as a table, with their defaults and values."""

from __future__ import annotations

from typing import Any

import msgspec
from rich import box
from rich.table import Table
from rich.text import Text

from turncoat.core.capabilities import Catalogue, OptionInfo


def options_table(catalogue: Catalogue, ruleset: str) -> Table:
    """A row for every option."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("option", "default", "values"):
        table.add_column(heading)
    for name, option in catalogue.options(ruleset).items():
        table.add_row(Text(name, style="bold"), Text(_json(option.default)), Text(_values(option)))
    return table


def _json(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _values(option: OptionInfo) -> str:
    values = ", ".join(map(str, option.values or ()))
    return {"bool": "true, false", "seat": "a seat", "list": f"any of {values}"}.get(option.type, values)
