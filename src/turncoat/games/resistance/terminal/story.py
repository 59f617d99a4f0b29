"""Events in words. What happens in silence (a sealed ballot) gives no sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from turncoat.core import Event, visible
from turncoat.games.resistance.rules import events as told
from turncoat.games.resistance.rules.view import You
from turncoat.games.resistance.terminal.words import CARDS, MEANS, NUMBERS, Words, capital

Tell = Callable[[Words, Any], str]


def story(events: Iterable[Event], words: Words) -> list[str]:
    """The sentences that the viewer of these words hears."""
    said = (sentence(event, words) for event in visible(events, words.viewer))
    return [text for text in said if text]


def sentence(event: Event, words: Words) -> str:
    """One event, or nothing."""
    tell = _TELL.get(type(event))
    return tell(words, event) if tell is not None else ""


def is_turning_point(event: Event) -> bool:
    """Whether people want a moment to look at this."""
    return isinstance(event, _TURNING_POINTS)


_TURNING_POINTS = (
    told.VoteResult,
    told.MissionResult,
    told.Forfeited,
    told.PlotUsed,
    told.LoyaltyShown,
    told.Assassination,
)


def _dealt(words: Words, event: told.Dealt) -> str:
    return f"The cards are dealt: {words.roles(event.roles)}."


def _role(words: Words, event: told.YourRole) -> str:
    you = You(event.seat, event.role, event.side, dict(event.knows), (), event.assassin)
    return " ".join([words.identity(you), *words.all_known(you)])


def _leader(words: Words, event: told.NewLeader) -> str:
    where = "" if event.mission is None else f" {words.mission} {event.mission}"
    count = f"; {event.rejections} of 5 rejected" if event.rejections else ""
    return f"{words.does(event.seat, 'lead')}{where}{count}."


def _coin(words: Words, event: told.CoinTossed) -> str:
    return f"The table coin shows {event.coin}."


def _proposed(words: Words, event: told.Proposed) -> str:
    team = words.team(event.team)
    return f"{words.does(event.leader, 'propose')} {team} for {words.mission} {event.mission}."


def _shown(words: Words, event: told.VotesShown) -> str:
    votes = [
        f"{words.does(seat, 'show')} {'Approve' if yes else 'Reject'}" for seat, yes in sorted(event.votes.items())
    ]
    return f"{'; '.join(votes)}."


def _votes(words: Words, event: told.VoteResult) -> str:
    verdict = "approved" if event.approved else "rejected"
    return f"The team is {verdict}: {event.approvals} for, {event.rejections} against."


def _card(words: Words, event: told.CardPlayed) -> str:
    if event.success is None:
        return ""
    return f"In the Spotlight, {words.name(event.seat)} played {'Success' if event.success else 'Fail'}."


def _mission(words: Words, event: told.MissionResult) -> str:
    lit = [
        f" In the Spotlight, {words.name(seat)} played {'Success' if success else 'Fail'}."
        for seat, success in sorted(event.spotlight.items())
    ]
    needed = words.rules.fails_needed[event.mission - 1]
    fails = f"{NUMBERS[event.fails]} fail{'' if event.fails == 1 else 's'}"
    if event.success and event.fails:
        fails = f"{fails}, {NUMBERS[needed]} were needed"
    verb = "succeeds" if event.success else "fails"
    return f"{capital(words.mission)} {event.mission} {verb}: {fails}.{''.join(lit)}"


def _forfeited(words: Words, event: told.Forfeited) -> str:
    return f"Five teams were rejected: {words.mission} {event.mission} goes to {words.side('evil')}."


def _drawn(words: Words, event: told.PlotDrawn) -> str:
    return f"{words.does(event.leader, 'draw')} {', '.join(CARDS[card] for card in event.cards)}."


def _given(words: Words, event: told.PlotGiven) -> str:
    return f"{CARDS[event.card]} goes from {words.name(event.by)} to {words.name(event.seat)}."


def _discarded(words: Words, event: told.PlotDiscarded) -> str:
    return f"{CARDS[event.card]} has nothing to take and is put away."


def _used(words: Words, event: told.PlotUsed) -> str:
    on = "" if event.on is None else f" on {words.name(event.on)}"
    return f"{words.does(event.seat, 'use')} {CARDS[event.card]}{on}."


def _passed(words: Words, event: told.Passed) -> str:
    return f"{words.does(event.seat, 'pass')}."


def _loyalty_shown(words: Words, event: told.LoyaltyShown) -> str:
    return f"{words.does(event.by, 'learn')} {words.whose(event.seat)} loyalty, by {MEANS[event.means]}."


def _loyalty(words: Words, event: told.LoyaltyLearnt) -> str:
    return f"Only you see it: {words.names[event.seat]} is {words.is_side(event.side)}."


def _card_seen(words: Words, event: told.CardSeen) -> str:
    card = "Success" if event.success else "Fail"
    return f"Only you see it: {words.names[event.seat]} played {card}."


def _lady(words: Words, event: told.LadyMoved) -> str:
    return f"{words.does(event.seat, 'hold')} the Lady of the Lake."


def _assassination(words: Words, event: told.Assassination) -> str:
    return f"Three {words.mission}s have succeeded. {capital(words.side('evil'))} may still name Merlin."


def _shot(words: Words, event: told.Shot) -> str:
    if event.seat is None or event.by is None:
        return "Nobody is named."
    return f"{words.does(event.by, 'name')} {words.name(event.seat)} as Merlin."


def _over(words: Words, event: told.Over) -> str:
    return f"{words.win(event.winner)}: {words.reason(event.reason)}."


_TELL: dict[type[Event], Tell] = {
    told.Dealt: _dealt,
    told.YourRole: _role,
    told.NewLeader: _leader,
    told.CoinTossed: _coin,
    told.Proposed: _proposed,
    told.VotesShown: _shown,
    told.VoteResult: _votes,
    told.CardPlayed: _card,
    told.MissionResult: _mission,
    told.Forfeited: _forfeited,
    told.PlotDrawn: _drawn,
    told.PlotGiven: _given,
    told.PlotDiscarded: _discarded,
    told.PlotUsed: _used,
    told.Passed: _passed,
    told.LoyaltyShown: _loyalty_shown,
    told.LoyaltyLearnt: _loyalty,
    told.CardSeen: _card_seen,
    told.LadyMoved: _lady,
    told.Assassination: _assassination,
    told.Shot: _shot,
    told.Over: _over,
}
