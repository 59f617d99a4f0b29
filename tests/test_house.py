"""Shared rooms name no game: no ruleset, character or card stands in their code, data, strings or comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from turncoat.games.maquis.rules.cards import ENEMIES, MAQUIS, MISSIONS
from turncoat.games.resistance.rules.ruleset import charts, rulesets

ROOT = Path(__file__).parents[1]
PYTHON = ROOT / "src/turncoat"
BROWSER = ROOT / "web/src"
SHARED = [
    *(PYTHON / room for room in ("core", "bots", "arena", "testing", "server", "client", "terminal", "cli")),
    *(
        PYTHON / f"{file}.py"
        for file in ("charts", "extras", "intervals", "mcp_tools", "text_env", "text_game", "verifiers_env")
    ),
    *(BROWSER / room for room in ("app", "net", "ui", "i18n", "table")),
    PYTHON.parent / "turncoat_verifiers",
    ROOT / "web/index.html",
]
GENERATED = {BROWSER / "net/schema.ts"}
KINDS = {".py", ".toml", ".json", ".ini", ".mako", ".ts", ".js", ".svelte", ".css", ".html"}

GAMES = ("resistance", "resist!", "maquis", "avalon", "classic", "changelings?")
CHARACTERS = (
    "merlin",
    "percival",
    "assassin(?:s|ate|ated|ates|ation)?",
    "mordred",
    "morgana",
    "oberon",
    "minions?",
    "servants?",
    "resistant",
    "spy",
    "spies",
)
CARDS = (
    "plot",
    "close eye",
    "no confidence",
    "strong leader",
    "opinion makers?",
    "take responsibility",
    "overheard conversation",
    "establish confidence",
    "spotlight",
    "lady",
    "ladies",
    "regime",
    "civilians?",
    "francoists?",
    "counter guerrillas?",
    "grunts?",
    "jailors?",
    "radio operators?",
    "barracks",
    "bunker",
    "caves",
    "commanders villa",
    "commanding officer",
    "cross the border",
    "crossroads",
    "farmhouse",
    "headquarters",
    "jailbreak",
    "mayors house",
    "mountain pass",
    "police station",
    "railroad",
    "supply convoy",
    "train depot",
)
PLAIN = {"guard", "military", "engineer"}
"""Cards with names that are words of plain English too."""
NAMED = "abel|adela|adolfo|anastasio|antonio|benigno|carlos|celia|consuelo|domingo|emilio|jacinto|juana|manuela?"
NAMED += "|marcelino|nicolas|paquita|pilar|ramona|ricardo|roberto|sagrario|soledad"
JOINED = (r"open[-_]up|OpenUp|openUp", r"[\"'`]cards[\"'`]")
"""Also plain English: `open-up` is a card and `"cards"` a ruleset only when they are written as a name."""

WORDS = re.compile("|".join(rf"(?<![a-z])(?:{word})(?![a-z])" for word in (*GAMES, *CHARACTERS, *CARDS, NAMED)))
NAMES = re.compile("|".join(JOINED))
HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_]")


def words_in(line: str) -> Iterator[str]:
    """The words of games in a line, however they are joined: `merlin_seen`, `MerlinSeen`, `MERLIN`, `no-confidence`."""
    yield from WORDS.findall(HUMPS.sub(" ", line).lower())
    yield from NAMES.findall(line)


def files_of(room: Path) -> Iterator[Path]:
    found = [room] if room.is_file() else sorted(room.rglob("*"))
    return (path for path in found if path.suffix in KINDS and path not in GENERATED)


def findings(room: Path) -> list[str]:
    """Every word of a game in a room, and in the names of its files, as `path:line:word`."""
    found = []
    for path in files_of(room):
        where = path.relative_to(ROOT)
        lines = [str(path.relative_to(room.parent)), *path.read_text(encoding="utf-8").splitlines()]
        found += [f"{where}:{number}:{word}" for number, line in enumerate(lines) for word in words_in(line)]
    return found


def test_every_folder_is_shared_or_that_of_a_game() -> None:
    python = {path for path in PYTHON.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    browser = {path for path in BROWSER.iterdir() if not (path / "index.ts").exists()}  # a game's folder has one
    assert python - {PYTHON / "__init__.py", PYTHON / "games"} | browser <= set(SHARED)


@pytest.mark.parametrize("room", SHARED, ids=lambda room: str(room.relative_to(ROOT)))
def test_a_shared_room_names_no_game(room: Path) -> None:
    assert list(files_of(room)), "the room is empty or has moved"
    found = findings(room)
    assert not found, f"{len(found)} findings\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("if role == 'oberon':", "oberon"),
        ("def merlin_seen() -> None:", "merlin"),
        ("import MerlinCard from './MerlinCard.svelte'", "merlin"),
        ("LADY = 3", "lady"),
        ("// the Assassin's council", "assassin"),
        ('ruleset: str = "cards"', '"cards"'),
        ("card === 'open-up'", "open-up"),
        ('"no-confidence"', "no confidence"),
        ("StrongLeader()", "strong leader"),
    ],
)
def test_a_word_is_found_however_it_is_written(line: str, word: str) -> None:
    assert word in list(words_in(line))


def test_the_list_has_every_name_of_the_games() -> None:
    names = {*rulesets(), *charts().plot_cards, *MAQUIS, *MISSIONS}
    names |= {role for ruleset in rulesets().values() for role in ruleset.roles}
    names |= {card.rpartition("-")[0] for card in ENEMIES} - PLAIN
    assert sorted(name for name in names if not list(words_in(f'"{name}"'))) == []


@pytest.mark.parametrize("line", ["malady", "the cards are dealt", "open up the table", "espionage", "classical"])
def test_plain_english_is_allowed(line: str) -> None:
    assert list(words_in(line)) == []
