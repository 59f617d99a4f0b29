"""The command line plays a game from outside: referee, terminal, arena."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = [sys.executable, "-c", "from turncoat.cli import main; main()"]


def turncoat(*arguments: str, given: str = "") -> str:
    """What a command prints. It must succeed."""
    done = subprocess.run([*PROGRAM, *arguments], input=given, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refereed(*requests: Any) -> list[Any]:
    lines = turncoat("referee", given="".join(json.dumps(request) + "\n" for request in requests)).splitlines()
    return [json.loads(line) for line in lines]


def test_the_game_is_listed_and_described() -> None:
    assert "lantern" in turncoat("rulesets")
    assert "3 to 6" in turncoat("rulesets", "lantern")


def moved(seat: int, kind: str, other: int) -> dict[str, Any]:
    return {"op": "move", "seat": seat, "move": {"move": kind, "seat": other}}


def test_the_referee_plays_it() -> None:
    new = {"op": "new", "ruleset": "lantern", "players": 3, "deal": {"moth": 1}}
    accusing = [moved(turn % 3, "accuse", (turn + 1) % 3) for turn in range(6)]
    sealed, last = [moved(1, "vote", 0), moved(2, "vote", 0)], moved(0, "vote", 1)
    view = {"op": "view", "seat": 0}
    answers = refereed(new, *accusing, *sealed, view, last, view, {"op": "record"})
    assert all(answer["ok"] for answer in answers)
    before, end, after, record = answers[-4:]
    assert (before["view"]["ballots"], before["view"]["moth"]) == ({"1": None, "2": None}, None)
    assert end["events"] == [{"event": "named", "to": None, "by": 0, "seat": None}]
    assert (after["view"]["ballots"], after["view"]["moth"]) == ({"0": 1, "1": 0, "2": 0}, 1)
    assert record["record"]["deal"] == {"moth": 1}


def test_the_referee_refuses_what_the_game_refuses() -> None:
    refusals = refereed(
        {"op": "new", "ruleset": "lantern", "players": 2},
        {"op": "new", "ruleset": "lantern", "players": 3, "options": {"wind": True}},
    )
    assert [refusal["error"] for refusal in refusals] == ["PLAYER_COUNT", "BAD_REQUEST"]


def test_the_terminal_plays_saves_replays_and_verifies_it(tmp_path: Path) -> None:
    record = tmp_path / "lantern.json"
    play = ["play", "lantern", "--players", "4", "--seat", "human", "--seed", "7", "--save", str(record)]
    shown = turncoat(*play, given="1\n2\n3\n\n")
    assert "accuse" in shown
    assert "vote" in shown
    assert len(json.loads(record.read_text())["moves"]) == 12
    assert "named" in turncoat("replay", str(record))
    assert "proved" in turncoat("verify", str(record))


def test_a_game_left_in_the_terminal_is_resumed(tmp_path: Path) -> None:
    record = tmp_path / "lantern.json"
    turncoat("play", "lantern", "--players", "3", "--seat", "human", "--save", str(record), given="1\nq\n")
    turncoat("play", "--resume", str(record), given="2\n2\n\n")
    assert len(json.loads(record.read_text())["moves"]) == 9


def test_the_arena_measures_bots_in_it() -> None:
    options = ["--good", "random", "--evil", "random", "--ruleset", "lantern", "--players", "5", "--games", "200"]
    found = json.loads(turncoat("arena", *options, "--workers", "1", "--json").splitlines()[0])
    assert 0 < found["good_wins"] < 200
    assert set(found["reasons"]) == {"caught", "escaped"}


def test_its_balance_is_simulated_at_every_size() -> None:
    rows = turncoat("simulate", "lantern", "--bot", "random", "--games", "5", "--workers", "1", "--json").splitlines()
    assert [json.loads(row)["players"] for row in rows] == [3, 4, 5, 6]


def test_two_games_that_claim_one_ruleset_are_refused_by_name(tmp_path: Path) -> None:
    """Otherwise the one that is found last would read the records and tables of the other."""
    (tmp_path / "firefly.py").write_text("from lantern import GAME")
    metadata = tmp_path / "firefly-2.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: firefly\nVersion: 2.0\n")
    (metadata / "entry_points.txt").write_text("[turncoat.games]\nfirefly = firefly:GAME\n")
    both = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])}
    done = subprocess.run([*PROGRAM, "rulesets"], capture_output=True, text=True, timeout=60, check=False, env=both)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("turncoat: DUPLICATE_RULESET: Both firefly and lantern have a game with the ruleset")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["play", "lantern", "--seat", "bayes"], "BAD_SEATS"),
        (["play", "lantern", "--daily"], "ONLY_ALONE"),
        (["arena", "--ruleset", "lantern", "--players", "3", "--good", "bayes", "--evil", "random"], "BAD_BOT"),
        (["simulate", "lantern", "--bot", "bayes"], "BAD_BOT"),
        (["script", "--ruleset", "lantern", "--players", "3"], "NOT_OFFERED"),
        (["sheet", "--ruleset", "lantern", "--players", "3"], "NOT_OFFERED"),
    ],
)
def test_what_it_does_not_have_is_refused_with_a_sentence(arguments: list[str], code: str) -> None:
    done = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr.split(":")[:2]) == (2, ["turncoat", f" {code}"]), done.stderr
