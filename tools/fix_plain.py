"""Look for plans of the plain game that need no coin: python tools/fix_plain.py 7 8 [--minutes 5]

A fixed plan names one team for every course of results before it, 19 in all. Everybody may know it, evil too,
which then loses with some of its possible sides and wins with the rest. Seats are dealt at random, so the share of
sides that lose is what the plan is worth to good. Simulated annealing over the teams; a better plan than the one
in the table replaces it, and no plan can be worth more than the value with a coin.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from fractions import Fraction
from pathlib import Path

import msgspec

from turncoat.games.resistance.belief.plain_plan import Course, fixed_plans, plan_for, sides_beaten

OUT = Path(__file__).parent.parent / "src/turncoat/games/resistance/belief/data/fixed.json"
STEPS, WARM, COLD = 6000, 1.2, 0.05


def improved(players: int, minutes: float, rng: random.Random) -> Course:
    """The best plan that the time finds, not worse than the one there is."""
    best = fixed_plans()[players]
    value, (beaten, sides) = Fraction(*plan_for(players).value), sides_beaten(players, best)
    ends = time.time() + 60 * minutes
    while time.time() < ends and Fraction(beaten, sides) < value:
        plan, now = dict(best), beaten
        for step in range(STEPS):
            heat = WARM + (COLD - WARM) * step / STEPS
            node = rng.choice(list(plan))
            trial = plan | {node: changed(plan[node], players, rng)}
            found, _ = sides_beaten(players, trial)
            if found >= now or rng.random() < math.exp((found - now) / heat):
                plan, now = trial, found
            if now > beaten:
                best, beaten = plan, now
                sys.stdout.write(f"{players}: {beaten} of {sides}, value {value}\n")
            if time.time() > ends:
                break
    return best


def changed(team: tuple[int, ...], players: int, rng: random.Random) -> tuple[int, ...]:
    """Another team of the same size: any, or one with another member."""
    if rng.random() < 0.5:
        return tuple(sorted(rng.sample(range(players), len(team))))
    newcomer = rng.choice([seat for seat in range(players) if seat not in team])
    return tuple(sorted({*team, newcomer} - {rng.choice(team)}))


def main() -> None:
    """Improve the plans of some sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", type=int, nargs="+")
    parser.add_argument("--minutes", type=float, default=5.0, help="a size")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    plans = dict(fixed_plans())
    for players in args.players:
        plans[players] = improved(players, args.minutes, random.Random(args.seed))
    rows = (f'"{players}":{msgspec.json.encode(plan).decode()}' for players, plan in plans.items())
    OUT.write_text("{" + ",\n".join(rows) + "}\n")


if __name__ == "__main__":
    main()
