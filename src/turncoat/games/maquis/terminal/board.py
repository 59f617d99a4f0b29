"""Draws a view of RESIST! on a terminal. Nothing is said by colour alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from turncoat.core.in_words import counted
from turncoat.games.maquis import MaquisView
from turncoat.games.maquis.rules import moves as mv
from turncoat.games.maquis.rules.cards import ENEMIES, HIDDEN, MAQUIS, MISSIONS, REVEALED, SPY, WORDS, Side
from turncoat.games.maquis.rules.rounds import CIVILIANS_TO_LOSE, FAILURES_TO_LOSE, GRADES, grade_of
from turncoat.games.maquis.rules.view import DeckView, EnemyView, MissionView
from turncoat.games.maquis.terminal.flow import Flow
from turncoat.games.maquis.words import GRADES as GRADE_NAMES
from turncoat.games.maquis.words import SHORT, enemy_name, name, names, say_move

LETTERS = "abcdefghij"
WIDE = 110
"""From this width on, four Missions fit side by side."""


class HandNumbers:
    """The numbers of the cards in hand. A card keeps its number for the whole round, whatever is played before it."""

    def __init__(self) -> None:
        self._round = -1
        self._cards: list[str] = []

    def of(self, view: MaquisView) -> tuple[str | None, ...]:
        """The cards by number, from 1. None is a card that has been played."""
        if view.round != self._round:
            self._round, self._cards = view.round, []
        new = list(view.hand or ())
        places: list[str | None] = []
        for card in self._cards:
            places.append(card if card in new else None)
            if card in new:
                new.remove(card)
        self._cards += new
        return (*places, *new)


Numbered = Sequence[str | None]


def keys(moves: Sequence[Any], view: MaquisView, numbered: Numbered | None = None) -> dict[str, Any]:
    """What to type for each move: `a` for a Mission, `go a` to attack it, `2h` and `2r` for the personas of card 2.

    A card of the hand that is asked for has its number there, too.
    """
    letters = {site.mission: LETTERS[at] for at, site in enumerate(view.missions)}
    cards = view.hand or () if numbered is None else numbered
    hand = {card: str(at + 1) for at, card in enumerate(cards) if card is not None}
    if is_in_hand(moves, view):
        return {
            hand[move.card] if isinstance(move, mv.PickCard) else _key(move, at, letters, hand): move
            for at, move in enumerate(moves)
        }
    return {_key(move, at, letters, hand): move for at, move in enumerate(moves)}


def is_in_hand(moves: Iterable[Any], view: MaquisView) -> bool:
    """Whether these moves choose among cards of the hand, which the board shows."""
    cards = [move.card for move in moves if isinstance(move, mv.PickCard)]
    return bool(cards) and all(card in (view.hand or ()) for card in cards)


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
        case mv.Choose(mission):
            return f"go {letters[mission]}"
        case mv.PickMission(mission):
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


def board(view: MaquisView, width: int, numbered: Numbered | None = None) -> RenderableType:
    """Everything that the player sees."""
    parts: list[RenderableType] = [Padding(status(view), (0, 0, 1, 0))]
    if view.missions:
        parts.append(missions(view, 4 if width >= WIDE else 2))
    if view.played:
        parts.append(play_area(view))
    if view.hand:
        parts.append(hand(view, view.hand if numbered is None else numbered))
    parts.append(Padding(piles(view), (1, 0, 0, 0)))
    return Group(*parts)


def status(view: MaquisView) -> Text:
    """One line: phase, round, points, and what has been lost."""
    line = Text()
    line.append(f" {view.phase.upper()} ", style="reverse bold")
    line.append(f"  round {view.round}" if view.round else "")
    points = view.points if view.outcome is None else view.outcome.points
    line.append(f"  ·  {counted(points, 'point')}", style="bold")
    line.append(f" ({_standing(view)})")
    lost = sum(view.graveyard)
    line.append(f"  ·  civilians {lost}/{CIVILIANS_TO_LOSE}", style="red" if lost >= 3 else "")
    line.append(f"  ·  failed {len(view.failed)}/{FAILURES_TO_LOSE}", style="red" if view.failed else "")
    line.append(f"  ·  defeated {len(view.defeated)}/10")
    return line


def _standing(view: MaquisView) -> str:
    """What the points are worth if the resistance ends now, and the next grade. After the end, the grade."""
    if view.outcome is not None:
        return GRADE_NAMES[view.outcome.grade]
    now = grade_of(len(view.defeated), view.points, view.options.zero_points)
    above = [(least, grade) for least, grade in GRADES if least > view.points and grade != now]
    return ", ".join([GRADE_NAMES[now], *(f"{GRADE_NAMES[grade]} at {least}" for least, grade in above[-1:])])


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
    """A Mission with its garrison."""
    card = MISSIONS[site.mission]
    chosen = site.mission == view.raid.mission
    body = Text()
    state = " — beaten" if site.beaten else " — chosen" if chosen else ""
    body.append(f"{card.name}{state}\n", style="bold")
    body.append(f"defense {site.defense}", style="bold green")
    body.append(f"  ·  {counted(card.points, 'point')}\n")
    ignored = chosen and view.raid.ignored
    body.append(f"{card.when.upper()} ", style="yellow")
    body.append("ignored" if ignored else WORDS[card.effect], style="dim strike" if ignored else "dim")
    for slot, enemy in enumerate(site.garrison):
        body.append("\n")
        body.append_text(_enemy(enemy, f"{letter}{slot + 1}"))
    title = f"[bold]{letter}[/] · era {'I' * card.era}"
    return Panel(body, title=title, title_align="left", border_style="green" if chosen else "blue")


def _enemy(enemy: EnemyView, key: str) -> Text:
    line = Text(f"{key} ", style="bold")
    if enemy.card is None:
        return line.append(f"░░ {enemy_name(enemy) or 'face down'}", style="dim")
    card = ENEMIES[enemy.card]
    line.append(f"{card.name} {enemy.defense}", style="cyan" if card.when == "defeat" else "red")
    if enemy.defense != card.defense:
        line.append(f" (was {card.defense})", style="dim")
    return line.append(f" {SHORT[card.effect]}", style="dim")


def play_area(view: MaquisView) -> RenderableType:
    """The Maquis in play, in a frame."""
    return Panel(in_play(view), title="in play", title_align="left", border_style="dim")


def in_play(view: MaquisView) -> Text:
    """The Maquis in play by persona, and what they add up to."""
    line = Text()
    for persona in (HIDDEN, REVEALED):
        cards = [f"{name(card.card)} {card.attack}" for card in view.played if card.persona == persona]
        line.append(f"{persona} ", style="bold")
        line.append(f"{', '.join(cards) or '—'}   ")
    total = view.raid.strength if view.raid.strength is not None else view.attack
    left = "Attack Strength left" if view.raid.strength is not None else "attack so far"
    return line.append(f"{left}: {total}", style="bold green")


def hand(view: MaquisView, numbered: Numbered) -> RenderableType:
    """The player's hand, numbered, with both personas of each card."""
    table = Table(box=None, padding=(0, 1), expand=True, show_header=True, header_style="dim")
    table.add_column("", width=2)
    table.add_column("your hand", ratio=2, no_wrap=True)
    table.add_column("hidden (h)", ratio=5)
    table.add_column("revealed (r): lost after the round", ratio=5)
    for at, card in enumerate(numbered):
        if card is None:
            continue
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


