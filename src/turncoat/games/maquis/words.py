"""Cards, moves and events in English, for terminals, hints and logs."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import msgspec

from turncoat.core.in_words import counted
from turncoat.games.maquis.rules import events as ev
from turncoat.games.maquis.rules import moves as mv
from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS, SPY, WORDS
from turncoat.games.maquis.rules.view import EnemyView, MaquisView

_WORDS = msgspec.toml.decode((files(__package__) / "words.toml").read_bytes(), type=dict[str, dict[str, str]])
GRADES, REASONS, ASKS = _WORDS["grades"], _WORDS["reasons"], _WORDS["asks"]
SHORT = _WORDS["enemies"]
"""What an Enemy does, in a word or two."""
HELP = _WORDS["pages"]["help"]
_DECKS, _TARGETS = _WORDS["decks"], _WORDS["targets"]


def name(card: str) -> str:
    """The name of any card by its id."""
    if card == SPY:
        return "Spy"
    if card in ENEMIES:
        return f"{ENEMIES[card].name} {ENEMIES[card].defense}"
    return MAQUIS[card].name if card in MAQUIS else MISSIONS[card].name


def names(cards: tuple[str, ...]) -> str:
    """The names of these cards, in one phrase."""
    return ", ".join(map(name, cards)) if cards else "nothing"


def enemy_name(enemy: EnemyView) -> str:
    """An Enemy of a garrison with its defense now. Empty if the viewer does not know it."""
    if enemy.card:
        return f"{ENEMIES[enemy.card].name} {enemy.defense}"
    return f"{name(enemy.seen)} (face down)" if enemy.seen else ""


def _enemy_at(view: MaquisView, mission: str, slot: int) -> str:
    garrison = next((site.garrison for site in view.missions if site.mission == mission), ())
    what = enemy_name(garrison[slot]) if slot < len(garrison) else ""
    what = what or f"face-down Enemy {slot + 1}"
    return what if mission == view.raid.mission else f"{what} at {name(mission)}"


_MOVES: dict[type, Callable[[Any, MaquisView], str]] = {
    mv.Keep: lambda move, view: f"keep {name(move.card)}",
    mv.Play: lambda move, view: f"play {name(move.card)} {move.persona}",
    mv.Choose: lambda move, view: f"choose {name(move.mission)}",
    mv.Act: lambda move, view: "use the action" if move.use else "do not use the action",
    mv.PickMission: lambda move, view: name(move.mission),
    mv.PickEnemy: lambda move, view: _enemy_at(view, move.mission, move.slot),
    mv.PickCard: lambda move, view: name(move.card),
    mv.Sort: lambda move, view: f"put back {names(move.top) if move.top else 'none'}",
    mv.Done: lambda move, view: "no more",
    mv.Continue: lambda move, view: "go on",
    mv.End: lambda move, view: "end the resistance",
}


def say_move(move: Any, view: MaquisView) -> str:
    """A move in a few words, without a full stop."""
    return _MOVES[type(move)](move, view)


def _civilian(event: ev.CivilianDrawn) -> str:
    if event.civilians == 0:
        return "A Civilian card shows no civilians and is shuffled back."
    return f"{event.civilians} civilian{'s are' if event.civilians > 1 else ' is'} lost."


def _discarded(event: ev.Discarded) -> str:
    if event.source == "clean-up" or (event.deck == "enemy" and event.source in MISSIONS):
        return ""
    return f"Discarded: {names(event.cards)}."


_EVENTS: dict[type, Callable[[Any], str]] = {
    ev.MissionOpened: lambda e: f"New Mission: {name(e.mission)}, with {e.garrison} Enemies.",
    ev.Drawn: lambda e: f"You draw {names(e.cards)}.",
    ev.Looked: lambda e: f"On top of the {_DECKS[e.deck]}: {names(e.cards)}.",
    ev.Returned: lambda e: f"Back on top: {names(e.cards)}.",
    ev.Buried: lambda e: f"To the bottom: {names(e.cards)}.",
    ev.Shuffled: lambda e: f"The {_DECKS[e.deck]} is shuffled.",
    ev.Acted: lambda e: f"{name(e.card)}: {WORDS[e.action]}",
    ev.Flipped: lambda e: f"{name(e.mission)}: {names(e.enemies)} face up.",
    ev.EnemyDiscarded: lambda e: f"{name(e.enemy)} is discarded.",
    ev.EnemyMoved: lambda e: f"{name(e.enemy)} moves to {name(e.target)}.",
    ev.Reinforced: lambda e: f"One more Enemy at {names(e.missions)}.",
    ev.Discarded: _discarded,
    ev.Removed: lambda e: f"{name(e.card)} leaves the game.",
    ev.Struck: lambda e: f"{name(e.card)} is caught and leaves the game.",
    ev.SpyAdded: lambda e: "A new Spy joins the Hidden pile.",
    ev.Recruited: lambda e: f"{name(e.card)} goes to {_TARGETS[e.target]}.",
    ev.Regained: lambda e: f"{name(e.card)} goes to {_TARGETS[e.target]}.",
    ev.Strength: lambda e: f"Attack Strength: {e.attack}.",
    ev.EnemyDefeated: lambda e: f"{name(e.enemy)} is defeated for {e.cost}.",
    ev.MissionDefeated: lambda e: f"{name(e.mission)} is defeated for {e.cost}: {counted(e.points, 'point')}!",
    ev.Survived: lambda e: f"{name(e.enemy)} survives. {WORDS[e.effect]}",
    ev.CivilianDrawn: _civilian,
    ev.MissionFailed: lambda e: f"{name(e.mission)} has failed.",
}


def say_event(event: ev.MaquisEvent) -> str:
    """An event as a sentence. Empty for what the player has just done."""
    tell = _EVENTS.get(type(event))
    return tell(event) if tell else ""
