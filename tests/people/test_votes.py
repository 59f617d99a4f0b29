"""How people vote: what their votes go by, beside the team itself."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from turncoat.core import Match, Seed, Setup
from turncoat.games import find_game
from turncoat.games.resistance.belief.people.policy import PeoplePolicy
from turncoat.games.resistance.belief.people.votes import vote_inputs
from turncoat.games.resistance.belief.public_history import LAST_ATTEMPT
from turncoat.games.resistance.rules.moves import Propose, Vote
from turncoat.games.resistance.rules.view import View

GAME = find_game("avalon")
SEATS = range(5)


def before_the_last_proposal(seed: int) -> tuple[View, int] | None:
    """What Merlin sees, and who leads next: every team was rejected but this one of Merlin and the leader."""
    match: Match[Any] = Match(GAME, Setup(ruleset="avalon", players=5), Seed.of(f"votes {seed}"))
    merlin = match.state.deal.roles.index("merlin")
    for attempt in range(LAST_ATTEMPT):
        (ask,) = GAME.asks(match.state)
        leader = ask.seat
        assert leader is not None
        if attempt == LAST_ATTEMPT - 1:
            following = (leader + 1) % 5
            if merlin in (leader, following):
                return None
            match.play(leader, Propose(team=tuple(sorted((leader, merlin)))))
            return GAME.view(match.state, merlin), following
        match.play(leader, Propose(team=tuple(sorted((leader, (leader + 2) % 5)))))
        for seat in SEATS:
            match.play(seat, Vote(approve=False))
    return None


def knowing(view: View, evil: tuple[int, ...]) -> View:
    """The same view, if other seats were evil."""
    assert view.you is not None
    knows = dict.fromkeys(evil, "evil")
    changed: View = msgspec.structs.replace(view, you=msgspec.structs.replace(view.you, knows=knows))
    return changed


def test_merlin_goes_by_who_names_the_last_team() -> None:
    """He rather approves a clean team where the last one, which nobody may reject, is evil's to name."""
    gains = []
    for view, following in filter(None, map(before_the_last_proposal, range(40))):
        assert view.you is not None
        assert view.team is not None
        ashore = [seat for seat in SEATS if seat != following and seat not in view.team]
        other, third = ashore
        feared, trusted = (PeoplePolicy(knowing(view, (seat, third))) for seat in (following, other))
        assert not np.allclose(vote_inputs(feared.table, feared.team), vote_inputs(trusted.table, trusted.team))
        gains.append(feared.approve_logit() - trusted.approve_logit())
    assert len(gains) > 10
    assert np.mean(gains) > 0.0
