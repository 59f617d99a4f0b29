"""The cards of RESIST!, read once from `cards.toml`.

A Maquis, a Mission or an Enemy is identified by its id. Equal copies share an id: the two Guards of defense 1 are both
`guard-1`, and every Spy is `spy`. A Civilian card is the number of civilians on it.
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
    """One persona of a Maquis: its attack, its action, and the phases in which the action can be used."""

    attack: int
    action: str | None = None
    when: tuple[str, ...] = ()


class Maquis(msgspec.Struct, frozen=True):
    """A card of the player, with its two personas."""

    id: str
    name: str
    hidden: Side
    revealed: Side

    def side(self, persona: Persona) -> Side:
        """The side of the card for a persona."""
        return self.hidden if persona == HIDDEN else self.revealed


class Mission(msgspec.Struct, frozen=True):
    """A Mission card. `garrison` is the number of Enemies that it starts with."""

    id: str
    name: str
    era: int
    garrison: int
    defense: int
    points: int
    when: str
    effect: str


class Enemy(msgspec.Struct, frozen=True):
    """An Enemy card. `when` is the moment of its effect: defend, defeat or survive."""

    id: str
    name: str
    defense: int
    when: str
    effect: str


def _copies(row: dict[str, Any]) -> list[Enemy]:
    """One Enemy for each copy. Its id contains the kind and the defense, because only these differ."""
    return [
        Enemy(f"{row['id']}-{defense}", row["name"], defense, row["when"], row["effect"]) for defense in row["defense"]
    ]


_DATA = tomllib.loads(files(__package__).joinpath("cards.toml").read_text(encoding="utf-8"))
_COPIES = [copy for row in _DATA["enemy"] for copy in _copies(row)]

MAQUIS: Final = {card.id: card for card in msgspec.convert(_DATA["maquis"], list[Maquis])}
MISSIONS: Final = {card.id: card for card in msgspec.convert(_DATA["mission"], list[Mission])}
ENEMIES: Final = {card.id: card for card in _COPIES}
ENEMY_CARDS: Final = tuple(card.id for card in _COPIES)
"""The ids of all 32 Enemy cards. Equal copies repeat their id."""
CIVILIANS: Final[tuple[int, ...]] = tuple(_DATA["civilians"]["cards"])
HIDDEN_SPIES: Final[int] = _DATA["spies"]["hidden"]
RESERVE_SPIES: Final[int] = _DATA["spies"]["reserve"]
WORDS: Final[dict[str, str]] = _DATA["words"]
"""What each effect does, in our own words."""

ERAS: Final = (4, 3, 3)
"""The number of Missions of each era in a game."""
SLOTS: Final = tuple(era for era, count in enumerate(ERAS, 1) for _ in range(count))
"""The era of each of the ten Missions, in the order in which they become Available."""
