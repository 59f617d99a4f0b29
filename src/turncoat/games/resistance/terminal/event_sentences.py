"""Each event as a sentence. Events that show nothing, such as a sealed ballot, have none."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from turncoat.core import Event, visible
from turncoat.games.resistance.narration.phrases import capital
from turncoat.games.resistance.rules import events
from turncoat.games.resistance.rules.view import You
from turncoat.games.resistance.terminal.vocabulary import CARDS, MEANS, NUMBERS, Vocabulary, card_name

Tell = Callable[[Vocabulary, Any], str]


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


def _dealt(words: Vocabulary, event: events.Dealt) -> str:
    return f"The cards are dealt: {words.roles(event.roles)}."


def _role(words: Vocabulary, event: events.YourRole) -> str:
    you = You(event.seat, event.role, event.side, dict(event.knows), (), event.assassin)
    return " ".join([words.identity(you), *words.all_known(you)])


def _leader(words: Vocabulary, event: events.NewLeader) -> str:
    where = "" if event.mission is None else f" {words.mission} {event.mission}"
    count = f"; {event.rejections} of 5 rejected" if event.rejections else ""
    return f"{words.does(event.seat, 'lead')}{where}{count}."


def _coin(words: Vocabulary, event: events.CoinTossed) -> str:
    return f"The table coin shows {event.coin}."


def _proposed(words: Vocabulary, event: events.Proposed) -> str:
    team = words.team(event.team)
    return f"{words.does(event.leader, 'propose')} {team} for {words.mission} {event.mission}."


def _shown(words: Vocabulary, event: events.VotesShown) -> str:
    votes = [
        f"{words.does(seat, 'show')} {'Approve' if yes else 'Reject'}" for seat, yes in sorted(event.votes.items())
    ]
    return f"{'; '.join(votes)}."


def _votes(words: Vocabulary, event: events.VoteResult) -> str:
    verdict = "approved" if event.approved else "rejected"
    return f"The team is {verdict}: {event.approvals} for, {event.rejections} against."


def _card(words: Vocabulary, event: events.CardPlayed) -> str:
    return "" if event.success is None else _in_spotlight(words, event.seat, event.success)


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


def _forfeited(words: Vocabulary, event: events.Forfeited) -> str:
    return f"Five teams were rejected: {words.evil_scores}."


def _drawn(words: Vocabulary, event: events.PlotDrawn) -> str:
    return f"{words.does(event.leader, 'draw')} {', '.join(CARDS[card] for card in event.cards)}."


def _given(words: Vocabulary, event: events.PlotGiven) -> str:
    return f"{CARDS[event.card]} goes from {words.name(event.by)} to {words.name(event.seat)}."


def _discarded(words: Vocabulary, event: events.PlotDiscarded) -> str:
    return f"{CARDS[event.card]} finds no card to take and is discarded."


def _used(words: Vocabulary, event: events.PlotUsed) -> str:
    on = "" if event.on is None else f" on {words.name(event.on)}"
    return f"{words.does(event.seat, 'use')} {CARDS[event.card]}{on}."


def _passed(words: Vocabulary, event: events.Passed) -> str:
    return f"{words.does(event.seat, 'pass')}."


def _loyalty_shown(words: Vocabulary, event: events.LoyaltyShown) -> str:
    return f"{words.does(event.by, 'learn')} {words.whose(event.seat)} loyalty, by {MEANS[event.means]}."


def _loyalty(words: Vocabulary, event: events.LoyaltyLearnt) -> str:
    return f"Only you see it: {words.names[event.seat]} is {words.is_side(event.side)}."


def _card_seen(words: Vocabulary, event: events.CardSeen) -> str:
    return f"Only you see it: {words.names[event.seat]} played {card_name(event.success)}."


def _lady(words: Vocabulary, event: events.LadyMoved) -> str:
    return f"{words.does(event.seat, 'hold')} the Lady of the Lake."


def _assassination(words: Vocabulary, event: events.Assassination) -> str:
    return f"Three {words.mission}s have succeeded. {capital(words.side('evil'))} may still name Merlin."


def _shot(words: Vocabulary, event: events.Shot) -> str:
    if event.seat is None or event.by is None:
        return "Nobody is named."
    return f"{words.does(event.by, 'name')} {words.name(event.seat)} as Merlin."


def _over(words: Vocabulary, event: events.Over) -> str:
    return f"{words.win(event.winner)}: {words.reason(event.reason)}."


_TELL: dict[type[Event], Tell] = {
    events.Dealt: _dealt,
    events.YourRole: _role,
    events.NewLeader: _leader,
    events.CoinTossed: _coin,
    events.Proposed: _proposed,
    events.VotesShown: _shown,
    events.VoteResult: _votes,
    events.CardPlayed: _card,
    events.MissionResult: _mission,
    events.Forfeited: _forfeited,
    events.PlotDrawn: _drawn,
    events.PlotGiven: _given,
    events.PlotDiscarded: _discarded,
    events.PlotUsed: _used,
    events.Passed: _passed,
    events.LoyaltyShown: _loyalty_shown,
    events.LoyaltyLearnt: _loyalty,
    events.CardSeen: _card_seen,
    events.LadyMoved: _lady,
    events.Assassination: _assassination,
    events.Shot: _shot,
    events.Over: _over,
}
