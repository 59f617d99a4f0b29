"""The content of a sheet: the cards, numbers and sentences for one set-up. `layout` draws it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from turncoat.core import Refused, Setup
from turncoat.core.capabilities import Line
from turncoat.games.resistance.narration.phrases import capital
from turncoat.games.resistance.narration.reveal import script
from turncoat.games.resistance.rules.game_rules import Rules
from turncoat.games.resistance.rules.ruleset import charts
from turncoat.games.resistance.rules.setup import compile_setup

Card = tuple[str, str]
"""Rank and suit. The suit is "spade", "club", "heart" or "diamond"."""

BLACK = ("spade", "club")
RED = ("heart", "diamond")


class Pile(msgspec.Struct, frozen=True):
    """Cards with the same meaning."""

    cards: tuple[Card, ...]
    meaning: str


class DeckRow(msgspec.Struct, frozen=True):
    """One use of the deck: the cards for each answer, and how to handle them."""

    title: str
    note: str
    piles: tuple[Pile, ...]


class Mission(msgspec.Struct, frozen=True):
    """A mission on the score sheet."""

    title: str
    size: int
    needed: str
    two_fails: bool


class ChartRow(msgspec.Struct, frozen=True):
    """One line of the chart for all numbers of players."""

    players: int
    good: int
    evil: int
    teams: tuple[str, ...]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on one page."""

    title: str
    players: int
    subtitle: str
    deck: tuple[DeckRow, ...]
    leader: str
    steps: tuple[tuple[str, str], ...]
    talk: str
    reveal: tuple[str, ...]
    reveal_note: str
    missions: tuple[Mission, ...]
    rejections: int
    chart: tuple[ChartRow, ...]
    chart_note: str
    words: dict[str, Any]
    foot: str


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    data = (files(__package__) / "words.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, dict[str, Any]])


def describe(setup: Setup, language: str) -> Sheet:
    """The sheet for a set-up. Raises Refused if the game cannot be played with an ordinary deck."""
    lines = script(setup, language)
    rules = compile_setup(setup)
    _check(rules)
    return _Writer(rules, language).sheet(lines)


def _check(rules: Rules) -> None:
    if not all(rules.ruleset.roles[role].plain for role in rules.roles):
        raise Refused("BAD_REQUEST", f"{rules.ruleset.id} has characters; the sheet is for games of two plain roles.")
    if rules.options.plot:
        raise Refused("OPTION_CONFLICT", "An ordinary deck has no plot cards.")


class _Writer:
    def __init__(self, rules: Rules, language: str) -> None:
        self._rules = rules
        self._options = rules.options
        self._words = _catalogue()[language]
        self._names = rules.ruleset.words[language]
        swapped = rules.options.card_colours == "prose"
        self._yes_suits, self._no_suits = (RED, BLACK) if swapped else (BLACK, RED)
        yes, no = ("red", "black") if swapped else ("black", "red")
        self._fill = {
            "yes": self._words[yes],
            "no": self._words[no],
            "good": self._names["good"],
            "evil": self._names["evil"],
        }

    def sheet(self, reveal: tuple[Line, ...]) -> Sheet:
        good, evil = charts().sides[self._rules.players]
        return Sheet(
            title=self._names["title"],
            players=self._rules.players,
            subtitle=self._text("subtitle", n=good, m=evil),
            deck=(self._roles(good, evil), self._mission_cards(), self._ballots()),
            leader=self._leader(),
            steps=(self._team(), self._vote(), self._rejected(), self._mission(), self._score()),
            talk=self._text("talk"),
            reveal=tuple(line.text for line in reveal),
            reveal_note=self._pauses([line.pause for line in reveal[:-1]]),
            missions=tuple(self._mission_box(number) for number in range(1, 6)),
            rejections=self._rules.votes_per_round,
            chart=tuple(self._chart_row(players) for players in charts().sides),
            chart_note=self._text("chart_note") if self._options.two_fail_mission4 else "",
            words=self._words,
            foot=self._foot(),
        )

    def _pauses(self, seconds: list[int]) -> str:
        """How long to wait after the lines of the reveal, or that there are none."""
        return self._text("reveal_note", n=min(seconds), m=max(seconds)) if seconds else self._text("reveal_none")

    def _text(self, *keys: str, **more: object) -> str:
        """These sentences, filled in. Each gets a capital letter, because it may begin with a side or a colour."""
        fill = {**self._fill, **more}
        text = " ".join(self._words[key].format(**fill) for key in keys if key)
        return ". ".join(map(capital, text.split(". ")))

    def _piles(self, yes: tuple[Card, ...], no: tuple[Card, ...], meanings: tuple[str, str]) -> tuple[Pile, ...]:
        return Pile(yes, meanings[0]), Pile(no, meanings[1])

    def _roles(self, good: int, evil: int) -> DeckRow:
        plain = self._rules.ruleset.plain
        meanings = (self._names[plain("good")], self._names[plain("evil")])
        ranks = ("K", "Q", "J")
        piles = self._piles(_take(self._yes_suits, ranks, good), _take(self._no_suits, ranks, evil), meanings)
        note = "roles_note_returned" if self._options.roles_returned else "roles_note"
        return DeckRow(self._text("roles"), self._text(note), piles)

    def _mission_cards(self) -> DeckRow:
        most = max(self._rules.team_sizes)
        ranks = ("10", "9", "8", "7", "6")
        meanings = (self._words["success"], self._words["fail"])
        piles = self._piles(_take(self._yes_suits, ranks, most), _take(self._no_suits, ranks, most), meanings)
        return DeckRow(self._text("missions"), self._text("missions_note"), piles)

    def _ballots(self) -> DeckRow:
        if self._options.vote_style == "open":
            return DeckRow(self._text("ballots"), self._text("ballots_open"), ())
        most = max(self._rules.voter_counts)
        meanings = (self._words["approve"], self._words["reject"])
        piles = self._piles(_take_ballots(self._yes_suits, most), _take_ballots(self._no_suits, most), meanings)
        return DeckRow(self._text("ballots"), self._text("ballots_note"), piles)

    def _leader(self) -> str:
        taken = [card for pile in self._ballots().piles for card in pile.cards]
        ace = "leader_note" if ("A", "spade") in taken else "leader_ace"
        die = "die_note" if self._options.vote_track == "die" else ""
        return self._text(ace, f"first_{self._options.first_leader}", die)

    def _team(self) -> tuple[str, str]:
        early = self._options.mission_cards_dealt == "at_proposal"
        names = "team_targeting" if self._options.targeting else "team_text"
        return self._text("team"), self._text(names, "deal_cards" if early else "")

    def _vote(self) -> tuple[str, str]:
        named = "vote_cards" if self._options.ballots_named else "vote_unnamed"
        style = "vote_open" if self._options.vote_style == "open" else named
        return self._text("vote"), self._text(f"vote_{self._options.electorate}", style, "majority")

    def _rejected(self) -> tuple[str, str]:
        step = "rejected_die" if self._options.vote_track == "die" else "rejected_text"
        return self._text("rejected"), self._text(step, self._fifth())

    def _fifth(self) -> str:
        if self._options.fifth_proposal == "auto_approve":
            return "fifth_auto"
        if self._options.five_rejections == "evil_wins":
            return "fifth_evil_wins"
        return "fifth_point" if self._options.forfeit_uses_mission else "fifth_point_kept"

    def _mission(self) -> tuple[str, str]:
        early = self._options.mission_cards_dealt == "at_proposal"
        two = 2 in self._rules.fails_needed
        number = charts().two_fails.mission
        keys = ("" if early else "deal_cards", "mission_text", "two_fails" if two else "one_fail")
        return self._text("mission"), self._text(*keys, n=number)

    def _score(self) -> tuple[str, str]:
        return self._text("score"), self._text("score_text")

    def _mission_box(self, number: int) -> Mission:
        rules, at = self._rules, number - 1
        needed = self._text("needed", n=rules.approvals_needed[at], m=rules.voter_counts[at])
        return Mission(self._text("mission_n", n=number), rules.team_sizes[at], needed, rules.fails_needed[at] > 1)

    def _chart_row(self, players: int) -> ChartRow:
        rules = Rules(self._rules.ruleset, players, self._options, ())
        cells = zip(rules.team_sizes, rules.fails_needed, strict=True)
        teams = tuple(f"{size}*" if fails > 1 else str(size) for size, fails in cells)
        return ChartRow(players, *charts().sides[players], teams)

    def _foot(self) -> str:
        usual = self._rules.ruleset.options
        chosen = msgspec.to_builtins(self._options, builtin_types=())
        changed = [f"{name}={_value(chosen[name])}" for name in usual if _value(chosen[name]) != _value(usual[name])]
        return " · ".join([f"{self._rules.ruleset.id} v{self._rules.ruleset.version}", *changed])


def _value(value: Any) -> str:
    return msgspec.json.encode(value).decode().strip('"')


def _take(suits: tuple[str, str], ranks: tuple[str, ...], count: int) -> tuple[Card, ...]:
    return tuple((rank, suit) for suit in suits for rank in ranks)[:count]


def _take_ballots(suits: tuple[str, str], count: int) -> tuple[Card, ...]:
    """Ace to five. The first suit's ace comes last, so that the ace of spades marks the leader unless it is needed."""
    cards = [(rank, suit) for suit in suits for rank in ("A", "2", "3", "4", "5")]
    return tuple([*cards[1:], cards[0]][:count])
