"""What somebody beside the table writes down of a game, from public events alone; the deal comes at the end."""

from __future__ import annotations

from random import Random
from typing import Any

from turncoat.core import Draw, Event, Match, Record, Seed, Setup, steps
from turncoat.games.resistance import GAME
from turncoat.games.resistance.rules.events import CardPlayed, CoinTossed, MissionResult, Over, PlotDrawn, Shot
from turncoat.games.resistance.rules.moves import Assassinate, PassLoyalty, PlayCard, Timeout, Vote
from turncoat.games.resistance.rules.state import State
from turncoat.games.resistance.scribe.entries import Ballots, FaceUp, Fails, LoyaltyPassed, Named, Tally

_APPROVES = 0.65


def random_game(setup: Setup, seed: str) -> Record:
    """A game in which people approve a little more often than not, so that missions take place."""
    chance, match = Random(seed), Match[Any](GAME, setup, Seed.of(seed))
    while asks := GAME.asks(match.state):
        ask = chance.choice(asks)
        votes = ask.kind == "vote"
        move = ask.moves[chance.random() > _APPROVES] if votes else chance.choice(ask.moves)
        match.play(ask.seat, move)
    return match.record()


def transcript(record: Record) -> list[Any]:
    """The entries for a finished game."""
    scribe = _Onlooker(record)
    for (seat, move), after in zip(record.moves, scribe.states[1:], strict=True):
        scribe.see(seat, move, after.events, after.state)
    deal = record.deal
    scribe.entries.append(Draw("roles", tuple(deal["roles"])))
    if "assassin" in deal:
        scribe.entries.append(Draw("assassin", (deal["assassin"],)))
    return scribe.entries


class _Onlooker:
    def __init__(self, record: Record) -> None:
        self.states: list[Any] = list(steps(GAME, record))
        self.options = self.states[0].state.rules.options
        self.entries: list[Any] = [Draw("leader", (record.deal["leader"],))]
        self.ballots: dict[int | None, bool] = {}
        self.before: State = self.states[0].state
        for event in self.states[0].events:
            self.hear(event)

    def see(self, seat: int | None, move: Any, events: tuple[Event, ...], after: State) -> None:
        if isinstance(move, Vote):
            self.ballots[seat] = move.approve
            if after.phase != self.before.phase or len(after.proposals) > len(self.before.proposals):
                self.turn_ballots()
        elif isinstance(move, PassLoyalty):
            wrong = any(isinstance(event, Over) for event in events)
            if self.options.loyalty_card == "forfeit":
                self.entries.append(LoyaltyPassed(move.side if wrong else None))
        elif not isinstance(move, Draw | PlayCard | Assassinate | Timeout):
            self.entries.append(move)
        for event in events:
            self.hear(event)
        self.before = after

    def turn_ballots(self) -> None:
        named = self.options.ballots_named or self.options.vote_style == "open" or self.before.phase == "opinion"
        votes = tuple(self.ballots.get(seat) for seat in range(self.before.rules.players))
        self.entries.append(Ballots(votes) if named else Tally(sum(self.ballots.values())))
        self.ballots = {}

    def hear(self, event: Event) -> None:
        match event:
            case PlotDrawn():
                self.entries.append(Draw("plot", event.cards))
            case CoinTossed():
                self.entries.append(Draw("coin", (event.coin,)))
            case CardPlayed() if event.success is not None:
                self.entries.append(FaceUp(event.success))
            case MissionResult():
                if event.spotlight and self.options.spotlight_order == "simultaneous":
                    self.entries += [FaceUp(success) for success in event.spotlight.values()]
                self.entries.append(Fails(event.fails))
            case Shot():
                self.entries.append(Named(event.seat))
