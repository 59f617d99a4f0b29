"""Records that the player cannot tell apart: the same game, with other cards wherever nobody has looked."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from turncoat.core import Draw, Record, replay
from turncoat.games.maquis.belief import imagine
from turncoat.games.maquis.game import PLAYER, MaquisGame
from turncoat.games.maquis.rules.state import State
from turncoat.games.maquis.rules.tasks import ShuffleCivilians

Cards = tuple[Any, ...]


_GAME = MaquisGame()


def other_world(record: Record, seat: int | None, random: Random) -> Record | None:
    """Another record of the same length that looks the same to the player and to spectators. None if none is found.

    After a reshuffle, a card that the player has seen is in a deck again. An imagined world may put it where an unseen
    card must have been before the reshuffle. Such a world is impossible, so the result is None.
    """
    record = _with_own_cards(record)
    state = replay(_GAME, record)
    other = imagine(_GAME.view(state, PLAYER), random)
    if not state.round:
        return replace(record, deal=_draft_deal(state, other))
    swaps = {id(old): new for old, new in zip(_face_down(state), _face_down(other), strict=True)}
    swapped = _each_pile(record, lambda cards: tuple(swaps.get(id(card), card) for card in cards))
    if not _has_same_cards(record, swapped):
        return None
    settled = bool(state.todo) and isinstance(state.todo[-1], ShuffleCivilians)
    return swapped if settled else _with_civilians(swapped, other.civilians)


def _with_own_cards(record: Record) -> Record:
    """The record with a separate string object for every card, so that equal copies can be told apart."""
    return _each_pile(record, lambda cards: tuple(_copy(card) for card in cards))


def _copy(card: Any) -> Any:
    return "".join(list(card)) if isinstance(card, str) else card


def _each_pile(record: Record, change: Any) -> Record:
    """Change the cards of the deal and of every shuffle."""
    deal = {name: change(tuple(cards)) for name, cards in record.deal.items()}
    moves = tuple(
        (seat, replace(move, drawn=change(move.drawn)) if isinstance(move, Draw) else move)
        for seat, move in record.moves
    )
    return replace(record, deal=deal, moves=moves)


def _face_down(state: State) -> list[str]:
    """All cards in decks and garrisons. Those that the player knows are the same in every world."""
    garrisons = [foe.card for site in state.sites for foe in site.garrison]
    decks = (state.hidden.cards, state.recruit.cards, state.enemy.cards, state.mission_deck)
    return [*garrisons, *(card for deck in decks for card in deck)]


def _has_same_cards(record: Record, other: Record) -> bool:
    """Whether the deal and every shuffle hold the same cards in some order."""
    return all(sorted(old) == sorted(new) for old, new in zip(_piles(record), _piles(other), strict=True))


def _piles(record: Record) -> list[Cards]:
    return [*record.deal.values(), *(move.drawn for _, move in record.moves if isinstance(move, Draw))]


def _with_civilians(record: Record, civilians: Cards) -> Record:
    """The record with other undrawn Civilian cards, which are the last cards of the last shuffle or of the deal."""
    shuffles = [n for n, (_, move) in enumerate(record.moves) if isinstance(move, Draw) and move.of == SHUFFLE]
    if not shuffles:
        dealt = record.deal["civilians"]
        kept = dealt[: len(dealt) - len(civilians)]
        return replace(record, deal={**record.deal, "civilians": kept + civilians})
    moves = list(record.moves)
    seat, last = moves[shuffles[-1]]
    kept = last.drawn[: len(last.drawn) - len(civilians)]
    moves[shuffles[-1]] = (seat, replace(last, drawn=kept + civilians))
    return replace(record, moves=tuple(moves))


SHUFFLE = ShuffleCivilians.kind


def _draft_deal(state: State, other: State) -> dict[str, Cards]:
    """During the draft, the pairs already shown stay, and everything else is still unknown."""
    shown = 2 * len(state.hidden.cards) + (2 if state.ask is not None and state.ask.seat == PLAYER else 0)
    return {
        "maquis": state.deal.maquis[:shown] + other.deal.maquis[shown:],
        "missions": other.deal.missions,
        "enemies": other.deal.enemies,
        "civilians": other.deal.civilians,
    }
