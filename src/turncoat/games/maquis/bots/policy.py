"""Heuristics: a sensible answer to any ask, within microseconds.

They use only cards that the player can see, so they can be used on a true position as well as on an imagined one. The
greedy bot plays by them, and the search bot finishes its imagined rounds with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from turncoat.core import Ask
from turncoat.games.maquis.rules.cards import ENEMIES, HIDDEN, MAQUIS, MISSIONS, REVEALED, SPY, Side
from turncoat.games.maquis.rules.moves import Act, Choose, Continue, End, PickEnemy, PickMission, Play, Sort
from turncoat.games.maquis.rules.ongoing_effects import (
    REVEAL_LIMITS,
    attack,
    enemy_defense,
    mission_defense,
    reveals_left,
)
from turncoat.games.maquis.rules.state import Foe, Position, Site, points

_NUMBERS = msgspec.toml.decode((files(__package__) / "policy.toml").read_bytes(), type=dict[str, dict[str, float]])
HARM, PLAN_ACTIONS, ACTION_WORTH = _NUMBERS["harm"], _NUMBERS["plan_actions"], _NUMBERS["action_worth"]
UNSEEN_HARM = 1.6
UNSEEN_NEED = 0.5
"""The attack that a face-down Enemy is likely to cost before the Mission can be defeated."""


def _side_worth(side: Side) -> float:
    return side.attack + (ACTION_WORTH.get(side.action, 0.7) if side.action else 0.0)


WORTH = {card.id: _side_worth(card.hidden) + 0.5 * _side_worth(card.revealed) for card in MAQUIS.values()}
WORTH[SPY] = -1.0


def harm(foe: Foe) -> float:
    """How much harm an Enemy does, as far as is known."""
    return HARM[ENEMIES[foe.card].effect] if foe.is_known else UNSEEN_HARM


def potential(position: Position) -> int:
    """The attack if every Maquis in hand is played in its stronger persona."""
    sides = [(MAQUIS[card].hidden.attack, MAQUIS[card].revealed.attack) for card in position.maquis_in_hand()]
    return attack(position) + sum(map(max, sides))


def toll(site: Site) -> float:
    """The attack that the Enemies of a Mission cost before the Mission can be defeated."""
    guards = sum(ENEMIES[foe.card].defense for foe in site.garrison if foe.is_known and _is(foe, "GUARD"))
    grunts = sum(ENEMIES[foe.card].defense for foe in site.garrison if foe.is_known and _is(foe, "GRUNT"))
    unseen = sum(not foe.is_known for foe in site.garrison)
    return guards + (grunts if guards else 0) + UNSEEN_NEED * unseen


def _is(foe: Foe, effect: str) -> bool:
    return ENEMIES[foe.card].effect == effect


def prospect(position: Position, site: Site) -> float:
    """How good a Mission looks for this round, roughly in points."""
    mission = MISSIONS[site.mission]
    margin = potential(position) - mission.defense - toll(site)
    chance = min(max(0.55 + 0.15 * margin, 0.02), 0.98)
    left = sum(harm(foe) for foe in site.garrison)
    bodies = len(site.garrison) if mission.effect == "CIVILIAN_PER_ENEMY" else 0
    return chance * (mission.points + 2) - (1 - chance) * 6 - 0.35 * left - 0.8 * bodies


def need(position: Position) -> int:
    """The attack that defeats the chosen Mission, including its Guards and the Grunts that protect them."""
    garrison = position.chosen().garrison
    guards = [foe for foe in garrison if _is(foe, "GUARD")]
    grunts = [foe for foe in garrison if _is(foe, "GRUNT")] if guards else []
    return mission_defense(position) + sum(enemy_defense(position, foe.card) for foe in guards + grunts)


# One function for each kind of ask


def _plan(position: Position, moves: Sequence[Any]) -> Any:
    for move in moves:
        if isinstance(move, Play) and move.persona == HIDDEN and _plans_well(position, move.card):
            return move
    return max((move for move in moves if isinstance(move, Choose)), key=_by_prospect(position))


def _plans_well(position: Position, card: str) -> bool:
    side = MAQUIS[card].hidden
    if "plan" not in side.when or side.action not in PLAN_ACTIONS:
        return False
    if side.action == "CYCLE_SPY" and SPY not in position.hand:
        return False
    given_up = max(MAQUIS[card].revealed.attack - side.attack, 0)
    return given_up <= PLAN_ACTIONS[side.action]


def _attack(position: Position, moves: Sequence[Any]) -> Any:
    """Reveal only as many cards as the Mission needs, best first. Play the others hidden, those with actions first."""
    hand = position.maquis_in_hand()
    hidden = attack(position) + sum(MAQUIS[card].hidden.attack for card in hand)
    if reveals_left(position) and hidden < need(position):
        best = max(hand, key=_gain)
        if _gain(best) > 0:
            return Play(best, REVEALED)
    return Play(max(hand, key=lambda card: len(MAQUIS[card].hidden.when)), HIDDEN)


def _gain(card: str) -> int:
    return MAQUIS[card].revealed.attack - MAQUIS[card].hidden.attack


def _enemies(moves: Sequence[Any]) -> list[PickEnemy]:
    return [move for move in moves if isinstance(move, PickEnemy)]


def _by_prospect(position: Position) -> Callable[[Any], float]:
    return lambda move: prospect(position, position.site(move.mission))


def _by_worth(move: Any) -> float:
    return WORTH[move.card]


def _worst_enemy(position: Position, moves: Sequence[Any]) -> Any:
    """The most harmful Enemy. At the chosen Mission its defense counts as well."""
    picks = _enemies(moves)
    return max(picks, key=lambda move: _harm_at(position, move)) if picks else moves[0]


def _harm_at(position: Position, move: PickEnemy) -> float:
    foe = position.site(move.mission).garrison[move.slot]
    here = move.mission == position.raid.mission
    return harm(foe) + (0.5 * enemy_defense(position, foe.card) if here else 0.0)


def _sort(position: Position, moves: Sequence[Any]) -> Any:
    """Keep good Maquis or harmless Enemies on top, the best uppermost."""
    looked = max(moves, key=lambda move: len(move.top)).top
    if looked[0] in ENEMIES:
        harms = {card: HARM[ENEMIES[card].effect] for card in looked}
        kept = sorted((card for card in looked if harms[card] < UNSEEN_HARM), key=harms.__getitem__)
    else:
        kept = sorted((card for card in looked if WORTH[card] > 2.0), key=lambda card: -WORTH[card])
    wanted = Sort(tuple(kept))
    return wanted if wanted in moves else moves[0]


def _defeat(position: Position, moves: Sequence[Any]) -> Any:
    """The Mission if possible, else what protects it if the strength suffices, else the most harmful Enemy."""
    strength = position.raid.strength or 0
    for move in moves:
        if isinstance(move, PickMission) and not _is_massacre(position):
            return move
    picks = _enemies(moves)
    if not picks:
        return moves[0]
    garrison = position.chosen().garrison
    if not position.raid.beaten and need(position) <= strength:
        shields = [move for move in picks if ENEMIES[garrison[move.slot].card].effect in ("GUARD", "GRUNT")]
        if shields:
            return shields[0]
    return max(picks, key=lambda move: harm(garrison[move.slot]) / enemy_defense(position, garrison[move.slot].card))


def _is_massacre(position: Position) -> bool:
    """Whether defeating the Mission now would cost civilians that are saved by defeating an Enemy first."""
    mission = MISSIONS[position.chosen().mission]
    garrison = position.chosen().garrison
    if mission.effect != "CIVILIAN_PER_ENEMY" or position.raid.ignored or not garrison:
        return False
    spare = (position.raid.strength or 0) - mission_defense(position)
    return any(enemy_defense(position, foe.card) <= spare for foe in garrison)


def _end(position: Position, moves: Sequence[Any]) -> Any:
    """End with nine points, or with three if the next setback loses the game. These numbers did best in trials."""
    total, risky = points(position), bool(position.failed) or sum(position.graveyard) >= 4
    return End() if total >= 9 or (risky and total >= 3) else Continue()


POLICY: dict[str, Callable[[Position, Sequence[Any]], Any]] = {
    "draft": lambda position, moves: max(moves, key=_by_worth),
    "plan": _plan,
    "attack": _attack,
    "act": lambda position, moves: Act(use=True),
    "flip-mission": lambda position, moves: max(moves, key=_by_prospect(position)),
    "flip-enemy": lambda position, moves: max(_enemies(moves), key=_by_prospect(position)),
    "discard-enemy": _worst_enemy,
    "move-enemy": _worst_enemy,
    "move-to": lambda position, moves: min(moves, key=_by_prospect(position)),
    "discard-maquis": lambda position, moves: min(moves, key=_by_worth),
    "regain": lambda position, moves: max(moves, key=_by_worth),
    "recruit": lambda position, moves: max(moves, key=_by_worth),
    "copy": lambda position, moves: moves[0],
    "sort": _sort,
    "defeat": _defeat,
    "survive": lambda position, moves: moves[0],
    "end": _end,
}


def answer(position: Position, ask: Ask) -> Any:
    """One of the ask's moves."""
    return POLICY[ask.kind](position, ask.moves)


