"""`turncoat simulate`: balance tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from turncoat.arena.balance import balance, balance_html, balance_markdown
from turncoat.bots import make_bot
from turncoat.cli.arena import Flag, progress
from turncoat.cli.setups import Several, split
from turncoat.games import default_ruleset, find_game, rulesets
from turncoat.terminal.errors import UsageError


def simulate(
    *ruleset: str,
    bot: str = "bayes",
    players: Several = None,
    roles: Several = None,
    games: int = 200,
    seed: str = "1",
    workers: int | None = None,
    json: Flag = False,
    html: Path | None = None,
) -> None:
    """Who wins when one bot plays every seat, by size, characters and cause.

    Parameters
    ----------
    ruleset
        What to play, one or several.
    bot
        Who plays.
    players
        Sizes: `--players 5,7,10`; all of them by default.
    roles
        Sets of optional characters, each joined by +: `--roles none NAME+NAME`.
    games
        Games a set-up.
    seed
        Deals and bots follow from it.
    workers
        Processes; all cores by default.
    json
        One JSON object a set-up.
    html
        Write a page with pictures to this file.
    """
    played = ruleset or (default_ruleset(),)
    for name in played:
        _check(name, bot)
    sizes = _sizes(split(players)) or sorted({size for name in played for size in find_game(name).seats(name)})
    given = [tuple(part for part in word.split("+") if part != "none") for word in roles or []]
    with progress(quiet=json) as bar:
        rows = balance(
            bot, played, sizes, given or role_sets(played), games=games, seed=seed, workers=workers, report=bar
        )
    if json:
        for row in rows:
            print(msgspec.json.encode(row).decode())
    else:
        print(balance_markdown(rows), end="")
    if html is not None:
        html.write_text(balance_html(rows, f"{', '.join(played)}: {bot} on every seat"), encoding="utf-8")


def _check(ruleset: str, bot: str) -> None:
    """Refuse before anything is played."""
    if ruleset not in rulesets():
        raise UsageError("BAD_RULESET", f"There is no ruleset {ruleset[:40]!r}.")
    try:
        make_bot(bot, "", ruleset)
    except LookupError as error:
        raise UsageError("BAD_BOT", f"{error}.") from None


def _sizes(words: tuple[str, ...]) -> list[int]:
    try:
        return [int(word) for word in words]
    except ValueError:
        raise UsageError("BAD_PLAYERS", "Sizes are numbers: --players 5,7,10.") from None


def role_sets(played: Sequence[str]) -> list[tuple[str, ...]]:
    """The sets of optional roles that the games find worth comparing; none of them is one too."""
    found: dict[tuple[str, ...], None] = {(): None}
    for ruleset in played:
        catalogue = find_game(ruleset).capabilities.catalogue
        found.update(dict.fromkeys(catalogue().role_sets(ruleset) if catalogue else ()))
    return list(found)
