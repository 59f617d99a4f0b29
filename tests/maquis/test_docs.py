"""The page of the game names everything a program can meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from turncoat.games.maquis import GAME, Options
from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS, WORDS
from turncoat.games.maquis.rules.events import MaquisEvent
from turncoat.games.maquis.words import ASKS, REASONS

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "maquis.md").read_text(encoding="utf-8")
NAMES = [*MAQUIS, *MISSIONS, *ENEMIES, *WORDS, *ASKS, *REASONS, *Options.__struct_fields__]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_names(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_the_page_names_every_event_and_move() -> None:
    for move in GAME.move_type.__args__:
        assert f'"move":"{move.__struct_config__.tag}"' in PAGE
    events = [MaquisEvent.__subclasses__(), *(kind.__subclasses__() for kind in MaquisEvent.__subclasses__())]
    for event in (event for kinds in events for event in kinds):
        assert str(event.__struct_config__.tag) in PAGE
