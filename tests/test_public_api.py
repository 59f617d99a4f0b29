"""What each package promises by name, and that the examples in its docstrings run."""

from __future__ import annotations

import doctest
import importlib
import inspect
from types import ModuleType

import pytest

PUBLIC = {
    "turncoat": """
        CHANCE Ask Bot CorruptRecord Event Game Match Outcome Record Refused Seed Setup TurncoatError __version__
        answer_all asks_of bot_names dump_record find_game load_record make_bot parse_record print_record
        replay rulesets verify visible""",
    "turncoat.core": """
        AnyGame CHANCE Ask Capabilities CorruptRecord Draw Event Game Lottery Match OneOf Outcome Pick Proof Record
        Refused Seed Setup Step TurncoatError asks_of draw dump_record load_record offered parse_record print_record
        replay steps verify visible""",
    "turncoat.arena": "Cell Mixed Played Rate Replaced Teams play_game rate run",
    "turncoat.bots": """
        Bot Converser Said Speech Talker answer_all bot_names dismiss expand full_name is_remote language_model make_bot
        may_be_seated name_bot present_name roster""",
    "turncoat.client": "Ask Client Pointing SealedVote Seat ServerRefused",
    "turncoat.games.maquis": "GAME MaquisGame MaquisOutcome MaquisView Options State",
    "turncoat.games.resistance": "GAME AnyState Resistance View",
    "turncoat.testing": """
        Leak Moment check_conformance check_noninterference default_setups find_deal find_other_world finish
        play_out random_setup walk""",
}
WITH_EXAMPLES = ("turncoat", "turncoat.core", "turncoat.bots", "turncoat.games")


@pytest.mark.parametrize("package", PUBLIC)
def test_public_names_are_pinned(package: str) -> None:
    found = importlib.import_module(package)
    assert sorted(found.__all__) == sorted(PUBLIC[package].split())
    assert all(hasattr(found, name) for name in found.__all__)


def modules() -> list[ModuleType]:
    """The modules behind the packages whose functions have examples."""
    names = {
        inspect.getmodule(part).__name__  # type: ignore[union-attr]
        for package in WITH_EXAMPLES
        for part in vars(importlib.import_module(package)).values()
        if (inspect.isfunction(part) or inspect.isclass(part)) and part.__module__.startswith("turncoat")
    }
    return [importlib.import_module(name) for name in sorted(names | {*WITH_EXAMPLES, "turncoat.core.remembered"})]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_the_examples_run(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("package", WITH_EXAMPLES)
def test_every_public_function_has_an_example(package: str) -> None:
    found = importlib.import_module(package)
    names = getattr(found, "__all__", [name for name in vars(found) if not name.startswith("_")])
    functions = [getattr(found, name) for name in names if inspect.isroutine(getattr(found, name))]
    wrapped = [inspect.unwrap(function) for function in functions]
    assert wrapped
    without = [one.__name__ for one in wrapped if ">>>" not in (inspect.getdoc(one) or "")]
    assert [name for name in without if name not in ("cache",)] == []
