"""Effects that happen once: actions of Maquis, and the DEFEND, DEFEAT and SURVIVE effects that trigger.

`EFFECTS`, at the end, maps the key of an effect to what it does. Most effects are a fixed list of tasks; the others are
small functions that change the state or push tasks. An action can be used only if all of it is possible, so an effect
may have a condition. There is one exception: a deck may run out while cards are drawn or looked at. Effects that last
are in `ongoing_effects.py`.
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


def _always(position: Position, by: str) -> bool:
    return True


class Effect(msgspec.Struct, frozen=True):
    """What an effect does, and when it is possible."""

    run: Run
    possible: Condition = _always


def possible(position: Position, key: str, by: str) -> bool:
    """Whether all of a card's action can be carried out."""
    return EFFECTS[key].possible(position, by)


def carry_out(state: MutableState, key: str, by: str) -> None:
    """Do what an effect of card `by` says."""
    EFFECTS[key].run(state, by)


def _garrison(position: Position) -> tuple[Foe, ...]:
    return position.chosen().garrison


# Conditions of actions


def _has_face_down(position: Position, by: str) -> bool:
    return any(not foe.up for site in position.sites for foe in site.garrison)


def _has_spy(position: Position, by: str) -> bool:
    return SPY in position.hand


def _has_maquis(position: Position, by: str) -> bool:
    return bool(position.maquis_in_hand())


def _has_revealed_pile(position: Position, by: str) -> bool:
    return bool(position.revealed)


def _has_enemies(count: int) -> Condition:
    return lambda position, by: len(_garrison(position)) >= count


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


# Tasks


def _does(*steps: Task) -> Run:
    """An effect that is always the same list of tasks."""
    return lambda state, by: state.push(*steps)


def _draw_hidden(count: int) -> tuple[Task, ...]:
    return tasks.Refill("hidden", count), tasks.DrawHidden(count)


def _sift(deck: DeckName, rest: str) -> Run:
    return _does(tasks.Refill(deck, 3), tasks.Look(deck, 3), tasks.Sift(deck, 3, rest))


class _KeepSpies(Task, frozen=True):
    """Of the cards just looked at, only Spies go back on top of the deck."""

    def run(self, state: MutableState) -> None:
        looked = state.hidden.cards[:3]
        tasks.put_back(state, "hidden", len(looked), tuple(card for card in looked if card == SPY))
        state.discard(tuple(card for card in looked if card != SPY), "hidden-deck")


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


# Effects that depend on the position


def _discard_enemies(count: int) -> Run:
    return lambda state, by: state.push(*[tasks.DiscardEnemy(state.chosen().mission)] * count)


def _discard_enemy_each_other(state: MutableState, by: str) -> None:
    state.push(*(tasks.DiscardEnemy(site.mission) for site in state.others()))


def _discard_civilian_hunters(state: MutableState, by: str) -> None:
    for slot in reversed(_civilian_hunters(state)):
        state.discard_enemy(state.chosen().mission, slot)


def _reinforce_others(state: MutableState, by: str) -> None:
    state.push(tasks.Refill("enemy", len(state.others())), tasks.Reinforce())


def _change_raid(**changes: bool) -> Run:
    def run(state: MutableState, by: str) -> None:
        state.raid = replace(state.raid, **changes)

    return run


def _change_next_hand(by_cards: int) -> Run:
    def run(state: MutableState, by: str) -> None:
        state.raid = replace(state.raid, hand=state.raid.hand + by_cards)

    return run


def _cycle_spy(state: MutableState, by: str) -> None:
    state.leave_hand(SPY)
    state.discard((SPY,), "hand")
    state.push(*_draw_hidden(1))


def _take_recruit(state: MutableState) -> tuple[str, ...]:
    """The top card of the Recruit deck, if there is one."""
    cards = state.recruit.cards[:1]
    state.recruit = state.recruit.without(len(cards))
    return cards


def _recruit_to_hand(state: MutableState, by: str) -> None:
    tasks.take_in_hand(state, _take_recruit(state), "recruit")


def _recruit_to_hidden_discard(state: MutableState, by: str) -> None:
    cards = _take_recruit(state)
    state.hidden = state.hidden.discarding(cards)
    state.see(cards)
    for card in cards:
        state.say(ev.Recruited(card=card, target="hidden-discard"))


def _remove_spy(state: MutableState, by: str) -> None:
    if SPY in state.hand:
        state.leave_hand(SPY)
        state.removed += (SPY,)
        state.say(ev.Removed(card=SPY))


def _add_spy(state: MutableState, by: str) -> None:
    if state.reserve:
        state.reserve -= 1
        state.hidden = state.hidden.discarding((SPY,))
        state.say(ev.SpyAdded())


def _civilian_per_enemy(state: MutableState, by: str) -> None:
    state.push(*(tasks.DrawCivilian() for _ in _garrison(state)))


