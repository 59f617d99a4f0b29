"""`turncoat leaks`: what a reader learns from the decisions of bots, on bots that leak what they are made to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from turncoat.arena import Cell, Teams, run
from turncoat.bots.random_bot import RandomBot
from turncoat.cli import run as turncoat
from turncoat.core import Ask
from turncoat.games.resistance.learning.figures import difference_row, mean_row, share_row

Figures = dict[str, dict[str, float]]


class SideBlind(RandomBot):
    """Plays at random on both sides, and never fails a mission."""

    def answer(self, view: Any, ask: Ask) -> Any:
        return ask.moves[0] if ask.kind == "mission" else super().answer(view, ask)


class Saboteur(SideBlind):
    """The same, but as evil it fails every mission."""

    def answer(self, view: Any, ask: Ask) -> Any:
        return ask.moves[-1] if ask.kind == "mission" else super().answer(view, ask)


class Transparent(SideBlind):
    """As evil it approves exactly the teams with evil on them, names itself, and fails from the second mission on."""

    def answer(self, view: Any, ask: Ask) -> Any:
        if view.you.side == "good":
            return super().answer(view, ask)
        evil = {view.you.seat, *(seat for seat, known_as in view.you.knows.items() if known_as == "evil")}
        if ask.kind == "vote":
            dirty = not evil.isdisjoint(view.proposals[-1].team)
            return next(move for move in ask.moves if move.approve is dirty)
        if ask.kind == "propose":
            return next(move for move in ask.moves if view.you.seat in move.team)
        if ask.kind == "mission":
            return next(move for move in ask.moves if move.success is (view.mission == 1))
        return super().answer(view, ask)


def leaks_of(bot: type, folder: Path, capsys: pytest.CaptureFixture[str], ruleset: str = "classic") -> Figures:
    """The figures of a bot that has all seats, by name."""
    name, records = f"{__name__}:{bot.__name__}", folder / "records.jsonl"
    cell = Cell(lineup=Teams(name, name), ruleset=ruleset, players=5, games=150, seed="leaks")
    run([cell], workers=1, records=records)
    assert turncoat(["leaks", str(records), "--assassins", "random", "--json"]) == 0
    (found,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (found["bot"], found["ruleset"], found["players"], found["games"]) == (name, ruleset, 5, 150)
    return {row["name"]: row for row in found["rows"]}


def test_evil_that_votes_by_what_it_knows_shows_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = leaks_of(Transparent, tmp_path, capsys)
    assert found["approves-off-team/evil/dirty"]["value"] == 1.0
    assert found["approves-off-team/evil/clean"]["value"] == 0.0
    assert found["approves-off-team/evil/dirty-minus-clean"]["value"] == 1.0
    good = found["approves-off-team/good/dirty-minus-clean"]
    assert good["low"] < 0.0 < good["high"]
    assert found["names-clean-team/evil"]["value"] == 0.0
    assert found["names-clean-team/evil"]["high"] > 0.0
    assert found["names-clean-team/good"]["low"] > 0.0
    assert found["fails/mission-1/0-0"]["value"] == 0.0
    assert found["fails/mission-2/1-0"]["value"] == 1.0
    for reader in ("votes", "proposals", "votes-and-proposals", "cards", "everything"):
        assert found[f"reader/{reader}/auc"]["low"] > 0.5
    assert found["reader/votes-and-proposals/auc"]["value"] > 0.8


def test_a_bot_that_plays_alike_on_both_sides_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = leaks_of(SideBlind, tmp_path, capsys)
    for side in ("good", "evil"):
        difference = found[f"approves-off-team/{side}/dirty-minus-clean"]
        assert difference["low"] < 0.0 < difference["high"]
    for reader in ("votes", "proposals", "votes-and-proposals", "everything"):
        area = found[f"reader/{reader}/auc"]
        assert area["low"] <= 0.5 <= area["high"]


def test_votes_and_proposals_are_not_read_from_how_the_game_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Evil is on more failed teams, so it also votes on more of them from aboard. Only its cards tell."""
    found = leaks_of(Saboteur, tmp_path, capsys)
    area = found["reader/votes-and-proposals/auc"]
    assert area["low"] <= 0.5 <= area["high"]
    assert found["reader/cards/auc"]["low"] > 0.5


def test_every_assassin_is_asked_wherever_merlin_was_to_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = leaks_of(SideBlind, tmp_path, capsys, "avalon")["merlin-found-by/random"]
    assert found["n"] > 20
    assert found["low"] < 1 / 3 < found["high"]


def test_what_cannot_be_measured_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"nothing\n")
    for arguments, code in (
        ([str(tmp_path / "nowhere")], "NO_FILE"),
        ([str(empty)], "NO_GAMES"),
        ([str(empty), "--assassins", "nobody"], "BAD_BOT"),
    ):
        assert turncoat(["leaks", *arguments]) == 2
        assert f"turncoat: {code}: " in capsys.readouterr().err


def test_an_interval_takes_the_cases_of_a_game_as_one() -> None:
    values, one_each, ten_each = np.tile([0.0, 1.0], 100), np.arange(200), np.repeat(np.arange(20), 10)
    same_in_a_game = np.repeat(np.tile([0.0, 1.0], 10), 10)
    alone, together = mean_row("", values, one_each), mean_row("", same_in_a_game, ten_each)
    assert together.high - together.low == pytest.approx(np.sqrt(10) * (alone.high - alone.low))
    is_first = np.arange(200) < 100
    assert difference_row("", values, is_first, one_each).high == pytest.approx(2 * (alone.high - alone.value))


def test_a_share_of_none_or_all_has_an_interval_too() -> None:
    game = np.repeat(np.arange(50), 4)
    none = share_row("", np.zeros(200, bool), game)
    assert (none.low, none.high) == pytest.approx((0.0, 0.0714), abs=1e-4)  # Wilson's, for 0 of 50
    agreed = share_row("", np.tile([True, False], 100), game)  # in every game the same number
    assert agreed.low < 0.5 < agreed.high
