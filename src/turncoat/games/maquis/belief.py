"""Worlds that fit a view: everything the player cannot know is dealt again from the cards left by counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from turncoat.games.maquis.cards import (
    CIVILIANS,
    ENEMY_CARDS,
    HIDDEN_SPIES,
    MAQUIS,
    MISSIONS,
    RESERVE_SPIES,
    SLOTS,
    SPY,
)
from turncoat.games.maquis.state import Deal, Deck, Foe, InPlay, Site, State, Table
from turncoat.games.maquis.view import DeckView, MaquisView

Card = TypeVar("Card", str, int)


def imagine(view: MaquisView, random: Random) -> State:
    """A state that the player cannot tell from the true one; each is as likely as counting makes it."""
    table = Table(options=view.options, deal=_deal(view, random), phase=view.phase, todo=view.pending)
    _copy_open_cards(table, view)
    table.hidden, table.recruit = _maquis_decks(view, random)
    table.sites, table.enemy = _enemies(view, random)
    if view.round:
        table.mission_deck = _missions(view, random)
        table.civilians = _shuffled(_left(CIVILIANS, view.graveyard), random)
    table.ask = table.todo[-1].open(table) if table.todo else None
    return table.at_rest()


def unseen_maquis(view: MaquisView) -> list[str]:
    """The Maquis that may be in the Hidden or in the Recruit deck, for all the player knows."""
    return _left(MAQUIS, _located(view))


def unseen_enemies(view: MaquisView) -> list[str]:
    """The Enemies that are face down somewhere or in the unknown part of their deck."""
    shown = [enemy.card for site in view.missions for enemy in site.garrison if enemy.card]
    return _left(ENEMY_CARDS, [*shown, *view.enemy_discard, *view.enemy_deck.top])


def unseen_missions(view: MaquisView, era: int) -> list[str]:
    """The Missions of an era that have not come up: in the Mission deck or not in the game."""
    shown = {*(site.mission for site in view.missions), *view.defeated, *view.failed}
    return [card.id for card in MISSIONS.values() if card.era == era and card.id not in shown]


def spies_in_deck(view: MaquisView) -> int:
    """The Spies in the Hidden deck."""
    if not view.round:
        return 0
    elsewhere = [*(view.hand or ()), *view.hidden_discard, *view.removed].count(SPY)
    return HIDDEN_SPIES + RESERVE_SPIES - view.spy_reserve - elsewhere


def _left(cards: Iterable[Card], taken: Iterable[Card]) -> list[Card]:
    return list((Counter(tuple(cards)) - Counter(tuple(taken))).elements())


def _shuffled(cards: list[Card], random: Random) -> tuple[Card, ...]:
    random.shuffle(cards)
    return tuple(cards)


def _located(view: MaquisView) -> set[str]:
    """The Maquis whose place, or at least whose deck, the player knows."""
    in_play = (card.card for card in view.played)
    open_piles = (view.hand or (), view.hidden_discard, view.revealed, view.removed, view.draft)
    decks = (view.hidden_deck.holds, view.recruit_deck.holds)
    return {*in_play, *(card for pile in (*open_piles, *decks) for card in pile if card != SPY)}


def _copy_open_cards(table: Table, view: MaquisView) -> None:
    table.round = view.round
    table.hand = view.hand or ()
    table.played = tuple(InPlay(card.card, card.persona, card.gain, card.bonus) for card in view.played)
    table.revealed, table.removed = view.revealed, view.removed
    table.reserve = view.spy_reserve
    table.seen = frozenset(_located(view) - set(view.draft))
    table.defeated, table.failed = view.defeated, view.failed
    table.graveyard = view.graveyard
    table.raid, table.outcome = view.raid, view.outcome


def _fill(deck: DeckView, middle: tuple[str, ...], discard: tuple[str, ...]) -> Deck:
    """A deck from its known ends and the cards between them; in a small deck the ends may overlap."""
    bottom = deck.bottom[max(len(deck.top) + len(deck.bottom) - deck.count, 0) :]
    return Deck(deck.top + middle + bottom, discard, len(deck.top), len(deck.bottom))


def _placed(deck: DeckView) -> list[str]:
    """The cards of a deck whose place is known."""
    return list(deck.top + deck.bottom[max(len(deck.top) + len(deck.bottom) - deck.count, 0) :])


def _maquis_decks(view: MaquisView, random: Random) -> tuple[Deck, Deck]:
    hidden, recruit = view.hidden_deck, view.recruit_deck
    unseen = unseen_maquis(view) if view.round else []
    random.shuffle(unseen)
    in_hidden = _left([*hidden.holds, *[SPY] * spies_in_deck(view)], _placed(hidden))
    missing = hidden.count - len(_placed(hidden)) - len(in_hidden)
    in_recruit = _left(recruit.holds, _placed(recruit)) + unseen[missing:]
    return (
        _fill(hidden, _shuffled(in_hidden + unseen[:missing], random), view.hidden_discard),
        _fill(recruit, _shuffled(in_recruit, random), ()),
    )


def _enemies(view: MaquisView, random: Random) -> tuple[tuple[Site, ...], Deck]:
    unseen = unseen_enemies(view) if view.round else []
    random.shuffle(unseen)
    sites = tuple(
        Site(
            site.mission,
            tuple(Foe(enemy.card, up=True) if enemy.card else Foe(unseen.pop()) for enemy in site.garrison),
        )
        for site in view.missions
    )
    return sites, _fill(view.enemy_deck, tuple(unseen), view.enemy_discard)


def _missions(view: MaquisView, random: Random) -> tuple[str, ...]:
    """The Mission deck: its size tells the eras of the cards in it."""
    eras = SLOTS[len(SLOTS) - view.mission_deck :]
    return _of_eras(eras, {era: unseen_missions(view, era) for era in set(eras)}, random)


def _of_eras(eras: Sequence[int], pools: dict[int, list[str]], random: Random) -> tuple[str, ...]:
    for pool in pools.values():
        random.shuffle(pool)
    return tuple(pools[era].pop() for era in eras)


def _deal(view: MaquisView, random: Random) -> Deal:
    """While the Maquis are drafted, everything is still to come; afterwards the deal is history."""
    if view.round:
        return Deal()
    drafted = view.hidden_deck.top + view.recruit_deck.top
    coming = _shuffled(unseen_maquis(view), random)
    return Deal(
        maquis=drafted + view.draft + coming,
        missions=_of_eras(SLOTS, {era: unseen_missions(view, era) for era in set(SLOTS)}, random),
        enemies=_shuffled(list(ENEMY_CARDS), random),
        civilians=_shuffled(list(CIVILIANS), random),
    )
