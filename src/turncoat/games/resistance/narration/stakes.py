"""The stakes of a vote: the fifth rejection of a round loses the game, or gives evil a point (rules.md, "Options").

This module is the capability `turncoat.core.capabilities.Stakes`.
"""

from __future__ import annotations

from turncoat.core import Ask
from turncoat.core.capabilities import Stake
from turncoat.games.resistance.narration.phrases import in_language
from turncoat.games.resistance.rules.flow import NO_CONFIDENCE
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, WINS_NEEDED
from turncoat.games.resistance.rules.moves import Use
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.view import View


def stakes(view: View, ask: Ask, language: str = "en") -> tuple[Stake, ...]:
    """The stakes of an ask; empty unless this may be the fifth rejection."""
    if view.rejections != MAX_REJECTIONS - 1:
        return ()
    if ask.kind == "vote":
        return (_stake(view, "reject", "rejected", language),)
    if any(isinstance(move, Use) and move.card == NO_CONFIDENCE for move in ask.moves):
        return (_stake(view, NO_CONFIDENCE, "sent_home", language),)
    return ()


def _stake(view: View, answer: str, phrase: str, language: str) -> Stake:
    then = fifth_rejection(view, language)
    text = in_language("stakes", language)[phrase].format(then=then)
    return Stake(answer=answer, follows=_follows(view), text=text)


def fifth_rejection(view: View, language: str = "en") -> str:
    """What a fifth rejection would do in this round: "evil wins", "the spies score"."""
    return rulesets()[view.rules.ruleset].words[language][_follows(view)]


def last_rejection(view: View, language: str = "en") -> str:
    """What the last rejection that a vote can bring in a round does: see `fifth_rejection`, unless that needs none."""
    if view.rules.votes_per_round < MAX_REJECTIONS:
        return str(in_language("stakes", language)["unvoted"])
    return fifth_rejection(view, language)


def _follows(view: View) -> str:
    """A point that is evil's third ends the game too."""
    loses = view.rules.options.five_rejections == "evil_wins" or view.score.evil == WINS_NEEDED - 1
    return "evil_wins" if loses else "evil_scores"
