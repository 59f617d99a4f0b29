"""`turncoat scribe`: write down a game that is played elsewhere, and keep it in a file after every entry."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from turncoat.cli.setups import SetupFlags
from turncoat.core import Refused, Setup, offered
from turncoat.core.capabilities import Chances, Scribe, ScribePage
from turncoat.terminal.errors import UsageError
from turncoat.terminal.flags import Several, split
from turncoat.terminal.record_files import write_record
from turncoat.terminal.screen import Left, Screen
from turncoat.terminal.terminals import known_game

_KEYS = "u undo   e SEAT facts of a seat   p how people usually play   q leave (everything is kept)"
_BAR = 20


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it is kept in the file: its set-up, the players' names, and what has been written."""

    ruleset: str
    players: Annotated[int, Meta(ge=1, le=32)]
    options: dict[str, Any] = {}
    roles: tuple[str, ...] = ()
    names: tuple[str, ...]
    entries: tuple[dict[str, Any], ...] = ()

    @property
    def setup(self) -> Setup:
        """The set-up of the game."""
        return Setup(ruleset=self.ruleset, players=self.players, options=self.options, roles=self.roles)


def scribe(file: Path, /, *, flags: SetupFlags | None = None, names: Several = None, out: Path | None = None) -> None:
    """Write down a game that is played at a real table. It is kept in FILE after every entry, and gone on with there.

    Args:
        file: Where the game is kept. If it is there already, the set-up in it counts.
        flags: The set-up of a new game.
        names: Names of the players, clockwise.
        out: Where the record goes at the end. The default is FILE with `.record.json` for its ending.
    """
    written = _read(file) if file.exists() else _begin(flags or SetupFlags(), names)
    Writing(written, file, out or file.with_suffix(".record.json"), Screen.standard()).go_on()


def _begin(flags: SetupFlags, names: list[str] | None) -> Written:
    setup = flags.setup()
    given = split(names) or tuple(f"Player {seat + 1}" for seat in range(setup.players))
    if len(given) != setup.players:
        raise UsageError("NAMES", f"{setup.players} names are needed; {len(given)} are given.")
    options = dict(setup.options)
    return Written(ruleset=setup.ruleset, players=setup.players, options=options, roles=setup.roles, names=given)


def _read(file: Path) -> Written:
    try:
        written = msgspec.json.decode(file.read_bytes(), type=Written)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError("BAD_FILE", f"{file} is no game of a scribe: {error}.") from None
    except OSError as error:
        raise UsageError("NO_FILE", f"Cannot read {file}: {error.strerror or error}.") from None
    if len(written.names) != written.players:
        raise UsageError("BAD_FILE", f"{file} is no game of a scribe: it needs a name for every seat.")
    return written


