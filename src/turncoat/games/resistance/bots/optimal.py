"""Perfect play of the plain game.

All good seats follow one plan, which fixes the team of the round, by the table's coin if there is one. Good leaders
name that team, and good seats approve nothing else. Evil fails missions by its own plan; it names teams and votes as a
good seat would, so that these reveal little. Where the plan does not apply (characters, plot cards, a team that is not
the plan's) the bot plays as `bayes`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from turncoat.bots.seeded_random import SeededRandom
from turncoat.core import Ask
from turncoat.games.resistance.belief.plain_plan import is_mapped, planned_team, track
from turncoat.games.resistance.bots.bayes import BayesBot
from turncoat.games.resistance.bots.simple import SimpleBot
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS, RulesView
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.view import View, You

_LARGE = 7
"""From so many players on evil hides as a good `simple`, below as a good `bayes` (docs/results/plain-game.md)."""


@cache
def is_plain(rules: RulesView) -> bool:
    """Whether this is the game that was solved."""
    roles = rulesets()[rules.ruleset].roles
    return is_mapped(rules) and rules.options.electorate == "all" and all(roles[name].plain for name in rules.roles)


class OptimalBot:
    """Attains the value of the plain game on either side when its whole side plays this bot."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._other = BayesBot(seed, straight=True)
        self._crowd = SimpleBot(seed)

    def answer(self, view: View, ask: Ask) -> Any:
        you = view.you
        if you is None or len(ask.moves) == 1 or not is_plain(view.rules):
            return self._other.answer(view, ask)
        if ask.kind == "mission":
            return self._card(view, you, ask)
        if you.side == "evil":
            return self._hidden(view, you, ask)
        team = planned_team(view)
        if team is None:
            return self._other.answer(view, ask)
        if ask.kind == "propose":
            return Propose(team=team)
        return Vote(approve=view.team == team or view.rejections == MAX_REJECTIONS - 1)

    def _hidden(self, view: View, you: You, ask: Ask) -> Any:
        """What a good seat might answer here. If evil voted by what it knows, its votes would give it away."""
        if view.rules.players < _LARGE:
            return self._other.answer(view, ask)
        innocent = msgspec.structs.replace(you, side="good", knows={})
        return self._crowd.answer(msgspec.structs.replace(view, you=innocent), ask)

    def _card(self, view: View, you: You, ask: Ask) -> PlayCard:
        """The lowest evil seats of the team answer for all of it, with just as many fails as are needed."""
        team, evil = view.team or (), {*you.knows, you.seat}
        aboard = sorted(evil & set(team))
        assert view.mission is not None
        needed = view.rules.fails_needed[view.mission - 1]
        if len(aboard) < needed or you.seat not in aboard[:needed]:
            return PlayCard(success=True)
        chance = track(view).team(team).fail_chance(sum(1 << seat for seat in evil))
        return PlayCard(success=SeededRandom.of(self._seed, view, ask).random() >= chance)
