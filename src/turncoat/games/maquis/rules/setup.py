"""Before the first round: options, the deal, the draft, and laying out the cards.

Each part of the deal is one lottery over the cards that the set-up does not fix. If the set-up fixes the beginning of a
deck, the rest of it is as random as ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from turncoat.core import Lottery, Refused, Setup
from turncoat.games.maquis.rules import events as ev
from turncoat.games.maquis.rules.cards import (
    CIVILIANS,
    ENEMY_CARDS,
    ERAS,
    HIDDEN_SPIES,
    MAQUIS,
    MISSIONS,
    RESERVE_SPIES,
    SLOTS,
    SPY,
)
from turncoat.games.maquis.rules.moves import Keep, Move
from turncoat.games.maquis.rules.rounds import LayMission, NewRound
from turncoat.games.maquis.rules.state import (
    FULL_HAND,
    Chance,
    Deal,
    Deck,
    MutableState,
    Options,
    Position,
    Question,
    Task,
)
from turncoat.games.maquis.rules.tasks import Answer, DrawHidden

HALF = len(MAQUIS) // 2
"""The number of Maquis in each of the two decks at the start."""


def _read(given: Any, shape: Any) -> Any:
    try:
        return msgspec.convert(given, shape)
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"{error}.") from None


def _options(given: Mapping[str, Any]) -> Options:
    for name in given:
        if name not in Options.__struct_fields__:
            raise Refused("OPTION_CONFLICT", f"maquis has no option {name}.")
    options: Options = _read(given, Options)
    return options


def _without(cards: Iterable[Any], taken: Iterable[Any]) -> tuple[Any, ...]:
    """The cards that are left, in order, when some are taken. Each copy counts."""
    gone = Counter(taken)
    left = []
    for card in cards:
        if gone[card]:
            gone[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def _check_from(cards: Sequence[Any], whole: Collection[Any], part: str) -> None:
    if Counter(cards) - Counter(tuple(whole)):
        raise Refused("BAD_REQUEST", f"deal.{part} has cards that the deck does not have.")


def _check_missions(missions: Sequence[str]) -> None:
    _check_from(missions, MISSIONS, "missions")
    if len(missions) > len(SLOTS):
        raise Refused("BAD_REQUEST", f"deal.missions has more than {len(SLOTS)} Missions.")
    if any(MISSIONS[mission].era != era for mission, era in zip(missions, SLOTS, strict=False)):
        raise Refused("BAD_REQUEST", "deal.missions is four Missions of era 1, three of era 2, three of era 3.")


def _check_deal(deal: Deal, options: Options) -> None:
    if options.setup == "draft" and (deal.hidden or deal.recruit):
        raise Refused("OPTION_CONFLICT", "In a draft the player makes the Hidden and the Recruit deck.")
    if options.setup == "shuffle" and deal.maquis:
        raise Refused("OPTION_CONFLICT", "deal.maquis is the order of a draft.")
    _check_from(deal.maquis, MAQUIS, "maquis")
    _check_from(deal.hidden + deal.recruit, [*MAQUIS, *[SPY] * HIDDEN_SPIES], "hidden or deal.recruit")
    maquis = sum(card != SPY for card in deal.hidden)
    if maquis > HALF or len(deal.recruit) > HALF or SPY in deal.recruit:
        raise Refused("BAD_REQUEST", f"Hidden and Recruit deck have {HALF} Maquis each; Spies begin in Hidden.")
    _check_missions(deal.missions)
    _check_from(deal.enemies, ENEMY_CARDS, "enemies")
    _check_from(deal.civilians, CIVILIANS, "civilians")


def opening(setup: Setup) -> MutableState:
    """The state before the deal. Raises Refused on a bad set-up."""
    if setup.players != 1:
        raise Refused("PLAYER_COUNT", "This is a game for one player.")
    if setup.roles:
        raise Refused("ROLE_SET", "There are no roles in this game.")
    options = _options(setup.options)
    deal = _read(setup.deal, Deal)
    _check_deal(deal, options)
    state = MutableState(options=options, deal=deal, reserve=RESERVE_SPIES, events=[])
    split: tuple[Task, ...] = (DealDraft(),) if options.setup == "draft" else (DealMaquis(), DealHidden())
    eras = tuple(DealMissions(era) for era in range(1, len(ERAS) + 1))
    after: tuple[Task, ...] = (BeginDraft(), ShuffleDraft("hidden"), ShuffleDraft("recruit"))
    drafting = after if options.setup == "draft" else (PlaceDecks(),)
    state.push(*split, *eras, DealEnemies(), DealCivilians(), *drafting, LayOut())
    return state


# The deal


class Dealing(Chance, frozen=True):
    """A part of the deal. It is not among the moves of the record."""

    def pool(self, position: Position) -> tuple[str | int, ...]:
        """The cards that are not dealt yet."""
        raise NotImplementedError

    def lottery(self, position: Position) -> Lottery | None:
        pool = self.pool(position)
        return Lottery(pool, len(pool)) if pool else None

    def drawn(self, state: MutableState, drawn: tuple[str | int, ...]) -> None:
        """Put the cards under those that the set-up fixes."""
        state.deal = replace(state.deal, **{self.kind: getattr(state.deal, self.kind) + drawn})


class DealDraft(Dealing, frozen=True):
    """The order in which all Maquis are offered in the draft, two at a time."""

    kind: ClassVar[str] = "maquis"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(MAQUIS, position.deal.maquis)


class DealMaquis(Dealing, frozen=True):
    """Which Maquis fill the Hidden deck, and the order of the others in the Recruit deck."""

    kind: ClassVar[str] = "maquis"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(MAQUIS, position.deal.hidden + position.deal.recruit)

    def drawn(self, state: MutableState, drawn: tuple[str | int, ...]) -> None:
        missing = HALF - sum(card != SPY for card in state.deal.hidden)
        state.deal = replace(state.deal, recruit=state.deal.recruit + drawn[missing:])


class DealHidden(Dealing, frozen=True):
    """The order of the Hidden deck, with its Spies."""

    kind: ClassVar[str] = "hidden"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without((*MAQUIS, *[SPY] * HIDDEN_SPIES), position.deal.hidden + position.deal.recruit)


class DealMissions(Dealing, frozen=True):
    """Which Missions of one era are in the game, and in which order."""

    era: int
    kind: ClassVar[str] = "missions"

    def open(self, position: Position) -> Any:
        ask = super().open(position)
        return replace(ask, kind=f"missions-{self.era}") if ask else None

    def lottery(self, position: Position) -> Lottery | None:
        pool = _without((card.id for card in MISSIONS.values() if card.era == self.era), position.deal.missions)
        missing = sum(ERAS[: self.era]) - len(position.deal.missions)
        return Lottery(pool, missing) if missing > 0 else None


class DealEnemies(Dealing, frozen=True):
    """The order of the Enemy deck."""

    kind: ClassVar[str] = "enemies"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(ENEMY_CARDS, position.deal.enemies)


class DealCivilians(Dealing, frozen=True):
    """The order of the civilian deck."""

    kind: ClassVar[str] = "civilians"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(CIVILIANS, position.deal.civilians)


# The draft


class BeginDraft(Task, frozen=True):
    """The first two cards of the draft are offered."""

    def run(self, state: MutableState) -> None:
        state.phase = "draft"
        offer(state, Draft())


def offer(state: MutableState, draft: Draft) -> None:
    """Offer the next two cards, if there are any."""
    if pair := draft.pair(state):
        state.say(ev.Offered(cards=pair))
        state.push(draft)


class Draft(Question, frozen=True):
    """Two cards at a time: one for the Hidden deck, the other for the Recruit deck."""

    at: int = 0
    kind: ClassVar[str] = "draft"

    def pair(self, position: Position) -> tuple[str, ...]:
        """The two cards that are offered next; none at the end of the draft."""
        return position.deal.maquis[self.at : self.at + 2]

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(Keep(card) for card in self.pair(position))

    def reason(self, position: Position, move: object) -> tuple[str, str]:
        return "NO_SUCH_CARD", "Keep one of the two cards on offer."

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, Keep)
        pair = self.pair(state)
        other = pair[1] if move.card == pair[0] else pair[0]
        state.hidden = state.hidden.topped((move.card,))
        state.recruit = state.recruit.topped((other,))
        state.see(pair)
        state.say(ev.Drafted(kept=move.card, recruit=other))
        offer(state, Draft(self.at + 2))


class ShuffleDraft(Chance, frozen=True):
    """Shuffle the drafted cards of a deck. The Hidden deck gets its Spies first."""

    deck: Any
    kind: ClassVar[str] = "shuffle"

    def lottery(self, position: Position) -> Lottery | None:
        spies = (SPY,) * HIDDEN_SPIES if self.deck == "hidden" else ()
        pool = tuple(sorted(position.deck(self.deck).cards + spies))
        return Lottery(pool, len(pool))

    def drawn(self, state: MutableState, drawn: tuple[str | int, ...]) -> None:
        state.set_deck(self.deck, Deck(tuple(map(str, drawn))))
        state.say(ev.Shuffled(deck=self.deck))


# Laying out


class PlaceDecks(Task, frozen=True):
    """Put down the Hidden and the Recruit deck as dealt. With a draft, the player builds both instead."""

    def run(self, state: MutableState) -> None:
        state.hidden = Deck(state.deal.hidden)
        state.recruit = Deck(state.deal.recruit)


class LayOut(Task, frozen=True):
    """The Missions of era 1 with their garrisons, the other decks, and the first hand."""

    def run(self, state: MutableState) -> None:
        state.mission_deck = state.deal.missions
        state.enemy = Deck(state.deal.enemies)
        state.civilians = state.deal.civilians
        state.push(*[LayMission()] * ERAS[0], DrawHidden(FULL_HAND), NewRound())
