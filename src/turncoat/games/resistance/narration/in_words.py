"""A view of the family in words. This module is the capability `turncoat.core.capabilities.InWords`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from turncoat.core import Ask
from turncoat.core.in_words import counted
from turncoat.games.resistance.claims import AnyClaim
from turncoat.games.resistance.claims import words as claim_words
from turncoat.games.resistance.narration.phrases import capital
from turncoat.games.resistance.narration.questions import answer as say_answer
from turncoat.games.resistance.narration.questions import question as say_question
from turncoat.games.resistance.narration.rules_in_brief import rules_in_brief
from turncoat.games.resistance.narration.sights import sights_of
from turncoat.games.resistance.narration.vocabulary import CARDS, Vocabulary, card_name
from turncoat.games.resistance.rules.game_rules import RulesView
from turncoat.games.resistance.rules.moves import Move
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.setup import rules_of
from turncoat.games.resistance.rules.view import MissionView, PlotView, ProposalView, View

_MOST_SEATS = 32
_NAMES = tuple(f"seat {seat}" for seat in range(_MOST_SEATS))


def rules(view: View) -> list[str]:
    """The rules of this set-up. Everybody may know them before the deal."""
    words = _words(view)
    in_play = words.roles(view.rules.roles)
    seats = f"{view.rules.players} players, seats 0 to {view.rules.players - 1}"
    return [
        f"{words.title}: {seats}. In play: {in_play}.",
        *rules_in_brief(words, view),
        *_missions_to_play(view.rules, words),
        *_who_sees_whom(view.rules),
        *_options(view.rules),
    ]


def _missions_to_play(rules: RulesView, words: Vocabulary) -> list[str]:
    rows = zip(rules.team_sizes, rules.fails_needed, rules.approvals_needed, rules.voters, strict=True)
    return [
        f"{capital(words.mission)} {number}: team of {size}; fails with {counted(fails, 'Fail')}; "
        f"{approvals} of {counted(voters, 'vote')} must approve."
        for number, (size, fails, approvals, voters) in enumerate(rows, 1)
    ]


@lru_cache(maxsize=256)  # the same in every view of a game
def _who_sees_whom(rules: RulesView) -> tuple[str, ...]:
    return tuple(sight.text for sight in sights_of(rules_of(rules)))


def _options(rules: RulesView) -> list[str]:
    """The options that differ from the ruleset's defaults."""
    defaults = rulesets()[rules.ruleset].options
    played = msgspec.json.decode(msgspec.json.encode(rules.options))  # with lists, as the data file has them
    chosen = [f"{name} = {played[name]}" for name, default in defaults.items() if played[name] != default]
    return [f"Options: {'; '.join(chosen)}."] if chosen else []


def history(view: View) -> list[str]:
    """A line for each proposed team with its votes, and for each finished mission."""
    words = _words(view)
    lines = []
    if view.proposals:
        lines.append(f"{words.mission} | leader | team | approve | reject | result")
        lines += [_proposal(proposal) for proposal in view.proposals]
    for number, mission in enumerate(view.missions, 1):
        if mission is not None:
            lines.append(_mission(number, mission, words))
    return lines


def _proposal(one: ProposalView) -> str:
    approve = _numbers(seat for seat, vote in enumerate(one.votes) if vote is True)
    reject = _numbers(seat for seat, vote in enumerate(one.votes) if vote is False)
    results = {True: "approved", False: "rejected", None: "open"}
    count = "" if one.approvals is None else f" {one.approvals} to {one.rejections}"
    result = f"{results[one.approved]}{count}{', then sent home' if one.nullified else ''}"
    return f"{one.mission} | {one.leader} | {_numbers(one.team)} | {approve} | {reject} | {result}"


def _mission(number: int, one: MissionView, words: Vocabulary) -> str:
    verb = "succeeded" if one.success else "failed"
    fails = "forfeited" if one.fails is None else counted(one.fails, "Fail")
    team = "" if one.team is None else f"; team {_numbers(one.team)}"
    lit = "".join(f"; in the Spotlight {_NAMES[s]} played {card_name(c)}" for s, c in (one.spotlight or {}).items())
    cards = "; ".join(f"{_NAMES[seat]} played {card_name(card)}" for seat, card in (one.cards or {}).items())
    return f"{capital(words.mission)} {number} {verb}: {fails}{team}{lit}{'; ' + cards if cards else ''}."


def situation(view: View) -> list[str]:
    """What everybody sees now."""
    words = _words(view)
    good, evil = capital(words.side("good")), words.side("evil")
    lines = [
        f"Phase: {view.phase}. {good} {view.score.good}, {evil} {view.score.evil}.",
        f"Rejected teams in this round: {view.rejections} of {view.rules.votes_per_round}.",
    ]
    facts = {
        "Leader": view.leader,
        capital(words.mission): view.mission,
        "Team": view.team if view.team is None else _numbers(view.team),
        "Waiting for seats": _numbers(view.waiting) if view.waiting else None,
        "The Lady is with": view.lady,
        "The Lady has been with": _numbers(view.ladies) if view.ladies else None,
        "In the Spotlight": view.spotlight,
        "Face up in the Spotlight": None if view.face_up is None else card_name(view.face_up),
        "The die shows": view.die,
        "The table coin shows": view.coin,
    }
    lines += [f"{name}: {value}." for name, value in facts.items() if value is not None]
    lines += _plot(view.plot) if view.plot is not None else []
    if view.outcome is not None and view.outcome.winner is not None:
        lines.append(f"{words.win(view.outcome.winner)}: {words.reason(view.outcome.reason)}.")
    if view.roles is not None:
        lines += [f"{capital(_NAMES[seat])} was {words.a_role(role)}." for seat, role in enumerate(view.roles)]
    return lines


def _plot(plot: PlotView) -> list[str]:
    def cards(hand: Iterable[str]) -> str:
        return ", ".join(CARDS[card] for card in hand) or "none"

    held = [f"{capital(_NAMES[seat])} holds {cards(hand)}." for seat, hand in sorted(plot.held.items())]
    drawn = [f"The leader has to hand out {cards(plot.drawn)}."] if plot.drawn else []
    return [*held, *drawn, f"Used plot cards: {cards(plot.discarded)}. In the deck: {plot.deck}."]


def knowledge(view: View) -> list[str]:
    """What only this seat knows."""
    you = view.you
    if you is None:
        return []
    words = _words(view)
    lines = [f"You are seat {you.seat}.", words.identity(you), *words.all_known(you), words.advice(you)]
    lines += [f"In {words.mission} {number} you played {card_name(card)}." for number, card in you.played.items()]
    if you.ballot is not None:
        lines.append(f"You have voted: {'approve' if you.ballot else 'reject'}.")
    if you.card is not None:
        lines.append(f"You have played {card_name(you.card)}.")
    return lines


def question(view: View, ask: Ask) -> str:
    """What the seat is asked, and what is at stake."""
    return say_question(ask, view, _words(view))


def answer(view: View, move: Move) -> str:
    """A legal answer in a few words, without a full stop."""
    return say_answer(move, _words(view))


def claim(claim: AnyClaim) -> str:
    """A claim as its speaker would say it."""
    return claim_words(claim, _NAMES)


def _words(view: View) -> Vocabulary:
    return Vocabulary(view.rules, _NAMES, None if view.you is None else view.you.seat)


def _numbers(seats: Iterable[int]) -> str:
    return " ".join(map(str, seats)) or "-"
