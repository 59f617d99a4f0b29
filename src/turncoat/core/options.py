"""Describes options that are declared as the fields of a struct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from turncoat.core.capabilities import OptionInfo


def describe_options(struct: type[msgspec.Struct], defaults: Mapping[str, Any] | None = None) -> dict[str, OptionInfo]:
    """Every field of the struct as an option; if `defaults` are given, only the fields named there."""
    described = inspect.type_info(struct)
    assert isinstance(described, inspect.StructType)
    found = {}
    for field in described.fields:
        if defaults is not None and field.name not in defaults:
            continue
        default = defaults[field.name] if defaults is not None else field.default
        kind, values = _kind(field.type)
        default = None if default is msgspec.NODEFAULT else default
        found[field.encode_name] = OptionInfo(default=default, type=kind, values=values)
    return found


def _kind(described: Any) -> tuple[str, tuple[Any, ...] | None]:
    if isinstance(described, inspect.BoolType):
        return "bool", None
    if isinstance(described, inspect.LiteralType):
        return "choice", tuple(described.values)
    if isinstance(described, inspect.VarTupleType | inspect.ListType):
        inner = described.item_type
        return "list", tuple(inner.values) if isinstance(inner, inspect.LiteralType) else None
    if isinstance(described, inspect.IntType):
        return ("seat" if described.le is not None else "number"), None
    return "text", None
