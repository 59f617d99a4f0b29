"""A game of the family as rows of three tables: its seats, its proposals and their votes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from turncoat.core import Record, replay
from turncoat.games.resistance.game import AnyState, Resistance
from turncoat.games.resistance.rules.moves import Assassinate
from turncoat.games.resistance.rules.view import View

columns = {
    "seats": {"seat": int, "name": str, "bot": str, "role": str, "side": str, "won": bool, "was_named": bool},
    "proposals": {
        "proposal": int,
        "mission": int,
        "attempt": int,
        "leader": int,
        "team": str,
        "approved": bool,
        "approvals": int,
        "fails": int,
        "succeeded": bool,
    },
    "votes": {"proposal": int, "seat": int, "approve": bool, "is_on_team": bool, "leads": bool},
}
"""Proposals are numbered from 1, and so are the attempts of a round. A team is its seats joined by `+`. `fails` and
`succeeded` are empty for a team that did not go."""

_GAME = Resistance()


def rows(record: Record) -> dict[str, Sequence[tuple[Any, ...]]]:
    """The rows of a game. What was secret while it was played is in them. Raises CorruptRecord."""
    state = replay(_GAME, record)
    view = _GAME.view(state, None)
    return {
        "seats": list(_seats(record, state, view)),
        "proposals": list(_proposals(view)),
        "votes": list(_votes(view)),
    }


def _seats(record: Record, state: AnyState, view: View) -> Iterator[tuple[Any, ...]]:
    names, bots = record.meta.get("names") or (), record.meta.get("bots") or ()
    named = next((move.seat for _, move in reversed(record.moves) if isinstance(move, Assassinate)), None)
    sides = state.rules.sides
    for seat, role in enumerate(record.deal["roles"]):
        won = None if view.outcome is None else view.outcome.winner == sides[role]
        yield seat, _at(names, seat), _at(bots, seat), role, sides[role], won, named == seat


def _at(values: Sequence[Any], seat: int) -> str | None:
    return str(values[seat]) if seat < len(values) and values[seat] else None


def _proposals(view: View) -> Iterator[tuple[Any, ...]]:
    attempt, before = 0, None
    for number, proposal in enumerate(view.proposals, 1):
        is_same_round = before is not None and before.mission == proposal.mission and not before.approved
        attempt = attempt + 1 if is_same_round else 1
        went = view.missions[proposal.mission - 1] if proposal.approved else None
        approvals = sum(vote is True for vote in proposal.votes) if proposal.approvals is None else proposal.approvals
        yield (
            number,
            proposal.mission,
            attempt,
            proposal.leader,
            "+".join(map(str, proposal.team)),
            proposal.approved,
            approvals,
            None if went is None else went.fails,
            None if went is None else went.success,
        )
        before = proposal


def _votes(view: View) -> Iterator[tuple[Any, ...]]:
    for number, proposal in enumerate(view.proposals, 1):
        for seat, approve in enumerate(proposal.votes):
            if approve is not None:
                yield number, seat, approve, seat in proposal.team, seat == proposal.leader