# Moves that a search need not try


def considered(position: Position, ask: Ask) -> Sequence[Any]:
    """The moves of an ask, without those that are no better than another one."""
    narrow = _NARROW.get(ask.kind)
    return narrow(position, ask.moves) if narrow else ask.moves


def _plan_considered(position: Position, moves: Sequence[Any]) -> Sequence[Any]:
    """A card without a PLAN action can wait for the ATTACK phase, unless reveals are limited there."""
    limited = any(MISSIONS[site.mission].effect in REVEAL_LIMITS for site in position.sites)
    return [
        move
        for move in moves
        if not isinstance(move, Play)
        or "plan" in MAQUIS[move.card].side(move.persona).when
        or (limited and move.persona == REVEALED)
    ]


def _attack_considered(position: Position, moves: Sequence[Any]) -> Sequence[Any]:
    """Cards without an ATTACK action can be played in any order, so only the first of them is considered."""
    plain = [card for card in position.maquis_in_hand() if _is_plain(card)]
    return [move for move in moves if move.card not in plain[1:]]


def _is_plain(card: str) -> bool:
    return "attack" not in MAQUIS[card].hidden.when + MAQUIS[card].revealed.when


_NARROW: dict[str, Callable[[Position, Sequence[Any]], Sequence[Any]]] = {
    "plan": _plan_considered,
    "attack": _attack_considered,
    "survive": lambda position, moves: moves[:1],  # the order of SURVIVE effects hardly matters
}
