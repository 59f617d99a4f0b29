"""Lantern: one of three to six keepers is a moth, who wants the light out.

The keepers accuse each other in turn, openly, two times round. Then each of them names somebody on a sealed ballot, and
all ballots are opened together. The light survives if the moth, and nobody else, has the most votes.
"""

from collections import Counter
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from turncoat.core import CHANCE, Ask, Capabilities, Draw, Event, Lottery, Outcome, Record, Refused, Setup, Step


class Accuse(msgspec.Struct, frozen=True, tag_field="move", tag="accuse"):
    seat: int


class Vote(msgspec.Struct, frozen=True, tag_field="move", tag="vote"):
    seat: int


class Accused(Event, frozen=True, tag="accused"):
    by: int
    seat: int


class Voted(Event, frozen=True, tag="voted"):
    by: int


class Opened(Event, frozen=True, tag="opened"):
    ballots: dict[int, int]
    moth: int | None


class State(msgspec.Struct, frozen=True):
    players: int
    fixed: int | None  # the moth that the set-up asks for, until it is dealt
    moth: int | None = None
    accused: tuple[int, ...] = ()  # by seat 0, 1, 2 and so on, two times round
    ballots: dict[int, int] = {}  # sealed until every seat has voted


class View(msgspec.Struct, frozen=True, kw_only=True):
    phase: str
    accused: tuple[int, ...]
    voted: tuple[int, ...]
    you: dict[str, Any] | None
    moth: int | None = None  # this and the rest when the game is over
    ballots: dict[int, int] | None = None
    outcome: Outcome | None = None


def others(move: Any, seat: int | None, players: int) -> tuple[Any, ...]:
    return tuple(move(other) for other in range(players) if other != seat)


class Lantern:
    name = "lantern"
    rulesets = ("lantern",)
    move_type = Accuse | Vote | Draw
    capabilities = Capabilities(sides=lambda: GAME, samples=lambda: GAME)

    def version(self, ruleset: str) -> int:
        return 1

    def seats(self, ruleset: str) -> range:
        return range(3, 7)

    def start(self, setup: Setup) -> State:
        if setup.players not in self.seats(setup.ruleset):
            raise Refused("PLAYER_COUNT", "Lantern is for 3 to 6 players.")
        moth = setup.deal.get("moth")
        if setup.roles or setup.options or {*setup.deal} - {"moth"} or moth not in (None, *range(setup.players)):
            raise Refused("BAD_REQUEST", "There is nothing to choose but the moth of the deal.")
        return State(setup.players, moth)

    def warnings(self, setup: Setup) -> tuple[str, ...]:
        return ()

    def phase(self, state: State) -> str:
        if state.moth is None:
            return "deal"
        if len(state.accused) < 2 * state.players:
            return "accuse"
        return "vote" if len(state.ballots) < state.players else "over"

    def asks(self, state: State) -> tuple[Ask, ...]:
        phase, players, turn = self.phase(state), state.players, len(state.accused) % state.players
        if phase == "deal" and state.fixed is not None:
            return (Ask(CHANCE, "moth", (Draw("moth", (state.fixed,)),)),)
        if phase == "deal":
            return (Ask(CHANCE, "moth", lottery=Lottery(range(players), 1)),)
        if phase == "accuse":
            return (Ask(turn, "accuse", others(Accuse, turn, players)),)
        return tuple(Ask(by, "vote", others(Vote, by, players)) for by in range(players) if by not in state.ballots)

    def play(self, state: State, seat: int | None, move: Accuse | Vote | Draw) -> Step[State]:
        if seat not in (CHANCE, *range(state.players)):
            raise Refused("UNKNOWN_PLAYER", f"There is no seat {seat}.")
        draws = tuple(Draw("moth", (moth,)) for moth in range(state.players))
        if not any(ask.seat == seat and move in (ask.moves or draws) for ask in self.asks(state)):
            raise Refused("WRONG_PHASE", "You are not asked for that now.")
        if isinstance(move, Draw):
            return Step(replace(state, moth=move.drawn[0], fixed=None))
        assert seat is not CHANCE
        if isinstance(move, Accuse):
            return Step(replace(state, accused=(*state.accused, move.seat)), (Accused(by=seat, seat=move.seat),))
        after = replace(state, ballots=dict(sorted({**state.ballots, seat: move.seat}.items())))
        opened = (Opened(ballots=after.ballots, moth=state.moth),) if self.outcome(after) else ()
        return Step(after, (Voted(by=seat), *opened))

    def view(self, state: State, seat: int | None) -> View:
        if seat not in (None, *range(state.players)):
            raise Refused("UNKNOWN_PLAYER", f"There is no seat {seat}.")
        you = None if seat is None else {"seat": seat, "moth": seat == state.moth, "ballot": state.ballots.get(seat)}
        known = View(phase=self.phase(state), accused=state.accused, voted=tuple(state.ballots), you=you)
        outcome = self.outcome(state)
        return replace(known, moth=state.moth, ballots=state.ballots, outcome=outcome) if outcome else known

    def deal(self, state: State) -> dict[str, Any]:
        return {"moth": state.moth} if self.dealt(state) else {}

    def dealt(self, state: State) -> bool:
        return state.moth is not None

    def outcome(self, state: State) -> Outcome | None:
        if self.phase(state) != "over":
            return None
        votes = Counter(state.ballots.values())
        most = [seat for seat in votes if votes[seat] == max(votes.values())]
        return Outcome("good", "caught") if most == [state.moth] else Outcome("evil", "escaped")

    # what it offers to the arena and the testing kit

    def sides(self, state: State) -> tuple[str, ...]:
        return tuple("evil" if seat == state.moth else "good" for seat in range(state.players))

    def random_setup(self, ruleset: str, players: int, chance: Random) -> Setup:
        return Setup(ruleset=ruleset, players=players, deal=chance.choice(({}, {"moth": players - 1})))

    def other_world(self, record: Record, seat: int | None, chance: Random) -> Record | None:
        """Another moth, unless the seat is the moth, and other ballots in the urn while it is closed."""
        if sum(isinstance(move, Vote) for _, move in record.moves) == record.players:
            return None
        moth = record.deal["moth"]
        moths = [moth] if seat == moth else [other for other in range(record.players) if other != seat]
        moves = tuple(
            (by, chance.choice(others(Vote, by, record.players)) if isinstance(move, Vote) and by != seat else move)
            for by, move in record.moves
        )
        return replace(record, deal={"moth": chance.choice(moths)}, moves=moves)


GAME: Lantern = Lantern()
