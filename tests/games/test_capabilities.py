"""What a game offers has everything that its protocol declares, whether it is an object or a module."""

from __future__ import annotations

import pytest

from turncoat.core import AnyGame, capabilities
from turncoat.core.capabilities import (
    Deduction,
    GameLogs,
    Narration,
    Print,
    RuleBook,
    Samples,
    SightTable,
    Solitaire,
    Stakes,
    Study,
    Terminal,
)
from turncoat.games import games, maquis, resistance
from turncoat.games.maquis import bots as maquis_bots
from turncoat.games.maquis import rule_book as maquis_rule_book
from turncoat.games.maquis import samples as maquis_samples
from turncoat.games.maquis import terminal as maquis_terminal
from turncoat.games.resistance import print as resistance_print
from turncoat.games.resistance import samples as resistance_samples
from turncoat.games.resistance import terminal as resistance_terminal
from turncoat.games.resistance.adapters import log_formats
from turncoat.games.resistance.belief import deduction, study_page
from turncoat.games.resistance.narration import reveal, rule_book, sights, stakes

# The type checker compares each module with the protocol that it promises to be.
TERMINALS: tuple[Terminal, ...] = (maquis_terminal, resistance_terminal)
SAMPLES: tuple[Samples, ...] = (maquis_samples, resistance_samples)
GAME_LOGS: GameLogs = log_formats
DEDUCTION: Deduction = deduction
NARRATION: Narration = reveal
PRINT: Print = resistance_print
RULE_BOOKS: tuple[RuleBook, ...] = (maquis_rule_book, rule_book)
SIGHT_TABLE: SightTable = sights
SOLITAIRE: Solitaire = maquis_bots
STAKES: Stakes = stakes
STUDY: Study = study_page


def test_modules_are_offered_as_they_are() -> None:
    offers = (maquis.GAME.capabilities, resistance.GAME.capabilities)
    assert tuple(offer.terminal and offer.terminal() for offer in offers) == TERMINALS
    assert tuple(offer.samples and offer.samples() for offer in offers) == SAMPLES


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_offer_has_the_members_of_its_protocol(game: AnyGame) -> None:
    for name, make in vars(game.capabilities).items():
        protocol = getattr(capabilities, "".join(map(str.capitalize, name.split("_"))), None)
        if protocol is None or make is None:
            continue
        wanted = {member for member in vars(protocol) if not member.startswith("_")}
        assert wanted
        assert wanted <= set(dir(make())), name
