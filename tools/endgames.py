"""Who finds Merlin? python -m tools.endgames [NAME=]FILE ... [--bots bayes,search,net] [--most 500]

FILE holds recorded games as JSON lines, in the form that `turncoat import` reads, plain or as .gz. Every game that ends
with a shot is replayed up to it; then each bot names Merlin from the view of the same seat. Prints a Markdown table
with one column for each file, under NAME or the beginning of the file's name.
"""

from __future__ import annotations

import argparse
import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from turncoat.arena.stats import Rate, rate
from turncoat.bots import make_bot
from turncoat.core import Ask, Record, steps
from turncoat.games import find_game
from turncoat.games.resistance.adapters.game_logs import read
from turncoat.games.resistance.rules.moves import Assassinate

PLAYERS = "those who played"


class Endgame(NamedTuple):
    """The question who Merlin is, as it was put in a recorded game, what was answered, and the truth."""

    ruleset: str
    view: Any
    ask: Ask
    named: int
    merlin: int


def endgames(path: Path) -> Iterator[Endgame]:
    """The endgames of a file, in its order. Games that do not replay under the rules are left out."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
        for record in read(lines):
            if isinstance(record, Record):
                yield from _endgame(record)


def _endgame(record: Record) -> Iterator[Endgame]:
    game = find_game(record.ruleset)
    for step, (seat, move) in zip(steps(game, record), record.moves, strict=False):
        if isinstance(move, Assassinate):
            (ask,) = [ask for ask in game.asks(step.state) if ask.seat == seat]
            merlin = record.deal["roles"].index("merlin")
            yield Endgame(record.ruleset, game.view(step.state, seat), ask, move.seat, merlin)
            return


class Column(NamedTuple):
    """The hits in the endgames of one file. `chance` is the share of hits that a random choice has on average."""

    hits: dict[str, Rate]
    chance: float
    endgames: int


def column(path: Path, bots: list[str], most: int) -> Column:
    """How often Merlin was found in the first endgames of a file, by those who played and by bots."""
    found: Counter[str] = Counter()
    chance, count = 0.0, 0
    for endgame in endgames(path):
        if count == most:
            break
        count += 1
        found[PLAYERS] += endgame.named == endgame.merlin
        for name in bots:
            bot = make_bot(name, f"endgame {count}", endgame.ruleset)
            found[name] += bot.answer(endgame.view, endgame.ask).seat == endgame.merlin
        chance += 1 / len(endgame.ask.moves)
    rates = {name: rate(found[name], count) for name in (PLAYERS, *bots)}
    return Column(rates, chance / max(1, count), count)


def table(columns: dict[str, Column]) -> str:
    """The Markdown table: hits in percent with their intervals, and the number of endgames in the head."""
    found = list(columns.values())
    heads = [f"{name} ({one.endgames} endgames)" for name, one in columns.items()]
    rows = [f"| who names Merlin | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    rows += [f"| {who} | {' | '.join(str(one.hits[who]) for one in found)} |" for who in found[0].hits]
    rows.append(f"| a random choice | {' | '.join(f'{100 * one.chance:.1f}' for one in found)} |")
    return "\n".join(rows)


def named_file(text: str) -> tuple[str, Path]:
    """A file, and what its column is called.

    >>> named_file("people=data/games.jsonl.gz")[0], named_file("data/games.jsonl.gz")[0]
    ('people', 'games')
    """
    name, is_named, path = text.partition("=")
    return (name, Path(path)) if is_named else (Path(text).name.partition(".")[0], Path(text))


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=named_file, metavar="[NAME=]FILE")
    parser.add_argument("--bots", default="bayes,search,net")
    parser.add_argument("--most", type=int, default=500, help="endgames of each file")
    arguments = parser.parse_args()
    bots = arguments.bots.split(",")
    print(table({name: column(path, bots, arguments.most) for name, path in arguments.files}))


if __name__ == "__main__":
    main()
