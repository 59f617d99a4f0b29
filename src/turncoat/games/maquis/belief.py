"""Worlds that fit a view. What the player cannot know is dealt again from the cards that are not accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from turncoat.games.maquis.rules.cards import (
    CIVILIANS,
    ENEMY_CARDS,
    HIDDEN_SPIES,
    MAQUIS,
    MISSIONS,
    RESERVE_SPIES,
    SLOTS,
    SPY,
)
from turncoat.games.maquis.rules.state import Deal, Deck, Foe, InPlay, MutableState, Site, State
from turncoat.games.maquis.rules.view import DeckView, EnemyView, MaquisView, MissionView

Card = TypeVar("Card", str, int)


class Belief:
    """What the player can work out from a view by counting cards. `world` deals one of the worlds that fit."""

    def __init__(self, view: MaquisView) -> None:
        self._view = view
        self.maquis = _left(MAQUIS, _located(view))
        """Maquis that may be in the Hidden or in the Recruit deck."""
        self.spies = _spies_in_deck(view)
        """How many Spies are in the Hidden deck."""
        self.enemies = _left(ENEMY_CARDS, _open_enemies(view))
        """Enemies that are face down in a garrison, or in the unknown part of their deck."""
        self.missions = {era: _unseen_missions(view, era) for era in set(SLOTS)}
        """By era, the Missions that are in the Mission deck or not in the game."""
        self.civilians = _left(CIVILIANS, view.graveyard)
        hidden, recruit = view.hidden_deck, view.recruit_deck
        self._in_hidden = _left([*hidden.holds, *[SPY] * self.spies], _placed(hidden))
        self._in_recruit = _left(recruit.holds, _placed(recruit))
        self._from_unseen = hidden.count - len(_placed(hidden)) - len(self._in_hidden) if view.round else 0
        self._open = _open_cards(view)

    def world(self, random: Random) -> State:
        """A random state that the player cannot tell from the true one, by the probabilities that counting gives."""
        view, world = self._view, MutableState.copy_of(self._open)
        if view.round:
            world.hidden, world.recruit = self._maquis_decks(random)
            world.sites, world.enemy = self._garrisons(random)
            world.mission_deck = self._mission_deck(SLOTS[len(SLOTS) - view.mission_deck :], random)
            world.civilians = _shuffled(self.civilians, random)
        else:
            world.deal = self._coming_deal(random)
        world.ask = world.todo[-1].open(world) if world.todo else None
        return world.frozen()

    def _maquis_decks(self, random: Random) -> tuple[Deck, Deck]:
        view = self._view
        unseen = _shuffled(self.maquis, random)
        in_hidden = [*self._in_hidden, *unseen[: self._from_unseen]]
        in_recruit = [*self._in_recruit, *unseen[self._from_unseen :]]
        return (
            _fill(view.hidden_deck, _shuffled(in_hidden, random), view.hidden_discard),
            _fill(view.recruit_deck, _shuffled(in_recruit, random), ()),
        )

    def _garrisons(self, random: Random) -> tuple[tuple[Site, ...], Deck]:
        unseen = list(_shuffled(self.enemies, random))
        sites = tuple(Site(site.mission, _garrison(site, unseen)) for site in self._view.missions)
        return sites, _fill(self._view.enemy_deck, tuple(unseen), self._view.enemy_discard)

    def _mission_deck(self, eras: Sequence[int], random: Random) -> tuple[str, ...]:
        """Random Missions of these eras. The eras in the deck follow from its size."""
        pools = {era: list(_shuffled(pool, random)) for era, pool in self.missions.items()}
        return tuple(pools[era].pop() for era in eras)

    def _coming_deal(self, random: Random) -> Deal:
        """A deal for the time of the draft, when everything else is still unknown."""
        view = self._view
        drafted = view.hidden_deck.top + view.recruit_deck.top
        return Deal(
            maquis=drafted + view.draft + _shuffled(self.maquis, random),
            missions=self._mission_deck(SLOTS, random),
            enemies=_shuffled(self.enemies, random),
            civilians=_shuffled(self.civilians, random),
        )


def imagine(view: MaquisView, random: Random) -> State:
    """A random world that fits a view."""
    return Belief(view).world(random)


def _left(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    return list((Counter(tuple(cards)) - Counter(tuple(taken))).elements())


def _shuffled(cards: Sequence[Card], random: Random) -> tuple[Card, ...]:
    # Sorting by random keys is as fair as Random.shuffle, and several times faster.
    key = random.random
    return tuple(sorted(cards, key=lambda card: key()))


def _located(view: MaquisView) -> set[str]:
    """The Maquis whose place, or at least whose deck, the player knows."""
    in_play = (card.card for card in view.played)
    open_piles = (view.hand or (), view.hidden_discard, view.revealed, view.removed, view.draft)
    decks = (view.hidden_deck.holds, view.recruit_deck.holds)
    return {*in_play, *(card for pile in (*open_piles, *decks) for card in pile if card != SPY)}


def _open_enemies(view: MaquisView) -> list[str]:
    located = (enemy.card or enemy.seen for site in view.missions for enemy in site.garrison)
    shown = [card for card in located if card]
    return [*shown, *view.enemy_discard, *view.enemy_deck.top]


def _unseen_missions(view: MaquisView, era: int) -> list[str]:
    shown = {*(site.mission for site in view.missions), *view.defeated, *view.failed}
    return [card.id for card in MISSIONS.values() if card.era == era and card.id not in shown]


def _spies_in_deck(view: MaquisView) -> int:
    if not view.round:
        return 0
    elsewhere = [*(view.hand or ()), *view.hidden_discard, *view.removed].count(SPY)
    return HIDDEN_SPIES + RESERVE_SPIES - view.spy_reserve - elsewhere


def _open_cards(view: MaquisView) -> State:
    """The part of the state that is the same in every world. During the draft this includes the decks."""
    hidden, recruit = view.hidden_deck, view.recruit_deck
    return State(
        options=view.options,
        deal=Deal(),
        phase=view.phase,
        todo=view.pending,
        round=view.round,
        hand=view.hand or (),
        played=tuple(InPlay(card.card, card.persona, card.gain, card.bonus) for card in view.played),
        hidden=Deck(hidden.top, (), len(hidden.top)),
        recruit=Deck(recruit.top, (), len(recruit.top)),
        revealed=view.revealed,
        removed=view.removed,
        reserve=view.spy_reserve,
        seen=frozenset(_located(view) - set(view.draft)),
        defeated=view.defeated,
        failed=view.failed,
        graveyard=view.graveyard,
        raid=view.raid,
        outcome=view.outcome,
    )


def _known_bottom(deck: DeckView) -> tuple[str, ...]:
    """The known cards at the bottom, without those that are known from the top as well."""
    return deck.bottom[max(len(deck.top) + len(deck.bottom) - deck.count, 0) :]


def _placed(deck: DeckView) -> tuple[str, ...]:
    """The cards of a deck whose place is known."""
    return deck.top + _known_bottom(deck)


def _fill(deck: DeckView, middle: tuple[str, ...], discard: tuple[str, ...]) -> Deck:
    """A deck from its known ends and the cards between them."""
    return Deck(deck.top + middle + _known_bottom(deck), discard, len(deck.top), len(deck.bottom))


def _garrison(site: MissionView, unseen: list[str]) -> tuple[Foe, ...]:
    """The garrison with its face-down Enemies taken from the end of a shuffled list."""
    return tuple(_foe(enemy, unseen) for enemy in site.garrison)


def _foe(enemy: EnemyView, unseen: list[str]) -> Foe:
    if enemy.card:
        return Foe(enemy.card, up=True)
    return Foe(enemy.seen, seen=True) if enemy.seen else Foe(unseen.pop())
