"""The numbers of a training run, and how its tables are shared out among opponents."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

SELF, PAST_GOOD, PAST_EVIL, SCRIPT_GOOD, SCRIPT_EVIL = range(5)
"""The groups of tables: self-play; good or evil held by a frozen network; good or evil held by a script."""


class Settings(NamedTuple):
    """The numbers of a run. Those with a `last_` counterpart move towards it while the time passes."""

    tables: int = 4096
    steps: int = 32
    minibatches: int = 16
    choices: float = 0.5  # lone choices per step that an update learns from
    ballots: float = 2.0  # votes and mission cards per step that an update learns from
    shares: tuple[float, float, float, float] = (0.40, 0.18, 0.14, 0.14)  # of the tables by group, but the last
    slots: int = 4  # how many frozen networks play at once, on either side
    rate: float = 5e-4
    last_rate: float = 5e-5
    kl_penalty: float = 0.05  # for leaving the reference policy
    entropy: float = 0.03
    last_entropy: float = 0.005
    merlin_secrecy_penalty: float = 0.0  # for answers of Merlin's that a servant in the same seat would not give
    evil_secrecy_penalty: float = 0.0  # for votes and teams of evil's that good in the same seat would not choose
    single_seats: bool = False  # every seat of a table is drawn on its own, and the shares above do not count
    heads_only: bool = False  # with single seats: the trunk of the network stays as it is
    network_seats: int = 3  # at a table of single seats: how many may have a network, the learner's own included
    learner_share: float = 0.2  # of the others among them that are the learner's too
    frozen_share: float = 0.3  # of those that are a frozen network's
    people_share: float = 0.15  # of the other seats that vote and fail at the rates of people
    alike_share: float = 0.5  # of the tables where all these others are of one kind
    seats: int = 10  # room for seats in the network's arrays
    rows: int = 25  # proposals that the network looks at, the latest ones
    refresh: int = 150  # updates between two references
    keep: int = 60  # updates between two checkpoints and past selves
    clip: float = 0.2
    gae_lambda: float = 0.95
    average_decay: float = 0.9995  # of the running mean of the weights


def groups(settings: Settings) -> npt.NDArray[np.int64]:
    """Which group each table belongs to. The tables of a group are neighbours."""
    sizes = np.round(np.array(settings.shares) * settings.tables).astype(int)
    sizes[1:3] -= sizes[1:3] % settings.slots  # frozen networks get equally many tables
    return np.searchsorted(np.cumsum(sizes), np.arange(settings.tables), side="right")


class Blocks(NamedTuple):
    """The tables where the learner does not play both sides."""

    past_good: slice
    past_evil: slice
    scripts: slice


def blocks(settings: Settings) -> Blocks:
    """Where the groups begin and end."""
    group = groups(settings)
    first, second, third = (int((group < at).sum()) for at in (PAST_GOOD, PAST_EVIL, SCRIPT_GOOD))
    return Blocks(slice(first, second), slice(second, third), slice(third, settings.tables))
