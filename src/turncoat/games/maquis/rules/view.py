"""What the player or a spectator may know. A view is built field by field, never by removing parts of the state."""

from __future__ import annotations

import msgspec

from turncoat.core import Ask
from turncoat.games.maquis.rules.cards import ENEMIES, MISSIONS, Persona
from turncoat.games.maquis.rules.moves import Play
from turncoat.games.maquis.rules.ongoing_effects import (
    attack,
    attack_of,
    enemy_defense,
    gain_of,
    mission_defense,
    raised_by,
)
from turncoat.games.maquis.rules.state import Deck, Foe, MaquisOutcome, Options, Position, Raid, Site, Task, points


class EnemyView(msgspec.Struct, frozen=True):
    """An Enemy in a garrison: its card and current defense, or None for both while it is face down.

    `seen` is the card of a face-down Enemy that the viewer saw, or put, on top of the Enemy deck. `raised_by` are the
    Enemies, or the Mission, that raise its defense now.
    """

    card: str | None = None
    defense: int | None = None
    seen: str | None = None
    raised_by: tuple[str, ...] = ()


class MissionView(msgspec.Struct, frozen=True):
    """A Mission that is laid out, with its garrison."""

    mission: str
    defense: int
    garrison: tuple[EnemyView, ...]
    beaten: bool = False


class PlayedView(msgspec.Struct, frozen=True):
    """A Maquis in play, with what it adds to the attack now."""

    card: str
    persona: Persona
    attack: int
    gain: int = 0
    bonus: str | None = None


class DeckView(msgspec.Struct, frozen=True):
    """A face-down deck: its size, and what the viewer has seen of it.

    `top` and `bottom` are cards in known places. `holds` are Maquis that are known to be somewhere in the deck.
    """

    count: int
    top: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()


class MaquisView(msgspec.Struct, frozen=True, kw_only=True):
    """What the player, or a watcher, may know."""

    phase: str
    round: int
    options: Options
    missions: tuple[MissionView, ...]
    raid: Raid
    mission_deck: int
    defeated: tuple[str, ...]
    failed: tuple[str, ...]
    points: int
    hand: tuple[str, ...] | None
    """None for a spectator."""
    hand_size: int
    gains: dict[str, dict[Persona, int]]
    """What each card that the player may play now adds to the attack, with the bonus that its action can give."""
    played: tuple[PlayedView, ...]
    attack: int
    hidden_deck: DeckView
    hidden_discard: tuple[str, ...]
    recruit_deck: DeckView
    revealed: tuple[str, ...]
    removed: tuple[str, ...]
    spy_reserve: int
    enemy_deck: DeckView
    enemy_discard: tuple[str, ...]
    civilian_deck: int
    graveyard: tuple[int, ...]
    draft: tuple[str, ...]
    """The two cards on offer, while the Maquis are drafted."""
    pending: tuple[Task, ...]
    """What is still to be done in this round, in reverse order. It names no hidden card."""
    outcome: MaquisOutcome | None


def _enemy(position: Position, mission: str, foe: Foe, player: bool) -> EnemyView:
    if not foe.up:
        return EnemyView(seen=foe.card if foe.seen and player else None)
    if mission != position.raid.mission:
        return EnemyView(foe.card, ENEMIES[foe.card].defense)
    return EnemyView(foe.card, enemy_defense(position, foe.card), raised_by=raised_by(position, foe.card))


def _mission(position: Position, site: Site, player: bool) -> MissionView:
    here = site.mission == position.raid.mission
    defense = mission_defense(position) if here else MISSIONS[site.mission].defense
    garrison = tuple(_enemy(position, site.mission, foe, player) for foe in site.garrison)
    return MissionView(site.mission, defense, garrison, here and position.raid.beaten)


def _deck(deck: Deck, seen: frozenset[str], player: bool) -> DeckView:
    if not player:
        return DeckView(len(deck.cards))
    bottom = deck.cards[len(deck.cards) - deck.buried :]
    return DeckView(len(deck.cards), deck.cards[: deck.known], bottom, tuple(sorted(seen & frozenset(deck.cards))))


def view_of(position: Position, player: bool) -> MaquisView:
    """The view of the player, or of a watcher."""
    seen = position.seen
    return MaquisView(
        phase=position.phase,
        round=position.round,
        options=position.options,
        missions=tuple(_mission(position, site, player) for site in position.sites),
        raid=position.raid,
        mission_deck=len(position.mission_deck) if position.round else 0,
        defeated=position.defeated,
        failed=position.failed,
        points=points(position),
        hand=position.hand if player else None,
        hand_size=len(position.hand),
        gains=_gains(position) if player else {},
        played=tuple(
            PlayedView(card.card, card.persona, attack_of(position, card), card.gain, card.bonus)
            for card in position.played
        ),
        attack=attack(position),
        hidden_deck=_deck(position.hidden, seen, player),
        hidden_discard=position.hidden.discard,
        recruit_deck=_deck(position.recruit, seen, player),
        revealed=position.revealed,
        removed=position.removed,
        spy_reserve=position.reserve,
        enemy_deck=_deck(position.enemy, frozenset(), player),
        enemy_discard=position.enemy.discard,
        civilian_deck=len(position.civilians),
        graveyard=position.graveyard,
        draft=_on_offer(position.ask),
        pending=position.todo,
        outcome=position.outcome,
    )


def _gains(position: Position) -> dict[str, dict[Persona, int]]:
    gains: dict[str, dict[Persona, int]] = {}
    for move in position.ask.moves if position.ask else ():
        if isinstance(move, Play) and move.persona not in gains.get(move.card, ()):
            gains.setdefault(move.card, {})[move.persona] = gain_of(position, move.card, move.persona)
    return gains


def _on_offer(ask: Ask | None) -> tuple[str, ...]:
    return tuple(move.card for move in ask.moves) if ask and ask.kind == "draft" else ()
