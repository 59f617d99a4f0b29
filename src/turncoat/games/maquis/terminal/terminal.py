"""`turncoat play maquis`: a game of RESIST! on a terminal."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import platformdirs
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from turncoat.core import CorruptRecord, Event, Refused
from turncoat.core.solitaire import Summary
from turncoat.games.maquis.bots import Advice, advise, how_far
from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, WORDS
from turncoat.games.maquis.rules.moves import Choose, Keep, Play
from turncoat.games.maquis.rules.view import MaquisView
from turncoat.games.maquis.session import Deal, Results, Session, daily, numbered
from turncoat.games.maquis.terminal.board import board, choices, keys, on_the_board
from turncoat.games.maquis.words import ASKS, GRADES, HELP, REASONS, count, name, say_event, say_move

HIGHEST_DEAL = 1_000_000


def _any_deal() -> Deal:
    return numbered(secrets.randbelow(HIGHEST_DEAL) + 1)


class Leave(Exception):
    """The player leaves the game."""


class Terminal:
    """One person at one terminal."""

    def __init__(
        self,
        console: Console,
        read: Callable[[str], str],
        *,
        player: str = "you",
        hint: bool = False,
        folder: Path | None = None,
        save: Path | None = None,
    ) -> None:
        folder = folder or platformdirs.user_data_path("turncoat", appauthor=False)
        self._console = console
        self._read = read
        self._player = player
        self._hints = hint
        self._saves = folder / "maquis"
        self._save_as = save
        self._results = Results(folder / "solo.sqlite3")
        self._news: list[str] = []
        self._random = Random(0)

    def play(self, deal: Deal | None, today: bool, options: Mapping[str, Any]) -> None:
        """Play a deal from where it was left. Without a deal, play the last unfinished game or a new deal."""
        named = daily(datetime.now(UTC).date()) if today else deal
        saved = self._resumed(self._file(named) if named else self._last_file())
        self.go_on(saved or self._fresh(named or _any_deal(), options))

    def go_on(self, session: Session) -> None:
        """Play a session, and then others, until the player wants to stop."""
        try:
            while True:
                session = self._game(session)
                if not self._again("Another deal? (y/n) "):
                    return
                session = self._fresh(_any_deal(), msgspec.to_builtins(session.view.options))
        except (Leave, EOFError, KeyboardInterrupt):
            self._console.print("\nUntil next time.")

    def _file(self, deal: Deal) -> Path:
        return self._save_as or self._saves / f"{str(deal).replace(' ', '-')}.json"

    def _last_file(self) -> Path | None:
        return max(self._saves.glob("*.json"), key=lambda path: path.stat().st_mtime, default=None)

    def _fresh(self, deal: Deal, options: Mapping[str, Any]) -> Session:
        return Session(deal, options, self._results.attempts(self._player, deal) + 1)

    def _resumed(self, path: Path | None) -> Session | None:
        try:
            session = Session.load(path.read_bytes()) if path else None
        except (OSError, CorruptRecord):
            return None
        if session is None or session.ask is None:
            return None
        self._news = [f"You continue {session.deal}."]
        return session

    def _save(self, session: Session) -> None:
        path = self._file(session.deal)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(session.save())

    # One game

    def _game(self, session: Session) -> Session:
        while session.ask is not None:
            session = self._turn(session)
            self._save(session)
        if self._save_as is None:
            self._file(session.deal).unlink(missing_ok=True)
        self._finish(session)
        return session

    def _turn(self, session: Session) -> Session:
        """Show the board and read one line."""
        ask, view = session.ask, session.view
        assert ask is not None
        options = keys(ask.moves, view)
        self._show(session, options)
        if self._hints:
            self._advise(session)
        while True:
            line = " ".join(self._read("").strip().lower().split())
            if not line and len(options) == 1:
                line = next(iter(options))
            if not line:
                return session  # Enter alone shows the board again
            if line in options:
                self._hear(session.play(options[line]), options[line], view)
                return session
            changed = self._command(line, session)
            if changed is not None:
                return changed

    def _hear(self, events: tuple[Event, ...], move: Any, view: MaquisView) -> None:
        """Remember what to tell next: the move, unless its events tell it anyway, and the events."""
        words = say_move(move, view)
        done = [f"[b]{words[0].upper()}{words[1:]}.[/]"] if isinstance(move, Play | Choose | Keep) else []
        told = [say_event(event) for event in events]  # type: ignore[arg-type]
        self._news = [*done, *(line for line in told if line)]

    def _show(self, session: Session, options: dict[str, Any]) -> None:
        console, view = self._console, session.view
        console.clear()
        console.rule(Text(f"RESIST!  {session.deal}", style="bold"), align="left")
        console.print(board(view, console.width))
        if self._news:
            console.print(_panel("\n".join(self._news), "just now"))
        assert session.ask is not None
        console.print(Text(f"\n{self._question(session)}", style="bold"))
        console.print(choices(options, view))
        back = [*(["undo"] if session.can_undo else []), *(["redo"] if session.can_redo else [])]
        console.print(Text(" · ".join(["help", "hint", *back, "quit"]), style="dim"))

    @staticmethod
    def _question(session: Session) -> str:
        """The open question. For an action it says what the action does."""
        assert session.ask is not None
        if session.ask.kind == "act":
            card = session.view.played[-1]
            action = MAQUIS[card.card].side(card.persona).action
            return f"Use the action of {name(card.card)}? {WORDS[action or '']}"
        return ASKS[session.ask.kind]

    # Commands

    def _command(self, line: str, session: Session) -> Session | None:
        """Carry out a command. Returns a session if the board must be shown again."""
        commands: dict[str, Callable[[Session], Session | None]] = {
            "help": self._help,
            "?": self._help,
            "hint": self._advise,
            "undo": self._undo,
            "redo": self._redo,
            "restart": self._restart,
            "enemies": self._enemies,
            "stats": self._stats,
            "quit": self._quit,
            "q": self._quit,
        }
        if line in commands:
            return commands[line](session)
        self._console.print(Text(self._refusal(line, session), style="red"))
        return None

    @staticmethod
    def _refusal(line: str, session: Session) -> str:
        """Why a line is not an answer. If it names something on the board, this is the rule against it."""
        meant = keys(on_the_board(session.view), session.view).get(line)
        if meant is not None:
            try:
                session.play(meant)
            except Refused as refusal:
                return refusal.message
        return f"{line!r} is not one of the answers. Type help to see what you can do."

    def _help(self, session: Session) -> None:
        self._console.print(_panel(HELP, "help"))

    def _advise(self, session: Session) -> None:
        assert session.ask is not None
        with self._console.status("thinking"):
            advice = advise(session.view, session.ask, self._random)
        self._console.print(_panel(_advice_text(advice, session), "hint", "yellow"))

    def _undo(self, session: Session) -> Session | None:
        if session.undo():
            self._news = ["Taken back."]
            return session
        self._console.print("There is nothing to take back: you have seen a new card since.")
        return None

    def _redo(self, session: Session) -> Session | None:
        if session.redo():
            self._news = ["Redone."]
            return session
        self._console.print("There is nothing to redo.")
        return None

    def _restart(self, session: Session) -> Session:
        self._news = ["The same deal again; this game will not count in your statistics."]
        return session.restart()

    def _enemies(self, session: Session) -> None:
        kinds = {enemy.name: f"{enemy.when.upper()} {WORDS[enemy.effect]}" for enemy in ENEMIES.values()}
        self._console.print(_panel("\n".join(f"[b]{kind}[/] {rule}" for kind, rule in kinds.items()), "Enemies"))

    def _stats(self, session: Session) -> None:
        self._console.print(_stats_panel(self._results.statistics(self._player)))

    def _quit(self, session: Session) -> Session | None:
        self._save(session)
        raise Leave

    # The end

    def _finish(self, session: Session) -> None:
        console, outcome = self._console, session.outcome
        assert outcome is not None
        console.clear()
        console.print(board(session.view, console.width))
        if self._news:
            console.print(_panel("\n".join(self._news), "just now"))
        points = f" with {count(outcome.points, 'point')}" if outcome.grade != "loss" else ""
        result = f"[b]{GRADES[outcome.grade]}[/]{points}. {REASONS[outcome.reason]}"
        console.print(_panel(result, str(session.deal), "green"))
        now = datetime.now(UTC)
        self._results.add(self._player, session.deal, session.attempt, outcome, session.view.round, now)
        if outcome.grade == "loss" and self._again("See how far this deal could have gone? (y/n) "):
            self._how_far(session)
        console.print(_stats_panel(self._results.statistics(self._player)))
        console.print(f"To share:  {session.result_line()}", highlight=False)

    def _how_far(self, session: Session) -> None:
        with self._console.status("playing the same deal again"):
            best = how_far(session.deal.seed, msgspec.to_builtins(session.view.options))
        self._console.print(f"At least to {GRADES[best.grade]}, {count(best.points, 'point')}.")

    def _again(self, question: str) -> bool:
        return self._read(question).strip().lower() in ("y", "yes")


def _panel(text: str, title: str, style: str = "dim") -> Panel:
    return Panel(Text.from_markup(text), title=title, title_align="left", border_style=style)


def _advice_text(advice: Advice, session: Session) -> str:
    if advice.go_on is None:
        return advice.sentence
    likely = {grade: chance for grade, chance in advice.go_on.items() if chance >= 0.005}
    chances = ", ".join(f"{GRADES[grade]} {100 * chance:.0f} %" for grade, chance in likely.items())
    now = f"End now: {GRADES[advice.end_now or 'draw']}, {count(session.view.points, 'point')}."
    return f"{advice.sentence}\n{now}\nContinue (estimated by simple play after the next round): {chances}."


def _stats_panel(stats: Summary) -> Panel:
    if not stats.played:
        return _panel("No game finished yet.", "your games")
    grades = ", ".join(f"{GRADES[grade]} {stats.grades[grade]}" for grade in GRADES if grade in stats.grades)
    causes = ", ".join(f"{REASONS[reason].rstrip('.').lower()} {count}" for reason, count in stats.losses.items())
    lines = [
        f"{count(stats.played, 'game')}, {stats.average_points:.1f} points on average: {grades}.",
        f"Victories in a row: {stats.streak}, at best {stats.best_streak}.",
        *([f"Losses: {causes}."] if causes else []),
    ]
    return _panel("\n".join(lines), "your games")
