"""`turncoat leaks`: what a reader learns from the decisions of bots."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from turncoat.core import Record
from turncoat.games import find_game
from turncoat.games.resistance.game import Resistance
from turncoat.games.resistance.learning.leaks import Leaks, leaks
from turncoat.games.resistance.learning.people_commands import check_bots, line
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Flag, Several, split
from turncoat.terminal.record_files import read_records


def leaks_of(file: Path, /, *, assassins: Several = None, json: Flag = False) -> None:
    """Measure what a reader learns about a bot's side from its votes, proposals and cards.

    Args:
        file: Records of whole games, as `turncoat arena --records FILE` keeps them, or a folder of such files.
        assassins: The bots that are asked whom they would name wherever somebody had to name Merlin. The default is net
            and bayes.
        json: Print one JSON object for each bot and set-up.
    """
    named = split(assassins) or ("net", "bayes")
    check_bots(named)
    found = leaks(_records(file), named)
    if not found:
        raise UsageError("NO_GAMES", f"There is no finished game of the family in {file}.")
    for one in found:
        print(msgspec.json.encode(one).decode() if json else _text(one))


def _records(file: Path) -> Iterator[Record]:
    refused = 0
    for found in read_records(file):
        if not isinstance(found, Record):
            refused += 1
        elif isinstance(find_game(found.ruleset), Resistance):
            yield found
    if refused:
        print(f"{refused} records refused", file=sys.stderr)


def _text(one: Leaks) -> str:
    options = [f"{name}={value}" for name, value in one.options.items()]
    setup = ", ".join([one.ruleset, f"{one.players} players", *one.roles, *options])
    return "\n".join([f"{one.bot}: {setup}, {one.games} games", *(f"  {line(row)}" for row in one.rows)])
