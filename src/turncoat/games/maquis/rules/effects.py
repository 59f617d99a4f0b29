"""Effects that happen once: actions of Maquis, and the DEFEND, DEFEAT and SURVIVE effects that trigger.

`EFFECTS` maps the key of an effect to a small function that changes the state or pushes tasks. An action can be used
only if all of it is possible, so an effect may have a condition. There is one exception: a deck may run out while cards
are drawn or looked at. Effects that last are in `ongoing_effects.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from turncoat.games.maquis.rules import events as ev
from turncoat.games.maquis.rules import tasks
from turncoat.games.maquis.rules.cards import ENEMIES, HIDDEN, MAQUIS, SPY
from turncoat.games.maquis.rules.moves import Move, PickCard
from turncoat.games.maquis.rules.ongoing_effects import enemy_defense
from turncoat.games.maquis.rules.state import DeckName, Foe, MutableState, Position, Question, Task

Run = Callable[[MutableState, str], None]
"""Carries out an effect for the card that has it, given by its id."""
Condition = Callable[[Position, str], bool]


class Effect(msgspec.Struct, frozen=True):
    """What an effect does, and when it is possible."""

    run: Run
    possible: Condition


EFFECTS: dict[str, Effect] = {}


def _always(position: Position, by: str) -> bool:
    return True


def _effect(key: str, possible: Condition = _always) -> Callable[[Run], Run]:
    def register(run: Run) -> Run:
        EFFECTS[key] = Effect(run, possible)
        return run

    return register


def possible(position: Position, key: str, by: str) -> bool:
    """Whether all of a card's action can be carried out."""
    return EFFECTS[key].possible(position, by)


def carry_out(state: MutableState, key: str, by: str) -> None:
    """Do what an effect of card `by` says."""
    EFFECTS[key].run(state, by)


# Conditions of actions


def _has_face_down(position: Position, by: str) -> bool:
    return any(not foe.up for site in position.sites for foe in site.garrison)


def _has_spy(position: Position, by: str) -> bool:
    return SPY in position.hand


def _has_maquis(position: Position, by: str) -> bool:
    return bool(position.maquis_in_hand())


def _has_revealed_pile(position: Position, by: str) -> bool:
    return bool(position.revealed)


def _garrison(position: Position) -> tuple[Foe, ...]:
    return position.chosen().garrison


def _has_enemy(position: Position, by: str) -> bool:
    return bool(_garrison(position))


def _has_two_enemies(position: Position, by: str) -> bool:
    return len(_garrison(position)) >= 2


def _has_enemy_and_refuge(position: Position, by: str) -> bool:
    return bool(_garrison(position)) and bool(position.others())


def _has_enemy_to_lower(position: Position, by: str) -> bool:
    return any(enemy_defense(position, foe.card) > 1 for foe in _garrison(position))


def _civilian_hunters(position: Position) -> list[int]:
    return [slot for slot, foe in enumerate(_garrison(position)) if ENEMIES[foe.card].effect == "DRAW_CIVILIAN"]


def _has_civilian_hunter(position: Position, by: str) -> bool:
    return bool(_civilian_hunters(position))


def _copyable(position: Position, by: str) -> list[tuple[str, str]]:
    """The other hidden Maquis in play with an action that can be used now, and that action (ruling 5)."""
    others = [(card, MAQUIS[card].hidden) for card in position.in_play(HIDDEN) if card != by]
    return [
        (card, side.action)
        for card, side in others
        if side.action and position.phase in side.when and possible(position, side.action, card)
    ]


def _has_copyable(position: Position, by: str) -> bool:
    return bool(_copyable(position, by))


# Enemies


@_effect("FLIP_ALL", _has_face_down)
def _flip_all(state: MutableState, by: str) -> None:
    state.push(tasks.FlipMission())


@_effect("FLIP2_DISCARD1", _has_face_down)
def _flip2_discard1(state: MutableState, by: str) -> None:
    state.push(tasks.FlipEnemy())


@_effect("DISCARD_ENEMY_1", _has_enemy)
def _discard_enemy_1(state: MutableState, by: str) -> None:
    state.push(tasks.DiscardEnemy(state.chosen().mission))


@_effect("DISCARD_ENEMY_2", _has_two_enemies)
def _discard_enemy_2(state: MutableState, by: str) -> None:
    state.push(tasks.DiscardEnemy(state.chosen().mission), tasks.DiscardEnemy(state.chosen().mission))


