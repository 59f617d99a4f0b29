"""`turncoat simulate`: how balanced set-ups are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from turncoat.arena.balance import balance, balance_html, balance_markdown
from turncoat.bots import roster
from turncoat.cli.arena import check_bot, progress
from turncoat.games import default_ruleset, find_game
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Flag, Several, split
from turncoat.terminal.terminals import known_game


def simulate(
    *ruleset: str,
    bot: str | None = None,
    players: Several = None,
    roles: Several = None,
    games: int = 200,
    seed: str = "1",
    workers: int | None = None,
    json: Flag = False,
    html: Path | None = None,
) -> None:
    """Let one bot play every seat, and count how often each side wins each set-up, and why.

    Args:
        ruleset: What to play. Several rulesets can be given.
        bot: The bot that plays every seat. The default is the ruleset's usual opponent.
        players: Numbers of players: `--players 5,7`. The default is every number that a ruleset allows.
        roles: Sets of optional roles, each joined by +: `--roles none NAME+NAME`. The default is every set that the
            game suggests for comparison.
        games: Number of games for each set-up.
        seed: Seed of the deals and of the bots.
        workers: Number of processes. The default is the number of cores.
        json: Print one JSON object for each set-up.
        html: Write an HTML page with charts to this file.
    """
    played = ruleset or (default_ruleset(),)
    seats = {size for name in played for size in known_game(name).seats(name)}
    bot = bot or roster(played[0]).opponent
    for name in played:
        check_bot(bot, name)
    role_sets = [tuple(part for part in word.split("+") if part != "none") for word in roles or []]
    with progress(quiet=json) as bar:
        rows = balance(
            bot,
            played,
            _sizes(split(players)) or sorted(seats),
            role_sets or _suggested_role_sets(played),
            games=games,
            seed=seed,
            workers=workers,
            report=bar,
        )
    if json:
        for row in rows:
            print(msgspec.json.encode(row).decode())
    else:
        print(balance_markdown(rows), end="")
    if html is not None:
        html.write_text(balance_html(rows, f"{', '.join(played)}: {bot} on every seat"), encoding="utf-8")


def _sizes(words: tuple[str, ...]) -> list[int]:
    try:
        return [int(word) for word in words]
    except ValueError:
        raise UsageError("BAD_PLAYERS", "Numbers of players are written --players 5,7.") from None


def _suggested_role_sets(played: Sequence[str]) -> list[tuple[str, ...]]:
    """The sets of optional roles that the games suggest for comparison, after the empty set."""
    found: dict[tuple[str, ...], None] = {(): None}
    for ruleset in played:
        catalogue = find_game(ruleset).capabilities.catalogue
        found.update(dict.fromkeys(catalogue().role_sets(ruleset) if catalogue else ()))
    return list(found)
