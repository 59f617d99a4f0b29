"""Draws a view of RESIST! on a terminal. Nothing is said by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from turncoat.games.maquis import MaquisView
from turncoat.games.maquis.rules import moves as mv
from turncoat.games.maquis.rules.cards import ENEMIES, HIDDEN, MAQUIS, MISSIONS, REVEALED, SPY, WORDS, Side
from turncoat.games.maquis.rules.rounds import CIVILIANS_TO_LOSE, FAILURES_TO_LOSE, GRADES
from turncoat.games.maquis.rules.view import EnemyView, MissionView
from turncoat.games.maquis.words import GRADES as GRADE_NAMES
from turncoat.games.maquis.words import SHORT, count, name, names, say_move

LETTERS = "abcdefghij"
WIDE = 110
"""From this width on, four Missions fit side by side."""


def keys(moves: Sequence[Any], view: MaquisView) -> dict[str, Any]:
    """What to type for each move: the letter of a Mission, the number of a card, `2h` and `2r` for personas."""
    letters = {site.mission: LETTERS[at] for at, site in enumerate(view.missions)}
    hand = {card: str(at + 1) for at, card in enumerate(view.hand or ())}
    return {_key(move, at, letters, hand): move for at, move in enumerate(moves)}


def on_the_board(view: MaquisView) -> list[Any]:
    """Every move that names a visible card, Mission or Enemy, legal or not: what a player may try."""
    plays = [mv.Play(card, persona) for card in view.hand or () for persona in (HIDDEN, REVEALED)]
    enemies = [mv.PickEnemy(site.mission, slot) for site in view.missions for slot in range(len(site.garrison))]
    pick = mv.Choose if view.phase == "plan" else mv.PickMission
    return [*plays, *(pick(site.mission) for site in view.missions), *enemies]


def _key(move: Any, at: int, letters: dict[str, str], hand: dict[str, str]) -> str:
    match move:
        case mv.Play(card, persona):
            return hand[card] + persona[0]
        case mv.Choose(mission) | mv.PickMission(mission):
            return letters[mission]
        case mv.PickEnemy(mission, slot):
            return f"{letters[mission]}{slot + 1}"
        case mv.Act(use):
            return "y" if use else "n"
        case mv.Done():
            return "no"
        case mv.Continue():
            return "go"
        case mv.End():
            return "end"
        case _:
            return str(at + 1)


def board(view: MaquisView, width: int) -> RenderableType:
    """Everything that the player sees."""
    parts: list[RenderableType] = [status(view)]
    if view.missions:
        parts.append(missions(view, 4 if width >= WIDE else 2))
    if view.played:
        parts.append(play_area(view))
    if view.hand:
        parts.append(hand(view))
    parts.append(piles(view))
    return Group(*parts)


def status(view: MaquisView) -> RenderableType:
    line = Text()
    line.append(f" {view.phase.upper()} ", style="reverse bold")
    line.append(f"  round {view.round}" if view.round else "")
    line.append(f"  ·  {count(view.points, 'point')}", style="bold")
    line.append(f" ({_next_grade(view)})")
    lost = sum(view.graveyard)
    line.append(f"  ·  civilians {lost}/{CIVILIANS_TO_LOSE}", style="red" if lost >= 3 else "")
    line.append(f"  ·  failed {len(view.failed)}/{FAILURES_TO_LOSE}", style="red" if view.failed else "")
    line.append(f"  ·  defeated {len(view.defeated)}/10")
    return Padding(line, (0, 0, 1, 0))


def _next_grade(view: MaquisView) -> str:
    above = [(least, grade) for least, grade in GRADES if least > view.points]
    if not above:
        return "a Major Victory if you end now"
    least, grade = above[-1]
    return f"{GRADE_NAMES[grade]} at {least}"


def missions(view: MaquisView, across: int) -> RenderableType:
    """The Available Missions side by side."""
    grid = Table.grid(expand=True)
    for _ in range(across):
        grid.add_column(ratio=1)
    panels = [mission(site, LETTERS[at], view) for at, site in enumerate(view.missions)]
    for start in range(0, len(panels), across):
        grid.add_row(*panels[start : start + across])
    return grid


def mission(site: MissionView, letter: str, view: MaquisView) -> Panel:
    card = MISSIONS[site.mission]
    chosen = site.mission == view.raid.mission
    body = Text()
    state = " — beaten" if site.beaten else " — chosen" if chosen else ""
    body.append(f"{card.name}{state}\n", style="bold")
    body.append(f"defense {site.defense}", style="bold green")
    body.append(f"  ·  {count(card.points, 'point')}\n")
    ignored = chosen and view.raid.ignored
    body.append(f"{card.when.upper()} ", style="yellow")
    body.append("ignored" if ignored else WORDS[card.effect], style="dim strike" if ignored else "dim")
    for slot, enemy in enumerate(site.garrison):
        body.append("\n")
        body.append_text(_enemy(enemy, f"{letter}{slot + 1}"))
    return Panel(body, title=f"[bold]{letter}[/]", title_align="left", border_style="green" if chosen else "blue")


def _enemy(enemy: EnemyView, key: str) -> Text:
    line = Text(f"{key} ", style="bold")
    if enemy.card is None:
        return line.append("░░ face down", style="dim")
    card = ENEMIES[enemy.card]
    line.append(f"{card.name} {enemy.defense}", style="cyan" if card.when == "defeat" else "red")
    if enemy.defense != card.defense:
        line.append(f" (was {card.defense})", style="dim")
    return line.append(f" {SHORT[card.effect]}", style="dim")


def play_area(view: MaquisView) -> RenderableType:
    line = Text()
    for persona in (HIDDEN, REVEALED):
        cards = [f"{name(card.card)} {card.attack}" for card in view.played if card.persona == persona]
        line.append(f"{persona} ", style="bold")
        line.append(f"{', '.join(cards) or '—'}   ")
    total = view.raid.strength if view.raid.strength is not None else view.attack
    left = "Attack Strength left" if view.raid.strength is not None else "attack so far"
    line.append(f"{left}: {total}", style="bold green")
    return Panel(line, title="in play", title_align="left", border_style="dim")


def hand(view: MaquisView) -> RenderableType:
    table = Table(box=None, padding=(0, 1), expand=True, show_header=True, header_style="dim")
    table.add_column("", width=2)
    table.add_column("your hand", ratio=2, no_wrap=True)
    table.add_column("hidden (h)", ratio=5)
    table.add_column("revealed (r): lost after the round", ratio=5)
    for at, card in enumerate(view.hand or ()):
        if card == SPY:
            table.add_row(str(at + 1), Text("Spy", style="magenta"), Text("cannot be played", style="dim"), "")
        else:
            sides = (_side(MAQUIS[card].hidden, view.phase), _side(MAQUIS[card].revealed, view.phase))
            table.add_row(Text(str(at + 1), style="bold"), name(card), *sides)
    return table


def _side(side: Side, phase: str) -> Text:
    text = Text(f"{side.attack} ", style="bold green")
    if side.action is None:
        return text
    usable = phase in side.when
    text.append("/".join(when.upper() for when in side.when) + " ", style="yellow" if usable else "dim")
    return text.append(WORDS[side.action], style="" if usable else "dim")


def piles(view: MaquisView) -> RenderableType:
    hidden, recruit = view.hidden_deck, view.recruit_deck
    line = Text(style="dim")
    line.append(f"Hidden deck {hidden.count}{_known(hidden.top)}, pile: {names(view.hidden_discard)}\n")
    line.append(f"Recruits {recruit.count}{_known(recruit.top)}  ·  Revealed pile: {names(view.revealed)}\n")
    line.append(f"Missions to come {view.mission_deck}  ·  Enemy deck {view.enemy_deck.count}")
    line.append(f"{_known(view.enemy_deck.top)}, pile {len(view.enemy_discard)}  ·  Spies in reserve ")
    line.append(f"{view.spy_reserve}" + (f"  ·  out of the game: {names(view.removed)}" if view.removed else ""))
    return Padding(line, (1, 0, 0, 0))


def _known(top: tuple[str, ...]) -> str:
    return f" (on top: {names(top)})" if top else ""


def choices(options: dict[str, Any], view: MaquisView) -> RenderableType:
    """The possible answers, one per line. Equal lines are merged, and cards and Missions to play share one line."""
    if any(isinstance(move, mv.Play) for move in options.values()):
        return _play_choices(options, view)
    table = Table(box=None, padding=(0, 1), show_header=False)
    for line, group in groupby(options.items(), key=lambda option: _choice(option[1], view)):
        table.add_row(Text(" ".join(key for key, _ in group), style="bold green"), line)
    return table


def _face_down(view: MaquisView, mission: str) -> list[int]:
    garrisons = [site.garrison for site in view.missions if site.mission == mission]
    return [slot for garrison in garrisons for slot, enemy in enumerate(garrison) if enemy.card is None]


def _play_choices(options: dict[str, Any], view: MaquisView) -> RenderableType:
    missions = [key for key, move in options.items() if isinstance(move, mv.Choose)]
    plays = [key for key, move in options.items() if isinstance(move, mv.Play)]
    line = Text()
    if plays:
        line.append("play a card: ").append(" ".join(plays), style="bold green")
    if missions:
        line.append("   choose a Mission: " if plays else "choose a Mission: ")
        line.append(" ".join(missions), style="bold green")
    return line


def _choice(move: Any, view: MaquisView) -> Text:
    if isinstance(move, mv.PickEnemy) and move.slot in _face_down(view, move.mission):
        return Text(f"a face-down Enemy at {name(move.mission)}")
    text = Text(say_move(move, view))
    if isinstance(move, mv.PickCard | mv.Keep):
        card = MAQUIS[move.card]
        text.append("  hidden ", style="dim").append_text(_side(card.hidden, view.phase))
        text.append("  revealed ", style="dim").append_text(_side(card.revealed, view.phase))
    if isinstance(move, mv.Sort):
        text = Text("top: " + names(move.top)) if move.top else Text("none goes back on top")
    return text
