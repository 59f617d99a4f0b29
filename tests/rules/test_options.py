"""rules.md, "Options": every option, its defaults, its values, its conflicts. Some are tested with their phase."""

from __future__ import annotations

import random
import typing
from typing import Any

import pytest

from tests.rules.table import Table, open_table, refusal_of_new
from turncoat.games import find_game
from turncoat.games.resistance.rules.options import Options
from turncoat.testing import finish, random_setup

RULESETS = ("classic", "cards", "changelings", "avalon")
EVERYWHERE = {
    "five_rejections": "evil_wins",
    "forfeit_uses_mission": True,
    "electorate": "all",
    "tie": "reject",
    "vote_style": "simultaneous",
    "ballots_named": True,
    "reject_scope": "round",
    "vote_track": "counter",
    "first_leader": "random",
    "two_fail_mission4": True,
    "mission_cards_dealt": "after_approval",
    "roles_returned": False,
    "targeting": False,
    "blind_spies": False,
    "plot": False,
    "fifth_proposal": "vote",
}
PLOT = {
    "plot_draw": "corrected",
    "strong_leader_succession": "from_holder",
    "post_approval_windows": "separate",
    "spotlight_order": "simultaneous",
    "spotlight_self": "allow",
}
AVALON = {
    "merlin": True,
    "assassin_fallback": "refuse",
    "percival_5p": "strict",
    "oberon_seen_by_merlin": True,
    "oberon_in_assassin_talk": True,
    "lady": False,
    "lady_timing": "chronological",
    "loyalty_card": "automatic",
    "assassin_duty": False,
}
DEFAULTS: dict[str, dict[str, Any]] = {
    "classic": {**EVERYWHERE, **PLOT},
    "cards": {
        **EVERYWHERE,
        "five_rejections": "point",
        "electorate": "non_team",
        "first_leader": "host",
        "mission_cards_dealt": "at_proposal",
        "card_colours": "table",
    },
    "changelings": {**EVERYWHERE, "vote_track": "die"},
    "avalon": {**EVERYWHERE, **PLOT, **AVALON},
}


def values_of(option: str) -> tuple[Any, ...]:
    hint = typing.get_type_hints(Options)[option]
    return (False, True) if hint is bool else typing.get_args(hint)


CASES = [
    (ruleset, option, value)
    for ruleset, options in DEFAULTS.items()
    for option in options
    for value in values_of(option)
    if (ruleset, option, value) not in (("cards", "targeting", True), ("cards", "plot", True))  # see the conflicts
]
WITH: dict[str, dict[str, Any]] = {
    "forfeit_uses_mission": {"five_rejections": "point"},
    "blind_spies": {"allow": ["blind_spies"]},
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_defaults(ruleset: str) -> None:
    options = open_table(ruleset, 7).rules["options"]
    assert {name: options[name] for name in DEFAULTS[ruleset]} == DEFAULTS[ruleset]


@pytest.mark.parametrize(("ruleset", "option", "value"), CASES)
def test_every_value_is_accepted_and_public(ruleset: str, option: str, value: Any) -> None:
    table = open_table(ruleset, 7, options={**WITH.get(option, {}), option: value})
    assert table.rules["options"][option] == value


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_option_the_ruleset_lacks(ruleset: str) -> None:
    foreign = {name for options in DEFAULTS.values() for name in options} - set(DEFAULTS[ruleset])
    for name in foreign:
        assert refusal_of_new(ruleset, 7, options={name: values_of(name)[0]}) == "OPTION_CONFLICT", name


@pytest.mark.parametrize(
    "options",
    [{"plott": True}, {"plot": "yes"}, {"electorate": "some"}, {"host": 9}, {"host": -1}, {"allow": ["all"]}],
)
def test_an_unknown_option_or_value(options: dict[str, Any]) -> None:
    assert refusal_of_new("classic", 7, options=options) == "BAD_REQUEST"


CONFLICTS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"five_rejections": "point", "targeting": True}),
    ("cards", {"targeting": True}),
    ("avalon", {"blind_spies": True}),
    ("classic", {"electorate": "non_team", "plot": True}),
    ("cards", {"plot": True}),
    ("classic", {"lady": True}),
    ("changelings", {"lady": True}),
    ("avalon", {"card_colours": "table"}),
    ("avalon", {"assassin_duty": True, "assassin": True}),
]


@pytest.mark.parametrize(("ruleset", "options"), CONFLICTS)
def test_conflicts(ruleset: str, options: dict[str, Any]) -> None:
    assert refusal_of_new(ruleset, 7, options=options) == "OPTION_CONFLICT"


