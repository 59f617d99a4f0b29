"""A game that is written down: the rules play it while nobody knows the deal.

Nothing public depends on the deal, apart from who may play Fail. So the rules are given a deal in which everybody may,
and what the fails tell about the true deal is found by deduction. When the game is over and the roles are known, the
same entries are played once more with the true deal, which gives the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from turncoat.core import CHANCE, Draw, Event, Refused, Setup, Step
from turncoat.core.capabilities import ScribeQuestion
from turncoat.core.in_words import counted
from turncoat.games.resistance.belief.evil_sides import Fact, all_evil, all_good, sides_left
from turncoat.games.resistance.rules.answers import play, shot_targets
from turncoat.games.resistance.rules.asks import asks
from turncoat.games.resistance.rules.deal import BeforeDeal, deal_ask, start
from turncoat.games.resistance.rules.events import PlotDrawn, Shot
from turncoat.games.resistance.rules.flow import CLOSE_EYE, close_eye_targets
from turncoat.games.resistance.rules.game_rules import mask, seats
from turncoat.games.resistance.rules.loyalty import side_of
from turncoat.games.resistance.rules.moves import Assassinate, PassLoyalty, PlayCard, Timeout, Vote
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.state import State, holders, open_missions
from turncoat.games.resistance.rules.view import View, empty_view, view
from turncoat.games.resistance.scribe.entries import Ballots, Entry, FaceUp, Fails, LoyaltyPassed, Named, Tally

Moves = tuple[tuple[int | None, Any], ...]

_AFTER_TEAM = ("mission", "close-eye", "no-confidence", "spotlight", "lady", "assassinate", "over")
"""Phases in which what is written belongs to the last team, and not to the next one."""


class Notebook:
    """What has been written so far. Every field is replaced and never changed, so that a refusal can restore them."""

    def __init__(self, setup: Setup, roles: tuple[str, ...] | None = None, duty: int | None = None) -> None:
        """With `roles` the deal is known from the beginning. Raises Refused."""
        self._setup = setup
        self.rules = compile_setup(setup)
        self.roles = roles
        self.duty = duty
        self.entries: tuple[Any, ...] = ()
        self.rows: tuple[int, ...] = ()  # for each entry, the proposal that it belongs to
        self.state: State | None = None  # None until the first leader is known
        self.moves: Moves = ()
        self.deck: tuple[str, ...] = ()  # the plot cards in the order in which they were drawn
        self.facts: tuple[Fact, ...] = ()  # what is known of the evil side beside the missions
        self.is_closed = False  # whether the deal is written down too
        self._known = roles is not None
        self._is_drawing = False  # whether the leader has drawn plot cards that are not written yet
        self._lit: bool | None = None  # the card in the Spotlight of this mission
        self._cards_at: tuple[int, ...] = ()  # where the cards of this mission stand in `moves` if they are played
        self._closing: tuple[int, Any] | None = None  # the answer after which the cards are shown
        self._named: Named | None = None

    # what is asked

    @property
    def kind(self) -> str | None:
        """What is to be written next; None if nothing is left."""
        state = self.state
        if state is None:
            return "leader"
        if self.is_closed:
            return None
        if self._is_drawing:
            return "plot"
        if state.phase == "over" or self._named:
            return "roles" if self.roles is None else "assassin"
        if state.pending is not None:
            return state.pending.kind
        if state.phase == "mission" or self._closing:
            return "face-up" if state.spotlight is not None and self._lit is None else "fails"
        return "named" if state.phase == "assassinate" else self._ask_kind(state)

    def _ask_kind(self, state: State) -> str:
        kind = asks(state)[0].kind
        if kind == "show":  # Establish Confidence, and nothing to give with it
            return "give"
        return kind if kind != "vote" else "ballots" if self._are_named(state) else "tally"

    def _are_named(self, state: State) -> bool:
        options = self.rules.options
        return options.ballots_named or options.vote_style == "open" or state.phase == "opinion"

    def question(self) -> ScribeQuestion | None:
        """What is to be written next, with what can be written; None if nothing is left."""
        kind = self.kind
        if kind is None:
            return None
        questions: dict[str, Callable[[str], ScribeQuestion]] = {
            "leader": self._ask_leader,
            "propose": self._ask_team,
            "coin": self._ask_coin,
            "plot": self._ask_plot,
            "ballots": self._ask_ballots,
            "tally": self._ask_tally,
            "face-up": self._ask_face_up,
            "fails": self._ask_fails,
            "loyalty": self._ask_loyalty,
            "named": self._ask_named,
            "roles": self._ask_roles,
            "assassin": self._ask_assassin,
        }
        return questions.get(kind, self._question_of_rules)(kind)

    def _question_of_rules(self, kind: str) -> ScribeQuestion:
        open_asks = asks(self._playing)
        moves = tuple(move for ask in open_asks for move in ask.moves)
        return ScribeQuestion(kind=kind, seat=open_asks[0].seat, entries=moves)

    def _ask_team(self, kind: str) -> ScribeQuestion:
        """Under Targeting the mission is chosen too, and the size of the team follows from it."""
        state, everyone = self._playing, tuple(range(self.rules.players))
        if self.rules.options.targeting:
            return ScribeQuestion(kind=kind, seat=state.leader, seats=everyone, pool=open_missions(state))
        assert state.mission is not None
        size = self.rules.team_sizes[state.mission - 1]
        return ScribeQuestion(kind=kind, seat=state.leader, seats=everyone, take=size)

    def _ask_leader(self, kind: str) -> ScribeQuestion:
        everyone = range(self.rules.players)
        return ScribeQuestion(kind=kind, entries=tuple(Draw(kind, (seat,)) for seat in everyone))

    def _ask_coin(self, kind: str) -> ScribeQuestion:
        lottery = asks(self._playing)[0].lottery
        assert lottery is not None
        return ScribeQuestion(kind=kind, pool=(0, len(lottery.pool) - 1), take=1)

    def _ask_plot(self, kind: str) -> ScribeQuestion:
        plot = self._playing.plot
        assert plot is not None
        pool = tuple(sorted((*plot.drawn, *plot.deck)))
        return ScribeQuestion(kind=kind, seat=self._playing.leader, pool=pool, take=len(plot.drawn))

    def _ask_ballots(self, kind: str) -> ScribeQuestion:
        return ScribeQuestion(kind=kind, seats=seats(self._playing.waiting))

    def _ask_tally(self, kind: str) -> ScribeQuestion:
        voters = self._playing.waiting.bit_count()
        return ScribeQuestion(kind=kind, entries=tuple(map(Tally, range(voters + 1))))

    def _ask_face_up(self, kind: str) -> ScribeQuestion:
        return ScribeQuestion(kind=kind, seat=self._playing.spotlight, entries=(FaceUp(True), FaceUp(False)))

    def _ask_fails(self, kind: str) -> ScribeQuestion:
        return ScribeQuestion(kind=kind, entries=tuple(map(Fails, self._possible_fails())))

    def _ask_loyalty(self, kind: str) -> ScribeQuestion:
        pending = self._playing.pending
        assert pending is not None
        answers = (LoyaltyPassed(), LoyaltyPassed("good"), LoyaltyPassed("evil"))
        return ScribeQuestion(kind=kind, seat=pending.seat, entries=answers)

    def _ask_named(self, kind: str) -> ScribeQuestion:
        return ScribeQuestion(kind=kind, entries=(*map(Named, range(self.rules.players)), Named()))

    def _ask_roles(self, kind: str) -> ScribeQuestion:
        return ScribeQuestion(kind=kind, pool=self.rules.roles, take=self.rules.players)

    def _ask_assassin(self, kind: str) -> ScribeQuestion:
        return ScribeQuestion(kind=kind, entries=tuple(Draw(kind, (seat,)) for seat in seats(self._true_evil())))

    # what is written

    def write(self, entry: Entry) -> None:
        """Write one more entry. Raises Refused, and then nothing has changed."""
        before = dict(self.__dict__)
        try:
            self._write(entry)
        except Refused:
            self.__dict__ = before
            raise

    def _write(self, entry: Entry) -> None:
        kind = self.kind
        if kind is None:
            raise Refused("GAME_OVER", "Everything is written down.")
        if _tag(entry) not in _WRITTEN_AS.get(kind, (kind,)):
            raise Refused("WRONG_PHASE", f"This is not what comes next: {kind} is.")
        row = self._row()
        self._writer(kind)(entry)
        self._settle()
        self._check_facts()
        self.entries, self.rows = (*self.entries, entry), (*self.rows, row)

    def _writer(self, kind: str) -> Callable[[Any], None]:
        writers: dict[str, Callable[[Any], None]] = {
            "leader": self._write_leader,
            "coin": self._write_coin,
            "plot": self._write_plot,
            "ballots": self._write_ballots,
            "tally": self._write_tally,
            "face-up": self._write_face_up,
            "fails": self._write_fails,
            "loyalty": self._write_loyalty,
            "named": self._write_named,
            "roles": self._write_roles,
            "assassin": self._write_assassin,
        }
        return writers.get(kind, self._play_open)

    def _row(self) -> int:
        if self.state is None:
            return 0
        done = len(self.state.proposals)
        return done - 1 if self.state.phase in _AFTER_TEAM and done else done

    @property
    def _playing(self) -> State:
        assert self.state is not None
        return self.state

    def _play(self, seat: int | None, move: Any) -> Step[State]:
        step = play(self._playing, seat, move)
        self._follow(step)
        self.moves = (*self.moves, (seat, move))
        return step

    def _follow(self, step: Step[State]) -> None:
        self.state = step.state
        self._is_drawing |= any(isinstance(event, PlotDrawn) for event in step.events)

    def _play_open(self, entry: Any) -> None:
        """What is done openly is a move as it is. It is held back where the mission's cards would be shown next."""
        state, seat = self._playing, asks(self._playing)[0].seat
        assert seat is not None
        if state.phase == "close-eye" and play(state, seat, entry).state.resolved > state.resolved:
            self._closing = (seat, entry)
        else:
            self._play(seat, entry)

    def _settle(self) -> None:
        """Play what nobody sees: Loyalty cards that change hands, and mission cards before somebody looks at them."""
        state = self.state
        if state is None:
            return
        pending = state.pending
        if pending is not None and pending.kind == "loyalty" and self.rules.options.loyalty_card == "manual":
            self._pass_loyalty(pending.seat)
        elif self._is_looked_at(state):
            self._cards_at = tuple(range(len(self.moves), len(self.moves) + state.waiting.bit_count()))
            self._play_cards(())

    def _is_looked_at(self, state: State) -> bool:
        """Whether somebody is about to look at a card of this mission, before everybody sees the fails."""
        if state.phase != "mission" or (state.waiting != state.participants and self._lit is None):
            return False
        unseen = replace(state, plot=state.plot and replace(state.plot, examined=0))
        return any(close_eye_targets(unseen, seat) for seat in holders(state, (CLOSE_EYE,)))

    def _check_facts(self) -> None:
        if not self._known and not self.is_closed and not self.possible_sides():
            raise Refused("NO_SIDE_FITS", "No choice of evil players could have played all these fails.")

    def possible_sides(self) -> tuple[int, ...]:
        """The evil sides that the public facts allow, as bit masks."""
        return sides_left(self.view(), self.facts)

    # the entries, kind by kind

    def _write_leader(self, entry: Draw) -> None:
        leader = entry.drawn[0] if len(entry.drawn) == 1 else None
        if not isinstance(leader, int):
            raise Refused("BAD_REQUEST", "Name one seat that leads first.")
        roles = self.roles or self.rules.roles
        deal: dict[str, Any] = {"roles": roles, "leader": leader}
        if self.rules.has_duty:
            deal["assassin"] = seats(self._true_evil())[0] if self.duty is None else self.duty
        step: Step[Any] = Step(start(replace(self._setup, deal=deal)))
        while isinstance(step.state, BeforeDeal):
            ask = deal_ask(step.state)
            move = ask.moves[0] if ask.moves else Draw(ask.kind, tuple(ask.lottery.pool))  # type: ignore[union-attr]
            step = play(step.state, CHANCE, move)
        self._follow(step)
        if not self._known:
            undecided = replace(self._playing.deal, evil=self.rules.everyone, namers=0)
            self.state = replace(self._playing, deal=undecided)

    def _write_coin(self, entry: Draw) -> None:
        self._play(CHANCE, entry)

    def _write_plot(self, entry: Draw) -> None:
        plot = self._playing.plot
        assert plot is not None
        rest = Counter((*plot.drawn, *plot.deck))
        rest.subtract(map(str, entry.drawn))
        if len(entry.drawn) != len(plot.drawn) or min(rest.values()) < 0:
            raise Refused("NO_SUCH_CARD", "These cards cannot have been drawn.")
        drawn = tuple(map(str, entry.drawn))
        plot = replace(plot, drawn=drawn, deck=tuple(sorted(rest.elements())))
        self.state, self.deck, self._is_drawing = replace(self._playing, plot=plot), (*self.deck, *drawn), False

    def _write_ballots(self, entry: Ballots) -> None:
        state = self._playing
        voting = mask(seat for seat, vote in enumerate(entry.votes) if vote is not None)
        if len(entry.votes) != self.rules.players or voting != state.waiting:
            wanted = ", ".join(map(str, seats(state.waiting)))
            raise Refused("NOT_A_VOTER", f"A ballot is needed from the seats {wanted}, and from nobody else.")
        for seat in seats(state.waiting):
            self._play(seat, Vote(approve=bool(entry.votes[seat])))

    def _write_tally(self, entry: Tally) -> None:
        voters = seats(self._playing.waiting)
        if not 0 <= entry.approvals <= len(voters):
            raise Refused("BAD_REQUEST", f"Between 0 and {len(voters)} can approve.")
        for place, seat in enumerate(voters):
            self._play(seat, Vote(approve=place < entry.approvals))

    def _write_face_up(self, entry: FaceUp) -> None:
        state = self._playing
        self._lit = entry.success
        if state.spotlight is not None and not entry.success:
            self._need_evil(state.spotlight)
            self.facts = (*self.facts, all_evil(1 << state.spotlight))
        if state.waiting != state.participants and not self._closing:  # it is played before the others
            self._play(state.spotlight, PlayCard(success=entry.success))

    def _need_evil(self, seat: int) -> None:
        if self._known and not self._true_evil() >> seat & 1:
            raise Refused("ROLES_CONTRADICT", f"Seat {seat} played Fail before everybody, and cannot be good.")

    def _possible_fails(self) -> range:
        size = len(self._playing.team or ())
        most = min(self._evil_count(), size - (self._lit is True))
        return range(int(self._lit is False), most + 1)

    def _evil_count(self) -> int:
        return sum(self.rules.sides[role] == "evil" for role in self.rules.roles)

    def _write_fails(self, entry: Fails) -> None:
        possible = self._possible_fails()
        if entry.fails not in possible:
            raise Refused("FAILS", f"This mission can have had {possible[0]} to {possible[-1]} fails.")
        saboteurs = self._saboteurs(entry.fails)
        if self._closing is None:
            self._play_cards(saboteurs)
        else:
            self._show_cards(saboteurs, *self._closing)
        self._lit, self._cards_at, self._closing = None, (), None

    def _play_cards(self, saboteurs: tuple[int, ...]) -> None:
        for seat in seats(self._playing.waiting):
            self._play(seat, PlayCard(success=seat not in saboteurs))

    def _show_cards(self, saboteurs: tuple[int, ...], seat: int, answer: Any) -> None:
        """The cards were played before anybody knew how many fail: put the fails in, and go on."""
        moves = list(self.moves)
        for at in self._cards_at:
            member = moves[at][0]
            moves[at] = (member, PlayCard(success=member not in saboteurs))
        self.moves = tuple(moves)
        self.state = replace(self._playing, yes=self._playing.participants & ~mask(saboteurs))
        self._play(seat, answer)

    def _saboteurs(self, fails: int) -> tuple[int, ...]:
        """Who played Fail. If more of the team are evil, nobody knows which of them did: take the first."""
        state = self._playing
        evil, lit = state.deal.evil, state.spotlight
        first = [lit] if lit is not None and self._lit is False else []
        others = [seat for seat in state.team or () if evil >> seat & 1 and seat != lit]
        found = tuple((first + others)[:fails])
        if len(found) < fails:
            could = f"only {len(found)}" if found else "nobody"
            had = f"Mission {state.mission} had {counted(fails, 'fail')}"
            raise Refused("ROLES_CONTRADICT", f"{had}, but with these roles {could} of its team could play Fail.")
        return found

    def _write_loyalty(self, entry: LoyaltyPassed) -> None:
        pending = self._playing.pending
        assert pending is not None
        if entry.winner is None:
            self._pass_loyalty(pending.seat)
            return
        is_evil = entry.winner == "good"
        bit = 1 << pending.seat
        if self._known and is_evil != bool(self._true_evil() & bit):
            raise Refused("ROLES_CONTRADICT", f"Seat {pending.seat} lost the game for the other side.")
        self.facts = (*self.facts, all_evil(bit) if is_evil else all_good(bit))
        deal = self._playing.deal
        self.state = replace(self._playing, deal=replace(deal, evil=deal.evil | bit if is_evil else deal.evil & ~bit))
        self._play(pending.seat, PassLoyalty(side=entry.winner))

    def _pass_loyalty(self, seat: int) -> None:
        side: Any = side_of(self._playing, seat)
        self._play(seat, PassLoyalty(side=side))

    def _write_named(self, entry: Named) -> None:
        if entry.seat is not None:
            self.rules.check_seat(entry.seat)
        self._named = entry
        if self._known:
            self._shoot(entry.seat)

    def _shoot(self, target: int | None) -> None:
        if target is None:
            self._play(CHANCE, Timeout())
            return
        # Whoever cannot name the one that evil agreed on names somebody else, and no two of them the same.
        state, others = self._playing, set[int]()
        shot: tuple[Event, ...] = ()
        for seat in seats(state.waiting):
            targets = shot_targets(state, seat)
            name = target if target in targets else next((other for other in targets if other not in others), target)
            others.add(name)
            shot = self._play(seat, Assassinate(seat=name)).events
        if not any(isinstance(event, Shot) and event.seat == target for event in shot):
            raise Refused("ROLES_CONTRADICT", f"With these roles evil cannot have named seat {target}.")

    def _true_evil(self) -> int:
        roles = self.roles or self.rules.roles
        return mask(seat for seat, role in enumerate(roles) if self.rules.sides[role] == "evil")

    def _write_roles(self, entry: Draw) -> None:
        self.roles = tuple(map(str, entry.drawn))
        if Counter(self.roles) != Counter(self.rules.roles):
            raise Refused("ROLE_SET", f"The deal must hold exactly {', '.join(self.rules.roles)}.")
        if not self.rules.has_duty:
            self._close()
        elif self._true_evil() not in self.possible_sides():
            self._play_again(None)  # says what contradicts it

    def _write_assassin(self, entry: Draw) -> None:
        duty = entry.drawn[0] if len(entry.drawn) == 1 else None
        if not isinstance(duty, int) or not 0 <= duty < self.rules.players or not self._true_evil() >> duty & 1:
            raise Refused("ROLE_SET", "The assassin's duty falls to an evil seat.")
        self.duty = duty
        self._close()

    def _close(self) -> None:
        played = self._play_again(self.duty)
        self.state, self.moves, self.is_closed = played.state, played.moves, True

    def _play_again(self, duty: int | None) -> Notebook:
        """The same entries with the deal that is known now. Raises Refused if they cannot have been."""
        again = Notebook(self._setup, self.roles, duty)
        for entry in self.entries:
            if not (isinstance(entry, Draw) and entry.of == "roles"):
                again.write(entry)
        return again

    @property
    def deal(self) -> dict[str, Any]:
        """The whole deal of a closed notebook; plot cards that nobody drew lie in any order."""
        state = self._playing
        parts: dict[str, Any] = {"roles": self.roles, "leader": state.deal.leader}
        if self.duty is not None:
            parts["assassin"] = self.duty
        if state.plot is not None:
            parts["plot"] = (*self.deck, *state.plot.deck)
        return parts

    # what is seen

    def view(self) -> View:
        """What everybody has seen. Roles and cards are in it when the deal is written down."""
        if self.state is None:
            return empty_view(self.rules)
        seen = view(self.state, None)
        if self._is_drawing and seen.plot is not None:
            seen = replace(seen, plot=replace(seen.plot, drawn=()))
        if self._known or self.is_closed or seen.roles is None:
            return seen
        hidden = tuple(mission and replace(mission, cards=None) for mission in seen.missions)
        return replace(seen, roles=None, missions=hidden)


def _tag(entry: Entry) -> str:
    """What an entry is about, in the words of the questions."""
    return entry.of if isinstance(entry, Draw) else str(entry.__struct_config__.tag)


_WRITTEN_AS = {
    "give": ("give", "show"),
    "use": ("use", "pass"),
    "loyalty": ("loyalty-passed",),
}
"""The tags of the entries that answer a question, where they differ from its kind."""
