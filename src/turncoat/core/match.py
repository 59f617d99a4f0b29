"""A game being played: it draws for chance, keeps the record and the state; and functions that replay records."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from typing import Any, Generic, TypeVar

import msgspec

from turncoat.core.chance import Seed, draw
from turncoat.core.errors import CorruptRecord, Refused
from turncoat.core.record import FORMAT, FindGame, Proof, Record
from turncoat.core.types import CHANCE, AnyGame, Ask, Draw, Event, Game, Setup, Step

State = TypeVar("State")


class Match(Generic[State]):
    """A game being played. `state` is always the state after the moves of `record()`, and `asks` are open in it.

    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> match = Match(find_game(setup.ruleset), setup, Seed.of("1"))
    >>> ask = match.asks[0]
    >>> ask.kind
    'propose'
    >>> events = match.play(ask.seat, ask.moves[0])
    >>> len(match.record().moves)
    1
    """

    def __init__(self, game: Game[State, Any, Any], setup: Setup, secret: Seed, entropy: tuple[str, ...] = ()) -> None:
        self.game = game
        self.setup = setup
        self.secret = secret
        self.entropy = entropy
        self._seed = secret.mixed(entropy)
        self.state = game.start(setup)
        self.moves: list[tuple[int | None, Any]] = []
        self.opening = tuple(self._chance())
        self._begin_batch()

    @property
    def state(self) -> State:
        """The state after the moves so far."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state
        self.asks = self.game.asks(state)

    def play(self, seat: int | None, move: Any) -> tuple[Event, ...]:
        """Make a move and then every move of chance that follows. Raises Refused, and then nothing has changed."""
        before = self.asks
        step = self.game.play(self.state, seat, move)
        self.state = step.state
        self._keep(seat, move)
        events = [*step.events, *self._chance()]
        if not _still_open(self.asks, before):
            self._begin_batch()
        return tuple(events)

    def _begin_batch(self) -> None:
        """The answers from here on are to asks that are open together."""
        self._batch, self._before_batch = len(self.moves), self.state

    @property
    def is_collecting(self) -> bool:
        """Whether some of the asks that were open together are answered, and some are not."""
        return len(self.moves) > self._batch

    def change(self, seat: int, move: Any) -> None:
        """Replace the answer of a seat while other asks that were open together with it wait for theirs.

        Raises Refused, and then nothing has changed. Whether anybody has seen the answer is for the caller to know.
        """
        batch = self.moves[self._batch :]
        places = [place for place, (mover, _) in enumerate(batch) if mover == seat]
        if not places:
            raise Refused("WRONG_PHASE", "That answer stands.")
        batch[places[-1]] = (seat, move)
        self.state = reduce(lambda state, each: self.game.play(state, *each).state, batch, self._before_batch)
        self.moves[self._batch :] = batch

    def record(self, *, reveal: bool = False, **meta: Any) -> Record:
        """The record so far. With `reveal` it contains the secret seed."""
        secret = self.secret.hex if reveal else None
        proof = Proof(commitment=self.secret.commitment, secret=secret, entropy=self.entropy)
        deal = self.game.deal(self.state)
        fixed = sorted(name for name in deal if self.setup.deal.get(name) is not None)
        return Record(
            format=FORMAT,
            ruleset=self.setup.ruleset,
            version=self.game.version(self.setup.ruleset),
            players=self.setup.players,
            options=self.setup.options,
            roles=self.setup.roles,
            deal=deal,
            fixed=tuple(fixed),
            moves=tuple(self.moves),
            proof=proof,
            meta=meta,
        )

    @classmethod
    def resume(cls, game: Game[State, Any, Any], record: Record, secret: Seed) -> Match[State]:
        """Continue a recorded game. All its moves are replayed, and later chance is drawn from `secret`."""
        state = replay(game, record)
        entropy = record.proof.entropy if record.proof else ()
        match = cls(game, record.setup, secret, entropy)
        match.setup = record.setup_before_deal
        match.opening = ()
        match.state = state
        match.moves = list(record.moves)
        match._batch, match._before_batch = _open_batch(game, record)
        return match

    def _keep(self, seat: int | None, move: Any) -> None:
        """Insert a move so that answers to asks that were open together stand by seat, whatever order they came in."""
        at = len(self.moves)
        if seat is not CHANCE:
            while at > self._batch and (other := self.moves[at - 1][0]) is not None and other > seat:
                at -= 1
        self.moves.insert(at, (seat, move))

    def _chance(self) -> list[Event]:
        events: list[Event] = []
        while (ask := _chance_ask(self.asks)) is not None:
            dealing = not self.game.dealt(self.state)
            move = draw(self._seed, 0 if dealing else len(self.moves), ask)
            step = self.game.play(self.state, CHANCE, move)
            self.state = step.state
            events.extend(step.events)
            if not dealing:
                self.moves.append((CHANCE, move))
        return events


