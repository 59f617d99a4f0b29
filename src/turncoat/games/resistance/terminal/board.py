"""Draws the board: missions, vote track, seats with their votes, plot cards, and what only you may see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, zip_longest

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment, SegmentLines
from rich.table import Table
from rich.text import Text

from turncoat.core.in_words import counted
from turncoat.games.resistance.narration.phrases import capital
from turncoat.games.resistance.narration.stakes import last_rejection
from turncoat.games.resistance.narration.vocabulary import CARDS, Vocabulary
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS
from turncoat.games.resistance.rules.view import ProposalView, View
from turncoat.games.resistance.terminal.theme import TO_COME, Colours, Signs, colours, has_light_background, signs

WIDE = 112
_BOXES_WIDTH = 76
_SIDE = 38
_CELL = 3
_STATUS = 20
_FULL_HEIGHT = 18  # lines that a page with boxes for the missions needs, apart from the seats


class Board:
    """Draws views of one game on one console."""

    def __init__(self, console: Console, words: Vocabulary, marks: Sequence[str]) -> None:
        self.console = console
        self.words = words
        self.marks = marks  # what is written beside each name: "bot", or nothing
        self.signs: Signs = signs(console)
        self.colours: Colours = colours(words.rules.ruleset, light=has_light_background())

    @property
    def is_wide(self) -> bool:
        """Whether there is room for a column with the story."""
        return self.console.width >= WIDE

    def page(
        self,
        view: View,
        words: Vocabulary,
        news: Sequence[str],
        log: Sequence[str],
        below: RenderableType,
        roles: Sequence[str] | None = None,
    ) -> RenderableType:
        """The whole page: the board, the `news` since the last page, the older `log`, and what stands `below`.

        `roles` are everybody's roles, where nothing is to be hidden.
        """
        board = self._draw(Group(*self._parts(view, words, roles)), self._width)
        foot = self._draw(below, self.console.width)
        room = max(0, self.console.height - len(foot) - 1)  # one line to type on
        if self.is_wide:
            side = self._draw(self._side(news, log, len(board), room), _SIDE)
            gap = [Segment(" " * self._width)]
            lines = [[*left, Segment(" "), *right] for left, right in zip_longest(board, side, fillvalue=gap)]
            return SegmentLines([*lines, *foot], new_lines=True)
        fresh = self._draw(self._news(news, room - len(board)), self.console.width) if news else []
        spare = room - len(board) - len(fresh)
        blank: list[list[Segment]] = [[]]
        lines = [*board, *blank * (spare > 0), *fresh, *blank * (spare > 1 and bool(fresh)), *foot]
        return SegmentLines(lines, new_lines=True)

    @property
    def _width(self) -> int:
        """The width of the board."""
        return self.console.width - (_SIDE + 1 if self.is_wide else 0)

    def _draw(self, part: RenderableType, width: int) -> list[list[Segment]]:
        """A part as lines of this width. Drawing is slow, so each part is drawn once."""
        return self.console.render_lines(part, self.console.options.update(width=width, height=None))

    def _parts(self, view: View, words: Vocabulary, roles: Sequence[str] | None) -> list[RenderableType]:
        plot = [self._plot(view, words)] if view.plot is not None else []
        tableau = self._short_missions(view) if self._is_low(view) else self.missions(view, self._width)
        seats = self.seats(view, words, self._width, roles or view.roles)
        return [self._heading(view, words), tableau, self.track(view), seats, *plot]

    def _is_low(self, view: View) -> bool:
        """Whether the screen is too low or too narrow for boxes."""
        if self.console.width < _BOXES_WIDTH:
            return True
        return self.console.height < _FULL_HEIGHT + view.rules.players + (2 if view.plot is not None else 0)

    def _heading(self, view: View, words: Vocabulary) -> RenderableType:
        line = Table.grid(expand=True)
        line.add_column(no_wrap=True)
        line.add_column(justify="right", no_wrap=True)
        good, evil = capital(words.side("good")), capital(words.side("evil"))
        score = Text(f"{good} {view.score.good} : {view.score.evil} {evil} ", style="bold")
        line.add_row(Text(f" {words.title}", style=f"bold {self.colours.accent}"), score)
        return line

    def missions(self, view: View, width: int) -> RenderableType:
        """A box for each mission: its size, how many fails it needs, and its result."""
        cell = max(11, (width - 4) // 5)
        return Columns([self._mission(view, number, cell) for number in range(1, 6)], padding=(0, 1), width=cell)

    def _short_missions(self, view: View) -> Text:
        """The missions on one line, for small screens."""
        text = Text(" ")
        for number in range(1, 6):
            result = view.missions[number - 1]
            letter = self.words.mission[0].upper()
            size = view.rules.team_sizes[number - 1]
            two = ", 2 fails" if view.rules.fails_needed[number - 1] == 2 else ""
            if result is not None:
                style = self.colours.good if result.success else self.colours.evil
                sign, word = (self.signs.yes, "success") if result.success else (self.signs.no, "failed")
                text.append(f"{letter}{number} {sign} {word}", style=f"bold {style}")
            elif number == view.mission and view.outcome is None:
                text.append(f"{self.signs.now} {letter}{number} {size} go{two}", style=f"bold {self.colours.accent}")
            else:
                text.append(f"{letter}{number} {size} go{two}", style=self.colours.muted)
            text.append("   ")
        return text

    def _mission(self, view: View, number: int, width: int) -> Panel:
        size, needed = view.rules.team_sizes[number - 1], view.rules.fails_needed[number - 1]
        result = view.missions[number - 1]
        frame, style = TO_COME, self.colours.muted
        second = Text("needs 2 fails" if needed == 2 else "")
        if result is not None:
            frame, style = box.ROUNDED, self.colours.good if result.success else self.colours.evil
            first = Text(f"{self.signs.yes} success" if result.success else f"{self.signs.no} failed", style="bold")
            second = Text("forfeited" if result.fails is None else f"{counted(result.fails, 'fail')} of {size}")
        else:
            first = Text(f"{size} go")
            if number == view.mission and view.outcome is None:
                frame, style = box.HEAVY, self.colours.accent
                first = Text(f"{self.signs.now} {size} go", style="bold")
        title = f"{capital(self.words.mission)} {number}"
        body = Text("\n").join([first, second])
        body.no_wrap, body.overflow = True, "ellipsis"
        return Panel(body, title=title, title_align="left", box=frame, border_style=style, width=width, padding=0)

    def track(self, view: View) -> Text:
        """How many teams have been rejected in this round."""
        count, places = view.rejections, view.rules.votes_per_round
        if view.die is not None:
            return Text(f" The die shows {view.die}; at {places + 1} {last_rejection(view)}.", style="bold")
        marks = [self.signs.no] * count + [self.signs.free] * (places - count)
        if count < places:
            marks[-1] = self.signs.last
        line = Text(" Rejected teams  ")
        for mark in marks:
            line.append(f"{mark}  ", style=f"bold {self.colours.evil}" if mark == self.signs.no else "bold")
        line.append(f" {count} of {places}")
        if count == MAX_REJECTIONS - 1:
            note = "the fifth team is the last" if count < places else last_rejection(view)
            line.append(f"   {note}", style=f"bold {self.colours.accent}")
        return line

    def seats(self, view: View, words: Vocabulary, width: int, roles: Sequence[str] | None) -> Table:
        """The seats in order, what each is doing, and its latest votes."""
        frame = None if self._is_low(view) else box.SIMPLE_HEAD
        table = Table(box=frame, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        table.add_column("", width=2, justify="right")
        name_width = 24 if roles else 18
        table.add_column("seat", min_width=6, max_width=name_width, no_wrap=True, overflow="ellipsis")
        table.add_column("", width=_STATUS, no_wrap=True, overflow="ellipsis")
        room = width - 2 - name_width - _STATUS - 6
        shown = view.proposals[-max(1, room // _CELL) :]
        for mission, group in groupby(shown, key=lambda proposal: proposal.mission):
            title = f"{self.words.mission[0].upper()}{mission}"
            table.add_column(title, no_wrap=True, width=max(2, _CELL * len(list(group)) - 1))
        for seat in range(view.rules.players):
            cells = [self._row(list(group), seat) for _, group in groupby(shown, key=lambda one: one.mission)]
            table.add_row(str(seat), self._name(words, seat, roles), self._status(view, seat), *cells)
        return table

    def _name(self, words: Vocabulary, seat: int, roles: Sequence[str] | None) -> Text:
        text = Text(words.names[seat], style="bold")
        if roles is not None:
            side = words.ruleset.roles[roles[seat]].side
            colour = self.colours.good if side == "good" else self.colours.evil
            return text.append(f" {words.role(roles[seat])}", style=f"not bold {colour}")
        note = "you" if seat == words.viewer else self.marks[seat]
        return text.append(f" ({note})" if note else "", style="not bold")

    def _status(self, view: View, seat: int) -> Text:
        text = Text()
        on_team = view.team is not None and seat in view.team
        if seat == view.leader and view.outcome is None:
            text.append(f"{self.signs.leading_member if on_team else self.signs.leader} leads ", style="bold")
        if on_team:
            text.append(f"{self.signs.team} team ", style=f"bold {self.colours.accent}")
        text.append("Lady " if seat == view.lady else "")
        text.append("in the spotlight " if seat == view.spotlight else "")
        return text

    def _row(self, proposals: Sequence[ProposalView], seat: int) -> Text:
        return Text(" ").join([self._cell(proposal, seat) for proposal in proposals])

    def _cell(self, proposal: ProposalView, seat: int) -> Text:
        vote = proposal.votes[seat]
        sign = self.signs.none if vote is None else self.signs.yes if vote else self.signs.no
        style = "" if vote is None else self.colours.good if vote else self.colours.evil
        member, leader = seat in proposal.team, seat == proposal.leader
        mark = self.signs.leading_member if member else self.signs.leader
        if not leader:
            mark = self.signs.team if member else " "
        pending = proposal.approved is None
        return Text.assemble((sign, style), (mark, self.colours.accent if pending else ""))

    def key(self) -> RenderableType:
        """What the signs in the table of votes mean."""
        s = self.signs
        meanings = [
            (s.yes, "approves"),
            (s.no, "rejects"),
            (s.none, "no vote shown"),
            (s.team, "on the team"),
            (s.leader, "leads"),
            (s.leading_member, "leads, on the team"),
        ]
        text = Text("   ".join(f"{sign} {meaning}" for sign, meaning in meanings), style=self.colours.muted)
        return Padding(text, (0, 1))

    def _plot(self, view: View, words: Vocabulary) -> RenderableType:
        plot = view.plot
        assert plot is not None
        held = [
            f"{capital(words.name(seat))}: {', '.join(CARDS[card] for card in hand)}"
            for seat, hand in sorted(plot.held.items())
        ]
        if plot.drawn:
            held.append(f"to hand out: {', '.join(CARDS[card] for card in plot.drawn)}")
        return Padding(Text(f"Plot cards  {'; '.join(held) or 'none out'}; {plot.deck} in the deck"), (0, 1))

    def _news(self, news: Sequence[str], room: int) -> RenderableType:
        """As much of the latest news as there is room for."""
        lines: list[Text] = []
        width = self.console.width - 2
        for line in reversed(news):
            text = Text(f"{self.signs.now} {line}")
            room -= len(text.wrap(self.console, width))
            if room < 0:
                break
            lines.insert(0, text)
        return Padding(Text("\n").join(lines), (0, 1))

    def _side(self, news: Sequence[str], log: Sequence[str], least: int, most: int) -> Panel:
        """The latest part of the story, in a box of `least` to `most` lines."""
        entries = [(" ", Text(line, style=self.colours.muted)) for line in log[-most:]]
        entries += [(self.signs.now, Text(line)) for line in news]
        shown: list[tuple[str, Text]] = []
        lines = 2
        for mark, text in reversed(entries):
            lines += len(text.wrap(self.console, _SIDE - 6))
            if lines > most:
                break
            shown.insert(0, (mark, text))
        body = Table.grid(padding=(0, 1, 0, 0))
        for row in shown:
            body.add_row(*row)
        height = max(least, min(lines, most))
        return Panel(body, title="The story", title_align="left", border_style=self.colours.muted, height=height)

    def secret(self, lines: Sequence[str]) -> RenderableType:
        """Something that only one seat may see. Its background colour is never used for anything public."""
        return Padding(Text(" ".join(lines), style=self.colours.secret), (0, 1), style=self.colours.secret)

    def prompt(self, title: str, help_line: str, complaint: str = "", keys: str = "") -> RenderableType:
        """The question, what may be typed, and what was wrong with the last answer."""
        text = Text(f"{title}\n" if title else "", style=f"bold {self.colours.accent}")
        if complaint:
            text.append(f"{complaint}\n", style=f"bold {self.colours.evil}")
        text.append(help_line, style="not bold default")
        if keys:
            text.append(f"\n{keys}", style="not bold dim default")
        return Padding(text, (0, 1))

    def history(self, view: View, words: Vocabulary) -> RenderableType:
        """Every proposal with its votes, in as many tables as the width needs."""
        if not view.proposals:
            return Text(" No team has been proposed yet.")
        room = max(1, (self.console.width - 18) // _CELL - 2)
        blocks = [view.proposals[at : at + room] for at in range(0, len(view.proposals), room)]
        return Group(*[self._grid(block, words) for block in blocks], self.key())

    def _grid(self, block: Sequence[ProposalView], words: Vocabulary) -> Table:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
        table.add_column("", width=14, no_wrap=True, overflow="ellipsis")
        groups = [list(group) for _, group in groupby(block, key=lambda one: one.mission)]
        for group in groups:
            table.add_column(f"{words.mission[0].upper()}{group[0].mission}", no_wrap=True)
        for seat, name in enumerate(words.names):
            table.add_row(f"{seat} {name}", *[self._row(group, seat) for group in groups])
        table.add_row("result", *[self._results(group) for group in groups], style=self.colours.muted)
        return table

    def _results(self, group: Sequence[ProposalView]) -> Text:
        marks = {True: self.signs.yes, False: self.signs.no, None: self.signs.none}
        return Text(" ").join([Text(f"{self.signs.no if one.nullified else marks[one.approved]} ") for one in group])
