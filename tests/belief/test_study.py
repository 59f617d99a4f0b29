"""The study of records, and the import of logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from turncoat.arena import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.cli import run as turncoat
from turncoat.core import Record, dump_record, load_record
from turncoat.core.capabilities import NotImported
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.games.resistance.adapters import game_logs
from turncoat.games.resistance.belief.public_history import CardsPlayed, public_history
from turncoat.games.resistance.belief.study import analyse
from turncoat.games.resistance.belief.study_page import page

CELL = Cell(
    lineup=Teams("logic", "logic"),
    ruleset="avalon",
    players=7,
    roles=("percival", "morgana"),
    options={"lady": True},
)


def test_every_deed_is_a_moment_with_beliefs_of_every_seat() -> None:
    record = record_game(CELL, 1)
    found = analyse(record)
    final = find_game("avalon").view(replay(find_game("avalon"), record), None)
    assert len(found.moments) == len(public_history(final))
    for moment in found.moments:
        assert all(len(row) == 7 for row in moment.beliefs)
        assert all(moment.beliefs[seat][seat] in (0.0, 1.0) for seat in range(7))
        assert sum(moment.onlooker) == pytest.approx(3.0, abs=0.01)
        assert sum(moment.merlin) == pytest.approx(1.0, abs=0.01)
        assert all(bits >= 0 for bits in moment.surprise)


def test_logic_is_given_away_by_its_votes() -> None:
    """An evil that approves just what good rejects is found out, and a Merlin who never errs is too."""
    found = analyse(record_game(CELL, 1))
    assert found.moments[-1].truth > 0.5
    assert any(note.amount > 0 for note in found.merlin)
    assert found.turning


def test_good_that_backs_a_known_spy_has_missed_something() -> None:
    games = [
        analyse(record_game(Cell(lineup=Teams("random", "random"), ruleset="classic", players=5), number))
        for number in range(8)
    ]
    missed = [(game, note) for game in games for note in game.missed]
    assert missed
    for game, note in missed:
        facts = [moment.label for moment in game.moments[: note.moment + 1] if moment.kind == "cards"]
        assert note.words.split("since: ")[1].rstrip(".") in facts  # in the plain game only missions prove evil
    logic = [
        analyse(record_game(Cell(lineup=Teams("logic", "logic"), ruleset="classic", players=5), n)) for n in range(4)
    ]
    assert not any(game.missed for game in logic)


def test_a_shot_at_another_than_the_likeliest_is_noted() -> None:
    cell = Cell(lineup=Teams("bayes", "random"), ruleset="avalon", players=5)
    blind = [analyse(record_game(cell, number)) for number in range(12)]
    shots = [note for game in blind for note in game.missed if "as Merlin" in note.words]
    assert shots
    for game in blind:
        for note in game.missed:
            if "as Merlin" in note.words:
                chances = game.moments[-1].merlin
                assert chances[note.about or 0] == max(chances)
                assert game.roles[note.seat or 0] == "assassin"


def test_the_page_needs_nothing_else() -> None:
    text = page(record_game(CELL, 1))
    assert text.count("<svg") >= 2
    assert "http" not in text
    assert "<script" not in text


def test_the_page_tells_who_played_what_and_whom_the_assassin_named() -> None:
    cell = Cell(lineup=Teams("bayes", "bayes"), ruleset="avalon", players=5)
    game = find_game("avalon")
    records = [record_game(cell, number) for number in range(6)]
    ends = [game.view(replay(game, record), None) for record in records]
    at = [end.outcome.reason for end in ends].index("assassination")
    text, end = page(records[at]), ends[at]
    missions = [mission for mission in end.missions if mission is not None]
    assert text.count("<b class=no>") == sum(not card for one in missions for card in (one.cards or {}).values())
    assert text.count(" succeeded</b>") == sum(mission.success for mission in missions) == 3
    assert f"Seat {end.roles.index('assassin')} named seat {end.roles.index('merlin')} as Merlin" in text


def test_the_page_uses_the_names_of_the_players() -> None:
    names = [f"<P{seat}>" for seat in range(7)]
    text = page(msgspec.structs.replace(record_game(CELL, 1), meta={"names": names}))
    assert all(f"{seat} &lt;P{seat}&gt;, " in text for seat in range(7))
    assert "<P0>" not in text


def test_a_game_that_has_just_begun_has_a_page() -> None:
    record = record_game(CELL, 1)
    text = page(msgspec.structs.replace(record, moves=()))
    assert "The game is not over." in text
    assert "<svg" not in text


def test_the_command_tells_writes_and_dumps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, out = tmp_path / "game.json", tmp_path / "game.html"
    record.write_bytes(dump_record(record_game(CELL, 1)))
    assert turncoat(["analyse", str(record)]) == 0
    assert "Turning points" in capsys.readouterr().out
    assert turncoat(["analyse", str(record), "--json", "--html", str(out)]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == 7
    assert out.read_text().startswith("<!doctype html>")
    assert turncoat(["analyse", str(tmp_path / "none.json")]) == 2


def logged(number: int, **changes: Any) -> bytes:
    """One of our own games in the shape of a log."""
    cell = Cell(lineup=Teams("logic", "logic"), ruleset="avalon", players=5, roles=("percival", "morgana"))
    state = replay(find_game("avalon"), record_game(cell, number))
    view = find_game("avalon").view(state, None)
    proposals = []
    for proposal in view.proposals:
        entry = {"leader": proposal.leader, "team": proposal.team, "votes": proposal.votes}
        mission = view.missions[proposal.mission - 1]
        if proposal.approved and mission is not None and mission.cards is not None:
            entry["cards"] = [mission.cards[seat] for seat in proposal.team]
        proposals.append(entry)
    shot = state.shots[0][1] if state.shots else None
    game = {
        "id": number,
        "roles": view.roles,
        "proposals": proposals,
        "shot": shot,
        "winner": state.outcome.winner,
    }
    return json.dumps({**game, **changes}).encode()


def test_logs_become_records_and_refusals_say_why() -> None:
    lines = [logged(1), b"\n", logged(2, winner="nobody"), b"{", logged(3, roles=["merlin"] * 5), logged(4)]
    found = list(game_logs.read(lines))
    assert [isinstance(one, Record) for one in found] == [True, False, False, False, True]
    refused = [one for one in found if isinstance(one, NotImported)]
    assert [one.line for one in refused] == [3, 4, 5]
    assert "nobody won" in refused[0].reason
    first = found[0]
    assert isinstance(first, Record)
    assert dump_record(load_record(dump_record(first), find_game)) == dump_record(first)
    actions = public_history(find_game("avalon").view(replay(find_game("avalon"), first), None))
    assert any(isinstance(action, CardsPlayed) for action in actions)


def test_the_duty_of_naming_merlin_may_lie_on_any_evil_seat() -> None:
    raw = json.loads(logged(1))
    raw["assassin"] = raw["roles"].index("assassin")
    raw["roles"] = ["mordred" if role == "assassin" else role for role in raw["roles"]]
    (found,) = game_logs.read([json.dumps(raw).encode()])
    assert isinstance(found, Record)
    assert found.options["assassin_duty"] is True


def test_the_import_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, out = tmp_path / "log.jsonl", tmp_path / "records.jsonl"
    log.write_bytes(logged(1) + b"\n" + logged(2, winner="nobody") + b"\n")
    assert turncoat(["import", str(log), "--out", str(out)]) == 0
    assert "1 imported, 1 refused" in capsys.readouterr().err
    assert len(out.read_bytes().splitlines()) == 1
