"""What packages promise by name, and that the examples in their docstrings run.

A package without `__all__` promises nothing: what is in it may change at any time.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src"
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
    "turncoat.cli": "main run",
    "turncoat.client": "Ask Client Pointing SealedVote Seat ServerRefused",
    "turncoat.games": "default_ruleset find_game games rulesets",
    "turncoat.games.maquis": "GAME MaquisGame MaquisOutcome MaquisView Options State",
    "turncoat.games.maquis.bots": "ROSTER Advice advise how_far player_side",
    "turncoat.games.maquis.session": "Deal Results Session daily numbered",
    "turncoat.games.maquis.terminal": "describe play replay resume summary tell",
    "turncoat.games.resistance": "GAME AnyState Resistance View",
    "turncoat.games.resistance.print": "rulesets sheet",
    "turncoat.games.resistance.simulator": """
        PHASES REASONS Config FixedConfig Knowledge PackedObservations State Tally Uses advance config_from_words
        evil_won fixed_config fouls gather_answers good_won init init_from_deal init_from_words knowledge
        legal_action_mask make_config num_actions observe observe_packed observe_seat phase play_random random_actions
        random_answers random_words reason reset_if_over rewards roles stack_configs step step_and_reset team_index
        team_seats terminated to_act unpack_observations words_from_seeds""",
    "turncoat.games.resistance.terminal": "describe play replay resume summary tell",
    "turncoat.server.store": "REMOVED Committer Conflict Database StoreDown Write open_database",
    "turncoat.testing": """
        Leak Moment check_conformance check_noninterference default_setups find_deal find_other_world finish
        play_out random_setup walk""",
    "turncoat_verifiers": "ChairHarness Deals TurncoatEnv",
}
NEEDS = {"turncoat.games.resistance.simulator": "jax", "turncoat_verifiers": "verifiers"}
# The other packages' functions draw on a terminal, open a database, run the command or need JAX; the docstring of the
# simulator and the pages of the documentation show those in use.
WITH_EXAMPLES = (
    "turncoat",
    "turncoat.arena",
    "turncoat.bots",
    "turncoat.core",
    "turncoat.games",
    "turncoat.games.maquis.bots",
    "turncoat.games.maquis.session",
    "turncoat.games.resistance.print",
    "turncoat.testing",
)


def promised(file: Path) -> list[str] | None:
    """The names in a package's `__all__`, read without importing it; None if it has none."""
    found = re.search(r"^__all__ = (\[.*?\])", file.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return found and ast.literal_eval(found[1])


def test_the_public_names_of_every_package_are_pinned() -> None:
    promises = {
        ".".join(file.parent.relative_to(SOURCES).parts): promised(file) for file in SOURCES.rglob("__init__.py")
    }
    found = {package: sorted(names) for package, names in promises.items() if names is not None}
    assert found == {package: sorted(names.split()) for package, names in PUBLIC.items()}


@pytest.mark.parametrize("package", PUBLIC)
def test_public_names_exist(package: str) -> None:
    if package in NEEDS and find_spec(NEEDS[package]) is None:
        return  # a target of its own installs it and uses them
    found = importlib.import_module(package)
    assert all(hasattr(found, name) for name in found.__all__)


def with_examples() -> list[str]:
    """Every module with an example in a docstring. Those of the training need JAX, as its tests do."""
    found = [file.relative_to(SOURCES) for file in SOURCES.rglob("*.py") if ">>>" in file.read_text("utf-8")]
    names = [".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in found]
    return sorted(name for name in names if ".learning." not in name or find_spec("jax") is not None)


@pytest.mark.parametrize("module", with_examples())
def test_the_examples_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


@pytest.mark.parametrize("package", WITH_EXAMPLES)
def test_every_public_function_has_an_example(package: str) -> None:
    found = importlib.import_module(package)
    functions = [getattr(found, name) for name in found.__all__]
    wrapped = [inspect.unwrap(function) for function in functions if inspect.isroutine(inspect.unwrap(function))]
    assert wrapped
    assert [one.__name__ for one in wrapped if ">>>" not in (inspect.getdoc(one) or "")] == []
