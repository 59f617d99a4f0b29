"""One game between bots."""

from __future__ import annotations

from typing import Any

import msgspec

from turncoat.arena.contest import Cell
from turncoat.bots import Bot, make_bot
from turncoat.core import Match, Record, Seed
from turncoat.games import find_game


class Played(msgspec.Struct, frozen=True, array_like=True):
    """How a game of a cell went: its number, the winner, the reason, the seats' bots and sides, moves made."""

    number: int
    winner: str
    reason: str
    bots: tuple[str, ...]
    sides: str  # "g" or "e" by seat
    moves: int


def play_game(cell: Cell, number: int) -> Played:
    """Play one game of a cell. The deal depends on the cell's seed and the number alone."""
    match, names = _match(cell, number)
    sides = _sides(match)
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    marks = "".join(side[0] for side in sides)
    return Played(number, outcome.winner or "", outcome.reason, names, marks, len(match.moves))


def record_game(cell: Cell, number: int) -> Record:
    """The record of the same game."""
    match, names = _match(cell, number)
    return match.record(reveal=True, bots=list(names))


def _sides(match: Match[Any]) -> tuple[str, ...]:
    roles = match.game.deal(match.state)["roles"]
    return tuple(match.state.rules.sides[role] for role in roles)


def _match(cell: Cell, number: int) -> tuple[Match[Any], tuple[str, ...]]:
    game = find_game(cell.ruleset)
    match: Match[Any] = Match(game, cell.setup, Seed.of(f"arena {cell.seed} {number}"))
    names = cell.lineup.seats(number, _sides(match))
    bots = [make_bot(name, f"{cell.seed} {number} {seat}") for seat, name in enumerate(names)]
    play_out(match, bots)
    return match, names


def play_out(match: Match[Any], bots: list[Bot]) -> None:
    """Let the bots answer until the game is over. They get views and nothing else."""
    game = match.game
    while asks := game.asks(match.state):
        seat = asks[0].seat
        assert seat is not None
        match.play(seat, bots[seat].answer(game.view(match.state, seat), asks[0]))
