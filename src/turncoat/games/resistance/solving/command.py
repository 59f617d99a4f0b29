"""`turncoat exploit`: how exploitable policies are, computed exactly in a small game."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from turncoat.bots import make_bot
from turncoat.games.resistance.solving.reduced_game import ReducedGame
from turncoat.games.resistance.solving.report import Row, rows
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Flag, Several, split


def exploit(
    ruleset: str = "classic",
    /,
    *,
    good: int = 1,
    evil: int = 1,
    bots: Several = None,
    seeds: int = 1,
    iterations: int = 500,
    json: Flag = False,
) -> None:
    """Tell exactly how exploitable bots are in a small game, and solve it by CFR+.

    Five players begin at a score, nothing is known about anybody, and every team that a leader names goes.

    Args:
        ruleset: What to play: `classic`, or `avalon` with Merlin and the Assassin.
        good: Good's points at the start. Three win.
        evil: Evil's points at the start. Three win.
        bots: Bots to measure: `--bots NAME,NAME`.
        seeds: With how many seeds each bot is asked, to count how often it takes each action.
        iterations: The iterations of CFR+.
        json: Print one JSON object for each policy.
    """
    if seeds < 1 or iterations < 1:
        raise UsageError("BAD_COUNT", "Give at least one seed and one iteration.")
    game = ReducedGame(ruleset, good, evil)
    names = split(bots)
    _check(names, ruleset)
    sizes = f"{len(game.deals())} deals, {game.seats.positions} positions, {len(game.seats.keys)} information sets"
    print(sizes, file=sys.stderr)
    for row in rows(game, names, seeds, iterations):
        print(msgspec.json.encode(row).decode() if json else _line(row), flush=True)


def _check(bots: Sequence[str], ruleset: str) -> None:
    """Refuse a bot that is not there before anything is computed: larger games take minutes."""
    for name in bots:
        try:
            make_bot(name, "", ruleset)
        except LookupError as error:
            raise UsageError("BAD_BOT", f"{error}.") from None


def _line(row: Row) -> str:
    shares = f"good wins {row.good_wins:7.2%}, at worst {row.worst_case:7.2%}"
    return f"{row.policy:20} {shares}, NashConv {row.nash_conv:.4f}"
