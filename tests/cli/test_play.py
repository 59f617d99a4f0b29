"""A person at the terminal."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.chat_server import LINE, ChatServer, chat_server
from tests.cli.typist import KEYS, Typist, sensible
from turncoat.cli import run
from turncoat.core import replay
from turncoat.games import find_game, rulesets
from turncoat.games.resistance.bots.replies import phrases
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import read_record
from turncoat.terminal.seating import NAMES

FAMILY = find_game("classic").rulesets
EVERYTHING = {
    "classic": Order(ruleset="classic", players=7, options={"plot": True, "targeting": True}),
    "cards": Order(ruleset="cards", players=6, options={"vote_style": "open", "table_coin": True}),
    "changelings": Order(ruleset="changelings", players=8, options={"blind_spies": True, "ballots_named": False}),
    "avalon": Order(
        ruleset="avalon",
        players=10,
        roles=("percival", "morgana", "oberon"),
        options={"plot": True, "lady": True, "loyalty_card": "forfeit"},
    ),
}


def order_like(order: Order, **changes: object) -> Order:
    fields = {name: getattr(order, name) for name in Order.__struct_fields__}
    return Order(**{**fields, **changes})


@pytest.mark.parametrize("ruleset", FAMILY)
def test_a_whole_game_of_every_ruleset_by_keys(ruleset: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    for seed in range(2):
        pages = Typist(seed=seed).play(Order(ruleset=ruleset, seed=str(seed), save=str(saved)))
        assert "knew" in pages[-1]
        assert "Saved." in pages[-1]
        record = read_record(saved)
        assert find_game(ruleset).outcome(replay(find_game(ruleset), record)) is not None
        assert run(["verify", str(saved)]) == 0


@pytest.mark.parametrize("ruleset", sorted(EVERYTHING))
def test_a_whole_game_with_many_options_and_people_everywhere(ruleset: str, tmp_path: Path) -> None:
    order = EVERYTHING[ruleset]
    people = order_like(order, seats=("human",) * (order.players or 5), quick=True, save=str(tmp_path / "x.txt"))
    pages = Typist(seed=1, width=100).play(order_like(people, seed="1"))
    assert "knew" in pages[-1]
    assert read_record(tmp_path / "x.txt").ruleset == ruleset


def test_bots_alone_can_be_watched() -> None:
    pages = Typist().play(Order(ruleset="avalon", seats=("bot", "random"), seed="1"))
    assert "knew" in pages[-2]
    assert not any(KEYS in page or "You are" in page for page in pages)


@pytest.mark.parametrize("players", range(5, 11))
def test_every_page_of_a_game_fits_a_small_terminal(players: int) -> None:
    for options in ({}, {"plot": True, "lady": True}):
        order = Order(ruleset="avalon", players=players, options=options, seed=str(players), save="/dev/null")
        for page in Typist(width=80, height=24, answer=curious).play(order)[:-1]:
            lines = page.splitlines()
            assert len(lines) <= 24, page
            assert max(map(len, lines), default=0) <= 80


def test_every_page_of_a_game_with_language_models_fits_a_small_terminal(chat: ChatServer) -> None:
    order = model_order(chat, seats=("human", *[chat.name("good")] * 4))
    for page in Typist(width=80, height=24, answer=curious).play(order)[:-1]:
        for drawn in re.split("(?= The Resistance: Avalon)", page):  # while a model thinks, nothing is asked
            assert len(drawn.splitlines()) <= 24, drawn


def curious(page: str, chance: random.Random) -> str:
    """Plays, and often looks at the help, the history and their role."""
    return chance.choice("?hr") if KEYS in page and chance.random() < 0.5 else sensible(page, chance)


@pytest.mark.parametrize("width", [30, 45, 60, 75, 120, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    order = Order(ruleset="classic", players=5, seed="1")
    typist = Typist(width=width, answer=lambda page, chance: "" if KEYS not in page else "2", leave_after=20)
    order = order_like(order, save="/dev/null")
    for page in typist.play(order)[:-1]:
        assert max(map(len, page.splitlines()), default=0) <= width


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=30).filter(lambda text: text.strip() and "\n" not in text))
def test_garbage_is_answered_with_a_sentence_and_the_question_again(garbage: str) -> None:
    lines = iter(["", garbage])
    typist = Typist(answer=lambda page, chance: next(lines), leave_after=2)
    pages = typist.play(Order(ruleset="classic", seed="4", save="/dev/null"))
    before, after = pages[1], pages[2]
    question = next(line for line in before.splitlines() if "You lead" in line or "Shall" in line)
    if question in after:  # not an answer after all
        complaint = after[after.index(question) + len(question) :].strip().splitlines()[0]
        assert complaint.strip().endswith(".")
        assert KEYS in after
    else:
        assert garbage.strip().casefold() in ("q", "quit", "h", "?", "r", "n", "y", "help", "history") or any(
            word in after for word in ("Saved", "goes back", "hides this", "approved", "rejected")
        )


def test_the_wrong_number_of_seats_is_refused_in_the_words_of_the_rules() -> None:
    def answer(page: str, chance: random.Random) -> str:
        return "0 1 2" if "Type 2 numbers" in page else "" if KEYS not in page else "y"

    pages = Typist(answer=answer, leave_after=60).play(Order(ruleset="classic", seats=("human",) * 5, save="/dev/null"))
    assert any("The team needs 2. You chose 3." in page for page in pages)


def test_a_good_player_is_offered_both_cards_and_refused_the_one() -> None:
    def answer(page: str, chance: random.Random) -> str:
        if "f fail" in page:
            return "s" if "play Success" in page.split("Which card")[-1] else "f"
        return sensible(page, chance) if KEYS in page else ""

    pages = Typist(answer=answer, leave_after=400).play(
        Order(ruleset="classic", seats=("human",) * 5, seed="2", save="/dev/null")
    )
    refused = [page for page in pages if "You are good: play Success." in page]
    assert refused
    assert all("s success   f fail" in page for page in refused)


def test_help_history_and_role_come_and_go() -> None:
    lines = iter(["", "?", "", "h", "", "r", ""])
    pages = Typist(answer=lambda page, chance: next(lines), leave_after=7).play(
        Order(ruleset="avalon", seed="1", save="/dev/null")
    )
    shown = [pages[2], pages[4], pages[6]]
    for page, word in zip(shown, ("majority", "on the team", "Only for Ana"), strict=True):
        assert word in page
    assert KEYS in pages[3]
    assert KEYS in pages[5]
    assert KEYS in pages[7]


def test_names_pick_seats_without_accents_or_capitals() -> None:
    def answer(page: str, chance: random.Random) -> str:
        return "chloe, BO" if "Type 2 numbers" in page else "" if KEYS not in page else "y"

    order = Order(ruleset="classic", seats=("human",) * 5, save="/dev/null", quick=True)
    pages = Typist(answer=answer, leave_after=30).play(order)
    assert any("Shall Bo and Chloé go?" in page or "Shall Bo and you go?" in page for page in pages)


def test_leaving_saves_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    saved = tmp_path / "half.json"
    order = Order(ruleset="avalon", seed="9", names=("Ada",), seats=("human", "bot", "random"), save=str(saved))
    pages = Typist(seed=1, leave_after=9).play(order)
    assert f"turncoat play --resume {saved}" in pages[-1].replace("\n", "")
    before = read_record(saved)
    again = Typist(seed=2).play(Order(ruleset=""), resume=saved)
    after = read_record(saved)
    assert "Ada" in again[0]
    assert "random" in after.meta["seats"]
    assert after.deal == before.deal
    assert after.moves[: len(before.moves)] == before.moves
    assert len(after.moves) > len(before.moves)
    assert run(["verify", str(saved)]) == 0


def test_a_finished_record_resumes_at_its_end(tmp_path: Path) -> None:
    saved = tmp_path / "over.json"
    Typist().play(Order(ruleset="classic", seed="1", save=str(saved)))
    (page,) = Typist().play(Order(ruleset=""), resume=saved)
    assert "knew" in page


def test_the_first_screen_starts_a_game_at_one_key() -> None:
    pages = Typist(leave_after=2).play(Order(ruleset="", save="/dev/null"))
    assert all(ruleset in pages[0] for ruleset in FAMILY)
    assert "Only for Ana" in pages[1]
    assert "Avalon" in pages[2]


def test_the_first_screen_answers_nonsense_and_takes_a_number_of_players() -> None:
    lines = iter(["9", "1 99", "classic 6", ""])
    pages = Typist(answer=lambda page, chance: next(lines), leave_after=4).play(Order(ruleset="", save="/dev/null"))
    assert "Type a number from 1" in pages[1]
    assert "5 to 10 players" in pages[2]
    assert "Fay" in pages[4]


def test_the_first_screen_can_be_left() -> None:
    (_, rest) = Typist(answer=lambda page, chance: "q").play(Order(ruleset=""))
    assert rest == ""


def test_the_offer_to_save_asks_again_when_it_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = iter(["nowhere/x.json", "here.json"])

    def answer(page: str, chance: random.Random) -> str:
        return next(names) if "Save the record?" in page else sensible(page, chance)

    pages = Typist(answer=answer).play(Order(ruleset="classic", seed="1"))
    assert "Cannot write" in pages[-2]
    assert (tmp_path / "here.json").exists()


def test_every_ruleset_can_be_shown() -> None:
    assert set(FAMILY) <= set(rulesets())


# talk


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    with chat_server() as server:
        yield server


def model_order(chat: ChatServer, **changes: Any) -> Order:
    seats = ("human", chat.name("good"), "simple", "simple", "simple")
    return Order(**{"ruleset": "avalon", "seats": seats, "seed": "7", "save": "/dev/null", "quick": True, **changes})


def before_vote(page: str, chance: random.Random) -> str:
    """Says something to the table before the first vote, and plays."""
    if "Shall" in page and "Hello" not in page:
        return "say Hello, whom do you suspect?"
    return sensible(page, chance)


def test_a_language_model_speaks_before_votes_and_hears_the_person(chat: ChatServer) -> None:
    pages = Typist(answer=before_vote, height=50).play(model_order(chat))
    assert any(f"Bo: “{LINE}" in " ".join(page.split()) for page in pages)
    prompts = [request["messages"][1]["content"] for request in chat.requests]
    assert any('seat 0: "Hello, whom do you suspect?"' in text for text in prompts)
    assert "knew" in pages[-1]


def test_before_the_deal_and_beside_the_seat_stands_who_is_a_language_model(chat: ChatServer) -> None:
    pages = Typist(height=50).play(model_order(chat))
    where = chat.address.removeprefix("http://").removesuffix("/v1")
    told = f"Bo is a language model (good at {where}). It reads what you say, and answers."
    assert told in " ".join(pages[0].split())
    assert "You are" not in pages[0]
    assert "Bo (model)" in next(page for page in pages if KEYS in page)


def test_the_limits_of_a_language_model_are_shown_while_the_game_runs_and_what_it_used_at_the_end(
    chat: ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNCOAT_LLM_PRICE", "1/2")
    monkeypatch.setenv("TURNCOAT_LLM_COST", "0.5")
    looked = iter("?")
    pages = Typist(answer=lambda page, chance: next(looked, "") if KEYS in page else "", leave_after=4).play(
        model_order(chat)
    )
    limits = "At most 20 seconds a decision, 30 minutes and 400,000 tokens a game. It may cost 0.5 a game."
    shown = [limits in " ".join(page.split()) for page in pages]
    assert shown[0], "before the deal"
    assert any(shown[1:]), "on the page of `?`"
    pages = Typist(height=50).play(model_order(chat))
    assert any(f"Bo is thinking. {limits}" in " ".join(page.split()) for page in pages)
    used = re.search(r"Bo \(model\): (\d+) decisions, ([\d,]+) tokens, \d+ seconds, cost [\d.]+\.", pages[-1])
    assert used
    assert int(used[1]) * 1010 == int(used[2].replace(",", ""))
    assert not any(used[0] in page for page in pages[:-1])


def test_who_is_a_language_model_is_also_told_where_a_game_goes_on(chat: ChatServer, tmp_path: Path) -> None:
    saved = tmp_path / "half.json"
    order = model_order(chat, save=str(saved))
    Typist(leave_after=12).play(order)
    pages = Typist(leave_after=2).play(order, resume=saved)
    assert "Bo is a language model (good at" in " ".join(pages[0].split())


def test_nobody_talks_at_a_silent_table(chat: ChatServer) -> None:
    pages = Typist(answer=sensible, height=50).play(model_order(chat, silent=True))
    assert not any("“" in page or "say …" in page for page in pages)
    assert "== TALK ==" not in str(chat.requests)


def test_a_bot_replies_to_the_person_who_names_it() -> None:
    def answer(page: str, chance: random.Random) -> str:
        return "say Bo, who do you suspect?" if "Shall" in page and chance.random() < 0.8 else sensible(page, chance)

    pages = Typist(answer=answer, height=60, leave_after=80).play(
        Order(ruleset="avalon", seats=("human", *["expert"] * 4), seed="3", save="/dev/null", quick=True)
    )
    lines = [line for page in pages for line in re.findall(r"Bo: “([^”]+)”", " ".join(page.split()))]
    opinions = phrases()["en"].opinion + phrases()["en"].unsure
    replies = {text.format(name=name) for text in opinions for name in NAMES}
    assert replies & set(lines)


def test_what_a_person_says_is_one_line_of_printable_text() -> None:
    lines = iter(["", "say \x1b[2Jhello\tyou" + "x" * 500])
    pages = Typist(answer=lambda page, chance: next(lines, "q"), leave_after=3, height=60).play(
        Order(ruleset="avalon", seed="4", save="/dev/null")
    )
    said = " ".join(pages[2].split())
    assert "\x1b" not in said
    assert "x" * 250 not in said.replace(" ", "")
