"""Pictures of what `turncoat bench people` measures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from turncoat.charts import Bar, Line, alone, bars, colour, curves, dots
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT, VotesCast
from turncoat.games.resistance.learning.figures import BINS, calibration_bins, mean_row
from turncoat.games.resistance.learning.finished_games import FinishedGame
from turncoat.games.resistance.learning.people_bench import BeliefResults, ShotResults

PLACES = ("on a clean team", "on a dirty team", "off a clean team", "off a dirty team")


def draw(folder: Path, games: Sequence[FinishedGame], beliefs: BeliefResults, shots: ShotResults | None) -> None:
    """Write every picture to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {"calibration": _calibration(beliefs), "votes": _votes(games)}
    if shots is not None:
        drawn["shots"] = _shots(shots)
    for name, picture in drawn.items():
        (folder / f"people-{name}.svg").write_text(alone(picture) + "\n", encoding="utf-8")


def _calibration(beliefs: BeliefResults) -> str:
    """How often a seat was evil, for each tenth in which the chance lay that a method gave it."""
    ticks = [f"{(tenth + 0.5) / BINS:.0%}" for tenth in range(BINS)]
    lines = [Line("as it should be", [(tenth + 0.5) / BINS for tenth in range(BINS)], "currentColor", "1 4")]
    for number, (method, guesses) in enumerate(sorted(beliefs.guesses.items())):
        true = dict(calibration_bins(guesses))
        if method != "prior":  # it says almost the same everywhere
            values = [true.get(tenth, (tenth + 0.5) / BINS) for tenth in range(BINS)]
            lines.append(Line(method, values, colour("evil" if method == "bots" else "good", number)))
    return curves(lines, ticks, "how often a seat was evil, by how likely it was said to be")


def _shots(shots: ShotResults) -> str:
    """How often each shooter finds Merlin."""
    each = np.arange(len(shots.players))
    rows = [mean_row(name, hits, each) for name, hits in shots.hits.items()]
    items: list[Bar] = [
        (row.name, 100 * row.value, 100 * row.low, 100 * row.high) for row in sorted(rows, key=lambda row: -row.value)
    ]
    return bars(items, "how often Merlin is found")


def _votes(games: Sequence[FinishedGame]) -> str:
    """How often people approve teams, by role."""
    cast: dict[str, dict[str, list[bool]]] = defaultdict(lambda: {place: [] for place in PLACES})
    for game in games:
        for action in game.history:
            if isinstance(action, VotesCast) and action.situation.attempt != LAST_ATTEMPT:
                dirty = bool(game.evil[list(action.members)].any())
                for seat, vote in enumerate(action.votes):
                    place = PLACES[2 * (seat not in action.members) + dirty]
                    cast[game.roles[seat]][place].append(bool(vote))
    inks = {place: colour("evil" if "dirty" in place else "good", "off" in place) for place in PLACES}
    items = []
    for role, places in sorted(cast.items()):
        shares = {place: float(np.mean(votes)) if votes else np.nan for place, votes in places.items()}
        known = [share for share in shares.values() if not np.isnan(share)]
        items.append((role, {place: known[0] if np.isnan(share) else share for place, share in shares.items()}))
    return dots(items, inks, "how often people approve a team, by role")