def _discard_in_play(state: MutableState, by: str) -> None:
    """Discard every Maquis in play. Ruling 1 and an option decide where revealed Maquis go."""
    hidden = tuple(card.card for card in state.played if card.persona == HIDDEN or state.options.crossroads == "hidden")
    state.revealed += tuple(card.card for card in state.played if card.card not in hidden)
    state.played = ()
    state.discard(hidden, "play")


def _count_later(key: str) -> Effect:
    """Mark the card, so that its bonus is counted when the Attack Strength is totalled."""

    def run(state: MutableState, by: str) -> None:
        state.played = tuple(replace(card, bonus=key) if card.card == by else card for card in state.played)

    return Effect(run)


EFFECTS: dict[str, Effect] = {
    # Enemies
    "FLIP_ALL": Effect(_does(tasks.FlipMission()), _has_face_down),
    "FLIP2_DISCARD1": Effect(_does(tasks.FlipEnemy()), _has_face_down),
    "DISCARD_ENEMY_1": Effect(_discard_enemies(1), _has_enemies(1)),
    "DISCARD_ENEMY_2": Effect(_discard_enemies(2), _has_enemies(2)),
    "DISCARD_ENEMY_GAIN": Effect(lambda state, by: state.push(tasks.DiscardForAttack(by)), _has_enemies(1)),
    "DISCARD_ALL_CG": Effect(_discard_civilian_hunters, _has_civilian_hunter),
    "MOVE_ENEMY": Effect(_does(tasks.MoveEnemy()), _has_enemy_and_refuge),
    "DISCARD_ENEMY_ELSEWHERE": Effect(_does(tasks.DiscardElsewhere())),
    "DISCARD_ENEMY_EACH_OTHER": Effect(_discard_enemy_each_other),
    "REINFORCE_OTHERS": Effect(_reinforce_others),
    "DEF_MINUS_1": Effect(_change_raid(lowered=True), _has_enemy_to_lower),
    # Missions
    "HALVE_MISSION": Effect(_change_raid(halved=True)),
    "IGNORE_MISSION": Effect(_change_raid(ignored=True)),
    "RECOVER_PLUS_1": Effect(_change_next_hand(+1)),
    "RECOVER_MINUS_1": Effect(_change_next_hand(-1)),
    # The Hidden deck and the hand
    "DRAW_HIDDEN_1": Effect(_does(*_draw_hidden(1))),
    "DRAW_HIDDEN_2": Effect(_does(*_draw_hidden(2))),
    "CYCLE_SPY": Effect(_cycle_spy, _has_spy),
    "SWAP_MAQUIS_DRAW_2": Effect(_does(tasks.DiscardMaquis(), *_draw_hidden(2)), _has_maquis),
    "DISCARD_HAND_MAQUIS": Effect(_does(tasks.DiscardMaquis())),
    "SIFT_HIDDEN_3": Effect(_sift("hidden", "discard")),
    "SIFT_ENEMY_3": Effect(_sift("enemy", "discard")),
    "SIFT_RECRUIT_3": Effect(_sift("recruit", "bottom")),
    "KEEP_SPIES_ON_TOP": Effect(_does(tasks.Refill("hidden", 3), tasks.Look("hidden", 3), _KeepSpies())),
    # Recruits and the Revealed pile
    "RECRUIT_TO_HAND": Effect(_recruit_to_hand),
    "RECRUIT_TO_HIDDEN_TOP": Effect(_does(tasks.Look("recruit", 3), tasks.Recruit(3))),
    "RECRUIT_TO_HIDDEN_DISCARD": Effect(_recruit_to_hidden_discard),
    "REVEALED_TO_HAND": Effect(_does(tasks.Regain("hand")), _has_revealed_pile),
    "REVEALED_TO_HIDDEN_TOP": Effect(_does(tasks.Regain("hidden-deck")), _has_revealed_pile),
    "REVEALED_TO_HIDDEN_DISCARD": Effect(_does(tasks.Regain("hidden-discard"))),
    # Spies, civilians, losses
    "REMOVE_SPY": Effect(_remove_spy, _has_spy),
    "ADD_SPY": Effect(_add_spy),
    "DRAW_CIVILIAN": Effect(_does(tasks.DrawCivilian())),
    "CIVILIAN_PER_ENEMY": Effect(_civilian_per_enemy),
    "LOSE_RANDOM_HIDDEN": Effect(_does(tasks.LoseHidden())),
    "DISCARD_IN_PLAY": Effect(_discard_in_play),
    # Copies and bonuses
    "COPY_HIDDEN": Effect(lambda state, by: state.push(_Copy(by)), _has_copyable),
    "PLUS_PER_REVEALED": _count_later("PLUS_PER_REVEALED"),
    "PLUS_PER_OTHER": _count_later("PLUS_PER_OTHER"),
    "PLUS_PER_CIVILIAN": _count_later("PLUS_PER_CIVILIAN"),
}
