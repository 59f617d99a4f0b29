"""Write `web/src/maquis/cards.ts`: what is printed on the cards of RESIST!, from the game's own data.

Usage: python web/scripts/write_cards.py [--check]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from generated import write_or_check

from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS

OUT = Path(__file__).parent.parent / "src" / "maquis" / "cards.ts"
HEADER = """// Written by web/scripts/write_cards.py from the game's cards. Do not edit.

export type Half = { attack: number; action: string | null; when: readonly string[] };
export type Maquis = { name: string; hidden: Half; revealed: Half };
export type Mission = { era: number; points: number; defense: number; when: string; effect: string };
export type Enemy = { kind: string; defense: number; when: string; effect: string };
"""


def table(name: str, kind: str, rows: dict[str, object]) -> str:
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in rows.items()]
    return f"export const {name}: Record<string, {kind}> = {{\n" + "\n".join(lines) + "\n};\n"


def render() -> str:
    """The whole file."""
    maquis = {
        key: {
            "name": card.name,
            **{
                side: {"attack": half.attack, "action": half.action, "when": list(half.when)}
                for side, half in (("hidden", card.hidden), ("revealed", card.revealed))
            },
        }
        for key, card in MAQUIS.items()
    }
    missions = {
        key: {
            "era": card.era,
            "points": card.points,
            "defense": card.defense,
            "when": card.when,
            "effect": card.effect,
        }
        for key, card in MISSIONS.items()
    }
    enemies = {
        key: {"kind": key.rsplit("-", 1)[0], "defense": card.defense, "when": card.when, "effect": card.effect}
        for key, card in ENEMIES.items()
    }
    return "\n".join(
        [
            HEADER,
            table("MAQUIS", "Maquis", maquis),
            table("MISSIONS", "Mission", missions),
            table("ENEMIES", "Enemy", enemies),
        ]
    )


if __name__ == "__main__":
    sys.exit(write_or_check({OUT: render()}))