class Writing:
    """One sitting of a scribe."""

    def __init__(self, written: Written, file: Path, out: Path, screen: Screen) -> None:
        """Raises Refused if the game cannot be written down, or the file holds something that is not an entry of it."""
        self._written = written
        self._file = file
        self._out = out
        self._screen = screen
        self._game = known_game(written.ruleset)
        self._scribe: Scribe = offered(self._game.capabilities.scribe, "scribe")
        self._eyes: int | None = None
        self._estimate = False
        self._news = ""
        self._page()

    def go_on(self) -> None:
        """Ask until everything is written, or the scribe leaves."""
        try:
            while self._step():
                pass
        except Left:
            self._screen.console.print()

    def _page(self) -> ScribePage:
        return self._scribe.write(self._written.setup, self._entries(), self._eyes)

    def _entries(self) -> list[Any]:
        try:
            return msgspec.convert(list(self._written.entries), list[self._scribe.entry_type])  # type: ignore[name-defined]
        except msgspec.ValidationError as error:
            raise UsageError("BAD_FILE", f"{self._file} holds an entry that cannot be read: {error}.") from None

    def _step(self) -> bool:
        page = self._page()
        if page.refused is not None:  # the file was changed by somebody else
            self._news = f"Entry {page.refused.at + 1} does not fit: {page.refused.message} It and those after it go."
            self._keep(self._written.entries[: page.refused.at])
            page = self._page()
        self._show(page)
        if page.question is None:
            self._finish()
            return False
        typed = self._screen.ask()
        return self._obey(typed, page)

    def _obey(self, typed: str, page: ScribePage) -> bool:
        self._news = ""
        word, _, rest = typed.partition(" ")
        if word == "q":
            return False
        try:
            if word == "u":
                self._keep(self._written.entries[:-1])
            elif word == "p":
                self._estimate = not self._estimate
            elif word == "e":
                self._eyes = self._read_eyes(rest.strip())
            else:
                self._write(typed, page)
        except Refused as refusal:
            self._news = refusal.message
        return True

    def _write(self, typed: str, page: ScribePage) -> None:
        entry = self._scribe.read_entry(typed, page, self._written.names)
        entries = (*self._written.entries, msgspec.to_builtins(entry))
        refused = self._scribe.write(self._written.setup, [*self._entries(), entry]).refused
        if refused is not None:
            raise Refused(refused.error, refused.message)
        self._keep(entries)

    def _read_eyes(self, text: str) -> int | None:
        if not text:
            return None
        if not text.isdecimal() or not 1 <= int(text) <= self._written.players:
            raise Refused("UNKNOWN_PLAYER", f"Seats are numbered from 1 to {self._written.players}.")
        return int(text) - 1

    def _keep(self, entries: tuple[dict[str, Any], ...]) -> None:
        """Keep the entries in the file. It is replaced in one step, so that nothing is lost if that fails."""
        self._written = replace(self._written, entries=entries)
        beside = self._file.with_name(self._file.name + ".new")
        try:
            beside.write_bytes(msgspec.json.format(msgspec.json.encode(self._written)) + b"\n")
            beside.replace(self._file)
        except OSError as error:
            raise UsageError("NO_FILE", f"Cannot write {self._file}: {error.strerror or error}.") from None

    def _finish(self) -> None:
        names = self._written.names
        write_record(self._out, self._scribe.record(self._written.setup, self._entries(), names=names))
        self._screen.console.print(f"The record is in {self._out}. Step through it with: turncoat replay {self._out}")

    # what is shown

    def _show(self, page: ScribePage) -> None:
        names = self._written.names
        lines = [*self._scribe.sheet(page, names), "", *self._facts(page), *self._likely(page), ""]
        lines += [self._news, ""] if self._news else []
        lines += self._scribe.question(page, names)
        lines += [] if page.question is None else [_KEYS]
        self._screen.page("\n".join(lines))

    def _facts(self, page: ScribePage) -> list[str]:
        facts, names = page.facts, self._written.names
        eyes = "" if self._eyes is None else f" as {names[self._eyes]} sees them, if good"
        title = f"What the facts allow{eyes} (certain): "
        if not facts.sides:
            return [f"{title}{names[self._eyes or 0]} cannot be good."]
        counts = ", ".join(f"{name} in {times}" for name, times in zip(names, facts.seats, strict=True))
        return [f"{title}{len(facts.sides)} of {facts.of} evil sides are left. {counts}."]

    def _likely(self, page: ScribePage) -> list[str]:
        deduction = self._game.capabilities.deduction
        if not self._estimate or deduction is None or not page.facts.sides:
            return []
        chances: Chances = deduction().chances(self._scribe.through(page, self._eyes))
        basis = "" if chances.basis == "people" else " Recorded games tell nothing about these rules: facts only."
        rows = zip(self._written.names, chances.percent, strict=True)
        bars = [f"  {name:<12} {'#' * round(_BAR * share / 100):<{_BAR}} {share:>3}%" for name, share in rows]
        return [f"How people usually play (an estimate):{basis}", *bars]
