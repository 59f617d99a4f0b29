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
from msgspec.structs import replace
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from turncoat.core import Ask, CorruptRecord, Event, Refused
from turncoat.core.in_words import counted
from turncoat.core.solitaire import Summary
from turncoat.games.maquis.bots import Advice, advise, how_far
from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, WORDS
from turncoat.games.maquis.rules.moves import Choose, Keep, PickCard, Play
from turncoat.games.maquis.rules.view import EnemyView, MaquisView
from turncoat.games.maquis.session import Deal, Results, Session, daily, numbered
from turncoat.games.maquis.terminal.board import HandNumbers, board, choices, is_in_hand, keys, on_the_board, pile_list
from turncoat.games.maquis.terminal.compact import compact_boards, compact_choices
from turncoat.games.maquis.terminal.lookup import find_cards
from turncoat.games.maquis.words import ASKS, GRADES, HELP, REASONS, name, say_event, say_move

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
        self._numbers = HandNumbers()

    def play(self, deal: Deal | None, today: bool, options: Mapping[str, Any]) -> None:
        """Play a deal from where it was left. Without a deal, play the last unfinished game or a new deal."""
        named = daily(datetime.now(UTC).date()) if today else deal
        saved = self._resumed(self._file(named) if named else self._last_file())
        try:
            if saved is not None and self._wants_other(saved, options):
                self._news, saved = [], None
        except (Leave, EOFError, KeyboardInterrupt):
            return
        self.go_on(saved or self._fresh(named or _any_deal(), options))

    def _wants_other(self, saved: Session, options: Mapping[str, Any]) -> bool:
        """Whether the player would rather begin anew with these options than continue with those of a saved game."""
        agreed = msgspec.to_builtins(saved.view.options)
        other = {option: agreed[option] for option, value in options.items() if agreed[option] != value}
        if not other:
            return False
        words = ", ".join(f"{option}={value}" for option, value in other.items())
        self._console.print(f"You have a saved game of {saved.deal} with {words}.")
        return self._again("Begin anew with your options? The saved game is lost. (y/n) ")

    def go_on(self, session: Session) -> None:
        """Play a session, and then others, until the player wants to stop."""
        try:
            while True:
                session = self._game(session)
                self._news = []
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
        self._finish(session, self._keep(session))
        return session

    def _keep(self, session: Session) -> Path:
        """Put the record of a finished game where it can be replayed. Returns the file."""
        kept = self._save_as or self._saves / "finished" / f"{self._file(session.deal).stem}-{session.attempt}.json"
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(session.save())
        if self._save_as is None:
            self._file(session.deal).unlink(missing_ok=True)
        return kept

    def _turn(self, session: Session) -> Session:
        """Show the board and read one line."""
        ask, view = session.ask, session.view
        assert ask is not None
        options = keys(ask.moves, view, self._numbers.of(view))
        self._show(session, options, self._advice(session) if self._hints else "")
        while True:
            line = " ".join(self._read("").strip().lower().split())
            if not line:
                return session  # Enter alone shows the board again
            if line in options:
                self._hear(session.play(options[line]), options[line], view)
                self._news += _withheld(options[line], view.phase, session.ask)
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

    def _show(self, session: Session, options: dict[str, Any], advice: str = "") -> None:
        console, view = self._console, session.view
        assert session.ask is not None
        numbered, kind = self._numbers.of(view), session.ask.kind
        question = Text(self._question(session), style="bold")
        commands = Text(" · ".join(self._offered(session)), style="dim")
        below = Group(commands, *([_panel(advice, "hint", "yellow")] if advice else []))
        brief = Group(commands, *([Text(f"Hint: {advice}", style="yellow")] if advice else []))
        short = Group(question, compact_choices(options, view, kind), brief)
        table = Group(
            Rule(Text(f"RESIST!  {session.deal}", style="bold"), align="left"),
            board(view, console.width, numbered),
            *([_panel("\n".join(self._news), "just now")] if self._news else []),
            Text(""),
        )
        large = (Group(table, asked) for asked in (Group(question, choices(options, view, kind), below), short))
        console.clear()
        fitting = next((page for page in large if self._lines(page) < console.height), None)
        if fitting is not None:
            console.print(fitting)
        else:
            long = Group(question, choices(options, view, kind), brief)
            picks = [move for move in options.values() if isinstance(move, PickCard)]
            unseen = picks and not is_in_hand(picks, view)  # what these cards do is told nowhere else
            self._show_compact(compact_boards(view, numbered), [long, short] if unseen else [short])

    def _show_compact(self, tables: list[RenderableType], asks: list[RenderableType]) -> None:
        """The longest board that fits with all the news, or else the shortest with as much as there is room for.

        Of the ways to ask, it is the first that leaves room for a board.
        """
        console = self._console
        least = console.height - 1 - self._lines(tables[-1])
        asked = next((each for each in asks if self._lines(each) <= least), asks[-1])
        told = Text.from_markup(" ".join(self._news), style="italic")
        lines = list(told.wrap(console, console.width)) if self._news else []
        left = console.height - 1 - self._lines(asked)
        table = next((each for each in tables if self._lines(each) + len(lines) <= left), tables[-1])
        room = left - self._lines(table)
        cut = Text("… (news tells all)", style="dim")
        shown = lines if len(lines) <= room else [*lines[: room - 1], cut] if room > 0 else []
        console.print(Group(table, *shown, asked))

    def _lines(self, part: RenderableType) -> int:
        return len(self._console.render_lines(part, pad=False))

    def _offered(self, session: Session) -> list[str]:
        """The commands that make sense now."""
        back = [*(["undo"] if session.can_undo else []), *(["redo"] if session.can_redo else [])]
        early = "on" if session.view.options.stop_early else "off"
        first = [f"early (stop an attack early: {early})"] if not _has_begun(session) else []
        return ["help", "hint", *back, "card NAME", "piles", "new", *first, "quit"]

    @staticmethod
    def _question(session: Session) -> str:
        """The open question. For an action it says what the action does."""
        assert session.ask is not None
        if session.ask.kind == "act":
            card = session.view.played[-1]
            action = MAQUIS[card.card].side(card.persona).action
            return f"Use the action of {name(card.card)}? {WORDS[action or '']}"
        if session.ask.kind == "draft":
            pairs = len(MAQUIS) // 2
            return f"Pair {session.view.hidden_deck.count + 1} of {pairs}. {ASKS['draft']}"
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
            "piles": self._piles,
            "news": self._tell_news,
            "new": self._new,
            "early": self._early,
            "quit": self._quit,
            "q": self._quit,
        }
        if line in commands:
            return commands[line](session)
        word, _, name = line.partition(" ")
        if word == "card":
            self._card(name)
            return None
        self._console.print(Text(self._refusal(line, session), style="red"))
        return None

    def _refusal(self, line: str, session: Session) -> str:
        """Why a line is not an answer. If it names something on the board, this is the rule against it."""
        view = session.view
        meant = keys(on_the_board(view), view, self._numbers.of(view)).get(line)
        if meant is not None:
            try:
                session.play(meant)
            except Refused as refusal:
                return refusal.message
        return f"{line!r} is not one of the answers. Type help to see what you can do."

    def _help(self, session: Session) -> None:
        self._console.print(_panel(HELP, "help"))

    def _advise(self, session: Session) -> None:
        """Show the board again, with the hint in a place of its own."""
        assert session.ask is not None
        options = keys(session.ask.moves, session.view, self._numbers.of(session.view))
        self._show(session, options, self._advice(session))

    def _advice(self, session: Session) -> str:
        assert session.ask is not None
        with self._console.status("thinking"):
            advice = advise(session.view, session.ask, self._random)
        return _advice_text(advice, session)

    def _undo(self, session: Session) -> Session | None:
        if session.undo():
            self._news = ["Taken back."]
            return session
        why = "you have seen a new card since." if _has_begun(session) else "you have not played yet."
        self._console.print(f"There is nothing to take back: {why}")
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

    def _piles(self, session: Session) -> None:
        self._console.print(Panel(pile_list(session.view), title="piles", title_align="left", border_style="dim"))

    def _tell_news(self, session: Session) -> None:
        self._console.print(_panel("\n".join(self._news) or "Nothing has happened yet.", "just now"))

    def _card(self, name: str) -> None:
        found = find_cards(name) if name else []
        if not found:
            self._console.print(Text(f"No card is called {name!r}. Type card and a part of its name.", style="red"))
        for card in found:
            self._console.print(card)

    def _new(self, session: Session) -> Session:
        """Another deal. The game that is left stays saved under its own name."""
        self._save(session)
        if session.deal.is_daily:
            again = "--daily"
        else:
            again = f"--deal {session.deal.name}" if self._save_as is None else f"--resume {self._save_as}"
        self._news = [f"A new deal. {str(session.deal).capitalize()} is saved: turncoat play maquis {again}"]
        self._save_as = None
        return self._fresh(_any_deal(), msgspec.to_builtins(session.view.options))

    def _early(self, session: Session) -> Session | None:
        if _has_begun(session):
            self._console.print(Text("Options can be changed only before the first move. Type new.", style="red"))
            return None
        options = msgspec.to_builtins(session.view.options)
        options["stop_early"] = not options["stop_early"]
        now = "may stop an attack" if options["stop_early"] else "must go on attacking"
        self._news = [f"You {now} while another Target could be defeated (ruling 20)."]
        return Session(session.deal, options, session.attempt)

    def _quit(self, session: Session) -> Session | None:
        self._save(session)
        raise Leave

    # The end

    def _finish(self, session: Session, record: Path) -> None:
        console, outcome = self._console, session.outcome
        assert outcome is not None
        console.clear()
        points = f" with {counted(outcome.points, 'point')}" if outcome.grade != "loss" else ""
        result = f"[b]{GRADES[outcome.grade]}[/]{points}. {REASONS[outcome.reason]}"
        told = Group(
            *([_panel("\n".join(self._news), "just now")] if self._news else []),
            _panel(result, str(session.deal), "green"),
        )
        shown = _uncovered(session)
        tables = [board(shown, console.width), *compact_boards(shown, ())]
        room = console.height - self._lines(told) - 2  # two lines for a question below
        console.print(next((table for table in tables if self._lines(table) <= room), tables[-1]), told)
        now = datetime.now(UTC)
        self._results.add(self._player, session.deal, session.attempt, outcome, session.view.round, now)
        if outcome.grade == "loss" and self._again("See how far this deal could have gone? (y/n) "):
            self._how_far(session)
        console.print(_stats_panel(self._results.statistics(self._player)))
        console.print(f"To share:  {session.result_line()}", highlight=False)
        console.print(f"To replay: turncoat replay --seat 0 {record}", highlight=False, soft_wrap=True)

    def _how_far(self, session: Session) -> None:
        with self._console.status("playing the same deal again"):
            best = how_far(session.deal.seed, msgspec.to_builtins(session.view.options))
        self._console.print(f"At least to {GRADES[best.grade]}, {counted(best.points, 'point')}.")

    def _again(self, question: str) -> bool:
        return self._read(question).strip().lower() in ("y", "yes")