def piles(view: MaquisView) -> Text:
    """Every pile in a few words. The command `piles` lists their cards."""
    hidden, recruit = view.hidden_deck, view.recruit_deck
    line = Text(style="dim")
    line.append(f"Hidden deck {hidden.count}{_known(hidden.top)}, pile: {names(view.hidden_discard)}\n")
    line.append(f"Recruits {recruit.count}{_known(recruit.top)}  ·  Revealed pile: {names(view.revealed)}\n")
    line.append(f"Missions to come {view.mission_deck}  ·  Enemy deck {view.enemy_deck.count}")
    line.append(f"{_known(view.enemy_deck.top)}, pile {len(view.enemy_discard)}  ·  Spies in reserve ")
    return line.append(f"{view.spy_reserve}" + (f"  ·  out of the game: {names(view.removed)}" if view.removed else ""))


def pile_list(view: MaquisView) -> RenderableType:
    """The cards of every open pile, and what is known of the decks."""
    graveyard = " + ".join(map(str, view.graveyard))
    rows = {
        "Enemy pile": tallied(view.enemy_discard),
        "Graveyard": f"{graveyard} = {counted(sum(view.graveyard), 'civilian')}" if graveyard else "nothing",
        "Civilian deck": counted(view.civilian_deck, "card"),
        "Hidden pile": tallied(view.hidden_discard),
        "Revealed pile": tallied(view.revealed),
        "out of the game": tallied(view.removed),
        "defeated": tallied(view.defeated),
        "failed": tallied(view.failed),
        **{f"on top of the {deck} deck": tallied(pile.top) for deck, pile in _looked_at(view).items() if pile.top},
    }
    table = Table(box=None, padding=(0, 1), show_header=False)
    for pile, cards in rows.items():
        table.add_row(Text(pile, style="bold"), Text(cards))
    return table