@_effect("DISCARD_ENEMY_GAIN", _has_enemy)
def _discard_enemy_gain(state: MutableState, by: str) -> None:
    state.push(tasks.DiscardForAttack(by))


@_effect("DISCARD_ALL_CG", _has_civilian_hunter)
def _discard_all_cg(state: MutableState, by: str) -> None:
    for slot in reversed(_civilian_hunters(state)):
        state.discard_enemy(state.chosen().mission, slot)


@_effect("MOVE_ENEMY", _has_enemy_and_refuge)
def _move_enemy(state: MutableState, by: str) -> None:
    state.push(tasks.MoveEnemy())


@_effect("DISCARD_ENEMY_ELSEWHERE")
def _discard_enemy_elsewhere(state: MutableState, by: str) -> None:
    state.push(tasks.DiscardElsewhere())


@_effect("DISCARD_ENEMY_EACH_OTHER")
def _discard_enemy_each_other(state: MutableState, by: str) -> None:
    state.push(*(tasks.DiscardEnemy(site.mission) for site in state.others()))


@_effect("REINFORCE_OTHERS")
def _reinforce_others(state: MutableState, by: str) -> None:
    state.push(tasks.Refill("enemy", len(state.others())), tasks.Reinforce())


@_effect("DEF_MINUS_1", _has_enemy_to_lower)
def _def_minus_1(state: MutableState, by: str) -> None:
    state.raid = replace(state.raid, lowered=True)


# Missions


@_effect("HALVE_MISSION")
def _halve_mission(state: MutableState, by: str) -> None:
    state.raid = replace(state.raid, halved=True)


@_effect("IGNORE_MISSION")
def _ignore_mission(state: MutableState, by: str) -> None:
    state.raid = replace(state.raid, ignored=True)


@_effect("RECOVER_PLUS_1")
def _recover_plus_1(state: MutableState, by: str) -> None:
    state.raid = replace(state.raid, hand=state.raid.hand + 1)


@_effect("RECOVER_MINUS_1")
def _recover_minus_1(state: MutableState, by: str) -> None:
    state.raid = replace(state.raid, hand=state.raid.hand - 1)


# The Hidden deck and the hand


def _draw_hidden(state: MutableState, count: int) -> None:
    state.push(tasks.Refill("hidden", count), tasks.DrawHidden(count))


@_effect("DRAW_HIDDEN_1")
def _draw_hidden_1(state: MutableState, by: str) -> None:
    _draw_hidden(state, 1)


@_effect("DRAW_HIDDEN_2")
def _draw_hidden_2(state: MutableState, by: str) -> None:
    _draw_hidden(state, 2)


@_effect("CYCLE_SPY", _has_spy)
def _cycle_spy(state: MutableState, by: str) -> None:
    state.leave_hand(SPY)
    state.discard((SPY,), "hand")
    _draw_hidden(state, 1)


@_effect("SWAP_MAQUIS_DRAW_2", _has_maquis)
def _swap_maquis_draw_2(state: MutableState, by: str) -> None:
    state.push(tasks.DiscardMaquis(), tasks.Refill("hidden", 2), tasks.DrawHidden(2))


@_effect("DISCARD_HAND_MAQUIS")
def _discard_hand_maquis(state: MutableState, by: str) -> None:
    state.push(tasks.DiscardMaquis())


def _sift(state: MutableState, deck: DeckName, rest: str) -> None:
    state.push(tasks.Refill(deck, 3), tasks.Look(deck, 3), tasks.Sift(deck, 3, rest))


@_effect("SIFT_HIDDEN_3")
def _sift_hidden_3(state: MutableState, by: str) -> None:
    _sift(state, "hidden", "discard")


@_effect("SIFT_ENEMY_3")
def _sift_enemy_3(state: MutableState, by: str) -> None:
    _sift(state, "enemy", "discard")


@_effect("SIFT_RECRUIT_3")
def _sift_recruit_3(state: MutableState, by: str) -> None:
    _sift(state, "recruit", "bottom")


class _KeepSpies(Task, frozen=True):
    """Of the cards just looked at, only Spies go back on top of the deck."""

    def run(self, state: MutableState) -> None:
        looked = state.hidden.cards[:3]
        tasks.put_back(state, "hidden", len(looked), tuple(card for card in looked if card == SPY))
        state.discard(tuple(card for card in looked if card != SPY), "hidden-deck")


