"""The printed sheet: numbers for every set-up, both meanings of the colours, languages, files written safely."""

from __future__ import annotations

import string
from io import BytesIO
from pathlib import Path

import pytest
from cyclopts import App
from pypdf import PdfReader

from turncoat.cli.sheet import sheet, write_whole
from turncoat.core import Refused, Setup
from turncoat.games.resistance import print as printing
from turncoat.games.resistance.narration import reveal
from turncoat.games.resistance.print.content import Sheet, _catalogue, describe
from turncoat.games.resistance.print.layout import draw
from turncoat.games.resistance.print.pen import Pen

COUNTS = range(5, 11)
SIDES = {5: (3, 2), 6: (4, 2), 7: (4, 3), 8: (5, 3), 9: (6, 3), 10: (6, 4)}
TEAMS = {5: "2 3 2 3 3", 6: "2 3 4 3 4", 7: "2 3 3 4* 4", 8: "3 4 4 5* 5", 9: "3 4 4 5* 5", 10: "3 4 4 5* 5"}
# rules.md, "Options", electorate non_team: approvals needed of how many voters, mission by mission.
NON_TEAM = {
    5: "2/3 2/2 2/3 2/2 2/2",
    6: "3/4 2/3 2/2 2/3 2/2",
    7: "3/5 3/4 3/4 2/3 2/3",
    8: "3/5 3/4 3/4 2/3 2/3",
    9: "4/6 3/5 3/5 3/4 3/4",
    10: "4/7 4/6 4/6 3/5 3/5",
}


def cards(players: int, **options: object) -> Setup:
    return Setup(ruleset="cards", players=players, options=options)


