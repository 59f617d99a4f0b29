"""Where every card is, and what is still to be done.

`State` is the immutable value that the core keeps. A move is worked out on a `MutableState`, a copy with the same
fields that also collects events. The values in the fields are immutable, so copying is cheap. What remains to be done
is a stack of tasks, and the rules of the game are what the tasks do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import astuple, replace

from turncoat.core import Ask, Draw, Lottery, Outcome, Refused
from turncoat.games.maquis.rules import events as ev
from turncoat.games.maquis.rules.cards import MAQUIS, MISSIONS, SPY, Persona
from turncoat.games.maquis.rules.moves import Choose, Move, PickCard, PickEnemy, PickMission, Play, Sort

DeckName = Literal["hidden", "recruit", "enemy"]

FULL_HAND = 5


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Choices where the rules are open. The defaults are the plainest reading of the rules."""

    setup: Literal["shuffle", "draft"] = "shuffle"
    """How the Maquis are divided between the Hidden and the Recruit deck."""
    crossroads: Literal["hidden", "revealed"] = "hidden"
    """Ruling 1: the pile for revealed Maquis that a Mission discards from play."""
    stop_early: bool = False
    """Ruling 20: whether the player may stop although another Target could be defeated."""
    zero_points: Literal["draw", "loss"] = "draw"
    """Ruling 22: the grade of ending the resistance without a point."""


