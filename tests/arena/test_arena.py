"""The arena: paired deals, intervals, resume, ratings, reports, and the command."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path

import pytest

from tools import matrices
from tools.compare_with_people import rates
from tools.ladder import SIZES, Row, picture
from turncoat.arena import Cell, Mixed, Played, Replaced, Teams, rate, run, runner
from turncoat.arena.play import play_game, record_game
from turncoat.arena.report import Matrix, html, markdown
from turncoat.arena.results import guest_rates, ratings, summary
from turncoat.bots.registry import _load
from turncoat.cli import run as turncoat
from turncoat.games import find_game


def cell(**changes: object) -> Cell:
    return Cell(**{"lineup": Teams("logic", "logic"), "ruleset": "avalon", "players": 5, "games": 30, **changes})  # type: ignore[arg-type]


def test_deals_are_the_same_whoever_plays() -> None:
    first, second = play_game(cell(), 3), play_game(cell(lineup=Teams("random", "random")), 3)
    assert first.sides == second.sides
    assert play_game(cell(), 3) == first
    assert record_game(cell(), 3).deal["roles"]


def test_intervals_are_wilsons() -> None:
    found = rate(8, 10)
    assert (found.low, found.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert rate(0, 50).low == 0.0
    assert rate(0, 0).games == 0


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    whole = run([cell(games=60)], workers=1)
    run([cell(games=25)], workers=1, journal=journal)
    with journal.open("ab") as file:
        file.write(b'{"cell": "cut off')
    played: list[int] = []
    again = run([cell(games=60)], workers=1, journal=journal, report=lambda done, total: played.append(done))
    assert again == whole
    assert played == [25, 50, 60]
    assert run([cell(games=60)], workers=1, journal=journal, report=lambda done, total: played.append(done)) == whole
    assert played == [25, 50, 60, 60]  # nothing was left to play


def test_a_run_with_more_games_keeps_no_record_twice(tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    for games in (10, 30):
        run([cell(games=games)], workers=1, journal=tmp_path / "journal.jsonl", records=records)
    kept = records.read_bytes().splitlines()
    assert len(set(kept)) == len(kept) == 30


def test_an_interrupt_says_what_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(job: runner.Job) -> runner.Done:
        if job.numbers.start:
            raise KeyboardInterrupt
        return play_job(job)

    play_job = runner.play_job
    monkeypatch.setattr(runner, "play_job", stopped)
    line = ["arena", "--good", "random", "--evil", "random", "--games", "75", "--workers", "1"]
    assert turncoat([*line, "--journal", str(tmp_path / "kept.jsonl")]) == 130
    assert "Stopped after 25 of 75 games: they are kept in" in capsys.readouterr().err
    assert turncoat(line) == 130
    assert "they are not kept" in capsys.readouterr().err


@pytest.mark.parametrize("name", matrices.TABLES)
def test_every_cell_of_the_documented_tables_can_be_played(name: str) -> None:
    table = matrices.TABLES[name]()
    for row in table.rows:
        assert len(row.cells) == len(table.columns)
        for one in row.cells:
            find_game(one.ruleset).start(one.setup)
    assert len({one.key for row in table.rows for one in row.cells}) == len(table.rows) * len(table.columns)


def test_a_documented_table_is_written_with_its_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    matrices.write(["five"], 0.0001, 1, tmp_path)
    told = capsys.readouterr().out
    assert "| random | simple | logic | bayes | games |" in told
    assert "python -m tools.matrices five --scale 0.0001" in told
    assert (tmp_path / "five.jsonl").read_text().count("\n") == 16


def test_many_processes_give_the_same_games() -> None:
    assert run([cell()], workers=2) == run([cell()], workers=1)


@pytest.mark.long
@pytest.mark.filterwarnings(r"ignore:os.fork\(\) was called:RuntimeWarning")  # Ray forks where JAX may be loaded
def test_a_local_ray_gives_the_same_games() -> None:
    assert run([cell()], ray="local") == run([cell()], workers=1)


def test_the_replaced_seat_goes_round_and_is_counted_by_side() -> None:
    games = run([cell(lineup=Replaced("random", "logic"), games=50)], workers=1)[0]
    assert {game.bots.index("logic") for game in games} == set(range(5))
    found = guest_rates(games)
    assert found.all.games == 50
    assert found.good.games + found.evil.games == 50


def test_ratings_by_side_put_the_better_bot_first() -> None:
    games = run([cell(lineup=Mixed(("random", "bayes")), games=80)], workers=1)[0]
    found = ratings(games)
    assert [one.bot for one in found if one.side == "good"] == ["bayes", "random"]
    assert sum(one.games for one in found) == 80 * 5


def test_a_rated_bot_wins_once_in_a_game_however_many_seats_it_had() -> None:
    def game(number: int, winner: str, bots: str) -> Played:
        return Played(number, winner, "", tuple(bots), "gggee", 1)

    found = {(one.bot, one.side): one for one in ratings([game(0, "good", "aabab"), game(1, "evil", "abbbb")])}
    assert found["a", "good"].wins == rate(1, 2)
    assert found["a", "good"].games == 3
    assert found["a", "evil"].wins == rate(0, 1)
    assert found["b", "evil"].wins == rate(1, 2)


def test_four_times_as_many_games_about_halve_the_doubt_of_a_rating() -> None:
    """Bots do not get better with time, so no game is forgotten."""

    def doubt(games: int) -> float:
        sides = [Played(at, "good" if at % 2 else "evil", "", tuple("ababa"), "gggee", 1) for at in range(games)]
        return max(one.doubt for one in ratings(sides))

    assert doubt(1600) / doubt(400) == pytest.approx(0.5, abs=0.1)


def test_reports_hold_every_rate() -> None:
    grid = ((rate(1, 4), rate(2, 4)),)
    matrix = Matrix("five & more", ("a",), ("b", "c"), grid, "turncoat arena")
    assert "| a | 25.0 (4.6-69.9) | 50.0 (15.0-85.0) |" in markdown(matrix)
    text = html(matrix)
    assert "five &amp; more" in text
    assert "<svg" in text
    assert "http" not in text


def test_summary_counts_reasons() -> None:
    found = summary(run([cell()], workers=1)[0])
    assert sum(found.reasons.values()) == found.good.games == 30


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "arena --good bayes --evil logic --ruleset avalon --players 5 --games 20 --seed 1 --workers 1 --json"
    assert turncoat(arguments.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 20
    assert found["low"] <= found["rate"] <= found["high"]
    assert found["rate"] == found["good_wins"] / 20


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--good nobody", "BAD_BOT"),
        ("--ruleset chess", "BAD_RULESET"),
        ("--players 4", "PLAYER_COUNT"),
        ("--games 0", "BAD_GAMES"),
        ("--roles dragon", "ROLE_SET"),
        ("--time-limit 0", "BAD_TIME_LIMIT"),
        ("--time-limit nan", "BAD_TIME_LIMIT"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(arguments: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert turncoat(["arena", *arguments.split()]) == 2
    assert code in capsys.readouterr().err


def test_tables_for_people_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "matrix.md"
    line = f"arena --good random --evil random,logic --games 5 --workers 1 --report {report}"
    assert turncoat(line.split()) == 0
    assert "good wins %" in capsys.readouterr().out
    assert report.read_text().count("|") > 6


@pytest.mark.parametrize("lineup", ["--mixed random,logic", "--base random --guest logic,random"])
def test_ratings_and_replaced_seats_have_reports_too(
    lineup: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")  # so that no cell of the table is folded
    line = f"arena {lineup} --games 10 --workers 1"
    for name in ("report.md", "report.html"):
        assert turncoat([*line.split(), "--report", str(tmp_path / name)]) == 0
    rows = [row for row in (tmp_path / "report.md").read_text().splitlines() if row.startswith("| ")][1:]
    told = capsys.readouterr().out
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 1
    for row in rows:
        cells = row.strip("| ").split(" | ")
        assert all(cell in told and cell in page for cell in cells)


def test_simulate_lists_what_the_rulesets_allow(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "balance.html"
    line = "simulate classic avalon --bot logic --players 5 --games 5 --workers 1 --roles none percival"
    assert turncoat([*line.split(), "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert "| classic, 5 players |" in out
    assert "| avalon, 5 players |" in out
    assert "percival" not in out  # alone at five it is refused
    assert page.read_text().count("<svg") == 2  # who wins, and why


def test_manners_count_what_bots_do() -> None:
    found = rates("logic", 4)
    fails = {what: counts for what, counts in found.items() if "fails mission" in what}
    assert sum(seen for _, seen in fails.values()) > 10
    assert all(taken == seen for taken, seen in fails.values())  # `logic` evil always fails
    assert found["the fifth proposal is approved"][0] == found["the fifth proposal is approved"][1]
    taken, seen = found["Merlin approves, on a dirty team"]
    assert taken == 0 < seen  # and its Merlin never backs evil that Merlin sees


def test_the_picture_of_a_ladder_holds_every_game_and_rate() -> None:
    rows = [Row(setting, "bayes", (0.2, 0.9, 0.1, 0.3), 100) for setting in SIZES[:2]]
    drawn = picture("net", "bayes", [*rows, Row(SIZES[2], "logic", (0.5, 0.5, 0.5, 0.5), 100)])
    assert [drawn.count(f">{setting.title}<") for setting in SIZES[:3]] == [1, 1, 0]
    for words in ("bayes / bayes: 20.0 %", "net / bayes: 90.0 %", "bayes / net: 10.0 %"):
        assert drawn.count(words) == 2


NONSENSE = f"exec:{sys.executable} -c \"import sys\nfor line in sys.stdin: print('hm', flush=True)\""


@pytest.mark.parametrize(
    ("lineup", "winner"), [(Teams(NONSENSE, "random"), "evil"), (Teams("random", NONSENSE), "good")]
)
def test_a_side_whose_bot_gives_no_usable_answer_forfeits_the_game(lineup: Teams, winner: str) -> None:
    played = run([cell(lineup=lineup, games=4)], workers=1)[0]
    assert {(game.winner, game.reason) for game in played} == {(winner, "forfeit")}
    assert summary(played).reasons == {"forfeit": 4}


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("hm", "gave an answer that cannot be read: b'hm\\n'."),
        ('{"answer": 99}', "chose 99 of "),
        ('{"answer": -1}', "chose -1 of "),
    ],
)
def test_why_games_were_forfeited_is_said(answer: str, problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    """There was only `forfeit` among the endings, which tells an author nothing."""
    code = f"import sys\nfor line in sys.stdin: print({answer!r}, flush=True)"
    bot = f"exec:{shlex.join([sys.executable, '-c', code])}"
    assert turncoat(["arena", "--good", bot, "--evil", "random", "--games", "3", "--workers", "1"]) == 0
    error = capsys.readouterr().err
    assert " forfeited 3 games. The first time: The program " in error
    assert problem in error


def _late_program(condition: str) -> str:
    """A program that answers with the first move, and is late where a condition holds."""
    code = (
        "import json, sys, time\n"
        "for n, line in enumerate(sys.stdin):\n"
        f"    if {condition}: time.sleep(60)\n"
        "    print(json.dumps({'answer': 0}), flush=True)"
    )
    return f"exec:{shlex.join([sys.executable, '-c', code])}"


def test_a_bot_that_is_always_late_is_taken_out(capsys: pytest.CaptureFixture[str]) -> None:
    hangs = _late_program("True")
    asked = ["--good", hangs, "--evil", "random", "--games", "30", "--time-limit", "0.3", "--workers", "1", "--json"]
    for _ in range(2):  # every contest asks it again
        begin = time.monotonic()
        assert turncoat(["arena", *asked]) == 0
        assert time.monotonic() - begin < 7.0  # thirty late answers take nine seconds
        said = capsys.readouterr()
        found = json.loads(said.out)
        assert found["reasons"] == {"taken-out": 27, "forfeit": 3}
        assert found["good_wins"] == 0
        assert said.err.endswith("was taken out after 3 late answers in a row: its side lost 27 games unasked.\n")


def test_a_bot_that_is_sometimes_late_is_asked_again() -> None:
    """A late program is ended and started anew, so this one is late every other time."""
    sometimes = _late_program("n == 1")
    played = run([cell(lineup=Teams(sometimes, "random"), games=8, time_limit=0.5)], workers=1)[0]
    assert summary(played).reasons == {"forfeit": 8}
    assert all(game.sides[game.forfeited or 0] == "g" for game in played)


def test_a_time_limit_makes_another_contest_in_a_journal() -> None:
    assert cell(time_limit=1.0).key != cell().key == cell(time_limit=None).key


CLASSES = """
import os

