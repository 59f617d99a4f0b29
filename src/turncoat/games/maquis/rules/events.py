"""What becomes known during a game.

An event with `reveals` tells the player something that did not follow from what they knew. Moves before it cannot be
taken back.
"""

from __future__ import annotations

from typing import ClassVar

from turncoat.core import Event
from turncoat.games.maquis.rules.cards import Persona

PLAYER = (0,)
"""The audience of an event that spectators do not see."""


class MaquisEvent(Event, frozen=True, kw_only=True):
    """Something that happened in a game of RESIST!"""

    reveals: ClassVar[bool] = False


class Drafted(MaquisEvent, frozen=True, kw_only=True, tag="drafted"):
    """Of two cards offered, the player kept one; the other goes to the Recruit deck."""

    kept: str
    recruit: str


class Offered(MaquisEvent, frozen=True, kw_only=True, tag="offered"):
    """The next two cards of the draft."""

    reveals = True
    cards: tuple[str, ...]


class MissionOpened(MaquisEvent, frozen=True, kw_only=True, tag="mission-opened"):
    """A Mission becomes Available, with this many face-down Enemies."""

    reveals = True
    mission: str
    garrison: int


class Drawn(MaquisEvent, frozen=True, kw_only=True, tag="drawn"):
    """Cards come into the hand."""

    reveals = True
    cards: tuple[str, ...]
    source: str


class Looked(MaquisEvent, frozen=True, kw_only=True, tag="looked"):
    """The player looked at the top cards of a deck."""

    reveals = True
    deck: str
    cards: tuple[str, ...]


class Returned(MaquisEvent, frozen=True, kw_only=True, tag="returned"):
    """Cards go back on top of a deck, the first uppermost."""

    deck: str
    cards: tuple[str, ...]


class Buried(MaquisEvent, frozen=True, kw_only=True, tag="buried"):
    """Cards go to the bottom of a deck."""

    deck: str
    cards: tuple[str, ...]


class Shuffled(MaquisEvent, frozen=True, kw_only=True, tag="shuffled"):
    """The discard pile is shuffled and put under its deck. The Civilian deck is shuffled as a whole."""

    reveals = True
    deck: str


class Played(MaquisEvent, frozen=True, kw_only=True, tag="played"):
    """A card is played with one of its personas."""

    card: str
    persona: Persona


class Acted(MaquisEvent, frozen=True, kw_only=True, tag="acted"):
    """The action of a card in play is carried out."""

    card: str
    action: str


class Chosen(MaquisEvent, frozen=True, kw_only=True, tag="chosen"):
    """The Mission to attack is chosen."""

    mission: str


class Flipped(MaquisEvent, frozen=True, kw_only=True, tag="flipped"):
    """Enemies are turned face up, at these places of the garrison."""

    reveals = True
    mission: str
    slots: tuple[int, ...]
    enemies: tuple[str, ...]


class EnemyDiscarded(MaquisEvent, frozen=True, kw_only=True, tag="enemy-discarded"):
    """An action or effect discards an Enemy of a garrison. It costs no attack, and no DEFEAT effect follows."""

    mission: str
    slot: int
    enemy: str


class EnemyMoved(MaquisEvent, frozen=True, kw_only=True, tag="enemy-moved"):
    """An Enemy moves from one garrison to another, `target`."""

    mission: str
    slot: int
    enemy: str
    target: str


class Reinforced(MaquisEvent, frozen=True, kw_only=True, tag="reinforced"):
    """One more face-down Enemy at each of these Missions."""

    missions: tuple[str, ...]


class Discarded(MaquisEvent, frozen=True, kw_only=True, tag="discarded"):
    """Cards go to the discard pile of a deck."""

    deck: str
    cards: tuple[str, ...]
    source: str


class Removed(MaquisEvent, frozen=True, kw_only=True, tag="removed"):
    """A card leaves the game."""

    card: str


class Struck(Removed, frozen=True, kw_only=True, tag="struck"):
    """A Maquis drawn at random leaves the game."""

    reveals = True


class SpyAdded(MaquisEvent, frozen=True, kw_only=True, tag="spy-added"):
    """A new Spy from the reserve is in the Hidden discard pile."""


class Recruited(MaquisEvent, frozen=True, kw_only=True, tag="recruited"):
    """A card of the Recruit deck goes to the Hidden side."""

    reveals = True
    card: str
    target: str


class Regained(MaquisEvent, frozen=True, kw_only=True, tag="regained"):
    """A card leaves the Revealed pile."""

    card: str
    target: str


class Strength(MaquisEvent, frozen=True, kw_only=True, tag="strength"):
    """The Attack Strength of the round."""

    attack: int


class EnemyDefeated(MaquisEvent, frozen=True, kw_only=True, tag="enemy-defeated"):
    """An Enemy is defeated, at the cost of so much attack."""

    mission: str
    slot: int
    enemy: str
    cost: int


class MissionDefeated(MaquisEvent, frozen=True, kw_only=True, tag="mission-defeated"):
    """The Mission is defeated, at the cost of so much attack."""

    mission: str
    cost: int
    points: int


class Survived(MaquisEvent, frozen=True, kw_only=True, tag="survived"):
    """The SURVIVE effect of an Enemy is resolved."""

    enemy: str
    effect: str


class CivilianDrawn(MaquisEvent, frozen=True, kw_only=True, tag="civilian-drawn"):
    """A Civilian card goes to the Graveyard. One without civilians goes back, and the deck is shuffled."""

    reveals = True
    civilians: int


class MissionFailed(MaquisEvent, frozen=True, kw_only=True, tag="mission-failed"):
    """A Mission has failed."""

    mission: str


class Over(MaquisEvent, frozen=True, kw_only=True, tag="over"):
    """The game has ended."""

    reason: str
    grade: str
    points: int
