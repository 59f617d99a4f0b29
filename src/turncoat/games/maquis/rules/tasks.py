"""The tasks that effects consist of: questions to the player, random draws, and things that simply happen."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar

from msgspec.structs import replace

from turncoat.core import Draw, Lottery
from turncoat.games.maquis.rules import events as ev
from turncoat.games.maquis.rules.cards import HIDDEN
from turncoat.games.maquis.rules.moves import Done, Move, PickCard, PickEnemy, PickMission, Sort
from turncoat.games.maquis.rules.ongoing_effects import enemy_defense
from turncoat.games.maquis.rules.state import Chance, Deck, DeckName, Foe, MutableState, Position, Question, Site, Task

Answer = Move | Draw


def _enemies(*sites: Site) -> tuple[Move, ...]:
    return tuple(PickEnemy(site.mission, slot) for site in sites for slot in range(len(site.garrison)))


# Chance


class Refill(Chance, frozen=True):
    """Shuffle the discard pile under a deck with fewer cards than are about to be drawn or looked at."""

    deck: DeckName
    count: int
    kind: ClassVar[str] = "shuffle"

    def lottery(self, position: Position) -> Lottery | None:
        deck = position.deck(self.deck)
        if len(deck.cards) >= self.count or not deck.discard:
            return None
        return Lottery(tuple(sorted(deck.discard)), len(deck.discard))

    def drawn(self, state: MutableState, drawn: tuple[str | int, ...]) -> None:
        deck = state.deck(self.deck)
        state.set_deck(self.deck, Deck(deck.cards + tuple(map(str, drawn)), (), deck.known))
        state.say(ev.Shuffled(deck=self.deck))


class ShuffleCivilians(Chance, frozen=True):
    """The civilian deck is shuffled."""

    kind: ClassVar[str] = "shuffle-civilians"

    def lottery(self, position: Position) -> Lottery | None:
        return Lottery(tuple(sorted(position.civilians)), len(position.civilians))

    def drawn(self, state: MutableState, drawn: tuple[str | int, ...]) -> None:
        state.civilians = tuple(map(int, drawn))
        state.say(ev.Shuffled(deck="civilian"))


class LoseHidden(Chance, frozen=True):
    """A random hidden Maquis in play leaves the game. If there is none, nothing happens (ruling 17)."""

    kind: ClassVar[str] = "lose-hidden"

    def lottery(self, position: Position) -> Lottery | None:
        pool = position.in_play(HIDDEN)
        return Lottery(pool, 1) if pool else None

    def drawn(self, state: MutableState, drawn: tuple[str | int, ...]) -> None:
        lost = str(drawn[0])
        state.played = tuple(card for card in state.played if card.card != lost)
        state.removed += (lost,)
        state.say(ev.Struck(card=lost))


# What simply happens


class DrawHidden(Task, frozen=True):
    """Draw cards from the Hidden deck, or as many as it has."""

    count: int

    def run(self, state: MutableState) -> None:
        cards = state.hidden.cards[: self.count]
        state.hidden = state.hidden.without(len(cards))
        take_in_hand(state, cards, "hidden")


def take_in_hand(state: MutableState, cards: tuple[str, ...], source: str) -> None:
    """Put cards into the player's hand."""
    if cards:
        state.hand += cards
        state.see(cards)
        state.say(ev.Drawn(to=ev.PLAYER, cards=cards, source=source))


class Look(Task, frozen=True):
    """The player looks at the top cards of a deck."""

    deck: DeckName
    count: int

    def run(self, state: MutableState) -> None:
        deck = state.deck(self.deck).looked(self.count)
        state.set_deck(self.deck, deck)
        cards = deck.cards[: self.count]
        state.see(cards)
        if cards:
            state.say(ev.Looked(to=ev.PLAYER, deck=self.deck, cards=cards))


