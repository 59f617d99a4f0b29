"""Set-up: knowledge (rules.md, "Who knows whom") and role sets ("Which characters may be chosen")."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.rules.table import EVIL_ROLES, Table, open_table, refusal_of_new, seats

EVIL = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
RULESETS = ("classic", "cards", "changelings", "avalon")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_s1_four_players_are_too_few(ruleset: str) -> None:
    assert refusal_of_new(ruleset, 4) == "PLAYER_COUNT"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_s2_eleven_players_are_too_many(ruleset: str) -> None:
    assert refusal_of_new(ruleset, 11) == "PLAYER_COUNT"


@seats()
@pytest.mark.parametrize("ruleset", RULESETS)
def test_s3_sides_are_dealt_by_the_chart(ruleset: str, players: int) -> None:
    table = open_table(ruleset, players)
    roles = table.record()["deal"]["roles"]
    assert len(roles) == players
    assert sum(role in EVIL_ROLES for role in roles) == EVIL[players]


@pytest.mark.parametrize("ruleset", ["classic", "changelings", "avalon"])
def test_s3_first_leader_and_deal_are_uniform_over_seats(ruleset: str) -> None:
    leaders: Counter[int] = Counter()
    evil: Counter[int] = Counter()
    for number in range(600):
        table = Table.__new__(Table)
        table.begin(ruleset=ruleset, players=5, seed=f"uniform {number}")
        deal = table.record()["deal"]
        leaders[deal["leader"]] += 1
        evil.update(seat for seat, role in enumerate(deal["roles"]) if role in EVIL_ROLES)
    # 600 games: a leader's seat is expected 120 times (deviation 9.8), an evil seat 240 times (deviation 12).
    assert all(abs(leaders[seat] - 120) < 4 * 9.8 for seat in range(5)), leaders
    assert all(abs(evil[seat] - 240) < 4 * 12 for seat in range(5)), evil


def test_s4_spies_know_one_another() -> None:
    table = Table(players=7, evil=(1, 3, 6))
    known = [set(table.knows(seat)) for seat in range(7)]
    assert known == [set(), {3, 6}, set(), {1, 6}, set(), set(), {1, 3}]
    assert set(table.knows(1).values()) == {"evil"}


def test_s5_blind_spies_know_only_their_own_side() -> None:
    table = Table(evil=(1, 3), blind_spies=True)
    assert all(table.knows(seat) == {} for seat in range(5))
    assert [table.view(seat)["you"]["side"] for seat in range(5)] == ["good", "evil", "good", "evil", "good"]


def test_s6_merlin_sees_evil_and_nobody_sees_merlin() -> None:
    cast = ["merlin", "servant", "servant", "servant", "assassin", "minion"]
    table = Table("avalon", 6, cast=cast)
    assert table.knows(0) == {4: "evil", 5: "evil"}
    assert table.knows(4) == {5: "evil"}
    assert table.knows(5) == {4: "evil"}
    assert [table.knows(seat) for seat in (1, 2, 3)] == [{}, {}, {}]


def test_s7_mordred_hides_from_merlin_and_percival_sees_merlin() -> None:
    cast = ["merlin", "percival", "servant", "assassin", "mordred"]
    table = Table("avalon", cast=cast, roles=["percival", "mordred"])
    assert table.knows(0) == {3: "evil"}
    assert table.knows(1) == {0: "merlin"}
    assert table.knows(3) == {4: "evil"}
    assert table.knows(4) == {3: "evil"}


@pytest.mark.parametrize(("merlin", "morgana"), [(0, 4), (4, 0)])
def test_s8_percival_cannot_tell_merlin_from_morgana(merlin: int, morgana: int) -> None:
    cast = ["servant", "percival", "servant", "assassin", "servant"]
    cast[merlin], cast[morgana], cast[2] = "merlin", "morgana", "servant"
    table = Table("avalon", cast=cast, roles=["percival", "morgana"])
    assert list(table.knows(1).items()) == [(0, "merlin-or-morgana"), (4, "merlin-or-morgana")]
    assert table.knows(merlin) == {3: "evil", morgana: "evil"}


def test_s9_oberon_is_apart_from_evil_but_seen_by_merlin() -> None:
    cast = ["merlin", "servant", "servant", "servant", "oberon", "assassin", "minion"]
    table = Table("avalon", 7, cast=cast, roles=["oberon"])
    assert table.knows(0) == {4: "evil", 5: "evil", 6: "evil"}
    assert table.knows(4) == {}
    assert table.knows(5) == {6: "evil"}
    assert table.knows(6) == {5: "evil"}


def test_s10_all_six_characters() -> None:
    characters = ["percival", "mordred", "morgana", "oberon"]
    cast = ["merlin", "percival", *["servant"] * 4, "assassin", "mordred", "morgana", "oberon"]
    table = Table("avalon", 10, cast=cast, roles=characters)
    assert [len(table.knows(seat)) for seat in range(10)] == [3, 2, 0, 0, 0, 0, 2, 2, 2, 0]
    assert 7 not in table.knows(0)


def test_s11_more_evil_characters_than_evil_seats() -> None:
    assert refusal_of_new("avalon", 6, roles=["mordred", "morgana"]) == "ROLE_SET"


def test_s12_percival_at_five_needs_mordred_or_morgana() -> None:
    assert refusal_of_new("avalon", 5, roles=["percival"]) == "ROLE_DEPENDENCY"
    assert refusal_of_new("avalon", 5, roles=["percival", "oberon"]) == "ROLE_DEPENDENCY"
    assert open_table("avalon", 6, roles=["percival"]).phase == "propose"


def test_s14_merlin_needs_the_assassin() -> None:
    assert refusal_of_new("avalon", 8, options={"assassin": False}) == "ROLE_DEPENDENCY"


def test_s15_percival_needs_merlin() -> None:
    assert refusal_of_new("avalon", 8, roles=["percival"], options={"merlin": False}) == "ROLE_DEPENDENCY"


def test_s18_ten_playing_card_players_get_six_and_four() -> None:
    roles = open_table("cards", 10).record()["deal"]["roles"]
    assert Counter(roles) == {"resistance": 6, "spy": 4}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_s19_a_character_card_is_never_shown(ruleset: str) -> None:
    table = open_table(ruleset, 7)
    assert {table.refused(seat, "show", to=(seat + 1) % 7) for seat in range(7)} == {"FORBIDDEN_REVEAL"}


def test_s20_targeting_has_no_mission_for_five_rejections_to_mark() -> None:
    options = {"targeting": True, "five_rejections": "point"}
    assert refusal_of_new("classic", 5, options=options) == "OPTION_CONFLICT"


# --- 6.2 for every legal set of characters


def expected_knowledge(viewer: str, seen: str, roles: list[str]) -> str | None:
    """The table of rules.md, "Who knows whom", read cell by cell."""
    allies = ("assassin", "minion", "mordred", "morgana")
    if viewer == "merlin" and seen in ("assassin", "minion", "morgana", "oberon"):
        return "evil"
    if viewer == "percival" and "morgana" in roles and seen in ("merlin", "morgana"):
        return "merlin-or-morgana"
    if viewer == "percival" and seen == "merlin":
        return "merlin"
    return "evil" if viewer in allies and seen in allies else None


def legal_casts(players: int) -> list[tuple[str, ...]]:
    """Every choice of optional characters that rules.md, "Which characters may be chosen", allows."""
    optional = ("percival", "mordred", "morgana", "oberon")
    chosen = [some for size in range(5) for some in combinations(optional, size)]
    room = EVIL[players] - 1
    fits = [some for some in chosen if len(set(some) - {"percival"}) <= room]
    if players > 5:
        return fits
    return [some for some in fits if "percival" not in some or {"mordred", "morgana"} & set(some)]


@seats()
def test_6_2_who_knows_whom_in_every_legal_set(players: int) -> None:
    for chosen in legal_casts(players):
        table = open_table("avalon", players, roles=list(chosen))
        roles = table.record()["deal"]["roles"]
        for seat, role in enumerate(roles):
            cells = {other: expected_knowledge(role, roles[other], roles) for other in range(players) if other != seat}
            assert table.knows(seat) == {other: cell for other, cell in cells.items() if cell}, (chosen, role)


@seats()
def test_6_3_every_other_set_of_characters_is_refused(players: int) -> None:
    optional = ("percival", "mordred", "morgana", "oberon")
    legal = legal_casts(players)
    for size in range(5):
        for chosen in combinations(optional, size):
            if chosen not in legal:
                assert refusal_of_new("avalon", players, roles=list(chosen)) in ("ROLE_SET", "ROLE_DEPENDENCY")


def test_reveal_events_go_to_their_seat_alone_and_name_no_other_role() -> None:
    table = Table("avalon", 6, cast=["merlin", "servant", "servant", "servant", "assassin", "minion"])
    told = [event for event in table.opening["events"] if event["event"] == "role"]
    assert [event["to"] for event in told] == [[seat] for seat in range(6)]
    assert set(told[0]["knows"].values()) == {"evil"}


# --- 6.4 validation


def test_6_4_a_character_twice() -> None:
    assert refusal_of_new("avalon", 10, roles=["oberon", "oberon"]) == "ROLE_SET"


@pytest.mark.parametrize(
    ("ruleset", "role"), [("classic", "merlin"), ("avalon", "spy"), ("avalon", "servant"), ("cards", "nobody")]
)
def test_6_4_a_character_the_ruleset_does_not_offer(ruleset: str, role: str) -> None:
    assert refusal_of_new(ruleset, 7, roles=[role]) == "ROLE_SET"


def test_6_4_percival_alone_at_five_is_a_warning_if_the_table_wants_it() -> None:
    table = open_table("avalon", 5, roles=["percival"], options={"percival_5p": "warn"})
    assert table.opening["warnings"] == ["PERCIVAL_UNOPPOSED"]


def test_6_4_without_merlin_characters_play_as_plain_minions() -> None:
    table = open_table("avalon", 7, roles=["mordred", "morgana"], options={"merlin": False})
    assert "merlin" not in table.record()["deal"]["roles"]
    assert "assassin" in table.record()["deal"]["roles"]


@pytest.mark.parametrize(("players", "warnings"), [(6, ["LADY_FEW_PLAYERS"]), (7, [])])
def test_6_4_lady_under_seven_players_is_a_warning(players: int, warnings: list[str]) -> None:
    assert open_table("avalon", players, options={"lady": True}).opening["warnings"] == warnings
