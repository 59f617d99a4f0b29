"""The solo game on a terminal, played by a script."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from tests.maquis.desk import BORDER, PASS, deck, table
from turncoat.core import load_record
from turncoat.games import find_game
from turncoat.games.maquis.rules.cards import MAQUIS, MISSIONS, WORDS
from turncoat.games.maquis.rules.moves import End, Play
from turncoat.games.maquis.session import Results, Session, numbered
from turncoat.games.maquis.terminal.board import HandNumbers, board, choices, keys, pile_list
from turncoat.games.maquis.terminal.compact import compact_choices
from turncoat.games.maquis.terminal.story import frames, page, print_story
from turncoat.games.maquis.terminal.terminal import Terminal
from turncoat.games.maquis.words import HELP, enemy_name, name


def _screen(width: int = 120) -> tuple[Console, io.StringIO]:
    screen = io.StringIO()
    return Console(file=screen, width=width, force_terminal=False), screen


def _typing(lines: list[str]) -> Callable[[str], str]:
    typed: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return read


def _play(lines: list[str], folder: Path, deal: int | None = 7, options: dict[str, Any] | None = None) -> str:
    console, screen = _screen()
    named = numbered(deal) if deal is not None else None
    Terminal(console, _typing(lines), folder=folder).play(named, False, options or {})
    return screen.getvalue()


def _played_out(deal: int, seed: int, options: dict[str, Any] | None = None) -> tuple[Session, list[str]]:
    """A game played at random until it can be ended, and what was typed."""
    session, lines, random, numbers = Session(numbered(deal), options), [], Random(seed), HandNumbers()
    while (ask := session.ask) is not None:
        keyed = keys(ask.moves, session.view, numbers.of(session.view))
        key = "end" if "end" in keyed else random.choice(list(keyed))
        lines.append(key)
        session.play(keyed[key])
    return session, lines


def test_every_answer_has_its_own_key_in_a_whole_game() -> None:
    for number in range(15):
        session, random = Session(numbered(number)), Random(number)
        while (ask := session.ask) is not None:
            options = keys(ask.moves, session.view)
            assert list(options.values()) == list(ask.moves)
            session.play(random.choice([move for move in ask.moves if move != End()] or list(ask.moves)))


def test_face_down_enemies_of_a_mission_share_a_line() -> None:
    """Fifteen lines of the same words would push the board off the screen."""
    desk = table({BORDER: ["guard-1", "+jailor-3", "grunt-1"], PASS: ["grunt-2"]}, ["pilar"])
    desk.hide("pilar", use=True)
    console, screen = _screen()
    console.print(choices(keys(desk.moves, desk.view), desk.view))
    assert [" ".join(line.split()) for line in screen.getvalue().splitlines()] == [
        "a1 a3 a face-down Enemy at Cross the Border",
        "b1 a face-down Enemy at Recon the Mountain Pass",
    ]


def test_an_answer_against_a_rule_is_told_the_rule(tmp_path: Path) -> None:
    """Whatever lies on the board and may not be picked now has its reason; other words have none."""
    shown = _play(["a1", "spam"], tmp_path)
    assert "That is no answer to the open question." in shown  # no name of the code's own behind it
    assert "'spam' is not one of the answers" in shown


def test_enter_alone_shows_the_table_again(tmp_path: Path) -> None:
    assert _play([""], tmp_path).count("help · hint") == 2


def test_undo_and_redo_are_offered_when_there_is_something(tmp_path: Path) -> None:
    shown = _play(["1r", "undo"], tmp_path)
    assert "help · hint · card NAME" in shown
    assert "help · hint · undo · card NAME" in shown
    assert "help · hint · redo · card NAME" in shown


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_is_drawn_at_every_moment(width: int) -> None:
    session, random = Session(numbered(4), {"setup": "draft"}), Random(4)
    while (ask := session.ask) is not None:
        console, screen = _screen(width)
        console.print(board(session.view, width))
        console.print(choices(keys(ask.moves, session.view), session.view))
        assert max(map(len, screen.getvalue().splitlines())) <= width
        session.play(random.choice([move for move in ask.moves if move != End()] or list(ask.moves)))


def test_the_board_shows_no_face_down_card() -> None:
    console, screen = _screen()
    console.print(board(Session(numbered(7)).view, 120))
    assert "face down" in screen.getvalue()
    assert "Guard" not in screen.getvalue()


def test_a_wrong_answer_is_told_and_help_is_near(tmp_path: Path) -> None:
    shown = _play(["9x", "help", "enemies", "stats"], tmp_path)
    assert "'9x' is not one of the answers" in shown
    assert "Type what stands before an answer" in shown
    assert "All Guards must be defeated before the Mission" in shown
    assert "No game finished yet" in shown


def test_a_game_that_was_left_goes_on(tmp_path: Path) -> None:
    _play(["1r", "n", "quit"], tmp_path)
    shown = _play([], tmp_path, deal=None)
    assert "You continue deal 7" in shown


def test_undo_takes_a_card_back_into_the_hand(tmp_path: Path) -> None:
    shown = _play(["1r", "undo", "undo"], tmp_path)
    assert "Taken back." in shown
    assert "There is nothing to take back" in shown


def test_a_finished_game_is_counted_and_can_be_shared(tmp_path: Path) -> None:
    session, lines = _played_out(7, 3)
    shown = _play([*lines, "n", "n"], tmp_path)
    assert f"To share:  {session.result_line()}" in shown
    assert Results(tmp_path / "solo.sqlite3").statistics("you").played == 1


def test_the_hint_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.games.maquis.bots.hint.perf_counter", iter(range(1000)).__next__)
    shown = _play(["hint"], tmp_path)
    assert "expected score" in shown


def test_a_record_is_told_again_as_it_happened() -> None:
    session, random = Session(numbered(7)), Random(3)
    views = [session.view]
    while (ask := session.ask) is not None:
        session.play(random.choice(list(ask.moves)))
        views.append(session.view)
    record = load_record(session.save(), find_game)
    told = list(frames(record))
    assert [frame.view for frame in told] == views
    console, screen = _screen()
    print_story(record, "0", False, console)
    assert "Attack Strength" in screen.getvalue()
    console.print(page(told[-1], 120))


def test_a_spectator_is_not_told_the_hand() -> None:
    session = Session(numbered(7))
    assert all(frame.view.hand is None for frame in frames(load_record(session.save(), find_game), None))


def test_enter_alone_never_plays_even_if_only_one_answer_is_open(tmp_path: Path) -> None:
    """It redraws. The answer may reveal a card, and that cannot be taken back."""
    session, lines, random, numbers = Session(numbered(7)), [], Random(1), HandNumbers()
    while len(session.ask.moves if session.ask else ()) != 1:
        keyed = keys(session.ask.moves if session.ask else (), session.view, numbers.of(session.view))
        lines.append(random.choice(list(keyed)))
        session.play(keyed[lines[-1]])
    (only,) = keys(session.ask.moves if session.ask else (), session.view, numbers.of(session.view))
    shown = _play([*lines, "", "", "quit"], tmp_path)
    pages = shown.split(" · quit\n")
    assert pages[-2] == pages[-3]
    assert only in pages[-2]


def test_choices_name_the_defense_of_now_and_the_cost_of_the_mission() -> None:
    """An Engineer raises the others: what the board says is what the choice says."""
    desk = table({BORDER: ["+engineer-2", "+military-4"]}, ["nicolas", "roberto"]).attack(BORDER)
    desk.reveal("nicolas", "roberto")
    assert desk.kind == "defeat"
    console, screen = _screen()
    console.print(choices(keys(desk.moves, desk.view), desk.view, "defeat"))
    told = [" ".join(line.split()) for line in screen.getvalue().splitlines()]
    assert told == ["a the Mission, Cross the Border, for 3", "a1 Engineer for 2", "a2 Military for 5"]


@pytest.mark.parametrize(("answer", "news"), [("y", "round 1"), ("n", "You continue deal 9")])
def test_a_saved_game_with_other_options_is_not_continued_silently(tmp_path: Path, answer: str, news: str) -> None:
    _play(["1h", "n", "quit"], tmp_path, deal=9)
    shown = _play([answer, "quit"], tmp_path, deal=9, options={"setup": "draft"})
    assert "You have a saved game of deal 9 with setup=shuffle." in shown
    assert ("Pair 1 of 12." in shown) is (answer == "y")
    assert ("You continue deal 9" in shown) is (answer == "n")


def test_the_points_say_what_they_are_worth() -> None:
    """Without a point the grade is a draw already, or a loss where the options say so. A lost game has none ahead."""
    start = _drawn(Session(numbered(7)))
    assert "0 points (Draw, Minor Victory at 15)" in start
    assert "0 points (Defeat, Draw at 1)" in _drawn(Session(numbered(7), {"zero_points": "loss"}))
    lost = Session(numbered(7))
    while lost.ask is not None:
        lost.play(lost.ask.moves[0])
    assert lost.outcome is not None
    assert lost.outcome.grade == "loss"
    assert "0 points (Defeat)" in _drawn(lost)
    assert " at " not in _drawn(lost).splitlines()[0]


def _drawn(session: Session) -> str:
    console, screen = _screen()
    console.print(board(session.view, 120))
    return screen.getvalue()


def test_the_hint_of_a_draft_names_the_card_as_it_is_printed(tmp_path: Path) -> None:
    shown = _play(["hint"], tmp_path, options={"setup": "draft"})
    kept = re.search(r"Keep (\w+): the stronger card", shown)
    assert kept is not None
    assert kept[1] in {card.name for card in MAQUIS.values()}


def test_nothing_can_be_taken_back_before_the_first_move(tmp_path: Path) -> None:
    assert "There is nothing to take back: you have not played yet." in _play(["undo"], tmp_path)


def test_new_begins_another_deal_and_keeps_the_old_one(tmp_path: Path) -> None:
    shown = _play(["1h", "n", "new", "quit"], tmp_path)
    assert "Deal 7 is saved: turncoat play maquis --deal 7" in shown
    assert "You continue deal 7" in _play([], tmp_path)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nicolas", "hidden 1, ATTACK: Draw 1 card from the Hidden deck."),
        ("roberto", "Look at the top 3 cards of the Enemy deck"),
        ("BORDER", "Mission of era I, defense 3, 1 point, 3 Enemies."),
        ("guard", "All Guards must be defeated before the Mission."),
        ("spy", "cannot be played."),
        ("nobody", "No card is called 'nobody'."),
    ],
)
def test_a_card_is_looked_up_by_its_name(tmp_path: Path, name: str, told: str) -> None:
    assert told in " ".join(_play([f"card {name}"], tmp_path).split())


def test_piles_lists_discards_and_the_graveyard(tmp_path: Path) -> None:
    desk = table({BORDER: []}, enemy=deck(discard=["guard-1", "guard-1", "jailor-2"]), graveyard=(2, 1))
    console, screen = _screen()
    console.print(pile_list(desk.view))
    told = " ".join(screen.getvalue().split())
    assert "Enemy pile Guard 1 ×2, Jailor 2" in told
    assert "Graveyard 2 + 1 = 3 civilians" in told
    assert "Enemy pile" in _play(["piles"], tmp_path)


def test_missions_say_their_era() -> None:
    assert "era I" in _drawn(Session(numbered(7)))


def test_a_draft_counts_its_pairs(tmp_path: Path) -> None:
    shown = _play(["1", "2", "1"], tmp_path, options={"setup": "draft"})
    assert [f"Pair {n} of 12." in shown for n in range(1, 6)] == [True, True, True, True, False]


def test_a_finished_game_can_be_replayed(tmp_path: Path) -> None:
    session, lines = _played_out(7, 3)
    shown = _play([*lines, "n", "n"], tmp_path)
    told = re.search(r"turncoat replay --seat 0 (\S+)", shown)
    assert told is not None
    record = load_record(Path(told[1]).read_bytes(), find_game)
    assert [frame.view for frame in frames(record, 0)][-1] == session.view
    assert "You continue" not in _play([], tmp_path, deal=None)


def test_at_the_end_no_enemy_stays_face_down(tmp_path: Path) -> None:
    session, lines = _played_out(7, 3)
    hidden = [foe.card for site in session.state.sites for foe in site.garrison if not foe.up]
    assert hidden, "this game ends with Enemies face down"
    last = _play([*lines, "n", "n"], tmp_path).split("To share:")[0].split("RESIST!")[-1].split("quit\n")[-1]
    assert "face down" not in last
    assert all(name(card) in last for card in hidden)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 50)])
@pytest.mark.parametrize("setup", ["shuffle", "draft"])
def test_every_page_fits_the_terminal(tmp_path: Path, width: int, height: int, setup: str) -> None:
    """Missions, hand, question and answers are all on the screen, and so is the line to type in."""
    pages: list[str] = []
    for seed in range(6):
        _, lines = _played_out(4, seed, {"setup": setup})
        screen = io.StringIO()
        console = Console(file=screen, width=width, height=height, force_terminal=False)
        typed = iter(lines)

        def read(prompt: str, screen: io.StringIO = screen, typed: Iterator[str] = typed) -> str:
            pages.append(screen.getvalue())
            screen.seek(0)
            screen.truncate()
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        Terminal(console, read, folder=tmp_path / str(seed)).play(numbered(4), False, {"setup": setup})
        pages.pop()  # the end is told by paragraphs
    too_long = [page for page in pages if len(page.splitlines()) > height - 1]
    assert too_long == []
    assert all(len(line) <= width for page in pages for line in page.splitlines())
    assert all("quit" in page for page in pages)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 50)])
@pytest.mark.parametrize("asked_for", [False, True])
def test_a_hint_leaves_the_board_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int, height: int, asked_for: bool
) -> None:
    """On 24 lines a hint below the question pushed the points and the first Mission off the screen."""
    monkeypatch.setattr("turncoat.games.maquis.bots.hint.perf_counter", iter(range(1000)).__next__)
    screen = io.StringIO()
    console = Console(file=screen, width=width, height=height, force_terminal=False)
    pages: list[str] = []
    typed = iter(["hint"] if asked_for else [])

    def read(prompt: str) -> str:
        pages.append(screen.getvalue())
        screen.seek(0)
        screen.truncate()
        return next(typed, "quit")

    Terminal(console, read, folder=tmp_path, hint=not asked_for).play(numbered(3), False, {})
    assert "expected score" in pages[-1]
    assert "round 1" in pages[-1]
    assert len(pages[-1].splitlines()) < height


def _page(session: Session, folder: Path, width: int, height: int) -> str:
    """What is shown of a saved game before anything is typed."""
    file, screen = folder / "game.json", io.StringIO()
    file.write_bytes(session.save())
    console = Console(file=screen, width=width, height=height, force_terminal=False)
    Terminal(console, _typing([]), folder=folder, save=file).go_on(session)
    return screen.getvalue()


def test_a_small_screen_shows_whole_missions_while_there_is_room(tmp_path: Path) -> None:
    """A Mission with a long name was cut before its effect, with five empty lines below."""
    session = Session(numbered(9))
    words = " ".join(_page(session, tmp_path, 80, 24).split())
    assert all(WORDS[MISSIONS[site.mission].effect] in words for site in session.view.missions)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 50)])
def test_help_fits_the_terminal_line_by_line(tmp_path: Path, width: int, height: int) -> None:
    console, screen = _screen(width)
    Terminal(console, _typing(["help"]), folder=tmp_path).play(numbered(7), False, {})
    shown = screen.getvalue().split("─ help ─")[1].splitlines()
    page = shown[: next(at for at, line in enumerate(shown) if line.startswith("╰")) + 1]
    assert len(page) < height
    assert [line[2:-2].rstrip() for line in page[1:-1]] == Text.from_markup(HELP).plain.splitlines()


def test_short_answers_are_broken_between_answers_only() -> None:
    desk = table({BORDER: ["guard-1"], PASS: ["grunt-2"]}, ["manuel"])
    desk.hide("manuel", use=True)
    console, screen = _screen(40)
    console.print(compact_choices(keys(desk.moves, desk.view), desk.view, "flip-mission"))
    assert screen.getvalue().splitlines() == ["a: Cross the Border", "b: Recon the Mountain Pass"]


def test_numbers_of_the_hand_do_not_shift_in_a_round(tmp_path: Path) -> None:
    session, numbers = Session(numbered(7)), HandNumbers()
    before = numbers.of(session.view)
    first = next(card for card in session.view.hand or () if card != "spy")
    session.play(Play(first, "hidden"))
    after = numbers.of(session.view)
    assert after[: len(before)] == tuple(None if card == first else card for card in before)
    session.undo()
    assert numbers.of(session.view)[: len(before)] == before


def test_turning_enemies_and_attacking_are_typed_differently() -> None:
    """`a` twice would turn the Enemies of a Mission and then attack it by mistake."""
    desk = table({BORDER: ["guard-1"]}, ["manuel"])
    assert "go a" in keys(desk.moves, desk.view)
    desk.hide("manuel", use=True)
    assert list(keys(desk.moves, desk.view)) == ["a"]


def test_an_action_that_is_not_offered_is_explained(tmp_path: Path) -> None:
    hand = Session(numbered(7)).view.hand or ()
    later = [card for card in hand if card != "spy" and MAQUIS[card].hidden.when == ("attack",)]
    shown = _play([f"{hand.index(later[0]) + 1}h"], tmp_path)
    assert f"The action of {name(later[0])} is for ATTACK, so it is not used now." in " ".join(shown.split())


def test_stopping_an_attack_early_is_offered_at_the_start(tmp_path: Path) -> None:
    """Ruling 20 is the most contestable; the option is there for those who read the rule otherwise."""
    shown = _play(["early", "1h", "early"], tmp_path)
    assert "early (stop an attack early: off)" in shown
    assert "early (stop an attack early: on)" in shown
    assert "Options can be changed only before the first move" in shown


# A deal and the seed of somebody who plays it at random: so each of these questions comes up.
QUESTIONS = {"recruit": (8, 7), "copy": (39, 198), "move-enemy": (5, 4), "move-to": (5, 4), "discard-maquis": (18, 17)}


def _asked(kind: str) -> Session:
    deal, seed = QUESTIONS[kind]
    session, random = Session(numbered(deal)), Random(seed)
    while session.ask is not None and session.ask.kind != kind:
        session.play(random.choice(session.ask.moves))
    assert session.ask is not None
    return session


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 50)])
@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_rare_question_fits_the_terminal_and_no_name_is_broken(
    tmp_path: Path, kind: str, width: int, height: int
) -> None:
    session = _asked(kind)
    lines = _page(session, tmp_path, width, height).replace("Until next time.", "").rstrip().splitlines()
    assert len(lines) < height
    assert max(map(len, lines)) <= width
    seen = [enemy for site in session.view.missions for enemy in site.garrison if enemy.card is not None]
    for enemy in seen if width == 80 else ():
        assert any(enemy_name(enemy) in line for line in lines), enemy


@pytest.mark.parametrize("kind", ["recruit", "copy"])
def test_a_small_screen_says_what_the_cards_do_that_are_asked_for(tmp_path: Path, kind: str) -> None:
    """They are not in the hand, so nothing else on the screen tells it."""
    session = _asked(kind)
    assert session.ask is not None
    shown = " ".join(_page(session, tmp_path, 80, 24).split())
    for move in session.ask.moves:
        action = MAQUIS[move.card].hidden.action
        assert action is None or WORDS[action] in shown


def test_a_card_of_the_hand_has_one_number(tmp_path: Path) -> None:
    """RESIST! asks which Maquis is discarded: its number is that of the hand, also behind a Spy."""
    session = _asked("discard-maquis")
    assert session.ask is not None
    numbers = HandNumbers().of(session.view)
    keyed = keys(session.ask.moves, session.view, numbers)
    assert {key: move.card for key, move in keyed.items()} == {
        str(at + 1): card for at, card in enumerate(numbers) if card in [move.card for move in session.ask.moves]
    }
    assert list(keyed) == ["1", "2", "3", "5"]
