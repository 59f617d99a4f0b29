"""A view of RESIST! in words. This module is the capability `turncoat.core.capabilities.InWords`."""

from __future__ import annotations

from typing import Any

import msgspec

from turncoat.core import Ask
from turncoat.core.in_words import as_text, counted, say_struct
from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS, SPY, WORDS, Side
from turncoat.games.maquis.rules.rounds import CIVILIANS_TO_LOSE, FAILURES_TO_LOSE, GRADES
from turncoat.games.maquis.rules.view import DeckView, EnemyView, MaquisView, MissionView
from turncoat.games.maquis.words import ASKS, REASONS, name, names, say_move
from turncoat.games.maquis.words import GRADES as GRADE_NAMES


def rules(view: MaquisView) -> list[str]:
    """How the game ends, and the options."""
    grades = ", ".join(f"{GRADE_NAMES[grade]} from {least}" for least, grade in reversed(GRADES))
    losses = f"{CIVILIANS_TO_LOSE} civilians are lost, {FAILURES_TO_LOSE} Missions fail, or only Spies are in your hand"
    options = "; ".join(f"{key} = {value}" for key, value in msgspec.to_builtins(view.options).items())
    return [
        "RESIST!, a game for one player. In each round play Maquis, hidden or revealed, and attack one Mission.",
        "A hidden Maquis comes back; a revealed one is stronger and is lost after the round.",
        f"You lose if {losses}.",
        f"Points decide the result if you end in time: {grades}.",
        f"Options: {options}.",
    ]


def history(view: MaquisView) -> list[str]:
    """What has been defeated and lost."""
    return [
        f"Defeated Missions: {names(view.defeated)}. Failed Missions: {names(view.failed)}.",
        f"Civilian cards drawn, by civilians: {', '.join(map(str, view.graveyard)) or 'none'}.",
    ]


def situation(view: MaquisView) -> list[str]:
    """The table as everybody sees it."""
    lines = [f"Phase: {view.phase}, round {view.round}. {counted(view.points, 'point')}."]
    for site in view.missions:
        lines += _mission(site)
    lines += [f"On offer: {_card(card)}" for card in view.draft]
    lines += [_in_play(card) for card in view.played]
    lines += [
        f"Attack so far: {view.attack}. Cards in hand: {view.hand_size}.",
        f"Hidden deck: {_deck(view.hidden_deck)}; pile: {names(view.hidden_discard)}.",
        f"Recruit deck: {_deck(view.recruit_deck)}. Revealed pile: {names(view.revealed)}.",
        f"Enemy deck: {_deck(view.enemy_deck)}; pile: {names(view.enemy_discard)}.",
        f"Missions to come: {view.mission_deck}. Civilian cards: {view.civilian_deck}.",
        f"Spies in reserve: {view.spy_reserve}. Out of the game: {names(view.removed)}.",
        f"This round: {_on_one_line(view.raid)}.",
        *(f"Still to be done: {_on_one_line(task)}." for task in reversed(view.pending)),
    ]
    if view.outcome is not None:
        grade = GRADE_NAMES[view.outcome.grade]
        lines.append(f"{grade}, {counted(view.outcome.points, 'point')}. {REASONS[view.outcome.reason]}")
    return lines


def _on_one_line(value: Any) -> str:
    return ", ".join(line.strip() for line in as_text(value).split("\n"))


def _mission(site: MissionView) -> list[str]:
    card = MISSIONS[site.mission]
    head = f"Mission {card.name}{' (beaten)' if site.beaten else ''}: defense {site.defense}, "
    head += f"{counted(card.points, 'point')}. {card.when}: {WORDS[card.effect]}"
    return [head, *(f"  Enemy {slot}: {_enemy(enemy)}" for slot, enemy in enumerate(site.garrison, 1))]


def _enemy(enemy: EnemyView) -> str:
    if enemy.card is None:
        return "face down"
    card = ENEMIES[enemy.card]
    return f"{name(enemy.card)}, defense now {enemy.defense}. {card.when}: {WORDS[card.effect]}"


def _in_play(card: Any) -> str:
    bonus = f", bonus {card.bonus}" if card.bonus else ""
    return f"In play: {name(card.card)}, {card.persona}, attack {card.attack}, gained {card.gain}{bonus}."


def _deck(deck: DeckView) -> str:
    known = {"on top": deck.top, "at the bottom": deck.bottom, "somewhere in it": deck.holds}
    return "; ".join([f"{deck.count}", *(f"{where} {names(cards)}" for where, cards in known.items() if cards)])


def knowledge(view: MaquisView) -> list[str]:
    """The player's hand; a spectator sees none."""
    if view.hand is None:
        return []
    return [f"In your hand: {_card(card)}" for card in view.hand] or ["Your hand is empty."]


def _card(card: str) -> str:
    if card == SPY:
        return "Spy, which cannot be played."
    return f"{name(card)}. Hidden: {_side(MAQUIS[card].hidden)} Revealed: {_side(MAQUIS[card].revealed)}"


def _side(side: Side) -> str:
    action = "" if side.action is None else f", {' or '.join(side.when)}: {WORDS[side.action].rstrip('.')}"
    return f"attack {side.attack}{action}."


def question(view: MaquisView, ask: Ask) -> str:
    """What the player is asked."""
    return ASKS[ask.kind]


def answer(view: MaquisView, move: Any) -> str:
    """A legal answer in a few words, without a full stop."""
    return say_move(move, view)


def claim(claim: Any) -> str:
    """There is nobody to claim anything to."""
    return say_struct(claim)