def _chance_ask(asks: tuple[Ask, ...]) -> Ask | None:
    return asks[0] if asks and asks[0].seat is CHANCE else None


def _still_open(now: tuple[Ask, ...], before: tuple[Ask, ...]) -> bool:
    """Whether all open asks were open before, so that their answers belong together."""
    return bool(now) and all(ask in before for ask in now)


def _open_batch(game: Game[State, Any, Any], record: Record) -> tuple[int, State]:
    """The index of the first answer that belongs together with the asks open now, and the state before it."""
    played = steps(game, record)
    batch = 0, (state := next(played).state)
    before = game.asks(state)
    for number, step in enumerate(played, 1):
        now = game.asks(step.state)
        if not _still_open(now, before):
            batch = number, step.state
        before = now
    return batch


def _deal_out(game: Game[State, Any, Any], record: Record) -> Step[State]:
    """The state after the record's deal, and all events of the deal."""
    events: list[Event] = []
    try:
        state = game.start(record.setup)
        while not game.dealt(state):
            (ask,) = game.asks(state)
            if not ask.moves:
                raise CorruptRecord(f"the deal does not tell {ask.kind}")
            step = game.play(state, CHANCE, ask.moves[0])
            state = step.state
            events += step.events
    except Refused as error:
        raise CorruptRecord(f"the set-up is refused: {error}") from None
    return Step(state, tuple(events))


def steps(game: Game[State, Any, Any], record: Record) -> Iterator[Step[State]]:
    """A record played again: a step for the deal, and one for every move. Raises CorruptRecord when it gets there.

    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> game = find_game(setup.ruleset)
    >>> record = Match(game, setup, Seed.of("1")).record()
    >>> [game.phase(step.state) for step in steps(game, record)] == ["propose"]
    True
    """
    step = _deal_out(game, record)
    yield step
    for number, (seat, move) in enumerate(record.moves):
        try:
            step = game.play(step.state, seat, move)
        except Refused as error:
            raise CorruptRecord(f"move {number} is refused: {error}") from None
        yield step


def replay(game: Game[State, Any, Any], record: Record, upto: int | None = None) -> State:
    """The state after the first `upto` moves of a record (all of them by default). Raises CorruptRecord.

    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> game = find_game(setup.ruleset)
    >>> record = Match(game, setup, Seed.of("1")).record()
    >>> game.phase(replay(game, record))
    'propose'
    """
    (last,) = deque(islice(steps(game, record), None if upto is None else upto + 1), maxlen=1)
    return last.state


def verify(record: Record, find_game: FindGame) -> list[str]:
    """Check that chance followed from the committed seed. Returns what contradicts it; empty if all is well.

    >>> from turncoat.games import default_ruleset, find_game
    >>> setup = Setup(ruleset=default_ruleset(), players=5)
    >>> match = Match(find_game(setup.ruleset), setup, Seed.of("1"))
    >>> verify(match.record(reveal=True), find_game)
    []
    >>> verify(match.record(), find_game)
    ['the record does not tell its seed']
    """
    if record.proof is None or record.proof.secret is None:
        return ["the record does not tell its seed"]
    secret = Seed.of(record.proof.secret)
    problems = [] if secret.commitment == record.proof.commitment else ["the seed is not the one committed to"]
    seed = secret.mixed(record.proof.entropy)
    game = find_game(record.ruleset)
    replay(game, record)
    try:
        dealt: Match[Any] = Match(game, record.setup_before_deal, seed)
    except Refused as error:
        raise CorruptRecord(f"the fixed part of the deal is refused: {error}") from None
    drawn = game.deal(dealt.state)
    problems += [
        f"{name} of the deal does not follow from the seed"
        for name, part in drawn.items()
        if msgspec.json.encode(part) != msgspec.json.encode(record.deal.get(name))
    ]
    return problems + _verify_draws(game, record, seed)


def _verify_draws(game: AnyGame, record: Record, seed: Seed) -> list[str]:
    problems = []
    for number, (step, (_, move)) in enumerate(zip(steps(game, record), record.moves, strict=False)):
        ask = _chance_ask(game.asks(step.state))
        if ask is not None and isinstance(move, Draw) and draw(seed, number, ask) != move:
            problems.append(f"move {number} does not follow from the seed")
    return problems
