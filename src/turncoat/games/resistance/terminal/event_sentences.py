"""Each event as a sentence. Events that show nothing, such as a sealed ballot, have none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from turncoat.core import Event, visible
from turncoat.games.resistance.narration.phrases import capital
from turncoat.games.resistance.narration.vocabulary import CARDS, MEANS, NUMBERS, Vocabulary, card_name
from turncoat.games.resistance.rules import events
from turncoat.games.resistance.rules.view import You

Tell = Callable[[Vocabulary, Any], str]


class Remark(Event, frozen=True, kw_only=True, tag="remark"):
    """Somebody has said something. It is part of the story at the terminal, and of no record."""

    seat: int
    text: str


def sentences(happened: Iterable[Event], words: Vocabulary) -> list[str]:
    """Sentences for the events that the viewer may know of."""
    said = (sentence(event, words) for event in visible(happened, words.viewer))
    return [text for text in said if text]


def sentence(event: Event, words: Vocabulary) -> str:
    """One event as a sentence, or an empty text."""
    tell = _TELL.get(type(event))
    return tell(words, event) if tell is not None else ""


def is_turning_point(event: Event) -> bool:
    """Whether the game should pause so that people can look at this."""
    return isinstance(event, _TURNING_POINTS)


_TURNING_POINTS = (
    events.VoteResult,
    events.MissionResult,
    events.Forfeited,
    events.PlotUsed,
    events.LoyaltyShown,
    events.Assassination,
)


def _role(words: Vocabulary, event: events.YourRole) -> str:
    you = You(event.seat, event.role, event.side, dict(event.knows), (), event.assassin)
    return " ".join([words.identity(you), *words.all_known(you)])


def _leader(words: Vocabulary, event: events.NewLeader) -> str:
    where = "" if event.mission is None else f" {words.mission} {event.mission}"
    count = f"; {event.rejections} of 5 rejected" if event.rejections else ""
    return f"{words.does(event.seat, 'lead')}{where}{count}."


def _shown(words: Vocabulary, event: events.VotesShown) -> str:
    votes = sorted(event.votes.items())
    return "; ".join(f"{words.does(seat, 'show')} {'Approve' if yes else 'Reject'}" for seat, yes in votes) + "."


def _votes(words: Vocabulary, event: events.VoteResult) -> str:
    verdict = "approved" if event.approved else "rejected"
    return f"The team is {verdict}: {event.approvals} for, {event.rejections} against."


def _in_spotlight(words: Vocabulary, seat: int, success: bool) -> str:
    return f"In the Spotlight, {words.name(seat)} played {card_name(success)}."


def _mission(words: Vocabulary, event: events.MissionResult) -> str:
    lit = [_in_spotlight(words, seat, success) for seat, success in sorted(event.spotlight.items())]
    needed = words.rules.fails_needed[event.mission - 1]
    fails = f"{NUMBERS[event.fails]} fail{'' if event.fails == 1 else 's'}"
    if event.success and event.fails:
        fails = f"{fails}, {NUMBERS[needed]} were needed"
    verb = "succeeds" if event.success else "fails"
    return " ".join([f"{capital(words.mission)} {event.mission} {verb}: {fails}.", *lit])


def _used(words: Vocabulary, event: events.PlotUsed) -> str:
    on = "" if event.on is None else f" on {words.name(event.on)}"
    return f"{words.does(event.seat, 'use')} {CARDS[event.card]}{on}."


def _shot(words: Vocabulary, event: events.Shot) -> str:
    if event.seat is None or event.by is None:
        return "Nobody is named."
    return f"{words.does(event.by, 'name')} {words.name(event.seat)} as Merlin."


_TELL: dict[type[Event], Tell] = {
    events.Dealt: lambda w, e: f"The cards are dealt: {w.roles(e.roles)}.",
    events.YourRole: _role,
    events.NewLeader: _leader,
    events.CoinTossed: lambda w, e: f"The table coin shows {e.coin}.",
    events.Proposed: lambda w, e: f"{w.does(e.leader, 'propose')} {w.team(e.team)} for {w.mission} {e.mission}.",
    events.VotesShown: _shown,
    events.VoteResult: _votes,
    events.CardPlayed: lambda w, e: "" if e.success is None else _in_spotlight(w, e.seat, e.success),
    events.MissionResult: _mission,
    events.Forfeited: lambda w, e: f"Five teams were rejected: {w.evil_scores}.",
    events.PlotDrawn: lambda w, e: f"{w.does(e.leader, 'draw')} {', '.join(CARDS[card] for card in e.cards)}.",
    events.PlotGiven: lambda w, e: f"{CARDS[e.card]} goes from {w.name(e.by)} to {w.name(e.seat)}.",
    events.PlotDiscarded: lambda w, e: f"{CARDS[e.card]} finds no card to take and is discarded.",
    events.PlotUsed: _used,
    events.Passed: lambda w, e: f"{w.does(e.seat, 'pass')}.",
    events.LoyaltyShown: lambda w, e: f"{w.does(e.by, 'learn')} {w.whose(e.seat)} loyalty, by {MEANS[e.means]}.",
    events.LoyaltyLearnt: lambda w, e: f"Only you see it: {w.names[e.seat]} is {w.is_side(e.side)}.",
    events.CardSeen: lambda w, e: f"Only you see it: {w.names[e.seat]} played {card_name(e.success)}.",
    events.LadyMoved: lambda w, e: f"{w.does(e.seat, 'hold')} the Lady of the Lake.",
    events.Assassination: lambda w, e: (
        f"Three {w.mission}s have succeeded. {capital(w.side('evil'))} may still name Merlin."
    ),
    events.Shot: _shot,
    events.Over: lambda w, e: f"{w.win(e.winner)}: {w.reason(e.reason)}.",
    Remark: lambda w, e: f"{w.names[e.seat]}: “{e.text}”",
}
"""How each event is told, given the words of the game and the event."""
