"""Write `schema.ts` in `web/src/net` and in each game's folder: the server's structs as TypeScript.

The structs become the components of an OpenAPI document, which openapi-typescript turns into types. Each folder has a
document of its own, so that names of different games cannot collide.

Usage: python web/scripts/write_types.py [--check]
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections import defaultdict
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec

WEB = Path(__file__).parents[1]
sys.path.insert(0, str(WEB.parent))

from generated import write_or_check  # noqa: E402

from hatch_build import npm_command  # noqa: E402

MODULES = {
    "net": [
        "turncoat.core.capabilities",
        "turncoat.core.rule_book_types",
        *(f"turncoat.server.tables.{name}" for name in ("settings", "commands", "wire", "resources")),
    ],
    "resistance": [
        *(f"turncoat.games.resistance.rules.{name}" for name in ("view", "moves", "events")),
        "turncoat.games.resistance.claims",
        "turncoat.games.resistance.belief.study",
        *(f"turncoat.games.resistance.scribe.{name}" for name in ("entries", "chart")),
    ],
    "maquis": [
        *(f"turncoat.games.maquis.rules.{name}" for name in ("view", "moves", "events")),
        "turncoat.games.maquis.bots.hint",
    ],
}
UNIONS = {"do": "AnyCommand", "claim": "AnyClaim", "type": "AnyMessage", "move": "AnyMove", "event": "AnyEvent"}
OPTIONS = [
    "--immutable",
    "--empty-objects-unknown",
    "--root-types",
    "--root-types-no-schema-prefix",
    "--default-non-nullable=false",
]


def structs_of(module: str) -> list[type]:
    """The structs that a module defines itself, without bases that are never sent."""
    found = vars(importlib.import_module(module)).values()
    structs = [each for each in found if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    own = [each for each in structs if each.__module__ == module]
    return [each for each in own if each.__struct_config__.tag != each.__name__]  # a base has no tag of its own


def document(modules: list[str]) -> dict[str, Any]:
    """An OpenAPI document with every struct, and a union of those that share a tag field."""
    structs = [each for module in modules for each in structs_of(module)]
    tagged: dict[str, dict[str, type]] = defaultdict(dict)
    for each in structs:
        config = each.__struct_config__
        if config.tag_field in UNIONS:
            tagged[UNIONS[config.tag_field]].setdefault(config.tag, each)
    unions = [reduce(or_, members.values()) for members in tagged.values()]
    schemas, components = msgspec.json.schema_components(
        [*unions, *structs], ref_template="#/components/schemas/{name}"
    )
    require_what_is_sent(structs, components)
    named = dict(zip(tagged, schemas[: len(unions)], strict=True))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Turncoat", "version": "1"},
        "paths": {},
        "components": {"schemas": {**components, **named}},
    }


def require_what_is_sent(structs: list[type], components: dict[str, Any]) -> None:
    """The server always writes a field with a default; what a client sends may leave it out."""
    for each in structs:
        config, component = each.__struct_config__, components[each.__name__]
        if config.omit_defaults or config.forbid_unknown_fields:
            continue
        given = component.get("required", [])
        component["required"] = [
            name for name, field in component["properties"].items() if name in given or "default" in field
        ]


def render(modules: list[str]) -> str:
    """The TypeScript of one folder."""
    node = Path(npm_command()[0]).with_name("node")
    tool = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    done = subprocess.run(
        [str(node), str(tool), *OPTIONS],
        input=json.dumps(document(modules)),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


if __name__ == "__main__":
    sys.exit(
        write_or_check({WEB / "src" / folder / "schema.ts": render(modules) for folder, modules in MODULES.items()})
    )
