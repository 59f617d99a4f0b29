"""`turncoat self-play`: tables of the simulator's games, held against the rules and against each other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

from turncoat.cli import run

GAMES = 2000


def played(folder: Path, *flags: str) -> dict[str, list[dict[str, Any]]]:
    assert run(["self-play", *flags, "--games", str(GAMES), "--out", str(folder)]) == 0
    names = ("games", "seats", "proposals", "votes")
    return {name: parquet.read_table(folder / f"{name}.parquet").to_pylist() for name in names}


@pytest.mark.parametrize(
    ("flags", "players", "good"),
    [
        (("classic",), 5, 1 - 0.50112),  # the exact values of random play
        (("avalon",), 5, 0.33258),
        (("cards", "--players", "6"), 6, None),
        (("avalon", "--players", "7", "--roles", "percival,morgana"), 7, None),
    ],
)
def test_the_tables_fit_the_rules(flags: tuple[str, ...], players: int, good: float | None, tmp_path: Path) -> None:
    tables = played(tmp_path, *flags)
    games, seats, proposals, votes = tables.values()
    assert len(games) == GAMES
    assert len(seats) == GAMES * players
    if good is not None:
        rate = sum(game["winner"] == "good" for game in games) / GAMES
        assert abs(rate - good) < 4 * (0.25 / GAMES) ** 0.5
    approvals = Counter((vote["game"], vote["proposal"]) for vote in votes if vote["approve"])
    winner = {game["game"]: game["winner"] for game in games}
    wins: Counter[str] = Counter()
    for one in proposals:
        assert one["approvals"] == approvals[one["game"], one["proposal"]]
        assert (one["fails"] is None) == (one["succeeded"] is None) == (not one["approved"])
        wins[one["game"]] += bool(one["succeeded"])
    evil = {(seat["game"], seat["seat"]) for seat in seats if seat["side"] == "evil"}
    for one in proposals:
        if one["approved"]:
            assert one["fails"] <= sum((one["game"], int(seat)) in evil for seat in one["team"].split("+"))
    assert all(wins[game] == 3 for game, side in winner.items() if side == "good")
    assert all((seat["side"] == winner[seat["game"]]) == seat["won"] for seat in seats)


def test_only_those_outside_the_team_vote_in_the_card_form(tmp_path: Path) -> None:
    votes = played(tmp_path, "cards", "--players", "6")["votes"]
    assert votes
    assert not any(vote["is_on_team"] for vote in votes)


def test_the_command_says_what_it_has_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path, "classic")
    assert capsys.readouterr().err == f"2,000 games written to {tmp_path}\n"


def test_a_seed_fixes_the_games_and_roles_have_the_names_of_the_ruleset(tmp_path: Path) -> None:
    first, again = played(tmp_path / "a", "classic"), played(tmp_path / "b", "classic")
    assert first == again
    assert {seat["role"] for seat in first["seats"]} == {"resistance", "spy"}


def test_a_bad_set_up_is_refused_before_a_file_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["self-play", "avalon", "--players", "5", "--roles", "gandalf", "--out", str(tmp_path / "x")]) == 2
    assert capsys.readouterr().err.startswith("turncoat: ROLE_SET: ")
    assert not (tmp_path / "x").exists()
