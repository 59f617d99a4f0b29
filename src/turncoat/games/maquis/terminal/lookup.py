"""What is printed on a card, found by its name."""

from __future__ import annotations

from rich.text import Text

from turncoat.core.in_words import counted
from turncoat.games.maquis.rules.cards import ENEMIES, ENEMY_CARDS, MAQUIS, MISSIONS, SPY, WORDS, Enemy, Mission, Side
from turncoat.terminal.typed import fold


def find_cards(words: str) -> list[Text]:
    """A description of every card whose name contains the words. Capitals and accents do not matter."""
    wanted = fold(words)
    found = [_maquis(card.name, card.hidden, card.revealed) for card in MAQUIS.values() if _fits(wanted, card.name)]
    found += [_mission(card) for card in MISSIONS.values() if _fits(wanted, card.name)]
    kinds = {card.name: card for card in ENEMIES.values()}
    found += [_enemy(card) for name, card in kinds.items() if _fits(wanted, name)]
    if _fits(wanted, SPY):
        found.append(_described("Spy", "cannot be played. A new hand of nothing but Spies loses the game."))
    return found


def _fits(wanted: str, name: str) -> bool:
    return wanted in fold(name)


def _described(name: str, words: str) -> Text:
    return Text(f"{name}  ", style="bold").append(words, style="not bold")


def _maquis(name: str, hidden: Side, revealed: Side) -> Text:
    return _described(name, f"hidden {_side(hidden)}  revealed {_side(revealed)}")


def _side(side: Side) -> str:
    if side.action is None:
        return f"{side.attack}, no action."
    return f"{side.attack}, {' or '.join(when.upper() for when in side.when)}: {WORDS[side.action]}"


def _mission(card: Mission) -> Text:
    worth = f"Mission of era {'I' * card.era}, defense {card.defense}, {counted(card.points, 'point')}"
    return _described(card.name, f"{worth}, {card.garrison} Enemies. {card.when.upper()} {WORDS[card.effect]}")


def _enemy(card: Enemy) -> Text:
    copies = sorted(ENEMIES[each].defense for each in ENEMY_CARDS if ENEMIES[each].name == card.name)
    defenses = ", ".join(map(str, copies))
    return _described(card.name, f"Enemy, {counted(len(copies), 'card')} of defense {defenses}. {_effect(card)}")


def _effect(card: Enemy) -> str:
    return f"{card.when.upper()} {WORDS[card.effect]}"
