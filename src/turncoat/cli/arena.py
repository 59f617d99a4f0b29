"""`turncoat arena`: bots against bots."""

from __future__ import annotations

import dataclasses
import math
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from cyclopts import Parameter

from turncoat.arena import Cell, Mixed, Replaced, Teams, run
from turncoat.arena.contest import Lineup, bots_of
from turncoat.arena.play import FORFEIT, MOST_LATE, TAKEN_OUT, Played
from turncoat.arena.report import Chart, Matrix, html, markdown
from turncoat.arena.results import Rating, guest_gains, guest_rates, model_use, ratings, summary
from turncoat.arena.runner import Report
from turncoat.arena.stats import Rate
from turncoat.bots import expand, make_bot, roster
from turncoat.cli.setups import SetupFlags
from turncoat.core import Setup
from turncoat.core.in_words import counted
from turncoat.games import find_game
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Flag, Several, split_bots


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Contest:
    """Who plays against whom.

    Args:
        good: Bots for the good seats: `--good NAME,NAME`. The default is the ruleset's usual opponent.
        evil: Bots for the evil seats. The default is the ruleset's usual opponent.
        base: The bot that has every seat except one; several make a row each.
        guest: The bots that take the remaining seat, one after the other.
        among: The same as base.
        seat: The same as guest. For language models (`llm:MODEL@BASE_URL`) the result also shows what they used.
        mixed: The bots from which every seat draws one.
    """

    good: Several = None
    evil: Several = None
    base: Several = None
    guest: Several = None
    among: Several = None
    seat: Several = None
    mixed: Several = None

    def lineups(self, ruleset: str) -> list[Lineup]:
        """Who plays in each cell of the table. Raises UsageError."""
        for flag, words in dataclasses.asdict(self).items():
            if words is not None and not split_bots(words):
                raise UsageError("BAD_BOT", f"Name a bot after --{flag}.")

        def named(*flags: Several) -> tuple[str, ...]:
            return next((found for words in flags if (found := _expanded(split_bots(words), ruleset))), ())

        if mixed := named(self.mixed):
            return [Mixed(mixed)]
        if base := named(self.among, self.base):
            guest = named(self.seat, self.guest)
            return [Replaced(one, other) for one in base for other in dict.fromkeys((*guest, one))]
        usual = (roster(ruleset).opponent,)
        return [Teams(one, other) for one in named(self.good) or usual for other in named(self.evil) or usual]


def arena(
    *,
    contest: Contest | None = None,
    flags: SetupFlags | None = None,
    games: int = 1000,
    seed: str = "1",
    talk: Flag = False,
    time_limit: float | None = None,
    json: Flag = False,
    workers: int | None = None,
    journal: Path | None = None,
    records: Path | None = None,
    ray: str | None = None,
    report: Path | None = None,
) -> None:
    """Let bots play against each other, and measure how often they win.

    There are three kinds of contest. `--good` and `--evil` give all seats of a side to one bot, and several bots make a
    matrix. `--base` and `--guest` replace one seat, and so do `--among` and `--seat`; what the guest gains is counted
    against the bot it replaces, on the same deals. `--mixed` draws a bot for every seat and rates the bots. A group of
    bots is written `@NAME`.

    Args:
        contest: Who plays.
        flags: The set-up.
        games: Number of games in each cell of the table. All cells play the same deals.
        seed: Seed of the deals and of the bots.
        talk: Let bots make claims before each vote. Otherwise they are silent.
        time_limit: Seconds that a program (`exec:COMMAND`) may take for an answer. The default is 20.
        json: Print one JSON object for each cell.
        workers: Number of processes. The default is the number of cores.
        journal: File that keeps finished games. The same command then continues where it was interrupted.
        records: File to which whole games are added as records, one a line. `turncoat export` makes tables of them.
        ray: Play on a Ray cluster. Give its address, or `local`.
        report: Write a report to this file, as HTML if its name ends in .html, and otherwise as Markdown.
    """
    setup = (flags or SetupFlags()).setup()
    lineups = (contest or Contest()).lineups(setup.ruleset)
    cells = [_cell(setup, lineup, games=games, seed=seed, talk=talk, time_limit=time_limit) for lineup in lineups]
    _check(cells)
    with progress(quiet=json) as bar, _told_when_stopped(bar, journal) as counting:
        played = run(cells, workers=workers, journal=journal, records=records, ray=ray, report=counting)
    _tell_forfeits([one for found in played for one in found])
    rows = [_row(cell, found, _own_seat(cell, cells, played)) for cell, found in zip(cells, played, strict=True)]
    _show(rows, json)
    if report is not None:
        part = _matrix(cells, played) if isinstance(cells[0].lineup, Teams) else _chart(cells[0], rows)
        report.write_text((html if report.suffix == ".html" else markdown)(part), encoding="utf-8")


def _cell(setup: Setup, lineup: Lineup, *, games: int, seed: str, talk: bool, time_limit: float | None) -> Cell:
    return Cell(
        lineup=lineup,
        ruleset=setup.ruleset,
        players=setup.players,
        roles=setup.roles,
        options=setup.options,
        games=games,
        seed=seed,
        talk=talk,
        time_limit=time_limit,
    )


