"""Our moves as actions of the protocol (a button and some players), and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turncoat.core import Ask
from turncoat.games.resistance.adapters.proavalon.messages import Action
from turncoat.games.resistance.rules.moves import Assassinate, Examine, PlayCard, Propose, Vote


def action_of(move: Any, players: Sequence[str]) -> Action:
    """The action that stands for a move; `players` are the names in order of seats."""
    match move:
        case Vote(approve=yes) | PlayCard(success=yes):
            return Action(button_pressed="yes" if yes else "no")
        case Propose(team=team):
            chosen = team
        case Examine(seat=seat) | Assassinate(seat=seat):
            chosen = (seat,)
        case _:
            raise TypeError(move)
    return Action(button_pressed="yes", selected_players=tuple(players[seat] for seat in chosen))


def move_of(action: Action, ask: Ask, players: Sequence[str]) -> Any:
    """The move of an ask that an action stands for; None if it stands for none of them."""
    chosen = set(action.selected_players)
    for move in ask.moves:
        meant = action_of(move, players)
        same_choice = not meant.selected_players or (
            chosen == set(meant.selected_players) and len(action.selected_players) == len(chosen)
        )
        if meant.button_pressed == action.button_pressed and same_choice:
            return move
    return None
