"""Games of our own bots in the forms in which other programs log games."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from turncoat.arena import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.core.match import replay
from turncoat.games import find_game

SITE_ROLES = {"servant": "LOYAL FOLLOWER", "minion": "EVIL MINION"}
NAMES = ("ANN", "BEN", "CLEO", "DAN", "EVE", "FAY", "GUS", "HAL", "IDA", "JON")
ROLES = ("percival", "morgana")


@cache
def game(number: int, players: int = 5, roles: tuple[str, ...] = ROLES, bot: str = "logic") -> Any:
    """The final state of a game."""
    cell = Cell(lineup=Teams(bot, bot), ruleset="avalon", players=players, roles=roles)
    return replay(find_game("avalon"), record_game(cell, number))


def logged(number: int, players: int = 5, roles: tuple[str, ...] = ROLES, bot: str = "logic") -> dict[str, Any]:
    """A game as one line of `jsonl`."""
    state = game(number, players, roles, bot)
    view = find_game("avalon").view(state, None)
    proposals = []
    for proposal in view.proposals:
        entry = {"leader": proposal.leader, "team": list(proposal.team), "votes": list(proposal.votes)}
        mission = view.missions[proposal.mission - 1]
        if proposal.approved and mission is not None and mission.cards is not None:
            entry["cards"] = [mission.cards[seat] for seat in proposal.team]
        proposals.append(entry)
    return {
        "id": f"g{number // 4}-{number}",
        "roles": list(view.roles),
        "proposals": proposals,
        "shot": state.shots[0][1] if state.shots else None,
        "winner": state.outcome.winner,
    }


def line(number: int, **changes: Any) -> bytes:
    """The same as text, with some fields changed."""
    return json.dumps({**logged(number), **changes}).encode() + b"\n"


def site_game(number: int) -> dict[str, Any]:
    """The same game as a file of `avalonlogs`."""
    raw = logged(number)
    names = NAMES[: len(raw["roles"])]
    missions: list[dict[str, Any]] = [{"proposals": []}]
    for proposal in raw["proposals"]:
        approved = "cards" in proposal
        missions[-1]["proposals"].append(
            {
                "proposer": names[proposal["leader"]],
                "team": [names[seat] for seat in proposal["team"]],
                "votes": [names[seat] for seat, yes in enumerate(proposal["votes"]) if yes],
                "state": "APPROVED" if approved else "REJECTED",
            }
        )
        if approved:
            missions.append({"proposals": []})
    cards = [
        {names[seat]: card for seat, card in zip(proposal["team"], proposal["cards"], strict=True)}
        for proposal in raw["proposals"]
        if "cards" in proposal
    ]
    dealt = [
        {"name": name, "role": SITE_ROLES.get(role, role.upper()), "assassin": role == "assassin"}
        for name, role in zip(names, raw["roles"], strict=True)
    ]
    return {
        "players": [{"name": name, "uid": f"secret-{name}"} for name in names],
        "missions": missions,
        "outcome": {
            "state": "GOOD_WIN" if raw["winner"] == "good" else "EVIL_WIN",
            "votes": cards,
            "roles": list(reversed(dealt)),
            "assassinated": None if raw["shot"] is None else names[raw["shot"]],
        },
        "timeCreated": {"_seconds": 1552516275, "_nanoseconds": 519000000},
        "timeFinished": {"_seconds": 1552517946, "_nanoseconds": 160663000},
    }
