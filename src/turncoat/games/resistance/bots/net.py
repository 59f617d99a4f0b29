"""The trained bot: one network for every number of players and every character, run with NumPy alone.

`docs/training.md` tells how the weights were trained. In games that the network was not trained for (`not_observed`,
or an option value that its training never met) `NetBot.fallback` answers; `NetBot.is_trained_for` tells which of them
does. In plain games `shared_plan` is asked before the network.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import combinations
from math import factorial, prod
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.games.resistance.belief.reading import reading_of
from turncoat.games.resistance.bots.bayes import BayesBot
from turncoat.games.resistance.bots.shared_plan import planned_answer
from turncoat.games.resistance.network import checkpoint
from turncoat.games.resistance.network import network as net
from turncoat.games.resistance.network.action_numbers import NUMBERED_KINDS
from turncoat.games.resistance.network.features import agreed, encode, not_observed
from turncoat.games.resistance.network.layout import SEATS
from turncoat.games.resistance.rules.game_rules import RulesView
from turncoat.games.resistance.rules.view import View

Floats = NDArray[np.float32]
Request = tuple["NetBot", View, Ask]

_SURE = 8.0  # sharpens the Assassin's choice: nearly always the likeliest target
_HEEDED = 0.7  # the weight of the belief of `bayes` in the Assassin's choice
_MANY = 20_000  # deals over which a belief takes too long


class NetBot:
    """Plays by the network. Equal seeds, views and asks give equal answers.

    `weights` is a name of the package's own or the path of a checkpoint. Logits are divided by the temperature:
    1 plays as trained, more is looser. `by_plan`: in plain games it keeps to `shared_plan` while others do.
    """

    weights: str = "net"
    temperature: float = 1.0
    by_plan: bool = True
    fallback: ClassVar[type[BayesBot]] = BayesBot

    def __init__(
        self, seed: str, weights: str = "", temperature: float | None = None, *, by_plan: bool | None = None
    ) -> None:
        self.seed = seed
        self.weights = weights or self.weights
        self.temperature = temperature or self.temperature
        self.by_plan = self.by_plan if by_plan is None else by_plan

    @classmethod
    def of(cls, seed: str, spec: str) -> NetBot:
        """A bot by `PATH`, `@TEMPERATURE` or `PATH@TEMPERATURE`, without the plan: for trying out checkpoints."""
        path, _, temperature = spec.partition("@")
        return cls(seed, path, float(temperature) if temperature else None, by_plan=False)

    def answer(self, view: View, ask: Ask) -> Any:
        return self.answer_many([(self, view, ask)])[0]

    @staticmethod
    def answer_many(requests: Sequence[Request]) -> list[Any]:
        """The answers of several of these bots, with one pass through each of their networks."""
        found: list[Any] = [None] * len(requests)
        asked: dict[str, list[int]] = {}
        for at, (bot, view, ask) in enumerate(requests):
            if len(ask.moves) == 1:
                found[at] = ask.moves[0]
            elif bot.by_plan and (agreed_on := planned_answer(view, ask)) is not None:
                found[at] = agreed_on
            elif not bot.is_trained_for(view, ask):
                found[at] = bot.fallback(bot.seed).answer(view, ask)
            else:
                asked.setdefault(bot.weights, []).append(at)
        for name, places in asked.items():
            logits = policy(name).logits([requests[at][1:] for at in places])
            for at, of_moves in zip(places, logits, strict=True):
                found[at] = requests[at][0].draw(*requests[at][1:], of_moves)
        return found

    def is_trained_for(self, view: View, ask: Ask) -> bool:
        """Whether the network answers, and not `fallback`."""
        return ask.kind in NUMBERED_KINDS and _is_trained_for(self.weights, view.rules)

    def draw(self, view: View, ask: Ask, logits: Floats) -> Any:
        """A move by what the network says of each."""
        return SeededRandom.of(self.seed, view, ask).by_logits(ask.moves, logits.astype(np.float64) / self.temperature)


class NetMediumBot(NetBot):
    """An earlier network with less training, played loosely."""

    weights = "first"
    temperature = 2.5
    by_plan = False


class NetEasyBot(NetBot):
    """The network of `net`, played very loosely."""

    temperature = 6.0
    by_plan = False


@lru_cache(maxsize=256)
def _is_trained_for(name: str, rules: RulesView) -> bool:
    return not not_observed(rules) and policy(name).knows(agreed(rules))


@cache
def policy(name: str) -> Policy:
    """A network that comes with Turncoat, or a checkpoint by its path; loaded once."""
    shipped = files(__package__) / "weights" / f"{name}.npz"
    with nullcontext(Path(name)) if name.endswith(".npz") else as_file(shipped) as path:
        return Policy(checkpoint.load(path), checkpoint.load_met(path))


class Policy:
    """A network's weights, and what they say about the moves of an ask."""

    def __init__(self, weights: dict[str, Any], met: NDArray[np.uint8] | None = None) -> None:
        self.weights = weights
        self._met = met

    def knows(self, rules: NDArray[np.uint8]) -> bool:
        """Whether training has met every value of what was agreed, each by itself."""
        return self._met is None or bool(self._met[rules, np.arange(len(rules))].all())

    def logits(self, requests: Sequence[tuple[View, Ask]], *, alone: bool = False) -> list[Floats]:
        """For every request the logits of its ask's moves, in their order.

        `alone`: the Assassin asks no belief beside the network, which is far quicker.
        """
        observed = np.stack([encode(view, SEATS) for view, _ in requests])
        given = net.trimmed(net.inputs(np, observed, np.float32))
        there, whole = net.trunk(np, self.weights, given)
        seats = np.pad(there, ((0, 0), (0, SEATS - there.shape[1]), (0, 0)))
        ballots = net.ballots(np, self.weights, whole)
        found: list[Floats] = [np.empty(0, np.float32)] * len(requests)
        for at, (view, ask) in enumerate(requests):
            if ask.kind in ("vote", "mission"):
                found[at] = _of_ballot(ask, ballots[at])
            elif ask.kind == "propose":
                found[at] = self._of_teams(view, ask, seats[at], whole[at])
            elif ask.kind == "examine":
                found[at] = self._of_seats(view, ask, seats[at])
            else:
                found[at] = np.float32(_SURE) * np.log(self.merlin(view, ask, seats[at], alone=alone))
        return found

    def _of_seats(self, view: View, ask: Ask, seats: Floats) -> Floats:
        """The Lady's and the Assassin's targets."""
        assert view.you is not None
        column = self.weights["member"][:, 1 if ask.kind == "examine" else 2]
        places = [(move.seat - view.you.seat) % view.rules.players for move in ask.moves]
        logits: Floats = seats[places] @ column
        return logits

    def merlin(self, view: View, ask: Ask, seats: Floats, *, alone: bool = False) -> Floats:
        """How likely each target is Merlin, by two opinions.

        The network knows how its own kind plays Merlin, the belief of `bayes` knows others better. Where there are
        very many deals the belief would take too long, and the network decides alone.
        """
        logits = self._of_seats(view, ask, seats)
        shot = np.exp(logits - logits.max())
        mixed: Floats = shot / shot.sum()
        if alone or has_many_deals(view.rules.roles):
            return mixed + np.float32(1e-6)
        belief = reading_of(view).private(view).merlin[[move.seat for move in ask.moves]]
        heeded = (1 - _HEEDED) * mixed + _HEEDED * belief / max(belief.sum(), 1e-9)
        return np.asarray(heeded + 1e-6, np.float32)

    def _of_teams(self, view: View, ask: Ask, seats: Floats, whole: Floats) -> Floats:
        """The teams of every mission that may be proposed, in the order of the ask."""
        assert view.you is not None
        named = [ask.moves[0].mission] if ask.moves[0].mission is None else sorted({m.mission for m in ask.moves})
        single, pairs = net.team_terms(np, self.weights, seats)
        missions = whole @ self.weights["answers"][:, 2:]
        parts = []
        for mission in (view.mission if number is None else number for number in named):
            assert mission is not None
            table = _teams(view.rules.players, view.rules.team_sizes[mission - 1], view.you.seat)
            energy = table @ single + ((table @ pairs) * table).sum(-1)
            parts.append(energy + missions[mission - 1])
        return np.concatenate(parts)


def _of_ballot(ask: Ask, logits: Floats) -> Floats:
    """Yes or no: what the moves say, approval or a fail, against its contrary."""
    if ask.kind == "vote":
        return np.array([logits[0] if move.approve else 0.0 for move in ask.moves], np.float32)
    return np.array([0.0 if move.success else logits[1] for move in ask.moves], np.float32)


@lru_cache(maxsize=256)
def has_many_deals(roles: tuple[str, ...]) -> bool:
    """Whether the characters can be dealt in so many ways that a belief over them takes too long."""
    return factorial(len(roles)) // prod(factorial(count) for count in Counter(roles).values()) > _MANY


@lru_cache(maxsize=512)
def _teams(players: int, size: int, seat: int) -> Floats:
    """A row for every team of a size in the order of the asks: its members, counted from a seat."""
    teams = list(combinations(range(players), size))
    table = np.zeros((len(teams), SEATS), np.float32)
    for row, team in enumerate(teams):
        table[row, [(member - seat) % players for member in team]] = 1
    return table
