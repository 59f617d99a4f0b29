"""A bot put together from ideas: how it reads, how it votes, and how it plays with a secret."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.games.resistance.bots.league.memory import Memory
from turncoat.games.resistance.bots.league.readers import READERS, Suspicion
from turncoat.games.resistance.bots.league.voters import VOTERS
from turncoat.games.resistance.bots.plot_card_heuristics import PlotCardHeuristics
from turncoat.games.resistance.rules.moves import PlayCard, Vote
from turncoat.games.resistance.rules.view import View

_CERTAIN = 9.0  # more suspicion than any reader has


class Evil(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody plays evil. All numbers are chances."""

    fail_first: float
    """That it fails the first mission."""
    fail: float
    """That it fails a later one that does not decide the game; a decisive one always."""
    fail_together: float
    """That it fails although an evil seat before it is on the team and one fail is enough."""
    pretend: float
    """That it votes as it would if it were good, and otherwise for whatever helps evil."""
    name_clean: float
    """That it names a team without evil while little is at stake."""


class Merlin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody plays a good character who knows evil."""

    use: float
    """The chance that a decision uses what it knows."""
    use_decisive: float
    """The same, where the mission may end the game."""


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An idea with a setting of its numbers."""

    half: Literal["training", "measuring"]
    reader: str
    voter: str
    evil: str
    merlin: str
    patience: float = 0.3
    """How much suspicion the voter finds all right."""
    noise: float = 0.3
    """How far its suspicion is off, in each decision anew."""


class League(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All kinds, and the ways to play with a secret that they name."""

    kind: dict[str, Kind]
    evil: dict[str, Evil]
    merlin: dict[str, Merlin]


@cache
def league() -> League:
    """The league of `kinds.toml`.

    >>> sorted({kind.half for kind in league().kind.values()})
    ['measuring', 'training']
    """
    text = files(__package__).joinpath("kinds.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), League)


def training_half() -> tuple[str, ...]:
    """The strangers that bots may be trained with, by the names under which they play.

    >>> training_half()[0]
    'stranger:failures-trusting'
    """
    return _half("training")


def measuring_half() -> tuple[str, ...]:
    """The strangers that are kept for measuring.

    >>> measuring_half()[0]
    'stranger:grudge-quorum'
    """
    return _half("measuring")


def _half(name: str) -> tuple[str, ...]:
    return tuple(f"stranger:{kind}" for kind, found in league().kind.items() if found.half == name)


class Stranger:
    """A player of one kind. It has no memory of its own: equal views, asks and seeds give equal answers."""

    def __init__(self, seed: str, kind: Kind) -> None:
        self._seed = seed
        self._kind = kind

    @classmethod
    def of(cls, seed: str, name: str) -> Stranger:
        """The stranger of a name in `kinds.toml`. Raises LookupError."""
        if name not in league().kind:
            raise LookupError(f"there is no stranger {name!r}; there are {', '.join(league().kind)}")
        return cls(seed, league().kind[name])

    def answer(self, view: View, ask: Ask) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        return _Thought(self._kind, Memory(view), SeededRandom.of(self._seed, view, ask)).answer(ask)


class _Thought:
    """One decision."""

    def __init__(self, kind: Kind, memory: Memory, rng: SeededRandom) -> None:
        self.kind = kind
        self.memory = memory
        self.rng = rng
        self.evil = league().evil[kind.evil]
        self.read = [each + rng.gauss(0.0, kind.noise) for each in READERS[kind.reader](memory)]

    def answer(self, ask: Ask) -> Any:
        if ask.kind == "propose":
            return self.name_team(ask)
        if ask.kind == "vote":
            return Vote(approve=self.approves())
        if ask.kind == "mission":
            return PlayCard(success=not self.maybe(self.fail_chance()))
        if ask.kind == "assassinate":
            return self.shoot(ask)
        likely = [min(1.0, max(0.0, 0.4 + each / 4)) for each in self.suspicion()]
        return PlotCardHeuristics(self.memory.view, self.memory.you, likely, self.rng).answer(ask)

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def suspicion(self) -> Suspicion:
        """What this seat acts on: its reading, and what it knows if it uses that now."""
        memory = self.memory
        knows = memory.known_evil if memory.is_evil or self.uses_knowledge() else frozenset()
        return [_CERTAIN if seat in knows else each for seat, each in enumerate(self.read)]

    def uses_knowledge(self) -> bool:
        merlin = league().merlin[self.kind.merlin]
        return self.maybe(merlin.use_decisive if self.memory.is_decisive else merlin.use)

    def evil_on(self, team: tuple[int, ...]) -> int:
        return len(self.memory.known_evil.intersection(team))

    def name_team(self, ask: Ask) -> Any:
        memory = self.memory
        if not memory.is_evil or (not memory.is_decisive and self.maybe(self.evil.name_clean)):
            suspicion = self.suspicion()
            return self.rng.best(ask.moves, [self.purity(move.team, suspicion) for move in ask.moves])
        return self.rng.best(ask.moves, [self.use_to_evil(move) for move in ask.moves])

    def purity(self, team: tuple[int, ...], suspicion: Suspicion) -> float:
        """What a team is worth to somebody good, who is sure only of itself."""
        me = self.memory.you.seat
        return -sum(0.0 if seat == me and not self.memory.is_evil else suspicion[seat] for seat in team) + (
            1.0 if me in team else 0.0
        )

    def use_to_evil(self, move: Any) -> float:
        """What a team is worth to evil: as many evil seats as are needed, and no suspect ones."""
        wrong = abs(self.evil_on(move.team) - self.memory.fails_needed(move.mission))
        seen: float = sum(self.read[seat] for seat in move.team) / len(move.team)
        return -3.0 * wrong - 0.3 * seen + (0.5 if self.memory.you.seat in move.team else 0.0)

    def approves(self) -> bool:
        memory = self.memory
        proposal = memory.view.proposals[-1]
        if memory.is_evil and (memory.is_decisive or memory.is_last_attempt or not self.maybe(self.evil.pretend)):
            return self.evil_on(proposal.team) >= memory.fails_needed()
        if memory.is_last_attempt or proposal.leader == memory.you.seat:
            return True
        suspicion = self.read if memory.is_evil else self.suspicion()
        return VOTERS[self.kind.voter](memory, suspicion, proposal, self.kind.patience)

    def fail_chance(self) -> float:
        memory = self.memory
        aboard = sorted(memory.known_evil.intersection(memory.view.team or ()))
        needed = memory.fails_needed()
        if len(aboard) < needed:
            return 0.0
        if memory.is_decisive and memory.view.score.good == 2:
            return 1.0
        if memory.you.seat not in aboard[:needed]:
            return self.evil.fail_together
        if memory.is_decisive:
            return 1.0
        return self.evil.fail_first if memory.view.mission == 1 else self.evil.fail

    def shoot(self, ask: Ask) -> Any:
        """Merlin is whoever rejected the teams with evil on them and approved the others."""
        evil = self.memory.known_evil

        def knowing(seat: int) -> float:
            votes = [(one.votes[seat], bool(evil.intersection(one.team))) for one in self.memory.view.proposals]
            cast = [vote != dirty for vote, dirty in votes if vote is not None]
            return sum(cast) / len(cast) if cast else 0.5

        return self.rng.best(ask.moves, [knowing(move.seat) for move in ask.moves])
