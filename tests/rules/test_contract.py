"""The referee's contract beyond single rules: the deal, order of checks, asks, records, and the list of codes."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.rules.table import (
    ESTABLISH,
    NO_CONFIDENCE,
    OPEN_UP,
    SPOTLIGHT,
    STRONG_LEADER,
    Table,
    ask,
    open_table,
    refusal_of_new,
)
from turncoat.core import Match, Seed, Setup
from turncoat.core.referee import Referee
from turncoat.games import find_game

CODES = {
    "PLAYER_COUNT",
    "ROLE_SET",
    "ROLE_DEPENDENCY",
    "OPTION_CONFLICT",
    "OPTION_DISABLED",
    "WRONG_PHASE",
    "GAME_OVER",
    "NOT_LEADER",
    "UNKNOWN_PLAYER",
    "TEAM_SIZE",
    "TEAM_DUPLICATE",
    "QUEST_REQUIRED",
    "QUEST_DONE",
    "QUEST_LOCKED",
    "NOT_A_VOTER",
    "ALREADY_VOTED",
    "OPINION_FIRST",
    "NOT_ON_TEAM",
    "ALREADY_PLAYED",
    "GOOD_MUST_SUCCEED",
    "PLOT_UNDISTRIBUTED",
    "PLOT_TO_SELF",
    "NOT_CARD_HOLDER",
    "NO_SUCH_CARD",
    "PASSED",
    "NOT_YOUR_TURN",
    "CARD_LOCKED",
    "ALREADY_LEADER",
    "NOT_ADJACENT",
    "SELF_TARGET",
    "ALREADY_EXAMINED",
    "NOT_LADY",
    "LADY_INELIGIBLE",
    "WRONG_LOYALTY",
    "NOT_ASSASSIN",
    "TARGET_EVIL",
    "FORBIDDEN_REVEAL",
    "BAD_REQUEST",
}


def test_section_9_every_code_is_asserted_by_some_case() -> None:
    cases = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__))
    assert [code for code in CODES if f'"{code}"' not in cases] == []


def test_section_9_the_engine_uses_no_other_code() -> None:
    package = Path(find_game.__code__.co_filename).parent / "resistance"
    source = "".join(path.read_text() for path in package.glob("*.py"))
    assert set(re.findall(r'Refused\(\s*"([A-Z_]+)"', source)) <= CODES


# --- the deal


@pytest.mark.parametrize(
    ("ruleset", "roles"),
    [
        ("classic", ["resistance", "resistance", "resistance", "spy", "spy"]),
        ("cards", ["resistance", "resistance", "resistance", "spy", "spy"]),
        ("changelings", ["resistant", "resistant", "resistant", "changeling", "changeling"]),
        ("avalon", ["merlin", "servant", "servant", "assassin", "minion"]),
    ],
)
def test_plain_role_names(ruleset: str, roles: list[str]) -> None:
    table = open_table(ruleset, 5, deal={"roles": roles})
    assert table.record()["deal"]["roles"] == roles
    assert refusal_of_new(ruleset, 5, deal={"roles": ["good"] * 3 + ["evil"] * 2}) == "ROLE_SET"


def test_the_deal_holds_exactly_the_chosen_characters() -> None:
    assert refusal_of_new("classic", 5, deal={"roles": ["spy"] * 3 + ["resistance"] * 2}) == "ROLE_SET"
    assert refusal_of_new("classic", 5, deal={"roles": ["spy", "spy", "resistance", "resistance"]}) == "ROLE_SET"
    cast = ["merlin", "percival", "servant", "assassin", "morgana"]
    assert refusal_of_new("avalon", 5, deal={"roles": cast}) == "ROLE_SET"


def test_the_deal_fixes_the_top_of_the_plot_deck() -> None:
    table = open_table("classic", 7, options={"plot": True}, deal={"plot": [ESTABLISH, OPEN_UP, SPOTLIGHT]})
    assert table.plot["drawn"] == [ESTABLISH, OPEN_UP]
    assert table.record()["deal"]["plot"][:3] == [ESTABLISH, OPEN_UP, SPOTLIGHT]
    assert len(table.record()["deal"]["plot"]) == 15


def test_the_deal_cannot_hold_cards_the_deck_lacks() -> None:
    options = {"plot": True}
    assert refusal_of_new("classic", 7, options=options, deal={"plot": [ESTABLISH, ESTABLISH]}) == "BAD_REQUEST"
    assert refusal_of_new("classic", 5, options=options, deal={"plot": [SPOTLIGHT]}) == "BAD_REQUEST"
    assert refusal_of_new("classic", 7, options=options, deal={"plot": ["ace"]}) == "BAD_REQUEST"
    assert refusal_of_new("classic", 7, deal={"plot": [SPOTLIGHT]}) == "OPTION_DISABLED"


def test_the_first_leader_sits_at_the_table() -> None:
    assert refusal_of_new("classic", 5, deal={"leader": 5}) == "UNKNOWN_PLAYER"


def test_equal_seeds_deal_equally_and_others_do_not() -> None:
    deals = [open_table("avalon", 10, options={"plot": True}).record()["deal"] for _ in range(2)]
    assert deals[0] == deals[1]
    table = Table.__new__(Table)
    table.begin(ruleset="avalon", players=10, seed="2", options={"plot": True})
    assert table.record()["deal"] != deals[0]


# --- order of checks


def test_checks_in_order_actor_before_the_end() -> None:
    table = Table().reject(5)
    assert table.refused(0, "nonsense") == "BAD_REQUEST"
    assert table.refused(7, "vote", approve=True) == "UNKNOWN_PLAYER"
    assert table.refused(0, "vote", approve=True) == "GAME_OVER"
    assert table.refused(0, "examine", seat=1) == "GAME_OVER"


def test_checks_in_order_a_move_that_is_no_players_is_a_bad_request_first() -> None:
    table = Table()
    assert table.refused(9, "timeout") == "BAD_REQUEST"
    assert table.refused(9, "draw", of="roles", drawn=[]) == "BAD_REQUEST"


def test_checks_in_order_a_card_without_its_target_is_a_bad_request_first() -> None:
    assert Table().refused(0, "use", card=SPOTLIGHT) == "BAD_REQUEST"
    assert Table().refused(9, "use", card=SPOTLIGHT) == "BAD_REQUEST"
    assert Table().reject(5).refused(0, "use", card=SPOTLIGHT) == "BAD_REQUEST"


def test_checks_in_order_option_then_card_then_phase() -> None:
    assert Table().refused(0, "use", card=SPOTLIGHT, on=1) == "OPTION_DISABLED"
    assert Table().refused(0, "give", card=SPOTLIGHT, to=1) == "OPTION_DISABLED"
    assert Table().refused(0, "look", at=1) == "OPTION_DISABLED"
    assert Table().refused(0, "take", card=SPOTLIGHT, from_=1) == "OPTION_DISABLED"
    assert Table().refused(0, "pass") == "OPTION_DISABLED"
    assert Table().refused(0, "assassinate", seat=1) == "OPTION_DISABLED"
    table = Table(players=7, plot=[STRONG_LEADER, NO_CONFIDENCE])
    assert table.refused(4, "use", card=STRONG_LEADER) == "NOT_CARD_HOLDER"
    table.give(STRONG_LEADER, 4)
    assert table.refused(4, "use", card=STRONG_LEADER) == "WRONG_PHASE"
    assert table.refused(4, "look", at=3) == "WRONG_PHASE"


def test_a_proposal_by_another_while_plot_cards_are_out_is_out_of_phase() -> None:
    assert Table(players=7, plot=[STRONG_LEADER, NO_CONFIDENCE]).refused(4, "propose", team=[0, 1]) == "WRONG_PHASE"


# --- asks


def test_asks_list_the_legal_moves_in_a_fixed_order() -> None:
    table = Table()
    assert table.waiting == [(0, "propose")]
    assert [move["team"] for move in table.moves(0, "propose")][:5] == [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2]]
    table.propose(0, 1)
    assert table.moves(3, "vote") == [{"move": "vote", "approve": True}, {"move": "vote", "approve": False}]


def test_chance_never_asks() -> None:
    table = open_table("avalon", 7, options={"plot": True, "lady": True, "assassin_duty": True})
    assert all(seat is not None for seat, _ in table.waiting)


def test_a_plot_window_opens_one_ask_at_a_time_with_pass_among_its_moves() -> None:
    table = Table(players=7, plot=[STRONG_LEADER, STRONG_LEADER]).give(STRONG_LEADER, 4).give(STRONG_LEADER, 5)
    table.reject()
    assert table.waiting == [(4, "use")]
    assert {"move": "pass"} in table.moves(4, "use")


# --- views


def test_a_view_has_the_promised_fields() -> None:
    names = "phase leader mission rejections score missions team proposals you plot lady spotlight die outcome roles"
    view = Table().view(0)
    assert [name for name in names.split() if name not in view] == []
    assert set(view["you"]) >= {"seat", "role", "side", "knows", "seen"}
    assert set(Table(players=7, plot=[]).view()["plot"]) >= {"held", "drawn", "deck"}


def test_a_spectator_is_nobody() -> None:
    assert Table().view()["you"] is None


def test_the_pending_proposal_stands_last() -> None:
    pending = Table().reject().propose(0, 1).proposals
    assert [entry["approved"] for entry in pending] == [False, None]
    assert pending[-1]["leader"] == 1


@pytest.mark.parametrize("seat", [-1, 5, 10**30])
def test_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    answer = ask(Table().referee, op="view", seat=seat)
    assert answer["error"] in ("UNKNOWN_PLAYER", "BAD_REQUEST")


# --- the wire


def lines(referee: Referee, *raw: str | bytes) -> list[dict[str, Any]]:
    return [json.loads(referee.answer(line)) for line in raw]


def test_a_move_before_a_game() -> None:
    answers = lines(
        Referee(find_game),
        '{"op":"move","seat":0,"move":{"move":"pass"}}',
        '{"op":"asks"}',
        '{"op":"view"}',
        '{"op":"record"}',
    )
    assert {answer["error"] for answer in answers} == {"BAD_REQUEST"}


def test_unknown_fields_are_ignored() -> None:
    referee = Referee(find_game)
    answer = ask(referee, op="new", ruleset="classic", players=5, mood="good", deal={"leader": 0, "weather": 1})
    assert answer["ok"]
    assert ask(referee, op="move", seat=0, why="x", move={"move": "propose", "team": [0, 1], "because": 1})["ok"]


def test_a_refused_new_keeps_the_game_that_was() -> None:
    table = Table().propose(0, 1)
    before = table.record()
    assert not ask(table.referee, op="new", ruleset="classic", players=4)["ok"]
    assert not ask(table.referee, op="load", record={"format": 1})["ok"]
    assert table.record() == before


def test_an_accepted_answer_has_phase_asks_and_events() -> None:
    table = Table()
    assert set(table.opening) == {"ok", "warnings", "phase", "asks", "events"}
    answer = table.move(0, "propose", team=[0, 1])
    assert set(answer) == {"ok", "phase", "asks", "events"}
    assert answer["asks"][0] == {"seat": 0, "kind": "vote"}
    assert answer["events"] == [{"event": "proposed", "to": None, "leader": 0, "team": [0, 1], "mission": 1}]


def test_a_record_is_header_deal_and_moves_and_loads_again() -> None:
    table = Table(players=7, plot=[STRONG_LEADER, NO_CONFIDENCE])
    table.give(STRONG_LEADER, 4).give(NO_CONFIDENCE, 2).run().use(4, STRONG_LEADER)
    record = table.record()
    assert set(record) >= {"ruleset", "players", "options", "roles", "deal", "moves"}
    other = Referee(find_game)
    assert ask(other, op="load", record=record)["phase"] == table.phase
    assert ask(other, op="record")["record"] == record
    assert [ask(other, op="view", seat=seat)["view"] for seat in range(7)] == table.views()[1:]


@pytest.mark.parametrize(
    "damage",
    [
        {"format": 2},
        {"version": 99},
        {"ruleset": "chess"},
        {"players": 4},
        {"deal": {}},
        {"moves": [[0, {"move": "vote", "approve": True}]]},
        {"moves": [[0, {"move": "fly"}]]},
        {"moves": 3},
        {"options": {"plot": 3}},
    ],
)
def test_a_damaged_record_is_a_bad_request(damage: dict[str, Any]) -> None:
    table = Table()
    answer = ask(table.referee, op="load", record={**table.record(), **damage})
    assert answer["error"] == "BAD_REQUEST"


def test_parts_of_the_deal_left_to_chance_are_not_called_fixed() -> None:
    assert open_table("classic", 5, deal={"leader": 2, "roles": None}).record()["fixed"] == ["leader"]


@pytest.mark.parametrize("early", [(3, 4), (4, 0), (2,)])
def test_a_game_taken_up_in_the_middle_of_a_vote_keeps_its_record_by_seat(early: tuple[int, ...]) -> None:
    table = Table().propose(0, 1)
    for seat in early:
        table.move(seat, "vote", approve=True)
    assert ask(table.referee, op="load", record=table.record())["ok"]
    for seat in (4, 3, 2, 1, 0):
        if seat not in early:
            table.move(seat, "vote", approve=False)
    assert [seat for seat, _ in table.record()["moves"]] == [0, 0, 1, 2, 3, 4]


def test_the_dictionaries_of_a_view_are_its_own() -> None:
    """Views share what cannot be changed, for speed. Whoever changes a dictionary changes no other view."""
    game = find_game("avalon")
    match = Match(game, Setup(ruleset="avalon", players=5), Seed.of("4"))
    chance = random.Random(4)
    while asks := game.asks(match.state):
        for asked in asks:
            before = game.view(match.state, asked.seat)
            changed = game.view(match.state, asked.seat)
            changed.you.knows[99] = "nobody"
            changed.you.played[99] = True
            assert game.view(match.state, asked.seat) == before
        match.play(asks[0].seat, chance.choice(asks[0].moves))
