"""Write `web/src/net/schema.ts`: the server's messages and the games' views as TypeScript, from their structs.

Usage: python web/scripts/write_types.py [--check]
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

OUT = Path(__file__).parent.parent / "src" / "net" / "schema.ts"
HEADER = "// Written by web/scripts/write_types.py from the server's structs. Do not edit.\n"
MESSAGES = ("settings", "commands", "wire", "resources")
WORDS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def owned(module: str) -> list[type]:
    """The structs that a module defines itself."""
    found = vars(importlib.import_module(module)).values()
    structs = [each for each in found if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    return [each for each in structs if each.__module__ == module]


def sources() -> list[tuple[str, list[type]]]:
    """What is written, under which prefix, so that names of different games do not meet."""
    family = [kind for name in ("view", "moves", "events") for kind in owned(f"turncoat.games.resistance.rules.{name}")]
    messages = [kind for name in MESSAGES for kind in owned(f"turncoat.server.tables.{name}")]
    study = owned("turncoat.games.resistance.belief.study")
    found = [("Game", family), ("", messages), ("Study", study)]
    try:
        solo = [kind for name in ("view", "moves", "events") for kind in owned(f"turncoat.games.maquis.rules.{name}")]
    except ModuleNotFoundError:
        return found
    return [*found, ("Solo", [*solo, *owned("turncoat.games.maquis.bots.hint")])]


class Writer:
    """Turns the components of a JSON schema into exported types."""

    def __init__(self, prefix: str, names: dict[str, str]) -> None:
        self.prefix = prefix
        self.names = names

    def name(self, ref: str) -> str:
        return self.names[ref.rsplit("/", 1)[-1]]

    def kind(self, schema: dict[str, Any]) -> str:
        """A schema as a type expression."""
        if "$ref" in schema:
            return self.name(schema["$ref"])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema["enum"])
        if "anyOf" in schema or "oneOf" in schema:
            kinds = dict.fromkeys(self.kind(each) for each in schema.get("anyOf") or schema["oneOf"])
            return " | ".join(kinds)
        if isinstance(schema.get("type"), list):
            return " | ".join(WORDS[each] for each in schema["type"])
        return self.plain(schema)

    def plain(self, schema: dict[str, Any]) -> str:
        word = schema.get("type")
        if word == "array":
            if "prefixItems" in schema:
                return "[" + ", ".join(self.kind(each) for each in schema["prefixItems"]) + "]"
            return f"readonly ({self.kind(schema.get('items') or {})})[]"
        if word == "object":
            if "properties" in schema:
                return self.fields(schema)
            rest = schema.get("additionalProperties")
            return f"Record<string, {self.kind(rest) if isinstance(rest, dict) else 'unknown'}>"
        return WORDS.get(str(word), "unknown")

    def fields(self, schema: dict[str, Any]) -> str:
        required = set(schema.get("required", ()))
        lines = [
            f"  {field}{'' if field in required else '?'}: {self.kind(each)};"
            for field, each in schema["properties"].items()
        ]
        return "{\n" + "\n".join(lines) + "\n}"


def require_what_is_sent(kinds: list[type], components: dict[str, Any]) -> None:
    """What the server writes with a default is always there; what a client sends may leave it out."""
    for kind in kinds:
        config = kind.__struct_config__
        component = components.get(kind.__name__)
        if component is None or config.omit_defaults or config.forbid_unknown_fields:
            continue
        given = component.get("required", [])
        sure = [name for name, each in component["properties"].items() if name in given or "default" in each]
        component["required"] = sure


def render() -> str:
    """The whole file."""
    parts = [HEADER]
    for prefix, kinds in sources():
        _, components = msgspec.json.schema_components(kinds)
        require_what_is_sent(kinds, components)
        names = {name: prefix + name.replace("[", "").replace("]", "") for name in components}
        writer = Writer(prefix, names)
        for name, schema in components.items():
            doc = " ".join((schema.get("description") or "").split())
            parts.append(f"/** {doc} */\n" if doc else "")
            parts.append(f"export type {names[name]} = {writer.kind(schema)};\n")
        if prefix == "Game":
            events = [each for each in components.values() if "event" in each.get("properties", {})]
            titles = sorted(names[each["title"]] for each in events)
            parts.append(f"export type GameEvent = {' | '.join(titles)};\n")
    return "\n".join(part for part in parts if part)


def main() -> int:
    """Write the file, or with --check say whether it is current."""
    text = render()
    if "--check" in sys.argv:
        current = OUT.exists() and OUT.read_text() == text
        return 0 if current else 1
    OUT.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