def _looked_at(view: MaquisView) -> dict[str, DeckView]:
    return {"Hidden": view.hidden_deck, "Recruit": view.recruit_deck, "Enemy": view.enemy_deck}


def tallied(cards: Sequence[str]) -> str:
    """Cards with equal ones counted: `Guard 1, Spy ×3`."""
    found = Counter(map(name, cards))
    return ", ".join(card if number == 1 else f"{card} ×{number}" for card, number in found.items()) or "nothing"


def _known(top: tuple[str, ...]) -> str:
    return f" (on top: {names(top)})" if top else ""


def choices(options: dict[str, Any], view: MaquisView, kind: str = "") -> RenderableType:
    """The possible answers, one per line. Equal lines are merged, and cards and Missions to play share one line."""
    if any(isinstance(move, mv.Play | mv.Choose) for move in options.values()):
        return play_choices(options)
    table = Table(box=None, padding=(0, 1), show_header=False)
    for keyed, words in merged(options, view, kind):
        line = Text(words)
        move = options[keyed.split(" ")[0]]
        if isinstance(move, mv.PickCard | mv.Keep):
            card = MAQUIS[move.card]
            line.append("  hidden ", style="dim").append_text(_side(card.hidden, view.phase))
            if kind != "copy":
                line.append("  revealed ", style="dim").append_text(_side(card.revealed, view.phase))
        table.add_row(Text(keyed, style="bold green"), line)
    return table


def merged(options: dict[str, Any], view: MaquisView, kind: str) -> list[tuple[str, str]]:
    """The keys and the words of every answer. Answers with the same words share a line."""
    grouped = groupby(options.items(), key=lambda option: choice_words(option[1], view, kind))
    return [(" ".join(key for key, _ in group), words) for words, group in grouped]


def _enemy_of(view: MaquisView, move: mv.PickEnemy) -> EnemyView:
    return next(site.garrison[move.slot] for site in view.missions if site.mission == move.mission)


def play_choices(options: dict[str, Any]) -> Flow:
    """Cards to play and Missions to attack."""
    missions = [key for key, move in options.items() if isinstance(move, mv.Choose)]
    plays = [key for key, move in options.items() if isinstance(move, mv.Play)]
    offered = {"play a card: ": " ".join(plays), "attack a Mission: ": ", ".join(missions)}
    return Flow([Text(words).append(typed, style="bold green") for words, typed in offered.items() if typed])


def choice_words(move: Any, view: MaquisView, kind: str) -> str:
    """What an answer does, with what it costs where it costs something."""
    if isinstance(move, mv.PickEnemy) and not enemy_name(_enemy_of(view, move)):
        return f"a face-down Enemy at {name(move.mission)}"
    if kind == "defeat" and isinstance(move, mv.PickEnemy):
        enemy = _enemy_of(view, move)
        return f"{ENEMIES[enemy.card or ''].name} for {enemy.defense}"
    if kind == "defeat" and isinstance(move, mv.PickMission):
        cost = next(site.defense for site in view.missions if site.mission == move.mission)
        return f"the Mission, {name(move.mission)}, for {cost}"
    if isinstance(move, mv.Sort):
        return "top: " + names(move.top) if move.top else "none goes back on top"
    return say_move(move, view)