class Reinforce(Task, frozen=True):
    """Add a face-down Enemy to every other Available Mission, while the deck lasts."""

    def run(self, state: MutableState) -> None:
        count = min(len(state.others()), len(state.enemy.cards))
        missions = tuple(site.mission for site in state.others()[:count])
        fresh = state.enemy.foes(count)
        state.enemy = state.enemy.without(count)
        for mission, foe in zip(missions, fresh, strict=True):
            state.set_garrison(mission, (*state.site(mission).garrison, foe))
        if missions:
            state.say(ev.Reinforced(missions=missions))


class DrawCivilian(Task, frozen=True):
    """A Civilian card goes to the Graveyard. The card without civilians is shuffled back into its deck."""

    def run(self, state: MutableState) -> None:
        if not state.civilians:
            return
        card = state.civilians[0]
        state.say(ev.CivilianDrawn(civilians=card))
        if card == 0:
            state.push(ShuffleCivilians())
            return
        state.civilians = state.civilians[1:]
        state.graveyard += (card,)


# Questions


class FlipMission(Question, frozen=True):
    """The player chooses a Mission with Enemies that lie face down."""

    kind: ClassVar[str] = "flip-mission"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(PickMission(site.mission) for site in position.sites if site.face_down())

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickMission)
        state.flip(move.mission, state.site(move.mission).face_down())


class FlipEnemy(Question, frozen=True):
    """Turn up one or two Enemies of the same Mission, then discard one of them."""

    mission: str | None = None
    turned: tuple[int, ...] = ()
    kind: ClassVar[str] = "flip-enemy"

    def moves(self, position: Position) -> tuple[Move, ...]:
        sites = position.sites if self.mission is None else (position.site(self.mission),)
        picks = tuple(PickEnemy(site.mission, slot) for site in sites for slot in site.face_down())
        return (*picks, Done()) if picks and self.turned else picks

    def run(self, state: MutableState) -> None:
        if self.mission is not None:
            state.push(DiscardEnemy(self.mission, self.turned))

    def take(self, state: MutableState, move: Answer) -> None:
        if isinstance(move, PickEnemy):
            state.flip(move.mission, (move.slot,))
            turned = (*self.turned, move.slot)
            step = DiscardEnemy if len(turned) == 2 else FlipEnemy
            state.push(step(move.mission, turned))
        else:
            self.run(state)


class DiscardEnemy(Question, frozen=True):
    """Discard an Enemy of a Mission. `slots` restricts the choice."""

    mission: str
    slots: tuple[int, ...] | None = None
    kind: ClassVar[str] = "discard-enemy"

    def moves(self, position: Position) -> tuple[Move, ...]:
        if self.slots is not None:
            return tuple(PickEnemy(self.mission, slot) for slot in self.slots)
        return _enemies(position.site(self.mission))

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickEnemy)
        state.discard_enemy(move.mission, move.slot)


class DiscardForAttack(Question, frozen=True):
    """Discard an Enemy of the chosen Mission. The card `by` gains the Enemy's current defense (ruling 10)."""

    by: str
    kind: ClassVar[str] = "discard-enemy"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return _enemies(position.chosen())

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickEnemy)
        gain = enemy_defense(state, state.site(move.mission).garrison[move.slot].card)
        state.played = tuple(
            replace(card, gain=card.gain + gain) if card.card == self.by else card for card in state.played
        )
        state.discard_enemy(move.mission, move.slot)


class DiscardElsewhere(Question, frozen=True):
    """Discard an Enemy of any other Mission."""

    kind: ClassVar[str] = "discard-enemy"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return _enemies(*position.others())

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickEnemy)
        state.discard_enemy(move.mission, move.slot)


class MoveEnemy(Question, frozen=True):
    """The player chooses an Enemy of the attacked Mission that will move."""

    kind: ClassVar[str] = "move-enemy"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return _enemies(position.chosen())

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickEnemy)
        state.push(MoveTo(move.mission, move.slot))