def test_blind_spies_in_avalon_if_the_table_allows_it() -> None:
    """Evil look at nobody; Merlin and Percival keep their knowledge (rules.md, "Who knows whom")."""
    cast = ["merlin", "percival", "servant", "servant", "assassin", "morgana", "minion"]
    roles = ["percival", "morgana"]
    table = Table("avalon", 7, cast=cast, roles=roles, blind_spies=True, allow=["blind_spies"])
    assert [len(table.knows(seat)) for seat in range(7)] == [3, 2, 0, 0, 0, 0, 0]


def test_plot_cards_with_the_non_team_electorate_if_the_table_allows_it() -> None:
    assert open_table("cards", 7, options={"plot": True, "allow": ["non_team_plot"]}).phase == "plot"


@pytest.mark.parametrize(
    ("ruleset", "option", "value"),
    [
        ("classic", "tie", "reject"),
        ("classic", "reject_scope", "round"),
        ("cards", "mission_cards_dealt", "after_approval"),
        ("cards", "mission_cards_dealt", "at_proposal"),
        ("cards", "roles_returned", True),
        ("cards", "card_colours", "prose"),
        ("avalon", "oberon_in_assassin_talk", False),
    ],
)
def test_options_that_change_nothing_in_play(ruleset: str, option: str, value: Any) -> None:
    def game(**options: Any) -> list[dict[str, Any]]:
        request = {"roles": ["oberon"]} if ruleset == "avalon" else {}
        table = open_table(ruleset, 7, options=options, **request)
        views = table.run().reject().run(fails=1).views()
        for view in views:
            del view["rules"]["options"]
        return views

    assert game(**{option: value}) == game()


@pytest.mark.parametrize("how", ["random", "dealt"])
def test_first_leader_by_chance(how: str) -> None:
    leaders = set()
    for number in range(40):
        table = Table.__new__(Table)
        table.begin(ruleset="cards", players=5, seed=str(number), options={"first_leader": how, "host": 3})
        leaders.add(table.leader)
    assert leaders == set(range(5))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_first_leader_host(ruleset: str) -> None:
    assert open_table(ruleset, 5, options={"first_leader": "host", "host": 3}).leader == 3


def test_the_deal_overrides_the_first_leader() -> None:
    assert open_table("cards", 5, options={"host": 3}, deal={"leader": 1}).leader == 1


@pytest.mark.parametrize(("option", "die"), [("counter", None), ("die", 2)])
def test_vote_track(option: str, die: int | None) -> None:
    assert Table(vote_track=option).reject().die == die


@pytest.mark.parametrize(
    ("seen", "known"), [(True, {1: "evil", 3: "evil", 5: "evil"}), (False, {1: "evil", 3: "evil"})]
)
def test_oberon_seen_by_merlin(seen: bool, known: dict[int, str]) -> None:
    cast = ["merlin", "assassin", "servant", "minion", "servant", "oberon", "servant"]
    assert Table("avalon", 7, cast=cast, roles=["oberon"], oberon_seen_by_merlin=seen).knows(0) == known


def test_lady_timing_is_the_same_without_targeting() -> None:
    cast = ["merlin", "assassin", "servant", "minion", "servant", "minion", "servant"]
    for timing in ("chronological", "by_quest_number"):
        table = Table("avalon", 7, cast=cast, lady=True, lady_timing=timing).run()
        assert table.phase == "propose"
        assert table.run(fails=1).phase == "lady"


@pytest.mark.parametrize(
    ("ruleset", "options", "reasons"),
    [
        ("classic", {}, {"three-failures", "five-rejections"}),
        ("classic", {"five_rejections": "point"}, {"three-failures"}),
        ("classic", {"fifth_proposal": "auto_approve"}, {"three-failures"}),
        ("classic", {"fifth_proposal": "auto_approve", "plot": True}, {"three-failures", "five-rejections"}),
        ("avalon", {}, {"three-failures", "five-rejections", "assassination"}),
        ("avalon", {"assassin": False, "assassin_duty": True}, {"three-failures", "five-rejections", "assassination"}),
        ("avalon", {"merlin": False, "assassin": False}, {"three-failures", "five-rejections"}),
        (
            "avalon",
            {"lady": True, "loyalty_card": "forfeit"},
            {"three-failures", "five-rejections", "assassination", "wrong-loyalty"},
        ),
    ],
)
def test_everybody_is_told_for_which_reasons_evil_can_win(
    ruleset: str, options: dict[str, Any], reasons: set[str]
) -> None:
    assert set(open_table(ruleset, 5, options=options).rules["evil_wins"]) == reasons


@pytest.mark.parametrize("seed", range(60))
def test_evil_never_wins_for_another_reason(seed: int) -> None:
    chance = random.Random(seed)
    ruleset = RULESETS[seed % len(RULESETS)]
    game = find_game(ruleset)
    last = finish(game, random_setup(game, ruleset, chance.randint(5, 10), chance), str(seed))
    view = game.view(last.state, None)
    assert view.outcome.winner == "good" or view.outcome.reason in view.rules.evil_wins
