"""The fitted numbers of the model of people, as `turncoat people fit` makes them. The games are not in the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from turncoat.games.resistance.belief.all_deals import Floats

SHIPPED = Path(__file__).with_name("people.npz")

Network = tuple[Floats, ...]
"""What is taken from the inputs, what they are then multiplied by, and a matrix and a row for each layer."""

_NO_RATES = np.zeros((6, 4, 4, 5))


class PeopleWeights(NamedTuple):
    """The reading has one number for each count: of a seat, of a pair of seats, of one about another, and of Merlin.

    `seat` and `about` tell how much likelier a count makes it that the seat which acts is evil, `pair` that both seats
    are. `merlin` tells how much likelier it makes it that a good seat is Merlin, `percival` that it is Percival. The
    other fields are the networks of what people do: approve a team, put a seat on a team, name a team, fail a mission.
    `value` and `sent` tell how often good wins, by where a game stands (`look_ahead`).

    `merlin_votes` and `other_votes` are networks of how Merlin and other good seats approve, `merlin_leads` is a linear
    model of the teams that others and Merlin name (`merlin_play`). `merlin_ways` and `percival_ways` hold further ways
    to weigh the counts, with what these tell: a column each. Older files have none.
    """

    seat: Floats
    pair: Floats
    about: Floats
    merlin: Floats
    vote: Network = ()
    member: Network = ()
    team: Network = ()
    card: Network = ()
    value: Floats = _NO_RATES
    sent: Floats = _NO_RATES
    percival: Floats = np.zeros(0)
    merlin_votes: Network = ()
    other_votes: Network = ()
    merlin_leads: Floats = np.zeros((0, 2))
    merlin_ways: Floats = np.zeros((0, 0))
    percival_ways: Floats = np.zeros((0, 0))

    def by_counts_alone(self) -> PeopleWeights:
        """The same numbers without the further ways to find Merlin."""
        return self._replace(merlin_ways=np.zeros((0, 0)), percival_ways=np.zeros((0, 0)))

    def save(self, path: Path) -> None:
        """Write the numbers to a file, atomically."""
        flat: dict[str, Any] = {}
        for name, part in self._asdict().items():
            parts = {name: part} if isinstance(part, np.ndarray) else {f"{name}.{at}": x for at, x in enumerate(part)}
            flat |= {key: one.astype(np.float32) for key, one in parts.items()}
        half = path.with_suffix(".part")
        with half.open("wb") as file:
            np.savez_compressed(file, **flat)
        half.rename(path)

    @classmethod
    def load(cls, path: Path) -> PeopleWeights:
        """The numbers in a file."""
        with np.load(path) as stored:
            flat = {name: stored[name].astype(np.float64) for name in stored.files}
        names = ("seat", "pair", "about", "merlin", "percival", "value", "sent")
        parts: dict[str, Any] = {name: flat[name] for name in names}
        for name in ("vote", "member", "team", "card", "merlin_votes", "other_votes"):
            parts[name] = tuple(flat[f"{name}.{at}"] for at in range(sum(key.startswith(f"{name}.") for key in flat)))
        for name in ("merlin_leads", "merlin_ways", "percival_ways"):
            parts |= {name: flat[name]} if name in flat else {}
        return cls(**parts)


def apply(network: Network, inputs: Floats) -> Floats:
    """What a network says about each row of inputs."""
    shift, scale, *layers = network
    values = (inputs - shift) * scale
    for weight, bias in zip(layers[:-2:2], layers[1:-2:2], strict=True):
        values = np.maximum(values @ weight + bias, 0.0)
    return np.asarray((values @ layers[-2] + layers[-1])[..., 0])


@cache
def shipped_weights() -> PeopleWeights:
    """The numbers that come with the package."""
    return PeopleWeights.load(SHIPPED)