class MoveTo(Question, frozen=True):
    """The player chooses the Available Mission to which the Enemy moves. It stays face up (ruling 7)."""

    mission: str
    slot: int
    kind: ClassVar[str] = "move-to"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(PickMission(site.mission) for site in position.others())

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickMission)
        enemy = state.take_enemy(self.mission, self.slot)
        garrison = state.site(move.mission).garrison
        state.set_garrison(move.mission, (*garrison, Foe(enemy, up=True)))
        state.say(ev.EnemyMoved(mission=self.mission, slot=self.slot, enemy=enemy, target=move.mission))


class DiscardMaquis(Question, frozen=True):
    """The player discards a Maquis from hand to the Hidden discard pile."""

    kind: ClassVar[str] = "discard-maquis"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(PickCard(card) for card in position.maquis_in_hand())

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickCard)
        state.leave_hand(move.card)
        state.discard((move.card,), "hand")


class Regain(Question, frozen=True):
    """The player takes a card from the Revealed pile."""

    target: str
    kind: ClassVar[str] = "regain"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(PickCard(card) for card in position.revealed)

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickCard)
        card = move.card
        state.revealed = tuple(other for other in state.revealed if other != card)
        state.say(ev.Regained(card=card, target=self.target))
        if self.target == "hand":
            state.hand += (card,)
        elif self.target == "hidden-deck":
            state.hidden = state.hidden.topped((card,))
        else:
            state.hidden = state.hidden.discarding((card,))


class Recruit(Question, frozen=True):
    """One of the Recruits looked at goes on top of the Hidden deck. The others go back in any order."""

    count: int
    kind: ClassVar[str] = "recruit"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(PickCard(card) for card in position.recruit.cards[: self.count])

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickCard)
        looked = state.recruit.cards[: self.count]
        rest = tuple(card for card in looked if card != move.card)
        state.recruit = state.recruit.without(len(looked)).topped(rest)
        state.hidden = state.hidden.topped((move.card,))
        state.say(ev.Recruited(to=ev.PLAYER, card=move.card, target="hidden-deck"))
        if len(rest) > 1:
            state.push(Sift("recruit", len(rest), "top"))


class Sift(Question, frozen=True):
    """Put some of the cards looked at back on top, in any order. `rest` says where the others go."""

    deck: DeckName
    count: int
    rest: str
    kind: ClassVar[str] = "sort"

    def moves(self, position: Position) -> tuple[Move, ...]:
        looked = position.deck(self.deck).cards[: self.count]
        sizes = (len(looked),) if self.rest == "top" else range(len(looked), -1, -1)
        orders = dict.fromkeys(order for size in sizes for order in permutations(looked, size))
        return tuple(Sort(order) for order in orders) if looked else ()

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, Sort)
        deck = state.deck(self.deck)
        rest = list(deck.cards[: self.count])
        for card in move.top:
            rest.remove(card)
        put_back(state, self.deck, len(deck.cards[: self.count]), move.top)
        if self.rest == "bottom":
            bury(state, self.deck, tuple(rest))
        else:
            state.discard(tuple(rest), f"{self.deck}-deck", self.deck)


def put_back(state: MutableState, name: DeckName, count: int, top: tuple[str, ...]) -> None:
    """Replace the top cards of a deck by these, in this order."""
    state.set_deck(name, state.deck(name).without(count).topped(top))
    if top:
        state.say(ev.Returned(to=ev.PLAYER, deck=name, cards=top))


def bury(state: MutableState, name: DeckName, cards: tuple[str, ...]) -> None:
    """Put cards at the bottom of a deck, in the order in which they were seen."""
    if cards:
        deck = state.deck(name)
        state.set_deck(name, replace(deck, cards=deck.cards + cards, buried=deck.buried + len(cards)))
        state.say(ev.Buried(to=ev.PLAYER, deck=name, cards=cards))