def _expanded(names: Sequence[str], ruleset: str) -> tuple[str, ...]:
    try:
        return expand(names, ruleset)
    except LookupError as error:
        raise UsageError("BAD_BOT", f"{error}.") from None


def _own_seat(cell: Cell, cells: Sequence[Cell], played: Sequence[list[Played]]) -> list[Played]:
    """The same deals with the base in the seat that this cell gives to a guest."""
    if not isinstance(cell.lineup, Replaced):
        return []
    own = Replaced(cell.lineup.base, cell.lineup.base)
    return next(games for other, games in zip(cells, played, strict=True) if other.lineup == own)


def _check(cells: Sequence[Cell]) -> None:
    """Refuse bad input before anything is played."""
    if cells[0].games < 1:
        raise UsageError("BAD_GAMES", "Play at least one game.")
    if cells[0].time_limit is not None and not 0 < cells[0].time_limit < math.inf:
        raise UsageError("BAD_TIME_LIMIT", "Give every program some time for an answer: --time-limit SECONDS.")
    find_game(cells[0].ruleset).start(cells[0].setup)
    for cell in cells:
        for name in bots_of(cell.lineup):
            check_bot(name, cell.ruleset)


def check_bot(name: str, ruleset: str) -> None:
    """Raise UsageError if the ruleset has no such bot."""
    try:
        make_bot(name, "", ruleset)
    except LookupError as error:
        raise UsageError("BAD_BOT", f"{error}.") from None


