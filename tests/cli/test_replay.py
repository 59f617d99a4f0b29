"""Stepping through a record by key."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typist import Typist
from turncoat.core import Record
from turncoat.games.resistance import terminal
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import read_record


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    path = tmp_path_factory.mktemp("records") / "game.json"
    Typist().play(Order(ruleset="changelings", seed="5", save=str(path), quick=True, seats=("bot",)))
    return read_record(path)


def steps(record: Record, keys: str, seat: str | None = None, everything: bool = False) -> list[str]:
    """The pages that these keys lead to."""
    lines = iter(keys)
    typist = Typist(answer=lambda page, chance: next(lines), leave_after=len(keys))
    terminal.replay(record, seat, everything, typist.screen)
    return typist.pages


def test_keys_go_forward_and_back_and_stop_at_the_ends(record: Record) -> None:
    pages = steps(record, "pnnplna", "0")
    numbers = [int(page.split("Step ")[1].split()[0]) for page in pages]
    last = numbers[5]
    assert numbers == [1, 1, 2, 3, 2, last, last, 1]
    assert f"of {last}, as Ana saw it" in pages[0]
    assert pages[1] == pages[0]
    assert pages[4] == pages[2]


def test_q_leaves(record: Record) -> None:
    assert len(steps(record, "nqnnn")) == 2


def test_a_spectator_sees_no_role_and_all_shows_them_from_the_start(record: Record) -> None:
    (spectator, *_) = steps(record, "q")
    (everything, *_) = steps(record, "q", everything=True)
    assert "as a spectator saw it" in spectator
    assert "Ana changeling" not in spectator
    assert everything.count(" changeling") + everything.count(" resistant") >= 5


def test_the_die_is_told_in_words(record: Record) -> None:
    assert "The die shows 1" in steps(record, "q")[0]


def test_the_last_step_tells_who_won(record: Record) -> None:
    assert " win: " in " ".join(steps(record, "lq")[1].split())


def test_a_replay_writes_nothing(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    steps(record, "nnnl")
    assert not list(tmp_path.iterdir())
