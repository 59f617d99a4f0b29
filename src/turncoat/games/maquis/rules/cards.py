"""The cards of RESIST!, read once from `cards.toml`.

A Maquis, a Mission or an Enemy is named by its id everywhere. Equal copies share an id: the two Guards of
defense 1 are both `guard-1`, every Spy is `spy`, and a Civilian card is the number of civilians it shows.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec

Persona = Literal["hidden", "revealed"]
HIDDEN: Final = "hidden"
REVEALED: Final = "revealed"
SPY: Final = "spy"


class Side(msgspec.Struct, frozen=True):
    """One persona of a Maquis: its attack, and its action with the phases that allow it."""

    attack: int
    action: str | None = None
    when: tuple[str, ...] = ()


class Maquis(msgspec.Struct, frozen=True):
    id: str
    name: str
    hidden: Side
    revealed: Side

    def side(self, persona: Persona) -> Side:
        return self.hidden if persona == HIDDEN else self.revealed


class Mission(msgspec.Struct, frozen=True):
    id: str
    name: str
    era: int
    garrison: int
    defense: int
    points: int
    when: str
    effect: str


class Enemy(msgspec.Struct, frozen=True):
    id: str
    name: str
    defense: int
    when: str
    effect: str


def _copies(row: dict[str, Any]) -> list[Enemy]:
    """One Enemy per copy; the id tells the kind and the defense, which is all that differs."""
    return [
        Enemy(f"{row['id']}-{defense}", row["name"], defense, row["when"], row["effect"]) for defense in row["defense"]
    ]


_DATA = tomllib.loads(files(__package__).joinpath("cards.toml").read_text(encoding="utf-8"))
_COPIES = [copy for row in _DATA["enemy"] for copy in _copies(row)]

MAQUIS: Final = {card.id: card for card in msgspec.convert(_DATA["maquis"], list[Maquis])}
MISSIONS: Final = {card.id: card for card in msgspec.convert(_DATA["mission"], list[Mission])}
ENEMIES: Final = {card.id: card for card in _COPIES}
ENEMY_CARDS: Final = tuple(card.id for card in _COPIES)
"""All 32 Enemy cards; equal copies repeat their id."""
CIVILIANS: Final[tuple[int, ...]] = tuple(_DATA["civilians"]["cards"])
HIDDEN_SPIES: Final[int] = _DATA["spies"]["hidden"]
RESERVE_SPIES: Final[int] = _DATA["spies"]["reserve"]
WORDS: Final[dict[str, str]] = _DATA["words"]
"""What each effect key does, in our words."""

ERAS: Final = (4, 3, 3)
"""How many Missions of each era are in a game."""
SLOTS: Final = tuple(era for era, count in enumerate(ERAS, 1) for _ in range(count))
"""The era of each of the ten Missions, in the order in which they come up."""