@_effect("KEEP_SPIES_ON_TOP")
def _keep_spies_on_top(state: MutableState, by: str) -> None:
    state.push(tasks.Refill("hidden", 3), tasks.Look("hidden", 3), _KeepSpies())


# Recruits and the Revealed pile


@_effect("RECRUIT_TO_HAND")
def _recruit_to_hand(state: MutableState, by: str) -> None:
    cards = state.recruit.cards[:1]
    state.recruit = state.recruit.without(len(cards))
    tasks.take_in_hand(state, cards, "recruit")


@_effect("RECRUIT_TO_HIDDEN_TOP")
def _recruit_to_hidden_top(state: MutableState, by: str) -> None:
    state.push(tasks.Look("recruit", 3), tasks.Recruit(3))


@_effect("RECRUIT_TO_HIDDEN_DISCARD")
def _recruit_to_hidden_discard(state: MutableState, by: str) -> None:
    cards = state.recruit.cards[:1]
    state.recruit = state.recruit.without(len(cards))
    state.hidden = state.hidden.discarding(cards)
    state.see(cards)
    for card in cards:
        state.say(ev.Recruited(card=card, target="hidden-discard"))


@_effect("REVEALED_TO_HAND", _has_revealed_pile)
def _revealed_to_hand(state: MutableState, by: str) -> None:
    state.push(tasks.Regain("hand"))


@_effect("REVEALED_TO_HIDDEN_TOP", _has_revealed_pile)
def _revealed_to_hidden_top(state: MutableState, by: str) -> None:
    state.push(tasks.Regain("hidden-deck"))


@_effect("REVEALED_TO_HIDDEN_DISCARD")
def _revealed_to_hidden_discard(state: MutableState, by: str) -> None:
    state.push(tasks.Regain("hidden-discard"))


# Spies, civilians, losses


@_effect("REMOVE_SPY", _has_spy)
def _remove_spy(state: MutableState, by: str) -> None:
    if SPY in state.hand:
        state.leave_hand(SPY)
        state.removed += (SPY,)
        state.say(ev.Removed(card=SPY))


@_effect("ADD_SPY")
def _add_spy(state: MutableState, by: str) -> None:
    if state.reserve:
        state.reserve -= 1
        state.hidden = state.hidden.discarding((SPY,))
        state.say(ev.SpyAdded())


@_effect("DRAW_CIVILIAN")
def _draw_civilian(state: MutableState, by: str) -> None:
    state.push(tasks.DrawCivilian())


@_effect("CIVILIAN_PER_ENEMY")
def _civilian_per_enemy(state: MutableState, by: str) -> None:
    state.push(*(tasks.DrawCivilian() for _ in _garrison(state)))


@_effect("LOSE_RANDOM_HIDDEN")
def _lose_random_hidden(state: MutableState, by: str) -> None:
    state.push(tasks.LoseHidden())


@_effect("DISCARD_IN_PLAY")
def _discard_in_play(state: MutableState, by: str) -> None:
    """Discard every Maquis in play. Ruling 1 and an option decide where revealed Maquis go."""
    hidden = tuple(card.card for card in state.played if card.persona == HIDDEN or state.options.crossroads == "hidden")
    state.revealed += tuple(card.card for card in state.played if card.card not in hidden)
    state.played = ()
    state.discard(hidden, "play")


# Copies and bonuses


class _Copy(Question, frozen=True):
    """The player chooses the Maquis whose hidden action to carry out."""

    by: str
    kind: ClassVar[str] = "copy"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(PickCard(card) for card, _ in _copyable(position, self.by))

    def take(self, state: MutableState, move: tasks.Answer) -> None:
        assert isinstance(move, PickCard)
        action = MAQUIS[move.card].hidden.action
        assert action is not None
        state.say(ev.Acted(card=self.by, action=action))
        carry_out(state, action, self.by)


@_effect("COPY_HIDDEN", _has_copyable)
def _copy_hidden(state: MutableState, by: str) -> None:
    state.push(_Copy(by))


def _count_later(key: str) -> Run:
    """Mark the card, so that its bonus is counted when the Attack Strength is totalled."""

    def run(state: MutableState, by: str) -> None:
        state.played = tuple(replace(card, bonus=key) if card.card == by else card for card in state.played)

    return run


_effect("PLUS_PER_REVEALED")(_count_later("PLUS_PER_REVEALED"))
_effect("PLUS_PER_OTHER")(_count_later("PLUS_PER_OTHER"))
_effect("PLUS_PER_CIVILIAN")(_count_later("PLUS_PER_CIVILIAN"))
