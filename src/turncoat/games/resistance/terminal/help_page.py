"""The page that `?` shows."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from turncoat.games.resistance.narration.stakes import last_rejection
from turncoat.games.resistance.rules.view import View
from turncoat.games.resistance.terminal.board import Board
from turncoat.games.resistance.terminal.vocabulary import CARD_HELP, CARDS, NUMBERS, Vocabulary


def help_page(board: Board, view: View) -> RenderableType:
    """The keys, the signs, and the rules of this game in a few lines."""
    lines = [*_KEYS, "", *_rules(board.words, view)]
    return Group(Padding(Text("\n".join(lines)), 1), board.key())


_KEYS = (
    "Type one of the answers offered, then Enter. Numbers, names and the beginnings of words all work.",
    "h shows every vote so far, r your role and what you know, q saves the game and leaves.",
)


def _is_hunted(view: View) -> bool:
    """Whether somebody may name Merlin at the end."""
    roles, options = view.rules.roles, view.rules.options
    named = "assassin" in roles or options.assassin_duty or options.assassin_fallback == "collective"
    return "merlin" in roles and named


def _rules(words: Vocabulary, view: View) -> list[str]:
    mission, options = words.mission, view.rules.options
    lines = [
        f"The leader proposes a team, and there is a vote. A majority sends it on the {mission}; a tie does not.",
        f"On a {mission}, each member plays Success or Fail; {words.side('good')} must play Success.",
        f"{words.win('good')} with three successful {mission}s. {words.win('evil')} with three failed ones.",
        f"If {NUMBERS[view.rules.votes_per_round]} teams in a row are rejected, {last_rejection(view)}.",
    ]
    notes = {
        options.electorate == "non_team": "Only players who are not on the team vote.",
        options.electorate == "all_but_leader": "The leader does not vote.",
        options.targeting: f"The leader also chooses the {mission}; the fifth needs two successes first.",
        options.blind_spies: f"Nobody {words.is_side('evil')} knows the others.",
        options.lady: f"After {mission}s 2, 3 and 4 the holder of the Lady learns one player's loyalty.",
        _is_hunted(view): "If good succeeds three times, evil may still win by naming Merlin.",
    }
    lines += [text for holds, text in notes.items() if holds is True]
    if view.plot is not None:
        held = sorted({card for hand in view.plot.held.values() for card in hand} | set(view.plot.drawn))
        lines += [f"{CARDS[card]}: {CARD_HELP[card]}." for card in held]
    return lines
