"""Golden playthroughs: one random game per ruleset and number of players, as text that people can review.

    python -m turncoat.testing.playthrough --write [FOLDER]

writes all of them again (to `tests/golden` by default). Without `--write` it lists those that are missing or differ.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from turncoat.core import AnyGame
from turncoat.games import games
from turncoat.testing.samples import random_setup
from turncoat.testing.walk import Moment, walk

FOLDER = Path("tests/golden")


def playthroughs() -> Iterator[tuple[str, str]]:
    """The name and the text of every golden playthrough."""
    for game in games():
        for ruleset in game.rulesets:
            for players in game.seats(ruleset):
                yield f"{ruleset}-{players}.txt", playthrough(game, ruleset, players)


def playthrough(game: AnyGame, ruleset: str, players: int) -> str:
    """A game with random options and moves, always the same: moves, events with those who see them, views."""
    name = f"{ruleset} {players}"
    setup = random_setup(game, ruleset, players, Random(f"golden {name}"))
    lines = [f"{name}, version {game.version(ruleset)}", f"setup {_json(setup)}"]
    for moment in walk(game, setup, f"golden {name}"):
        lines += _tell(game, moment)
    return "\n".join(lines) + "\n"


def _tell(game: AnyGame, moment: Moment) -> Iterator[str]:
    yield from _happened(moment)
    yield f"   {game.phase(moment.state)}: {_open_asks(moment)}"
    if not moment.record.moves or not moment.asks:
        yield from _views(game, moment)


def _happened(moment: Moment) -> Iterator[str]:
    moves = moment.record.moves
    if moves:
        seat, move = moves[-1]
        yield f"{len(moves)}. {'chance' if seat is None else f'seat {seat}'} {_json(move)}"
    else:
        yield f"deal {_json(moment.record.deal)}"
    for event in moment.events:
        fields = msgspec.to_builtins(event)
        to, name = fields.pop("to"), fields.pop("event")
        yield f"   {name} to {'all' if to is None else ','.join(map(str, to))} {_json(fields)}"


def _open_asks(moment: Moment) -> str:
    """The seats, grouped by what they are asked and how many moves they can choose from."""
    seats: dict[str, list[str]] = {}
    for ask in moment.asks:
        seats.setdefault(f"{ask.kind} ({len(ask.moves)})", []).append(str(ask.seat))
    return "; ".join(f"{kind} {','.join(asked)}" for kind, asked in seats.items()) or "nobody is asked"


def _views(game: AnyGame, moment: Moment) -> Iterator[str]:
    """The spectator's view, and how the view of each seat differs from it."""
    public = msgspec.to_builtins(game.view(moment.state, None), str_keys=True)
    yield f"   a spectator sees {_json(public)}"
    for seat in range(moment.record.players):
        view = msgspec.to_builtins(game.view(moment.state, seat), str_keys=True)
        own = {name: part for name, part in view.items() if part != public.get(name)}
        yield f"   seat {seat} sees {_json(own)}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def missing_or_different(folder: Path) -> list[str]:
    """The names of golden files that are missing, differ, or belong to no game."""
    wanted = dict(playthroughs())
    wrong = [name for name, text in wanted.items() if not _holds(folder / name, text)]
    return wrong + sorted(path.name for path in folder.glob("*.txt") if path.name not in wanted)


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def main(arguments: Sequence[str]) -> int:
    """Run the command. The exit code is 1 if a golden file is missing, different or unknown."""
    folders = [Path(argument) for argument in arguments if not argument.startswith("-")]
    folder = folders[0] if folders else FOLDER
    if "--write" in arguments:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in playthroughs():
            (folder / name).write_text(text, encoding="utf-8")
    wrong = missing_or_different(folder)
    sys.stdout.write("".join(f"{name} is missing, different or unknown\n" for name in wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
