"""Structured talk: good speaks the truth as it sees it, Merlin and evil say what a plain good seat would."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from turncoat.arena import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.bots.claims import BadTeam, Claim, IAm, LoyaltySeen, Said, Suspect, Trust, hear, speak, words
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.insight import believe

CELL = Cell(lineup=Teams("bayes", "logic"), ruleset="avalon", players=7, options={"lady": True})


def views() -> list[tuple[Any, Any]]:
    game, record = find_game("avalon"), record_game(CELL, 2)
    states = [replay(game, record, upto) for upto in range(0, len(record.moves), 9)]
    return [(state, game.view(state, seat)) for state in states for seat in range(7)]


def test_claims_fit_what_the_speaker_may_let_on() -> None:
    kinds = set()
    for state, view in views():
        for claim in speak(view):
            kinds.add(type(claim))
            if isinstance(claim, LoyaltySeen) and view.you.side == "good":
                assert (claim.side == "evil") == bool(state.deal.evil >> claim.seat & 1)
    assert {Suspect, Trust} <= kinds


def test_a_claim_weighs_as_much_as_its_speaker_is_trusted() -> None:
    state, _ = views()[0]
    belief = believe(find_game("avalon").view(state, None))
    same = hear(belief, [])
    assert np.allclose(same, belief.evil, atol=1e-9)
    accused = hear(belief, [Said(1, Suspect(2)), Said(3, BadTeam((2, 4))), Said(4, IAm("merlin"))])
    assert accused[2] > belief.evil[2]
    assert hear(belief, [Said(1, Trust(2))])[2] < belief.evil[2]
    assert hear(belief, [Said(2, Trust(2))])[2] == same[2]


def test_claims_have_words_and_travel_as_json() -> None:
    names = [f"player {seat}" for seat in range(7)]
    for claim in (IAm("percival"), Suspect(1), Trust(2), BadTeam((0, 1)), LoyaltySeen(3, "evil")):
        assert msgspec.json.decode(msgspec.json.encode(claim), type=Claim) == claim
        assert words(claim, names).endswith((".", "!"))
