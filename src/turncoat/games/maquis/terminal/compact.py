"""The same board in few lines, for terminals in which the large one does not fit."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from turncoat.core.in_words import counted
from turncoat.games.maquis import MaquisView
from turncoat.games.maquis.rules import moves as mv
from turncoat.games.maquis.rules.cards import MAQUIS, MISSIONS, SPY, WORDS, Side
from turncoat.games.maquis.rules.view import EnemyView, MissionView
from turncoat.games.maquis.terminal.board import LETTERS, Numbered, in_play, merged, play_choices, status
from turncoat.games.maquis.terminal.flow import Flow
from turncoat.games.maquis.words import enemy_name, name, names


def compact_boards(view: MaquisView, numbered: Numbered) -> list[RenderableType]:
    """Boards that show everything the player sees, from the longest to the shortest.

    The first has every text in full, the second only those of the Missions. The third has two lines for each Mission
    and one for each card.
    """
    whole = ((True, True), (True, False), (False, False))
    return [_board(view, numbered, missions, hand) for missions, hand in whole]


def _board(view: MaquisView, numbered: Numbered, missions: bool, hand: bool) -> RenderableType:
    parts: list[RenderableType] = [status(view)]
    parts += [line for at, site in enumerate(view.missions) for line in _mission(site, LETTERS[at], view, missions)]
    if view.played:
        parts.append(in_play(view))
    if any(numbered):
        parts.append(_hand(view, numbered, hand))
    return Group(*parts)


def _mission(site: MissionView, letter: str, view: MaquisView, whole: bool) -> tuple[Text, Flow]:
    card = MISSIONS[site.mission]
    chosen = site.mission == view.raid.mission
    head = Text(no_wrap=not whole, overflow="ellipsis")
    head.append(f"{letter} ", style="bold").append(card.name, style="bold green" if chosen else "bold")
    head.append(" beaten" if site.beaten else " chosen" if chosen else "", style="reverse")
    head.append(f" · defense {site.defense} · {counted(card.points, 'point')} · era {'I' * card.era} · ")
    ignored = chosen and view.raid.ignored
    head.append(f"{card.when.upper()} ", style="yellow")
    head.append("ignored" if ignored else WORDS[card.effect], style="dim")
    return head, _garrison(site, letter)


def _garrison(site: MissionView, letter: str) -> Flow:
    pieces = [
        Text(f"{letter}{slot + 1} ", style="bold").append(
            _enemy(enemy), style="not bold dim" if enemy.card is None else "not bold"
        )
        for slot, enemy in enumerate(site.garrison)
    ]
    return Flow(pieces or [Text("no Enemies", style="dim")], gap="  ", indent="  ")


def _enemy(enemy: EnemyView) -> str:
    return enemy_name(enemy) or "░░"


def _hand(view: MaquisView, numbered: Numbered, whole: bool) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), expand=True, show_header=False)
    table.add_column(width=2)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, no_wrap=not whole, overflow="ellipsis")
    table.add_column(ratio=1, no_wrap=not whole, overflow="ellipsis")
    for at, card in enumerate(numbered):
        if card == SPY:
            table.add_row(str(at + 1), Text("Spy", style="magenta"), Text("cannot be played", style="dim"), "")
        elif card is not None:
            sides = (_side("h", MAQUIS[card].hidden, view), _side("r", MAQUIS[card].revealed, view))
            table.add_row(Text(str(at + 1), style="bold"), name(card), *sides)
    return table


def _side(letter: str, side: Side, view: MaquisView) -> Text:
    text = Text(f"{letter} {side.attack} ", style="bold green")
    if side.action is None:
        return text
    usable = view.phase in side.when
    text.append("/".join(when.upper() for when in side.when) + " ", style="yellow" if usable else "dim")
    return text.append(WORDS[side.action], style="" if usable else "dim")


def compact_choices(options: dict[str, Any], view: MaquisView, kind: str) -> Flow:
    """The possible answers, one after the other."""
    if any(isinstance(move, mv.Play | mv.Choose) for move in options.values()):
        return play_choices(options)
    pieces = []
    for keyed, words in merged(options, view, kind):
        move = options[keyed.split(" ")[0]]
        shown = (names(move.top) if move.top else "none") if isinstance(move, mv.Sort) else words
        pieces.append(Text(keyed, style="bold green").append(f": {shown}", style="not bold default"))
    return Flow(pieces)