class Unfinished:
    def __init__(self, seed): pass

class WithoutSeed:
    def __init__(self): pass

class WithoutWeights:
    def __init__(self, seed): raise OSError("no weights\\nat all")

class Wrong(Unfinished):
    def answer(self, view, ask):
        return {}["seat"]

class Leaves(Unfinished):
    def answer(self, view, ask): raise SystemExit(0)

class Illegal(Unfinished):
    def answer(self, view, ask): return None

class Dies(Unfinished):
    def answer(self, view, ask): os._exit(1)

number = 7
"""


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (
            "classes:Unfinished",
            "BAD_BOT: no bot can be made of 'classes:Unfinished': it has no method answer(view, ask).",
        ),
        ("classes:WithoutSeed", "BAD_BOT: no bot can be made of 'classes:WithoutSeed': TypeError: "),
        (
            "classes:WithoutWeights",
            "BAD_BOT: no bot can be made of 'classes:WithoutWeights': OSError: no weights at all (classes.py, ",
        ),
        ("classes:number", "BAD_BOT: no bot can be made of 'classes:number': TypeError: "),
        ("fails:Bot", "BAD_BOT: there is no bot 'fails:Bot': RuntimeError: no network (fails.py, line 1)."),
        ("ends:Bot", "BAD_BOT: there is no bot 'ends:Bot': SystemExit: 0 (ends.py, line 1)."),
        ("classes:Wrong", "BOT_ERROR: classes:Wrong raised KeyError: 'seat' (classes.py, line 15)."),
        ("classes:Leaves", "BOT_ERROR: classes:Leaves raised SystemExit: 0 (classes.py, line 18)."),
        ("classes:Illegal", "BOT_ANSWER: classes:Illegal answered against the rules: "),
        (",", "BAD_BOT: Name a bot after --good."),
    ],
)
def test_a_class_that_is_no_bot_or_fails_is_one_sentence(
    bot: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "classes.py").write_text(CLASSES)
    (tmp_path / "fails.py").write_text("raise RuntimeError('no network')")
    (tmp_path / "ends.py").write_text("raise SystemExit(0)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "classes", raising=False)
    _load.cache_clear()
    assert turncoat(["arena", "--good", bot, "--evil", "random", "--games", "2", "--workers", "1"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"turncoat: {sentence}")
    assert error.count("\n") == 1


def test_a_worker_that_ends_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its games never came, and the arena waited for them for ever."""
    (tmp_path / "mortal.py").write_text(CLASSES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    asked = ["--good", "mortal:Dies", "--evil", "random", "--games", "60", "--workers", "2"]
    assert turncoat(["arena", *asked]) == 2
    assert capsys.readouterr().err.startswith("turncoat: WORKER_ENDED: ")


def test_a_program_that_cannot_be_run_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert turncoat(["arena", "--good", "exec:no-such-program", "--games", "2", "--workers", "1"]) == 2
    assert capsys.readouterr().err == "turncoat: BAD_BOT: there is no program 'no-such-program'.\n"
    assert turncoat(["arena", "--good", f"exec:{sys.executable} -c pass", "--games", "2", "--workers", "1"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("turncoat: BOT_UNREACHABLE: The program")
    assert error.count("\n") == 1
