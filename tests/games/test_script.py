"""The spoken reveal: every row of rules.md, "The spoken reveal", in all languages."""

from __future__ import annotations

import string
from itertools import combinations

import msgspec
import pytest
from cyclopts import App

from turncoat.cli.script import script as command
from turncoat.core import Refused, Setup
from turncoat.games.resistance.narration.phrases import phrases
from turncoat.games.resistance.narration.reveal import languages, narrate, script
from turncoat.games.resistance.rules.game_rules import Rules
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import rulesets

SHORT = "ABCDEFGHDZ"
LONG = "ABCDEFGHDIJKLDZ"
TEN = 10

# Roles beside Merlin and Assassin, the least number of players, and the lines that name a role in so many words.
ROWS = [
    ("", 5, ""),
    ("mordred", 5, "E:Mordred"),
    ("morgana", 5, ""),
    ("oberon", 5, "B:Oberon"),
    ("mordred morgana", 7, "E:Mordred"),
    ("mordred oberon", 7, "B:Oberon E:Mordred"),
    ("morgana oberon", 7, "B:Oberon"),
    ("mordred morgana oberon", 10, "B:Oberon E:Mordred"),
    ("percival", 6, ""),
    ("percival mordred", 5, "E:Mordred"),
    ("percival morgana", 5, "I:Morgana J:Morgana K:Morgana"),
    ("percival oberon", 6, "B:Oberon"),
    ("percival mordred morgana", 7, "E:Mordred I:Morgana J:Morgana K:Morgana"),
    ("percival mordred oberon", 7, "B:Oberon E:Mordred"),
    ("percival morgana oberon", 7, "B:Oberon I:Morgana J:Morgana K:Morgana"),
    ("percival mordred morgana oberon", 10, "B:Oberon E:Mordred I:Morgana J:Morgana K:Morgana"),
]


def ids(setup: Setup) -> str:
    return "".join(line.id for line in script(setup))


def avalon(players: int, roles: str = "", **options: object) -> Setup:
    return Setup(ruleset="avalon", players=players, roles=tuple(roles.split()), options=options)


def named(setup: Setup) -> set[str]:
    """Which line names which of the roles that change the words."""
    optional = ("Mordred", "Morgana", "Oberon")
    return {f"{line.id}:{role}" for line in script(setup) for role in optional if role in line.text}


@pytest.mark.parametrize(("roles", "least", "words"), ROWS)
def test_each_row_of_the_table_of_scripts(roles: str, least: int, words: str) -> None:
    for players in range(least, TEN + 1):
        setup = avalon(players, roles)
        assert ids(setup) == (LONG if "percival" in roles else SHORT)
        assert named(setup) == set(words.split())


def test_s16_percival_morgana_and_oberon() -> None:
    setup = avalon(7, "percival morgana oberon")
    assert ids(setup) == "ABCDEFGHDIJKLDZ"
    lines = {line.id: line.text for line in script(setup)}
    assert "Oberon" in lines["B"]
    assert all("Merlin and Morgana" in lines[line] for line in "IJK")


def test_s17_the_basic_script_names_no_optional_role() -> None:
    text = " ".join(line.text for line in script(avalon(5)))
    assert ids(avalon(5)) == "ABCDEFGHDZ"
    assert not any(role in text for role in ("Oberon", "Mordred", "Percival", "Morgana"))


@pytest.mark.parametrize("players", range(5, 11))
def test_without_merlin_only_the_evil_side_looks(players: int) -> None:
    setup = avalon(players, "oberon", merlin=False)
    assert ids(setup) == "ABCDZ"
    assert named(setup) == {"B:Oberon"}
    assert not any("fist" in line.text for line in script(setup))  # nobody will raise a thumb


def test_percival_without_merlin_is_refused_and_would_see_morgana_only() -> None:
    with pytest.raises(Refused, match="ROLE_DEPENDENCY"):
        script(avalon(7, "percival morgana", merlin=False))
    roles = ("percival", "servant", "servant", "servant", "assassin", "minion", "morgana")
    rules = Rules(rulesets()["avalon"], 7, Options(assassin=True), roles)
    lines = narrate(rules, "en")
    assert "".join(line.id for line in lines) == "ABCDIJKLDZ"
    assert all("Morgana" in line.text and "Merlin" not in line.text for line in lines if line.id in "IJK")


@pytest.mark.parametrize("ruleset", ["classic", "cards", "changelings"])
@pytest.mark.parametrize("players", range(5, 11))
def test_the_plain_games_have_the_same_steps(ruleset: str, players: int) -> None:
    lines = script(Setup(ruleset=ruleset, players=players))
    assert "".join(line.id for line in lines) == "ABCDZ"
    assert all(line.pause > 0 for line in lines[:-1])  # cards: eyes adjust after the spies have shut theirs