def _has_begun(session: Session) -> bool:
    return any(seat is not None for seat, _ in session.moves)


def _withheld(move: Any, phase: str, ask: Ask | None) -> list[str]:
    """Why the action of the card just played is not offered. Nothing if it is offered, or if there is none."""
    side = MAQUIS[move.card].side(move.persona) if isinstance(move, Play) else None
    if side is None or side.action is None or (ask is not None and ask.kind == "act"):
        return []
    card = name(move.card)
    if phase not in side.when:
        when = " or ".join(each.upper() for each in side.when)
        return [f"The action of {card} is for {when}, so it is not used now."]
    return [f"The action of {card} cannot be carried out now: {WORDS[side.action]}"]


def _uncovered(session: Session) -> MaquisView:
    """The view after the end, with every Enemy face up."""
    state, view = session.state, session.view
    shown = tuple(
        replace(site, garrison=tuple(EnemyView(foe.card, ENEMIES[foe.card].defense) for foe in real.garrison))
        for site, real in zip(view.missions, state.sites, strict=True)
    )
    return replace(view, missions=shown)


def _panel(text: str, title: str, style: str = "dim") -> Panel:
    return Panel(Text.from_markup(text), title=title, title_align="left", border_style=style)


def _advice_text(advice: Advice, session: Session) -> str:
    if advice.go_on is None:
        return advice.sentence
    likely = {grade: chance for grade, chance in advice.go_on.items() if chance >= 0.005}
    chances = ", ".join(f"{GRADES[grade]} {100 * chance:.0f} %" for grade, chance in likely.items())
    now = f"End now: {GRADES[advice.end_now or 'draw']}, {counted(session.view.points, 'point')}."
    return f"{advice.sentence}\n{now}\nContinue (estimated by simple play after the next round): {chances}."


def _stats_panel(stats: Summary) -> Panel:
    if not stats.played:
        return _panel("No game finished yet.", "your games")
    grades = ", ".join(f"{GRADES[grade]} {stats.grades[grade]}" for grade in GRADES if grade in stats.grades)
    causes = ", ".join(f"{REASONS[reason].rstrip('.').lower()} {count}" for reason, count in stats.losses.items())
    lines = [
        f"{counted(stats.played, 'game')}, {stats.average_points:.1f} points on average: {grades}.",
        f"Victories in a row: {stats.streak}, at best {stats.best_streak}.",
        *([f"Losses: {causes}."] if causes else []),
    ]
    return _panel("\n".join(lines), "your games")
