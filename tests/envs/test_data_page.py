"""The page for data people leads to its tables. `turncoat self-play` on it needs JAX."""

from __future__ import annotations

from pathlib import Path

from tests.followed_pages import FEW, Terminal, followed


def test_the_page_for_data_people(tmp_path: Path) -> None:
    with followed("for-data.md", Terminal(tmp_path)) as terminal:
        tables = {"games", "seats", "proposals", "votes"}
        for folder, form in (("tables", "csv"), ("parquet", "parquet"), ("random", "parquet"), ("people", "csv")):
            assert {path.name for path in (tmp_path / folder).iterdir()} == {f"{table}.{form}" for table in tables}
        assert "Chloé" in (tmp_path / "people/seats.csv").read_text("utf-8")
        assert "evil" in terminal.said["python approvals.py"]
        assert terminal.said["python records.py"].count(" votes") >= FEW
        assert "Seat 1 named seat 2 as Merlin" in terminal.said["turncoat analyse people.jsonl --game friends-1"]
