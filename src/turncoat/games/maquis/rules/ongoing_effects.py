"""Effects that last: DEFEND effects of the chosen Mission and its Enemies, and attack bonuses.

Each effect is a small function in a table, under its key. The effect of an Enemy ends when the Enemy leaves the
Mission. The effect of a Mission ends when the Mission is defeated or ignored.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS, REVEALED, Enemy, Mission, Persona
from turncoat.games.maquis.rules.state import InPlay, Position

Target = Enemy | Mission

_DEFENDERS = {enemy.id: enemy.effect for enemy in ENEMIES.values() if enemy.when == "defend"}


RAISES: dict[str, Callable[[Enemy], int]] = {
    "ENGINEER": lambda enemy: 0 if enemy.effect == "ENGINEER" else 1,
    "ENEMIES_PLUS_1": lambda enemy: 1,
}
"""How much an effect adds to the defense of an Enemy."""
SHIELDS: dict[str, Callable[[Target], bool]] = {
    "GUARD": lambda target: isinstance(target, Mission),
    "GRUNT": lambda target: isinstance(target, Enemy) and target.effect != "GRUNT",
}
"""Whether an effect protects a Target from being defeated."""
REVEAL_LIMITS = {"REVEAL_LIMIT_0": 0, "REVEAL_LIMIT_1": 1}
"""How many Maquis may be revealed in the ATTACK phase."""
BONUSES: dict[str, Callable[[Position], int]] = {
    "PLUS_PER_REVEALED": lambda position: len(position.in_play(REVEALED)),
    "PLUS_PER_OTHER": lambda position: len(position.played) - 1,
    "PLUS_PER_CIVILIAN": lambda position: sum(position.graveyard),
}
"""Bonuses that are counted when the Attack Strength is totalled, not when the card is played."""


def active_effects(position: Position) -> list[str]:
    """The keys of the DEFEND effects that are active now, one for each card that has one."""
    return [key for _, key in _defending(position)]


def _defending(position: Position) -> list[tuple[str, str]]:
    """The cards whose DEFEND effects are active now, each with the key of its effect."""
    raid = position.raid
    if raid.mission is None:
        return []
    garrison = position.chosen().garrison
    found = [(foe.card, _DEFENDERS[foe.card]) for foe in garrison if foe.card in _DEFENDERS]
    mission = MISSIONS[raid.mission]
    if mission.when == "defend" and not (raid.beaten or raid.ignored):
        found.append((mission.id, mission.effect))
    return found


def enemy_defense(position: Position, card: str) -> int:
    """The current defense of an Enemy at the chosen Mission; never below 1 (ruling 9)."""
    enemy = ENEMIES[card]
    raised = sum(RAISES[key](enemy) for key in active_effects(position) if key in RAISES)
    return max(enemy.defense + raised - position.raid.lowered, 1)


def raised_by(position: Position, card: str) -> tuple[str, ...]:
    """The cards that raise the defense of an Enemy at the chosen Mission: other Enemies, or the Mission."""
    enemy = ENEMIES[card]
    return tuple(by for by, key in _defending(position) if key in RAISES and RAISES[key](enemy))


def mission_defense(position: Position) -> int:
    """The current defense of the chosen Mission."""
    defense = MISSIONS[position.chosen().mission].defense
    return (defense + 1) // 2 if position.raid.halved else defense


def shielded(position: Position, target: Target) -> str | None:
    """The key of an effect that protects this Target now. None if there is none."""
    return next((key for key in active_effects(position) if key in SHIELDS and SHIELDS[key](target)), None)


def reveals_left(position: Position) -> bool:
    """Whether another Maquis may be revealed now. Reveals in PLAN do not count (ruling 4)."""
    limits = [REVEAL_LIMITS[key] for key in active_effects(position) if key in REVEAL_LIMITS]
    return not limits or position.raid.reveals < min(limits)


def attack_of(position: Position, card: InPlay) -> int:
    """What one card in play adds to the attack now."""
    bonus = BONUSES[card.bonus](position) if card.bonus else 0
    return MAQUIS[card.card].side(card.persona).attack + card.gain + bonus


def attack(position: Position) -> int:
    """The attack of all Maquis in play."""
    return sum(attack_of(position, card) for card in position.played)


def gain_of(position: Position, card: str, persona: Persona) -> int:
    """What the attack grows by if this card is played now, with the bonus that its action can give."""
    side = MAQUIS[card].side(persona)
    bonus = side.action if side.action in BONUSES and position.phase in side.when else None
    then = replace(position, played=(*position.played, InPlay(card, persona, bonus=bonus)))
    return attack(then) - attack(position)
