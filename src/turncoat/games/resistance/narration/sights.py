"""Who sees whom: what each role learns before play, in words and data. It depends only on the set-up.

This module is the capability `turncoat.core.capabilities.SightTable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turncoat.core import Setup
from turncoat.core.capabilities import Sight
from turncoat.games.resistance.narration.phrases import in_language, listed
from turncoat.games.resistance.rules.game_rules import Rules
from turncoat.games.resistance.rules.setup import compile_setup


def sights(setup: Setup, language: str = "en") -> tuple[Sight, ...]:
    """One entry for each thing that some roles learn. Raises Refused."""
    return sights_of(compile_setup(setup), language)


def sights_of(rules: Rules, language: str = "en") -> tuple[Sight, ...]:
    """The same for the rules of a game."""
    return tuple(_Rows(rules, language).rows())


class _Rows:
    def __init__(self, rules: Rules, language: str) -> None:
        self._rules = rules
        self._phrases = in_language("sights", language)
        self._words = rules.ruleset.words[language]
        self._evil = rules.in_play(role for role, side in rules.sides.items() if side == "evil")

    def rows(self) -> Iterator[Sight]:
        """First the evil side, whose members may know each other, then each role that sees others."""
        sights = [sight for sight in self._rules.sights if self._rules.in_play(sight.viewers)]
        mutual = [sight for sight in sights if set(sight.viewers) == set(sight.sees)]
        viewers = list(dict.fromkeys(sight.viewers[0] for sight in sights if sight not in mutual))
        yield self._among_evil(self._rules.in_play(mutual[0].viewers) if mutual else (), alone=not viewers)
        for viewer in viewers:
            seen = [sight for sight in sights if sight.viewers[0] == viewer and sight not in mutual]
            shown = self._rules.in_play(role for sight in seen for role in sight.sees)
            yield self._looks(viewer, shown, seen[0].known_as)

    def _among_evil(self, known: tuple[str, ...], *, alone: bool) -> Sight:
        left_out = [role for role in self._evil if role not in known] if known else []
        text = self._words["evil_know" if known else "evil_blind"]
        text += self._unless("but", left_out) + (self._phrases["alone"] if alone and known else "") + "."
        return Sight(viewers=known or self._evil, sees=known, known_as="evil", text=text)

    def _looks(self, viewer: str, shown: tuple[str, ...], known_as: str) -> Sight:
        unseen = [role for role in self._evil if role not in shown] if known_as == "evil" else []
        doubtful = known_as != "evil" and len(shown) > 1
        text = self._phrases["tells_apart" if doubtful else "sees" if shown else "sees_nobody"].format(
            viewer=self._words[viewer], shown=self._names(shown), **{"not": self._unless("not", unseen)}
        )
        return Sight(viewers=(viewer,), sees=shown, known_as=known_as, text=text)

    def _unless(self, phrase: str, roles: list[str]) -> str:
        return str(self._phrases[phrase]).format(names=self._names(roles, "or")) if roles else ""

    def _names(self, roles: Iterable[str], joined_by: str = "and") -> str:
        return listed(map(self._seen, roles), self._phrases[joined_by])

    def _seen(self, role: str) -> str:
        """A role as the object of a sentence: with its article, and in the plural if several have it."""
        forms = self._phrases["seen"]
        one, several = forms.get(role, (forms["others"], ""))
        return str(several if self._rules.roles.count(role) > 1 else one).format(name=self._words[role])
