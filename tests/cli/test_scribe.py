"""A game that is played elsewhere, written down in the terminal."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.scribe.transcript import random_game, transcript
from turncoat.cli.app import run
from turncoat.cli.scribe import Writing, Written, _begin, _read
from turncoat.cli.setups import SetupFlags
from turncoat.core import Draw, Refused, load_record, replay
from turncoat.games import find_game
from turncoat.games.resistance import GAME
from turncoat.games.resistance.rules.moves import Propose
from turncoat.games.resistance.samples import random_setup
from turncoat.games.resistance.scribe import scribing
from turncoat.games.resistance.scribe.entries import Ballots, Fails, Tally
from turncoat.terminal.screen import Screen, Typed, make_console

NAMES = ["Ana", "Ben", "Chloe", "Dan", "Eva"]


def write(folder: Path, *typed: str, **flags: Any) -> str:
    """What a scribe saw last who typed this and then left, or had written everything."""
    file = folder / "game.json"
    written = _read(file) if file.exists() else _begin(SetupFlags(ruleset="classic", players=5), NAMES)
    out = io.StringIO()
    answers = iter(typed)
    pages: list[str] = []

    def read() -> str:
        pages.append(out.getvalue())
        out.seek(0)
        out.truncate()
        return next(answers)

    console = make_console(file=out, width=110, color_system=None)
    Writing(written, file, folder / "record.json", Screen(console, Typed(read))).go_on()
    return pages[-1] + out.getvalue()


LOST = ("1", "1 4", "ben chl eva", "2 3", "dan", "1", "1 2 3", "", "1", "2 5", "", "1")


def test_a_whole_game_becomes_a_record(tmp_path: Path) -> None:
    """The game of the browser's picture, typed: facts at once, the estimate on request, roles at the end only."""
    page = write(tmp_path, *LOST[:6], "p")
    assert "7 of 10 evil sides are left" in page
    assert "Mission 1 failed: 1 fail." in page
    assert page.count("%") == 5
    assert "Who was who? Seats of: spy, spy." in write(tmp_path, *LOST[6:])
    assert "had 1 fail, but with these roles nobody of its team could play Fail" in write(tmp_path, "3 4")
    page = write(tmp_path, "2 4")
    assert "The record is in" in page
    record = load_record((tmp_path / "record.json").read_bytes(), find_game)
    assert list(record.deal["roles"]) == ["resistance", "spy", "resistance", "spy", "resistance"]
    assert replay(GAME, record).phase == "over"  # type: ignore[union-attr]
    assert run(["replay", str(tmp_path / "record.json"), "--print"]) == 0


def test_undo_goes_back_to_the_first_entry_and_the_file_follows(tmp_path: Path) -> None:
    assert "Who leads first?" in write(tmp_path, *LOST, *("u",) * 20, "q")
    assert msgspec.json.decode((tmp_path / "game.json").read_bytes())["entries"] == []


def test_what_cannot_be_is_said_and_changes_nothing(tmp_path: Path) -> None:
    for typed, said in [
        ("7", "There is no player 7"),
        ("x", "No name begins with 'x'"),
        ("1", "Ana leads"),
        ("1 2 3", "The team needs 2. You chose 3."),
        ("1 2", "Who rejected?"),
        ("", "How many fails (0 to 2)?"),
        ("3", "can have had 0 to 2 fails"),
        ("many", "Type a number."),
        ("2", "Which 3 go on mission 2?"),
        ("e 9", "Seats are numbered from 1 to 5."),
    ]:
        assert said in write(tmp_path, typed), typed
    assert "Ana cannot be good" in write(tmp_path, "e 1")


@pytest.mark.parametrize("ruleset", GAME.rulesets)
def test_every_entry_of_every_game_can_be_typed(ruleset: str) -> None:
    """For each question there is a text that is read as the entry, by any options."""
    chance = Random(f"typed {ruleset}")
    for number in range(6):
        setup = random_setup(ruleset, chance.randrange(5, 11), chance)
        names = [f"Name{chr(65 + seat)}" for seat in range(setup.players)]
        entries = transcript(random_game(setup, f"typed {ruleset} {number}"))
        for at, entry in enumerate(entries):
            page = scribing.write(setup, entries[:at])
            assert scribing.question(page, names)
            assert scribing.read_entry(_typed(entry, page.question), page, names) == entry
        assert scribing.sheet(scribing.write(setup, entries), names)


def _typed(entry: Any, question: Any) -> str:
    match entry:
        case Propose():
            team = " ".join(str(seat + 1) for seat in entry.team)
            return f"{entry.mission}: {team}" if entry.mission else team
        case Ballots():
            return " ".join(str(seat + 1) for seat, vote in enumerate(entry.votes) if vote is False)
        case Tally():
            return str(entry.approvals)
        case Fails():
            return str(entry.fails)
        case Draw(of="leader"):
            return str(int(entry.drawn[0]) + 1)
        case Draw(of="coin"):
            return str(entry.drawn[0])
        case Draw(of="plot"):
            cards = list(dict.fromkeys(question.pool))
            return " ".join(str(cards.index(card) + 1) for card in entry.drawn)
        case Draw(of="roles"):
            return _cast(entry.drawn, question.pool)
    return str(question.entries.index(entry) + 1)


def _cast(roles: Any, pool: Any) -> str:
    common = max(pool, key=list(pool).count)
    left = list(enumerate(roles))
    found = []
    for role in (each for each in pool if each != common):
        pair = next(pair for pair in left if pair[1] == role)
        left.remove(pair)
        found.append(str(pair[0] + 1))
    return " ".join(found)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"ruleset":"classic","players":5,"names":["A"]}', '{"ruleset":"chess","players":5}']
)
def test_a_file_that_is_no_such_game_is_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    assert run(["scribe", str(file)]) == 2
    assert "is no game of a scribe" in capsys.readouterr().err
    assert file.read_text() == text


def test_entries_of_a_file_that_do_not_fit_are_named(tmp_path: Path) -> None:
    written = Written(ruleset="classic", players=5, names=tuple(NAMES), entries=({"move": "fails", "fails": 1},))
    (tmp_path / "game.json").write_bytes(msgspec.json.encode(written))
    assert "Entry 1 does not fit" in write(tmp_path)
    (tmp_path / "game.json").write_bytes(msgspec.json.encode(written).replace(b"fails", b"dance"))
    with pytest.raises(Refused, match="holds an entry that cannot be read"):
        write(tmp_path)


def test_names_are_needed_for_all_or_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scribe", str(tmp_path / "g.json"), "--players", "5", "--names", "Ana,Ben"]) == 2
    assert "5 names are needed; 2 are given." in capsys.readouterr().err
