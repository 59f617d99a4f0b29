"""Write what the games' own data says of their cards: those of RESIST! with its limits, and when plot cards act.

Usage: python web/scripts/write_cards.py [--check]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from generated import write_or_check

from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS
from turncoat.games.maquis.rules.rounds import CIVILIANS_TO_LOSE, FAILURES_TO_LOSE, GRADES
from turncoat.games.resistance.rules.ruleset import charts

SRC = Path(__file__).parent.parent / "src"
PLOT_HEADER = """// Written by web/scripts/write_cards.py from the game's charts. Do not edit.

/** When a plot card acts: once it is played, for the whole game, or at once. */
export type PlotKind = 'held' | 'permanent' | 'immediate';
"""
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
    """The cards of RESIST!, with how many losses end a game, and the points of the least victory."""
    limits = {
        "civilians": CIVILIANS_TO_LOSE,
        "failures": FAILURES_TO_LOSE,
        "victory": next(least for least, grade in GRADES if grade == "minor"),
    }
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
            f"export const LIMITS = {json.dumps(limits)};\n",
            table("MAQUIS", "Maquis", maquis),
            table("MISSIONS", "Mission", missions),
            table("ENEMIES", "Enemy", enemies),
        ]
    )


def render_plot() -> str:
    """The plot cards."""
    return "\n".join(
        [PLOT_HEADER, table("PLOT_KINDS", "PlotKind", {name: card.kind for name, card in charts().plot_cards.items()})]
    )


if __name__ == "__main__":
    sys.exit(
        write_or_check({SRC / "maquis" / "cards.ts": render(), SRC / "resistance" / "plotCards.ts": render_plot()})
    )
