"""Lantern: one of three to six keepers is a moth. They accuse each other in turn, openly, two times round. Then all
name somebody on sealed ballots. The light survives if the moth, and nobody else, has the most votes."""

from msgspec import Struct, structs

from turncoat.core import CHANCE, Ask, Capabilities, Draw, Event, Game, Lottery, Outcome, Refused, Setup, Step


class Accuse(Struct, frozen=True, tag_field="move", tag="accuse"):
    seat: int


class Vote(Struct, frozen=True, tag_field="move", tag="vote"):
    seat: int


class Named(Event, frozen=True, tag="named"):
    by: int
    seat: int | None = None  # None on a sealed ballot


class State(Struct, frozen=True):
    players: int
    moth: int | None  # None until it is dealt
    accused: tuple[int, ...] = ()  # by seat 0, 1, 2 and so on, two times round
    ballots: dict[int, int] = {}  # sealed until every seat has voted


class View(Struct, frozen=True):
    phase: str
    accused: tuple[int, ...]
    ballots: dict[int, int | None]  # who has voted; for whom is told when the game is over, as is the rest below `you`
    you: dict[str, int | None] | None
    moth: int | None
    outcome: Outcome | None


class Lantern(Game[State, Accuse | Vote | Draw, View]):
    name, rulesets, move_type = "lantern", ("lantern",), Accuse | Vote | Draw
    capabilities = Capabilities(sides=lambda: GAME)

    def seats(self, ruleset: str) -> range:
        return range(3, 7)

    def start(self, setup: Setup) -> State:
        if setup.players not in self.seats(setup.ruleset):
            raise Refused("PLAYER_COUNT", "Lantern is for 3 to 6 players.")
        if setup.roles or setup.options or setup.deal not in ({}, *({"moth": seat} for seat in range(setup.players))):
            raise Refused("BAD_REQUEST", "There is nothing to choose but the moth of the deal.")
        return State(setup.players, setup.deal.get("moth"))

    def phase(self, state: State) -> str:
        turns = len(state.accused) + len(state.ballots)
        return ("accuse", "accuse", "vote", "over")[turns // state.players] if self.dealt(state) else "deal"

    def asks(self, state: State) -> tuple[Ask, ...]:
        phase, seats = self.phase(state), range(state.players)
        if phase == "deal":
            return (Ask(CHANCE, "moth", lottery=Lottery(seats, 1)),)
        turn, waiting = len(state.accused) % len(seats), [seat for seat in seats if seat not in state.ballots]
        move, asked = (Accuse, [turn]) if phase == "accuse" else (Vote, waiting)
        return tuple(Ask(seat, phase, tuple(move(other) for other in seats if other != seat)) for seat in asked)

    def play(self, state: State, seat: int | None, move: Accuse | Vote | Draw) -> Step[State]:
        draws = tuple(Draw("moth", (moth,)) for moth in range(state.players))
        if not any(ask.seat == seat and move in (ask.moves or draws) for ask in self.asks(state)):
            raise Refused("WRONG_PHASE", "You are not asked for that now.")
        if isinstance(move, Draw):
            return Step(structs.replace(state, moth=move.drawn[0]))
        assert seat is not CHANCE
        if isinstance(move, Accuse):
            return Step(structs.replace(state, accused=(*state.accused, move.seat)), (Named(by=seat, seat=move.seat),))
        ballots = sorted({**state.ballots, seat: move.seat}.items())
        return Step(structs.replace(state, ballots=dict(ballots)), (Named(by=seat),))

    def view(self, state: State, seat: int | None) -> View:
        if seat not in (None, *range(state.players)):
            raise Refused("UNKNOWN_PLAYER", f"There is no seat {seat}.")
        you = None if seat is None else {"seat": seat, "moth": seat == state.moth, "ballot": state.ballots.get(seat)}
        over = self.outcome(state)
        ballots = {by: vote if over else None for by, vote in state.ballots.items()}
        return View(self.phase(state), state.accused, ballots, you, state.moth if over else None, over)

    def deal(self, state: State) -> dict[str, int | None]:
        return {"moth": state.moth} if self.dealt(state) else {}

    def dealt(self, state: State) -> bool:
        return state.moth is not None

    def outcome(self, state: State) -> Outcome | None:
        votes: list[int | None] = [*state.ballots.values()]
        caught = votes.count(state.moth) > max(votes.count(seat) for seat in range(state.players) if seat != state.moth)
        return None if len(votes) < state.players else Outcome(*(("good", "caught") if caught else ("evil", "escaped")))

    def sides(self, state: State) -> tuple[str, ...]:
        return tuple("evil" if seat == state.moth else "good" for seat in range(state.players))


GAME: Lantern = Lantern()
