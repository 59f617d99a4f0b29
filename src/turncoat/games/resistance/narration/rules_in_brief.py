"""The rules of one game in a few sentences, for help pages and views in words."""

from __future__ import annotations

from turncoat.games.resistance.narration.stakes import last_rejection
from turncoat.games.resistance.narration.vocabulary import CARD_HELP, CARDS, NUMBERS, Vocabulary
from turncoat.games.resistance.rules.setup import rules_of
from turncoat.games.resistance.rules.view import View


def rules_in_brief(words: Vocabulary, view: View) -> list[str]:
    """What everybody has to know to play this game."""
    mission, options = words.mission, view.rules.options
    lines = [
        f"The leader proposes a team, and there is a vote. A majority sends it on the {mission}; a tie does not.",
        f"On a {mission}, each member plays Success or Fail; {words.side('good')} must play Success.",
        f"{words.win('good')} with three successful {mission}s. {words.win('evil')} with three failed ones.",
        f"If {NUMBERS[view.rules.votes_per_round]} teams in a row are rejected, {last_rejection(view)}.",
    ]
    notes = [
        (options.electorate == "non_team", "Only players who are not on the team vote."),
        (options.electorate == "all_but_leader", "The leader does not vote."),
        (options.targeting, f"The leader also chooses the {mission}; the fifth needs two successes first."),
        (options.blind_spies, f"Nobody {words.is_side('evil')} knows the others."),
        (options.lady, f"After {mission}s 2, 3 and 4 the holder of the Lady learns one player's loyalty."),
        (rules_of(view.rules).has_assassination, "If good succeeds three times, evil may still win by naming Merlin."),
    ]
    lines += [text for holds, text in notes if holds]
    if view.plot is not None:
        held = sorted({card for hand in view.plot.held.values() for card in hand} | set(view.plot.drawn))
        lines += [f"{CARDS[card]}: {CARD_HELP[card]}." for card in held]
    return lines
