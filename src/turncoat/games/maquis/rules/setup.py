"""Before the first round: options, the deal, the draft, and laying the cards out.

Each part of the deal is one lottery over what is not fixed by hand, so a fixed beginning of a deck leaves the rest
as random as it is at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
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
    Options,
    Position,
    Question,
    Table,
    Task,
)
from turncoat.games.maquis.rules.tasks import Answer, DrawHidden

HALF = len(MAQUIS) // 2
"""The Maquis in each of the two decks at the start."""


def _read(given: Any, shape: Any) -> Any:
    try:
        return msgspec.convert(given, shape)
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"{error}.") from None


def _without(cards: Iterable[Any], taken: Iterable[Any]) -> tuple[Any, ...]:
    """Cards that are left when some are taken, copies counted, in order."""
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


def opening(setup: Setup) -> Table:
    """The table before chance has dealt what the set-up leaves open. Raises Refused on a bad set-up."""
    if setup.players != 1:
        raise Refused("PLAYER_COUNT", "This is a game for one player.")
    if setup.roles:
        raise Refused("ROLE_SET", "There are no roles in this game.")
    options = _read(setup.options, Options)
    deal = _read(setup.deal, Deal)
    _check_deal(deal, options)
    table = Table(options=options, deal=deal, reserve=RESERVE_SPIES, events=[])
    split: tuple[Task, ...] = (DealDraft(),) if options.setup == "draft" else (DealMaquis(), DealHidden())
    eras = tuple(DealMissions(era) for era in range(1, len(ERAS) + 1))
    after: tuple[Task, ...] = (BeginDraft(), ShuffleDraft("hidden"), ShuffleDraft("recruit"))
    drafting = after if options.setup == "draft" else (PlaceDecks(),)
    table.push(*split, *eras, DealEnemies(), DealCivilians(), *drafting, LayOut())
    return table


# The deal


class Dealing(Chance, frozen=True):
    """A part of the deal, and not of the record's moves."""

    def pool(self, position: Position) -> tuple[str | int, ...]:
        """The cards that no part of the deal has fixed."""
        raise NotImplementedError

    def lottery(self, position: Position) -> Lottery | None:
        pool = self.pool(position)
        return Lottery(pool, len(pool)) if pool else None


class DealDraft(Dealing, frozen=True):
    kind: ClassVar[str] = "maquis"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(MAQUIS, position.deal.maquis)

    def drawn(self, table: Table, drawn: tuple[str | int, ...]) -> None:
        table.deal = replace(table.deal, maquis=table.deal.maquis + tuple(map(str, drawn)))


class DealMaquis(Dealing, frozen=True):
    """Which Maquis fill the Hidden deck, and the order of the others in the Recruit deck."""

    kind: ClassVar[str] = "maquis"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(MAQUIS, position.deal.hidden + position.deal.recruit)

    def drawn(self, table: Table, drawn: tuple[str | int, ...]) -> None:
        missing = HALF - sum(card != SPY for card in table.deal.hidden)
        table.deal = replace(table.deal, recruit=table.deal.recruit + tuple(map(str, drawn[missing:])))


class DealHidden(Dealing, frozen=True):
    """The order of the Hidden deck, with its Spies."""

    kind: ClassVar[str] = "hidden"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        everything = (*MAQUIS, *[SPY] * HIDDEN_SPIES)
        return _without(everything, position.deal.hidden + position.deal.recruit)

    def drawn(self, table: Table, drawn: tuple[str | int, ...]) -> None:
        table.deal = replace(table.deal, hidden=table.deal.hidden + tuple(map(str, drawn)))


class DealMissions(Dealing, frozen=True):
    """Which Missions of one era are in the game, in the order in which they come up."""

    era: int

    def open(self, position: Position) -> Any:
        ask = super().open(position)
        return msgspec.structs.replace(ask, kind=f"missions-{self.era}") if ask else None

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without((card.id for card in MISSIONS.values() if card.era == self.era), position.deal.missions)

    def lottery(self, position: Position) -> Lottery | None:
        missing = sum(ERAS[: self.era]) - len(position.deal.missions)
        return Lottery(self.pool(position), missing) if missing > 0 else None

    def drawn(self, table: Table, drawn: tuple[str | int, ...]) -> None:
        table.deal = replace(table.deal, missions=table.deal.missions + tuple(map(str, drawn)))


class DealEnemies(Dealing, frozen=True):
    kind: ClassVar[str] = "enemies"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(ENEMY_CARDS, position.deal.enemies)

    def drawn(self, table: Table, drawn: tuple[str | int, ...]) -> None:
        table.deal = replace(table.deal, enemies=table.deal.enemies + tuple(map(str, drawn)))


class DealCivilians(Dealing, frozen=True):
    kind: ClassVar[str] = "civilians"

    def pool(self, position: Position) -> tuple[str | int, ...]:
        return _without(CIVILIANS, position.deal.civilians)

    def drawn(self, table: Table, drawn: tuple[str | int, ...]) -> None:
        table.deal = replace(table.deal, civilians=table.deal.civilians + tuple(map(int, drawn)))


# The draft


class BeginDraft(Task, frozen=True):
    def run(self, table: Table) -> None:
        table.phase = "draft"
        offer(table, Draft())


def offer(table: Table, draft: Draft) -> None:
    """The next two cards, if there are any."""
    if pair := draft.pair(table):
        table.say(ev.Offered(cards=pair))
        table.push(draft)


class Draft(Question, frozen=True):
    """Two cards at a time: one for the Hidden deck, the other for the Recruit deck."""

    at: int = 0
    kind: ClassVar[str] = "draft"

    def pair(self, position: Position) -> tuple[str, ...]:
        return position.deal.maquis[self.at : self.at + 2]

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(Keep(card) for card in self.pair(position))

    def reason(self, position: Position, move: object) -> tuple[str, str]:
        return "NO_SUCH_CARD", "Keep one of the two cards on offer."

    def take(self, table: Table, move: Answer) -> None:
        assert isinstance(move, Keep)
        pair = self.pair(table)
        other = pair[1] if move.card == pair[0] else pair[0]
        table.hidden = table.hidden.topped((move.card,))
        table.recruit = table.recruit.topped((other,))
        table.see(pair)
        table.say(ev.Drafted(kept=move.card, recruit=other))
        offer(table, Draft(self.at + 2))


class ShuffleDraft(Chance, frozen=True):
    """What was drafted for a deck, shuffled; the Hidden deck with its Spies."""

    deck: Any
    kind: ClassVar[str] = "shuffle"

    def lottery(self, position: Position) -> Lottery | None:
        spies = (SPY,) * HIDDEN_SPIES if self.deck == "hidden" else ()
        pool = tuple(sorted(position.deck(self.deck).cards + spies))
        return Lottery(pool, len(pool))

    def drawn(self, table: Table, drawn: tuple[str | int, ...]) -> None:
        table.set_deck(self.deck, Deck(tuple(map(str, drawn))))
        table.say(ev.Shuffled(deck=self.deck))


# Laying out


class PlaceDecks(Task, frozen=True):
    def run(self, table: Table) -> None:
        table.hidden = Deck(table.deal.hidden)
        table.recruit = Deck(table.deal.recruit)


class LayOut(Task, frozen=True):
    """The Missions of era 1 with their garrisons, the other decks, and the first hand."""

    def run(self, table: Table) -> None:
        table.mission_deck = table.deal.missions
        table.enemy = Deck(table.deal.enemies)
        table.civilians = table.deal.civilians
        table.push(*[LayMission()] * ERAS[0], DrawHidden(FULL_HAND), NewRound())
