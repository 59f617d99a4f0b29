"""The spoken reveal: the first leader reads it out, so that everybody learns what the rules let them know.

The lines are in rules.md, "The spoken reveal".

It depends only on the set-up, which is public, and never on who was dealt what: the evil side is called even if it has
only one player who opens their eyes. This module is the capability `turncoat.core.capabilities.Narration`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from turncoat.core import Setup
from turncoat.core.capabilities import Line
from turncoat.games.resistance.narration.phrases import in_language, listed, phrases
from turncoat.games.resistance.rules.game_rules import Rules
from turncoat.games.resistance.rules.ruleset import Sight
from turncoat.games.resistance.rules.setup import compile_setup

languages = ("en", "es", "fr")


def script(setup: Setup, language: str = "en") -> tuple[Line, ...]:
    """The lines for a set-up; empty if nobody learns anything. Raises Refused."""
    in_language("reveal", language)
    return narrate(compile_setup(setup), language)


def narrate(rules: Rules, language: str) -> tuple[Line, ...]:
    """The lines of the reveal for these rules."""
    seen = [sight for sight in rules.sights if rules.in_play(sight.viewers)]
    return tuple(_Speaker(rules, language).lines(seen)) if seen else ()


class _Speaker:
    def __init__(self, rules: Rules, language: str) -> None:
        self._rules = rules
        self._words = rules.ruleset.words[language]
        self._texts = in_language("reveal", language)
        self._thumbs = False

    def lines(self, sights: list[Sight]) -> Iterator[Line]:
        """Everybody closes their eyes. Those who know each other look, and then each role that knows others."""
        mutual = [sight for sight in sights if set(sight.viewers) == set(sight.sees)]
        viewers = list(dict.fromkeys(sight.viewers[0] for sight in sights if sight not in mutual))
        self._thumbs = bool(viewers)
        yield self._say("A", fist="fist_A")
        for sight in mutual:
            yield self._say("B", but=self._left_out(sight.viewers))
            yield self._say("C")
            yield self._say("D", fist="fist_D")
        for viewer in viewers:
            yield from self._thumbs_up(viewer, [sight for sight in sights if sight.viewers[0] == viewer])
        yield self._say("Z")

    def _thumbs_up(self, viewer: str, sights: list[Sight]) -> Iterator[Line]:
        shown = self._rules.in_play(role for sight in sights for role in sight.sees)
        if all(sight.known_as == "evil" for sight in sights):
            ids, but = "EFGH", self._left_out(shown)
        else:
            ids, but = "IJKL", []
        for line in ids:
            yield self._say(line, viewer=viewer, shown=shown, but=but)
        yield self._say("D", fist="fist_D")

    def _left_out(self, included: Collection[str]) -> list[str]:
        """The evil roles in play that have to be excepted when the evil side is called."""
        evil = [role for role, side in self._rules.sides.items() if side == "evil" and role not in included]
        return list(self._rules.in_play(evil))

    def _say(
        self, line: str, *, viewer: str = "", shown: Iterable[str] = (), but: Iterable[str] = (), fist: str = ""
    ) -> Line:
        many = "many" if len(list(shown)) > 1 else "one"
        template = self._texts.get(line) or self._texts[f"{line}_{many}"]
        text = template.format(
            evil=self._words["evil_call"],
            viewer=self._words.get(viewer, ""),
            shown=self._names(shown),
            but=self._texts["but"].format(names=self._names(but)) if but else "",
            fist=self._texts[fist] if fist and self._thumbs else "",
        )
        pauses = phrases("reveal")["pauses"]
        return Line(line, text, pauses.get(line, pauses["other"]))

    def _names(self, roles: Iterable[str]) -> str:
        return listed((self._words[role] for role in roles), self._texts["and"])