class Deal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What chance decides before play. Each list starts at the top. `maquis` is the order of a draft."""

    maquis: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    recruit: tuple[str, ...] = ()
    missions: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    civilians: tuple[int, ...] = ()


class Deck(msgspec.Struct, frozen=True):
    """A face-down deck, top first, with its face-up discard pile.

    The player knows the order of `known` cards from the top and of `buried` cards at the bottom.
    """

    cards: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    known: int = 0
    buried: int = 0

    def without(self, count: int) -> Deck:
        """The deck without its top cards."""
        rest = self.cards[count:]
        return Deck(rest, self.discard, max(self.known - count, 0), min(self.buried, len(rest)))

    def topped(self, cards: tuple[str, ...]) -> Deck:
        """The deck with cards put on top, which the player saw."""
        return Deck(cards + self.cards, self.discard, self.known + len(cards), self.buried)

    def looked(self, count: int) -> Deck:
        """The deck after the player has looked at its top cards."""
        return replace(self, known=max(self.known, min(count, len(self.cards))))

    def foes(self, count: int) -> tuple[Foe, ...]:
        """The top cards as face-down Enemies. The player remembers those whose place in the deck was known."""
        return tuple(Foe(card, seen=at < self.known) for at, card in enumerate(self.cards[:count]))

    def discarding(self, cards: tuple[str, ...]) -> Deck:
        """The deck with more cards in its discard pile."""
        return Deck(self.cards, self.discard + cards, self.known, self.buried)


class Foe(msgspec.Struct, frozen=True):
    """An Enemy card in the garrison of a Mission, face up or face down.

    `seen` is a face-down Enemy that the player saw, or put, on top of its deck.
    """

    card: str
    up: bool = False
    seen: bool = False

    @property
    def is_known(self) -> bool:
        """Whether the player knows the card."""
        return self.up or self.seen


class Site(msgspec.Struct, frozen=True):
    """An Available Mission and its garrison of Enemies."""

    mission: str
    garrison: tuple[Foe, ...] = ()

    def face_down(self) -> tuple[int, ...]:
        """The places of the face-down Enemies."""
        return tuple(slot for slot, foe in enumerate(self.garrison) if not foe.up)


class InPlay(msgspec.Struct, frozen=True):
    """A Maquis in play. `gain` is attack from an action, and `bonus` is the key of a bonus to be counted later."""

    card: str
    persona: Persona
    gain: int = 0
    bonus: str | None = None


class Raid(msgspec.Struct, frozen=True):
    """The attack of this round, and everything else that holds until the round ends."""

    mission: str | None = None  # None until it is chosen
    beaten: bool = False  # the Mission is defeated
    ignored: bool = False  # the effect of the Mission
    halved: bool = False  # the defense of the Mission
    lowered: bool = False  # the defense of its Enemies, by 1
    reveals: int = 0  # Maquis revealed in the ATTACK phase
    strength: int | None = None  # what is left of the Attack Strength, once it is totalled
    hand: int = FULL_HAND  # cards to draw in RECOVER


class MaquisOutcome(Outcome, frozen=True, kw_only=True):
    """How the resistance ended. A loss scores nothing."""

    points: int
    grade: str


class Position(msgspec.Struct):
    """The fields of a game, and questions about them. `State` and `MutableState` both have them."""

    options: Options
    deal: Deal
    phase: str = "deal"
    todo: tuple[Task, ...] = ()  # a stack: what is done next is last
    ask: Ask | None = None  # the question of the last task; None: the game is over
    round: int = 0
    hand: tuple[str, ...] = ()
    played: tuple[InPlay, ...] = ()  # this round
    hidden: Deck = Deck()  # what the hand is drawn from
    recruit: Deck = Deck()  # Maquis that have not joined yet
    revealed: tuple[str, ...] = ()  # the pile of Maquis that were played revealed in earlier rounds
    removed: tuple[str, ...] = ()  # cards that have left the game
    reserve: int = 0  # Spies that can still come into the game
    seen: frozenset[str] = frozenset()
    """The Maquis whose place the player knows. Once seen, a Maquis only moves openly."""
    sites: tuple[Site, ...] = ()  # the Available Missions, oldest first
    mission_deck: tuple[str, ...] = ()  # top first
    defeated: tuple[str, ...] = ()  # Missions, in the order they were defeated
    failed: tuple[str, ...] = ()  # Missions
    enemy: Deck = Deck()
    civilians: tuple[int, ...] = ()  # the deck, top first: each card is a number of civilians
    graveyard: tuple[int, ...] = ()  # the cards that were drawn from it
    raid: Raid = Raid()  # the attack of this round
    outcome: MaquisOutcome | None = None

    def site(self, mission: str | None) -> Site:
        """The Mission that is laid out under this id. Raises LookupError."""
        for site in self.sites:
            if site.mission == mission:
                return site
        raise LookupError(mission)

    def chosen(self) -> Site:
        """The Mission under attack and its Enemies. Raises LookupError before it is chosen."""
        return self.site(self.raid.mission)

    def others(self) -> tuple[Site, ...]:
        """Every Available Mission except the chosen one."""
        return tuple(site for site in self.sites if site.mission != self.raid.mission)

    def maquis_in_hand(self) -> tuple[str, ...]:
        """The cards in hand without the Spies."""
        return tuple(card for card in self.hand if card != SPY)

    def in_play(self, persona: Persona) -> tuple[str, ...]:
        """The Maquis in play with this persona."""
        return tuple(card.card for card in self.played if card.persona == persona)

    def deck(self, name: DeckName) -> Deck:
        """The Hidden, Recruit or Enemy deck."""
        return self.hidden if name == "hidden" else self.enemy if name == "enemy" else self.recruit


class State(Position, frozen=True):  # type: ignore[misc]  # msgspec allows what dataclasses do not
    """A game between two moves: an ask is open, or the game is over."""


class MutableState(Position):
    """A mutable copy of a State on which a move is worked out. It collects events and becomes the next State."""

    events: list[ev.MaquisEvent] = []

    @classmethod
    def copy_of(cls, state: State) -> MutableState:
        """A copy that can be changed, with no events yet."""
        return cls(*astuple(state))

    def frozen(self) -> State:
        """The state as it is now, without the events."""
        return State(*astuple(self)[:-1])

    def say(self, event: ev.MaquisEvent) -> None:
        """Collect an event."""
        self.events.append(event)

    def push(self, *tasks: Task) -> None:
        """Put tasks on the stack. They are done next, in this order."""
        self.todo += tasks[::-1]

    def settle(self) -> None:
        """Run tasks until one needs an answer or none is left."""
        while self.todo:
            task = self.todo[-1]
            self.ask = task.open(self)
            if self.ask is not None:
                return
            self.todo = self.todo[:-1]
            task.run(self)
        self.ask = None

    def answer(self, move: Move | Draw) -> None:
        """Give the open task a legal answer, and run tasks until the next ask."""
        task = self.todo[-1]
        self.todo = self.todo[:-1]
        task.take(self, move)
        self.settle()

    def set_deck(self, name: DeckName, deck: Deck) -> None:
        """Replace one of the decks."""
        setattr(self, name, deck)

    def see(self, cards: Iterable[str]) -> None:
        """Note that the player has seen these cards. Only Maquis count."""
        self.seen |= MAQUIS.keys() & frozenset(cards)

    def discard(self, cards: tuple[str, ...], source: str, deck: DeckName = "hidden") -> None:
        """Put cards, which have already left their place, on a discard pile."""
        if cards:
            self.set_deck(deck, self.deck(deck).discarding(cards))
            self.say(ev.Discarded(deck=deck, cards=cards, source=source))

    def leave_hand(self, card: str) -> None:
        """Remove one copy of a card from the hand."""
        at = self.hand.index(card)
        self.hand = self.hand[:at] + self.hand[at + 1 :]

    def set_garrison(self, mission: str, garrison: tuple[Foe, ...]) -> None:
        """Replace the garrison of a Mission."""
        self.sites = tuple(Site(mission, garrison) if site.mission == mission else site for site in self.sites)

    def flip(self, mission: str, slots: Iterable[int]) -> None:
        """Turn Enemies face up."""
        garrison = self.site(mission).garrison
        turned = tuple(slot for slot in slots if not garrison[slot].up)
        if turned:
            shown = tuple(garrison[slot].card for slot in turned)
            foes = (Foe(foe.card, foe.up or n in turned, foe.seen) for n, foe in enumerate(garrison))
            self.set_garrison(mission, tuple(foes))
            self.say(ev.Flipped(mission=mission, slots=turned, enemies=shown))

    def take_enemy(self, mission: str, slot: int) -> str:
        """Remove an Enemy, face up, from a garrison. Returns its card."""
        self.flip(mission, (slot,))
        garrison = self.site(mission).garrison
        self.set_garrison(mission, garrison[:slot] + garrison[slot + 1 :])
        return garrison[slot].card

    def discard_enemy(self, mission: str, slot: int) -> None:
        """Discard an Enemy from a garrison."""
        enemy = self.take_enemy(mission, slot)
        self.enemy = self.enemy.discarding((enemy,))
        self.say(ev.EnemyDiscarded(mission=mission, slot=slot, enemy=enemy))


class Task(msgspec.Struct, frozen=True, tag_field="task"):
    """Something to be done. It either happens at once (`run`), or it opens an ask and takes the answer."""

    kind: ClassVar[str] = ""

    def open(self, position: Position) -> Ask | None:
        """The ask that this task waits for. None if there is nothing to ask."""
        return None

    def run(self, state: MutableState) -> None:
        """What happens if there is nothing to ask."""

    def take(self, state: MutableState, move: Move | Draw) -> None:
        """What happens on a legal answer."""
        raise AssertionError(f"{type(self).__name__} asks nothing")

    def refusal(self, position: Position, move: object) -> Refused:
        """Why a move that the ask does not list is refused."""
        raise AssertionError(f"{type(self).__name__} asks nothing")


_NOT_A_CHOICE: dict[type, tuple[str, str]] = {
    PickCard: ("NO_SUCH_CARD", "That card is not one of those to pick from."),
    PickMission: ("NO_SUCH_MISSION", "That Mission is not one of those to pick from."),
    PickEnemy: ("NO_SUCH_ENEMY", "There is no such Enemy to pick."),
    Choose: ("NO_SUCH_MISSION", "That Mission is not Available."),
    Play: ("NO_SUCH_CARD", "That Maquis is not in your hand."),
    Sort: ("BAD_SORT", "Put back cards just looked at, each once, as the effect allows."),
}


class Question(Task, frozen=True):
    """A task that asks the player. If there is no legal answer, the question is not asked."""

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Every legal answer, in a fixed order."""
        raise NotImplementedError

    def open(self, position: Position) -> Ask | None:
        moves = self.moves(position)
        return Ask(0, self.kind, moves) if moves else None

    def refusal(self, position: Position, move: object) -> Refused:
        asked = {type(legal) for legal in self.moves(position)}
        if type(move) not in asked:
            return Refused("WRONG_PHASE", "That is no answer to the open question.")
        return Refused(*self.reason(position, move))

    def reason(self, position: Position, move: object) -> tuple[str, str]:
        """A code and a sentence for a move of the right kind that is not legal."""
        return _NOT_A_CHOICE.get(type(move), ("WRONG_PHASE", "That cannot be done now."))


class Chance(Task, frozen=True):
    """A task that draws at random."""

    def lottery(self, position: Position) -> Lottery | None:
        raise NotImplementedError

    def open(self, position: Position) -> Ask | None:
        lottery = self.lottery(position)
        return Ask(None, self.kind, (), lottery) if lottery is not None else None

    def take(self, state: MutableState, move: Move | Draw) -> None:
        assert isinstance(move, Draw)
        self.drawn(state, move.drawn)

    def drawn(self, state: MutableState, drawn: tuple[str | int, ...]) -> None:
        raise NotImplementedError


def points(position: Position) -> int:
    """The points of the Defeated Missions."""
    return sum(MISSIONS[mission].points for mission in position.defeated)