@pytest.mark.parametrize("ruleset", ["classic", "cards", "changelings"])
def test_blind_spies_have_no_script(ruleset: str) -> None:
    assert script(Setup(ruleset=ruleset, players=7, options={"blind_spies": True})) == ()


def test_blind_spies_in_avalon_keep_merlin_and_percival() -> None:
    allow = ["blind_spies"]
    assert ids(avalon(7, "percival morgana", blind_spies=True, allow=allow)) == "AEFGHDIJKLDZ"
    assert ids(avalon(7, merlin=False, blind_spies=True, allow=allow)) == ""


def test_assassin_duty_says_nothing_about_the_duty() -> None:
    duty = avalon(5, "mordred morgana", assassin_duty=True)
    assert script(duty) == script(avalon(7, "mordred morgana"))


def test_oberon_raises_no_thumb_where_merlin_does_not_see_him() -> None:
    assert named(avalon(7, "oberon", oberon_seen_by_merlin=False)) == {"B:Oberon", "E:Oberon"}
    both = avalon(7, "mordred oberon", oberon_seen_by_merlin=False)
    assert "except Mordred and Oberon" in next(line.text for line in script(both) if line.id == "E")


def test_the_script_does_not_depend_on_the_deal() -> None:
    """No line is left out, and no pause is shorter, because of who was dealt what."""
    roles = ["merlin", "servant", "servant", "servant", "assassin", "oberon"]
    setups = [
        Setup(ruleset="avalon", players=6, roles=("oberon",), deal={"roles": roles[turn:] + roles[:turn]})
        for turn in range(6)
    ]
    assert len({script(setup) for setup in setups}) == 1
    assert ids(setups[0]) == SHORT  # the Assassin is called, although nobody else opens their eyes


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_language_speaks_the_same_lines(language: str) -> None:
    assert languages == ("en", "es", "fr")
    everyone = ("percival", "mordred", "morgana", "oberon")
    for count in range(len(everyone) + 1):
        for roles in combinations(everyone, count):
            setup = avalon(TEN, " ".join(roles))
            english, other = script(setup), script(setup, language)
            assert [(line.id, line.pause) for line in other] == [(line.id, line.pause) for line in english]
            assert all("{" not in line.text and line.text.endswith(".") for line in other)


def test_catalogues_have_the_same_keys_and_placeholders() -> None:
    def shape(language: str) -> dict[str, set[str]]:
        parse = string.Formatter().parse
        return {key: {part[1] for part in parse(text) if part[1]} for key, text in phrases("reveal")[language].items()}

    assert shape("es") == shape("en") == shape("fr")


def test_every_ruleset_can_address_its_evil_side_in_every_language() -> None:
    for ruleset in rulesets().values():
        assert all("evil_call" in ruleset.words[language] for language in languages)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Refused, match="BAD_REQUEST"):
        script(avalon(5), "xx")


def run(*arguments: str) -> None:
    app = App(result_action="return_value")
    app.command(command)
    app(["script", *arguments], exit_on_error=False, print_error=False)


def test_the_command_prints_lines_and_pauses(capsys: pytest.CaptureFixture[str]) -> None:
    run("--ruleset", "avalon", "--players", "7", "--roles", "percival,morgana,oberon")
    printed = capsys.readouterr().out.splitlines()
    lines = script(avalon(7, "percival morgana oberon"))
    assert printed[::2] == [line.text for line in lines]
    assert printed[1::2] == [f"    ({line.pause} s)" for line in lines[:-1]]


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    run(
        "--players",
        "7",
        "--roles",
        "oberon",
        "--option",
        "oberon_seen_by_merlin=false",
        "--language",
        "fr",
        "--json",
    )
    expected = script(avalon(7, "oberon", oberon_seen_by_merlin=False), "fr")
    assert msgspec.json.decode(capsys.readouterr().out)["lines"] == list(msgspec.to_builtins(expected))


def test_the_command_says_so_when_there_is_nothing_to_say(capsys: pytest.CaptureFixture[str]) -> None:
    run("--ruleset", "classic", "--option", "blind_spies=true")
    assert capsys.readouterr().out == "Nobody learns anything in this game: there is nothing to say.\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("--players 4", "PLAYER_COUNT"),
        ("--ruleset nonsense", "BAD_RULESET"),
        ("--roles percival", "ROLE_DEPENDENCY"),
        ("--roles wizard", "ROLE_SET"),
        ("--option lady", "BAD_OPTION"),
        ("--option card_colours=prose", "OPTION_CONFLICT"),
        ("--language xx", "BAD_REQUEST"),
    ],
)
def test_bad_input_is_refused_with_a_code(arguments: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        run(*arguments.split())
    assert refusal.value.code == code
