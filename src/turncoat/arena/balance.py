"""Balance: which side wins each set-up, and why, when the same bot plays every seat."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from turncoat.arena.contest import Cell, Teams
from turncoat.arena.results import summary
from turncoat.arena.runner import Report, run
from turncoat.arena.stats import Rate
from turncoat.charts import PAGE_STYLE, bars, colour, shares
from turncoat.core import Refused
from turncoat.games import find_game


class Balance(msgspec.Struct, frozen=True):
    """A set-up, how often good wins it, and how many games ended for each reason."""

    ruleset: str
    players: int
    roles: tuple[str, ...]
    good: Rate
    reasons: dict[str, int]
    winners: dict[str, str]
    """The side that wins for each reason."""


def balance(
    bot: str,
    rulesets: Sequence[str],
    sizes: Sequence[int],
    role_sets: Sequence[tuple[str, ...]],
    *,
    games: int,
    seed: str = "1",
    workers: int | None = None,
    report: Report | None = None,
) -> list[Balance]:
    """The balance of every combination that the rulesets allow, in order of ruleset and number of players."""
    cells = [
        Cell(lineup=Teams(bot, bot), ruleset=ruleset, players=players, roles=roles, games=games, seed=seed)
        for ruleset in rulesets
        for players in sizes
        for roles in role_sets
    ]
    cells = [cell for cell in cells if _is_allowed(cell)]
    played = run(cells, workers=workers, report=report)
    found = []
    for cell, results in zip(cells, played, strict=True):
        whole = summary(results)
        found.append(Balance(cell.ruleset, cell.players, cell.roles, whole.good, whole.reasons, whole.winners))
    return found


def _is_allowed(cell: Cell) -> bool:
    try:
        find_game(cell.ruleset).start(cell.setup)
    except Refused:
        return False
    return True


def title(row: Balance) -> str:
    """The set-up in words."""
    roles = f", {' + '.join(row.roles)}" if row.roles else ""
    return f"{row.ruleset}, {row.players} players{roles}"


def balance_markdown(rows: Sequence[Balance]) -> str:
    """A table with win rates, their intervals, and reasons."""
    lines = ["| set-up | good wins % (95 %) | endings |", "|---|---|---|"]
    lines += [
        f"| {title(row)} | {row.good} | {', '.join(f'{name} {count}' for name, count in row.reasons.items())} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def balance_html(rows: Sequence[Balance], heading: str) -> str:
    """The same as an HTML page with charts."""
    picture = bars([(title(row), *row.good.percents) for row in rows], "good wins by set-up")
    causes = shares(
        [(title(row), {name: count / max(1, row.good.games) for name, count in row.reasons.items()}) for row in rows],
        _inks({name: winner for row in rows for name, winner in row.winners.items()}),
        "how games ended by set-up",
    )
    cells = "".join(
        f"<tr><td>{escape(title(row))}<td>{row.good}"
        f"<td>{escape(', '.join(f'{name} {count}' for name, count in row.reasons.items()))}"
        for row in rows
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(heading)}</title>{PAGE_STYLE}"
        f"<h1>{escape(heading)}</h1><h2>Good wins</h2>{picture}<h2>How games ended</h2>{causes}"
        f"<table><tr><th>set-up<th>good wins % (95 %)<th>endings{cells}</table>\n"
    )


def _inks(winners: dict[str, str]) -> dict[str, str]:
    """A colour for every reason, those for which good wins first."""
    by_side = {side: [name for name, winner in winners.items() if winner == side] for side in ("good", "evil")}
    return {name: colour(side, at) for side, names in by_side.items() for at, name in enumerate(names)}