def pages(data: bytes) -> list[str]:
    """The text of each page, in single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(data)).pages]


def run(*arguments: str) -> None:
    app = App(result_action="return_value")
    app.command(sheet)
    app(["sheet", *arguments], exit_on_error=False, print_error=False)


def in_piles(content: Sheet) -> list[list[str]]:
    """Rank and suit of every card to be taken out, by row and meaning."""
    return [[f"{rank}-{suit}" for rank, suit in pile.cards] for row in content.deck for pile in row.piles]


@pytest.mark.parametrize("players", COUNTS)
def test_the_numbers_of_a_page(players: int) -> None:
    (text,) = pages(printing.sheet([cards(players)]))
    good, evil = SIDES[players]
    assert f"{good} for the resistance, {evil} for the spies" in text
    assert f"{good} × resistance" in text
    assert f"{evil} × spy" in text
    for count in COUNTS:
        assert f"{count} {SIDES[count][0]} {SIDES[count][1]} {TEAMS[count]}" in text
    content = describe(cards(players), "en")
    assert " ".join(f"{box.size}{'*' * box.two_fails}" for box in content.missions) == TEAMS[players]
    needed = [box.needed.removesuffix(" approve").replace(" of ", "/") for box in content.missions]
    assert " ".join(needed) == NON_TEAM[players]
    assert ("mission 4 takes two" in text) == (players >= 7)


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("electorate", ["all", "non_team", "all_but_leader"])
def test_the_deck_holds_the_cards_and_no_card_twice(players: int, electorate: str) -> None:
    content = describe(cards(players, electorate=electorate), "en")
    piles = in_piles(content)
    taken = [card for pile in piles for card in pile]
    assert len(set(taken)) == len(taken)
    assert [len(pile) for pile in piles[:2]] == list(SIDES[players])
    assert len(piles[2]) == len(piles[3]) == max(box.size for box in content.missions)
    voters = {"all": players, "all_but_leader": players - 1, "non_team": players - content.missions[0].size}
    assert len(piles[4]) == len(piles[5]) == voters[electorate]
    assert ("A-spade" in taken) != ("ace of spades" in content.leader)


def test_s18_six_black_and_four_red_courts_for_ten() -> None:
    good, evil = in_piles(describe(cards(10), "en"))[:2]
    assert good == ["K-spade", "Q-spade", "J-spade", "K-club", "Q-club", "J-club"]
    assert evil == ["K-heart", "Q-heart", "J-heart", "K-diamond"]


def test_both_readings_of_the_colours() -> None:
    (table,) = pages(printing.sheet([cards(7)]))
    (prose,) = pages(printing.sheet([cards(7, card_colours="prose")]))
    assert "Black approves, red rejects" in table
    assert "The resistance must hand in black" in table
    assert "Red approves, black rejects" in prose
    assert "The resistance must hand in red" in prose
    assert "One black card fails the mission" in prose
    assert "card_colours=prose" in prose
    suits = [{card.split("-")[1] for card in pile} for pile in in_piles(describe(cards(7, card_colours="prose"), "en"))]
    assert suits[0] <= {"heart", "diamond"}
    assert suits[1] <= {"spade", "club"}


@pytest.mark.parametrize("language", reveal.languages)
def test_every_language_prints_its_letters_and_its_script(language: str) -> None:
    (text,) = pages(printing.sheet([cards(7)], language))
    said = " ".join(line.text for line in reveal.script(cards(7), language))
    assert " ".join(said.split()) in " ".join(text.split())
    assert "\N{NARROW NO-BREAK SPACE}" not in text, "the faces have no such space"
    accents = {"en": "", "es": "éíóñ", "fr": "éèàôÀ"}[language]
    assert all(letter in text for letter in accents)


def test_catalogues_have_the_same_keys_and_placeholders() -> None:
    def shape(language: str) -> dict[str, set[str]]:
        texts = {key: text for key, text in _catalogue()[language].items() if isinstance(text, str)}
        parse = string.Formatter().parse
        return {key: {part[1] for part in parse(text) if part[1]} for key, text in texts.items()}

    assert tuple(_catalogue()) == reveal.languages
    assert shape("es") == shape("en") == shape("fr")


OPTIONS: list[tuple[dict[str, object], str]] = [
    ({}, "The fifth rejection in a round is a point for the spies, and that mission is lost."),
    ({"forfeit_uses_mission": False}, "the mission is still to be done"),
    ({"five_rejections": "evil_wins"}, "The fifth rejection in a round wins the game for the spies."),
    ({"fifth_proposal": "auto_approve"}, "the fifth team goes without a vote"),
    ({"electorate": "all"}, "Everybody votes."),
    ({"electorate": "all_but_leader"}, "Everybody but the leader votes."),
    ({}, "Everybody who is not on the team votes."),
    ({"vote_style": "open"}, "vote by voice or by show of hands"),
    ({"ballots_named": False}, "all are shuffled, then shown"),
    ({"vote_track": "die"}, "Turn the die up by one."),
    ({"first_leader": "random"}, "Draw lots for the first leader."),
    ({"first_leader": "dealt"}, "Shuffle it in with the roles"),
    ({}, "The host leads first."),
    ({"roles_returned": True}, "hand it back and remember it"),
    ({"two_fail_mission4": False}, "One red card fails the mission. "),
    ({"blind_spies": True}, "There is none: nobody learns who is on whose side."),
    ({"targeting": True, "five_rejections": "evil_wins"}, "The fifth waits until two have succeeded."),
]


@pytest.mark.parametrize(("options", "sentence"), OPTIONS)
def test_an_option_changes_its_sentence(options: dict[str, object], sentence: str) -> None:
    (text,) = pages(printing.sheet([Setup(ruleset="cards", players=7, options=options)]))
    assert sentence in text


@pytest.mark.parametrize("ruleset", ["cards", "classic", "changelings"])
@pytest.mark.parametrize("language", reveal.languages)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_page_leaves_room_to_write(ruleset: str, language: str, paper: str) -> None:
    """Also with the longest words, and options that say more."""
    pen = Pen(paper)
    wordy = {"first_leader": "dealt", "roles_returned": True, "ballots_named": False, "electorate": "all"}
    for options in ({}, wordy):
        setup = Setup(ruleset=ruleset, players=10, options=options)
        assert draw(pen, describe(setup, language)) >= 4.3
    assert len(pages(pen.finish())) == 2


def test_all_makes_a_booklet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "booklet.pdf"
    run("--ruleset", "cards", "--all", "-o", str(path), "--language", "fr", "--paper", "letter")
    texts = pages(path.read_bytes())
    assert len(texts) == len(COUNTS)
    for text, players in zip(texts, COUNTS, strict=True):
        good, evil = SIDES[players]
        assert f"{good} avec la résistance, {evil} avec les espions" in text
    assert "6 pages" in capsys.readouterr().out


def test_the_command_writes_one_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"old")
    run("--ruleset", "cards", "--players", "7", "-o", str(path), "--option", "card_colours=prose")
    assert len(pages(path.read_bytes())) == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["sheet.pdf"]


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(b"old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Refused, match=r"NO_FILE: Cannot write .*No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["sheet.pdf"]


@pytest.mark.parametrize("where", ["missing/sheet.pdf", "", "file/sheet.pdf"])
def test_a_bad_path_gives_a_clear_error(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Refused, match="NO_FILE: Cannot write "):
        run("--players", "5", "-o", str(tmp_path / where))


def test_a_path_without_a_name_gives_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused, match="NO_FILE: Cannot write "):
        run("--players", "5", "-o", ".")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("", "PLAYER_COUNT"),
        ("--players 4", "PLAYER_COUNT"),
        ("--players 7 --ruleset avalon", "BAD_REQUEST"),
        ("--players 7 --ruleset nonsense", "BAD_RULESET"),
        ("--all --ruleset nonsense", "BAD_RULESET"),
        ("--players 7 --ruleset classic --option plot=true", "OPTION_CONFLICT"),
        ("--players 7 --ruleset classic --option card_colours=prose", "OPTION_CONFLICT"),
        ("--players 7 --option card_colours=green", "BAD_REQUEST"),
        ("--players 7 --option nonsense", "BAD_OPTION"),
        ("--players 7 --language xx", "BAD_REQUEST"),
        ("--players 7 --paper a3", "BAD_REQUEST"),
    ],
)
def test_bad_input_is_refused_with_a_code(tmp_path: Path, arguments: str, code: str) -> None:
    path = tmp_path / "sheet.pdf"
    with pytest.raises(Refused) as refusal:
        run(*arguments.split(), "-o", str(path))
    assert refusal.value.code == code
    assert not path.exists()
