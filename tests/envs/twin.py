"""A vector game beside a core game: translation of deals and moves, and the comparison of every fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from turncoat.core import Ask, Setup
from turncoat.games.resistance import GAME, simulator
from turncoat.games.resistance.network import features
from turncoat.games.resistance.network.layout import KNOWN_AS, ROLES
from turncoat.games.resistance.rules.moves import Assassinate, Examine, PlayCard, Propose, Vote

SEATS = 10
ACTIONS = simulator.num_actions(SEATS, targeting=True)


def role_names(setup: Setup, numbers: Sequence[int]) -> tuple[str, ...]:
    """Role numbers as the ruleset's own names."""
    plain = {
        "classic": ("resistance", "spy"),
        "cards": ("resistance", "spy"),
        "changelings": ("resistant", "changeling"),
        "avalon": ("servant", "minion"),
    }[setup.ruleset]
    names = dict(zip(("servant", "minion"), plain, strict=True))
    return tuple(names.get(ROLES[number], ROLES[number]) for number in numbers[: setup.players])


def role_numbers(roles: Sequence[str]) -> list[int]:
    """The ruleset's names as role numbers."""
    evil = ("spy", "changeling", "minion")
    good = ("resistance", "resistant", "servant")
    plain = {**dict.fromkeys(evil, "minion"), **dict.fromkeys(good, "servant")}
    return [ROLES.index(plain.get(role, role)) for role in roles]


def to_action(move: Any) -> int:
    """A core move as an action of the simulator."""
    match move:
        case Propose(team=team, mission=mission):
            return simulator.team_index(list(team)) + 256 * ((mission or 1) - 1)
        case Vote(approve=approve):
            return int(approve)
        case PlayCard(success=success):
            return int(not success)
        case Examine(seat=seat) | Assassinate(seat=seat):
            return int(seat)
    raise AssertionError(move)


def start_core(setup: Setup, deal: Mapping[str, Any]) -> Any:
    """The core's state after this deal."""
    state = GAME.start(msgspec.structs.replace(setup, deal=dict(deal)))
    while GAME.asks(state)[0].seat is None:
        (ask,) = GAME.asks(state)
        state = GAME.play(state, None, ask.moves[0]).state
    return state


def legal_sets(asks: Sequence[Ask]) -> dict[int, set[int]]:
    """The legal actions of every seat that owes an answer."""
    return {ask.seat: {to_action(move) for move in ask.moves} for ask in asks if ask.seat is not None}


def play_core(state: Any, actions: Sequence[int]) -> Any:
    """The core's state after one joint step of the simulator."""
    for ask in GAME.asks(state):
        assert ask.seat is not None
        move = next(move for move in ask.moves if to_action(move) == actions[ask.seat])
        state = GAME.play(state, ask.seat, move).state
    return state


class Facts(dict[str, np.ndarray]):
    """What the simulator says about one state, as NumPy values; `facts` makes it on the device."""


def facts(state: simulator.State) -> dict[str, Any]:
    """Everything that is compared with the core."""
    return {
        "phase": simulator.phase(state),
        "reason": simulator.reason(state),
        "rewards": simulator.rewards(state, SEATS),
        "to_act": simulator.to_act(state),
        "legal": simulator.legal_action_mask(state, SEATS, ACTIONS),
        "known": simulator.knowledge(state, SEATS),
        "observation": simulator.observe(state, SEATS),
    }


def compare(core: Any, said: Mapping[str, Any]) -> None:
    """Assert that the core and the simulator agree about a state."""
    over = core.phase == "over"
    assert simulator.PHASES[said["phase"]] == core.phase
    assert simulator.REASONS[said["reason"]] == (core.outcome.reason if over else "")
    legal = legal_sets(GAME.asks(core))
    assert said["to_act"] == sum(1 << seat for seat in legal)
    if not over:
        for seat in range(SEATS):
            allowed = set(np.flatnonzero(said["legal"][seat]).tolist())
            assert allowed == legal.get(seat, {0}), (core.phase, seat)
    for seat in range(core.rules.players):
        _compare_seat(core, said, seat)


def _compare_seat(core: Any, said: Mapping[str, Any], seat: int) -> None:
    view = GAME.view(core, seat)
    known = {
        other: name
        for name, masks in zip(KNOWN_AS, said["known"], strict=True)
        for other in range(SEATS)
        if masks[seat] >> other & 1
    }
    assert view.you is not None
    assert known == view.you.knows
    np.testing.assert_array_equal(said["observation"][seat], features.encode(view, SEATS))
    if core.outcome is not None:
        won = core.outcome.winner == view.you.side
        assert said["rewards"][seat] == (1 if won else -1)