@contextmanager
def progress(*, quiet: bool) -> Iterator[Report]:
    """A progress bar with the rate and the remaining time, if standard error is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda done, total: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[pace]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=None, pace="")

        def show(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=total, pace=f"{speed:.0f} games/s" if speed else "")

        yield show


@contextmanager
def _told_when_stopped(bar: Report, journal: Path | None) -> Iterator[Report]:
    """Show progress. After an interrupt, say how many games are finished and whether they are kept."""
    reached = (0, 0)

    def count(done: int, total: int) -> None:
        nonlocal reached
        reached = (done, total)
        bar(done, total)

    try:
        yield count
    except KeyboardInterrupt:
        done, total = reached
        kept = (
            "they are not kept without --journal FILE"
            if journal is None
            else f"they are kept in {journal}, and the same command continues from there"
        )
        print(f"Stopped after {done:,} of {total:,} games: {kept}.", file=sys.stderr)
        raise


def _tell_forfeits(games: Sequence[Played]) -> None:
    """Say why games were forfeited, and which bots were not asked any more."""
    for bot, lost in _lost(games, FORFEIT).items():
        problem = next((f" The first time: {game.problem}" for game in lost if game.problem), "")
        print(f"{bot} forfeited {counted(len(lost), 'game')}.{problem}", file=sys.stderr)
    for bot, lost in _lost(games, TAKEN_OUT).items():
        unasked = f"its side lost {counted(len(lost), 'game')} unasked"
        print(f"{bot} was taken out after {MOST_LATE} late answers in a row: {unasked}.", file=sys.stderr)


def _lost(games: Iterable[Played], reason: str) -> dict[str, list[Played]]:
    """The games that ended for this reason, by the bot that lost them for its side."""
    lost: dict[str, list[Played]] = defaultdict(list)
    for game in games:
        if game.forfeited is not None and game.reason == reason:
            lost[game.bots[game.forfeited]].append(game)
    return lost


def _row(cell: Cell, games: list[Played], own: list[Played]) -> dict[str, Any]:
    """The result of a cell, as the object that `--json` prints. `own` are the games without the guest."""
    head: dict[str, Any] = {
        "ruleset": cell.ruleset,
        "players": cell.players,
        "roles": list(cell.roles),
        "options": dict(cell.options),
        "seed": cell.seed,
        "talk": cell.talk,
        "games": len(games),
    }
    if isinstance(cell.lineup, Mixed):
        return {"ratings": ratings(games), **head}
    who = msgspec.structs.asdict(cell.lineup)
    if isinstance(cell.lineup, Replaced):
        used = model_use(games)
        models = {} if used is None else {"model": msgspec.structs.asdict(used)}
        gains = {} if games is own else {"gain": guest_gains(games, own)}
        return {**who, **head, **msgspec.structs.asdict(guest_rates(games)), **gains, **models}
    result = summary(games)
    wins = {"good_wins": result.good.wins, "rate": result.good.rate, "low": result.good.low, "high": result.good.high}
    return {**who, **head, **wins, "reasons": result.reasons, "moves": result.moves}


def _show(rows: list[dict[str, Any]], json: bool) -> None:
    if not json:
        _print(rows)
        return
    for row in rows:
        print(msgspec.json.encode(row).decode())


def _print(rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    first = rows[0]
    roles = ", ".join(first["roles"]) or "no optional roles"
    talk = "with talk" if first["talk"] else "silent"
    title = f"{first['ruleset']}, {first['players']} players, {roles}, {talk}, {first['games']} games per cell"
    table = Table(title=title)
    columns = _columns(rows)
    lines = [list(columns), *zip(*columns.values(), strict=True)]
    upright = bool(_model_columns(rows))  # so many measures, and such long names, fit only one below the other
    if upright:
        lines = list(zip(*lines, strict=True))
    for number, name in enumerate(lines[0]):
        table.add_column(name, overflow="fold", no_wrap=upright and number == 0)
    for line in lines[1:]:
        table.add_row(*line)
    Console(file=sys.stdout).print(table)


def _columns(rows: list[dict[str, Any]]) -> dict[str, list[str]]:
    if "ratings" in rows[0]:
        found = rows[0]["ratings"]
        return {
            "bot": [one.bot for one in found],
            "side": [one.side for one in found],
            "rating": [f"{one.mean:.1f} ± {2 * one.doubt:.1f}" for one in found],
            "wins %": [str(one.wins) for one in found],
            "seats": [str(one.games) for one in found],
        }
    if "guest" in rows[0]:
        names = ("base", "guest", "all", "good", "evil")
        return {name: [str(row[name]) for row in rows] for name in names} | _gain_columns(rows) | _model_columns(rows)
    rates = [Rate(row["good_wins"], row["games"], row["rate"], row["low"], row["high"]) for row in rows]
    reasons = [", ".join(f"{name} {count}" for name, count in row["reasons"].items()) for row in rows]
    return {
        "good": [row["good"] for row in rows],
        "evil": [row["evil"] for row in rows],
        "good wins %": [str(one) for one in rates],
        "endings": reasons,
    }


def _gain_columns(rows: list[dict[str, Any]]) -> dict[str, list[str]]:
    """What the guests gain over the bot that they replace, with two standard errors."""
    if not any("gain" in row for row in rows):
        return {}
    sides = ("good", "evil")
    return {
        f"gain as {one}": [str(getattr(row["gain"], one)) if "gain" in row else "" for row in rows] for one in sides
    }


def _model_columns(rows: list[dict[str, Any]]) -> dict[str, list[str]]:
    """What language models did and used, where any played."""
    used = [row.get("model") for row in rows]
    if not any(used):
        return {}

    def column(part: str | tuple[str, str], per: str | tuple[str, str], form: str) -> list[str]:
        sums = [[sum(one[name] for name in _names(what)) for what in (part, per)] if one else [0, 0] for one in used]
        return [form.format(above / below) if below else "-" for above, below in sums]

    return {
        "decisions": [str(one["decisions"]) if one else "-" for one in used],
        "illegal answers each": column("bad_answers", "decisions", "{:.3f}"),
        "left to the stand-in": column("stand_ins", "decisions", "{:.1%}"),
        "tokens each": column(("tokens_read", "tokens_written"), "decisions", "{:.0f}"),
        "seconds each": column("seconds", "decisions", "{:.2f}"),
        "claims that say what it knows": column("honest", ("honest", "dishonest"), "{:.0%}"),
    }


def _names(what: str | tuple[str, str]) -> tuple[str, ...]:
    return (what,) if isinstance(what, str) else what


def _matrix(cells: list[Cell], played: list[list[Played]]) -> Matrix:
    lines = [cell.lineup for cell in cells if isinstance(cell.lineup, Teams)]
    good = tuple(dict.fromkeys(line.good for line in lines))
    evil = tuple(dict.fromkeys(line.evil for line in lines))
    rates = {(line.good, line.evil): summary(games).good for line, games in zip(lines, played, strict=True)}
    grid = tuple(tuple(rates[a, b] for b in evil) for a in good)
    return Matrix(_title(cells[0]), good, evil, grid, _command())


def _title(cell: Cell) -> str:
    parts = [cell.ruleset, f"{cell.players} players", *cell.roles, *(["with talk"] if cell.talk else [])]
    return ", ".join(parts)


def _command() -> str:
    return shlex.join(["turncoat", *sys.argv[1:]])


def _chart(cell: Cell, rows: list[dict[str, Any]]) -> Chart:
    """The report on one replaced seat, or on ratings."""
    columns, games = _columns(rows), rows[0]["games"]
    if "ratings" in rows[0]:
        found: list[Rating] = rows[0]["ratings"]
        bars = tuple(
            (
                f"{one.bot}, {one.side}",
                one.mean,
                max(0.0, one.mean - 2 * one.doubt),
                min(50.0, one.mean + 2 * one.doubt),
            )
            for one in found
        )
        caption = f"ratings by side after {games:,} games; every bot starts at 25"
        return Chart(_title(cell), caption, columns, bars, _command(), full=50.0, unit="")
    bars = tuple(
        (f"{row['guest']} among {row['base']}, {side}", *row[side].percents)
        for row in rows
        for side in ("all", "good", "evil")
    )
    caption = f"the guest's side wins in percent (95 % interval), {games:,} games per row"
    return Chart(_title(cell), caption, columns, bars, _command())
