"""The docs say what the code does: no name is left out, none is invented."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from turncoat.core import Capabilities, Game, Match, Seed, Setup, parse_record, print_record
from turncoat.games import find_game
from turncoat.games.resistance.rules import events, moves
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import charts, rulesets
from turncoat.games.resistance.rules.state import PendingEffect, Phase
from turncoat.games.resistance.rules.view import View, You
from turncoat.server.tables import commands, resources, settings, wire
from turncoat.server.tables.settings import Settings

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
SRC = ROOT / "src/turncoat"
PAGES = [
    *sorted(DOCS.rglob("*.md")),
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "web/README.md",
]
SOURCES = [*(SRC / "core").rglob("*.py"), *(SRC / "games/resistance/rules").rglob("*.py")]
SOURCES.remove(SRC / "core/capabilities.py")  # the referee asks for no capability


def page(name: str) -> str:
    return (DOCS / name).read_text()


def mentioned(name: str) -> set[str]:
    """Everything a page puts in code quotes, each word by itself too."""
    quoted = re.findall(r"`([^`\n]+)`", page(name))
    return set(quoted) | {word for text in quoted for word in re.findall(r"[\w-]+", text)}


def section(title: str) -> str:
    """One section of the referee's page."""
    return page("referee.md").split(f"## {title}\n")[1].split("\n## ")[0]


def codes() -> list[str]:
    """The codes of refusals and warnings that stand in the engine."""
    texts = [path.read_text() for path in SOURCES]
    return sorted({code for text in texts for code in re.findall(r'"([A-Z]+_[A-Z_]+|PASSED)"', text)})


REFEREE = mentioned("referee.md")
RULES = mentioned("rules.md")


def test_every_cited_section_of_the_rules_exists() -> None:
    """Code and tests cite rules.md by its headings and rulings: `rules.md, "Charts"`, `rules.md, R10`."""
    text = (ROOT / "docs/rules.md").read_text()
    headings = set(re.findall(r"^#+ (.+)$", text, re.MULTILINE))
    rulings = set(re.findall(r"^\| (R\d+) \|", text, re.MULTILINE))
    files = [
        path for folder in ("src", "tests") for end in ("py", "toml") for path in (ROOT / folder).rglob(f"*.{end}")
    ]
    cited = [
        (path.relative_to(ROOT).as_posix(), name or number)
        for path in files
        for name, number in re.findall(r'rules\.md,? (?:R\d+ and )?(?:"([^"]+)"|(R\d+))', path.read_text("utf-8"))
        if path != Path(__file__)
    ]
    assert len(cited) > 30
    assert [found for found in cited if found[1] not in headings | rulings] == []


def event_types() -> dict[str, Any]:
    found = [cls for cls in vars(events).values() if isinstance(cls, type) and cls.__module__ == events.__name__]
    return {cls.__struct_config__.tag: cls for cls in found}  # type: ignore[attr-defined]


def test_every_event_and_its_fields() -> None:
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (.+) \|$", section("Events"), re.MULTILINE))
    for name, cls in event_types().items():
        assert name in rows
        for field in set(cls.__struct_fields__) - {"to"}:
            assert f"`{field}`" in rows[name], f"{name}.{field}"


def test_every_phase() -> None:
    assert set(get_args(Phase)) <= REFEREE


def test_every_kind_of_ask() -> None:
    family = SRC / "games/resistance/rules"
    named = (family / "asks.py").read_text() + (family / "game_rules.py").read_text()
    kinds = set(re.findall(r'(?:Ask\([\w.\[\]]+, |_sealed_asks\()"([\w-]+)"', named))
    kinds -= {"coin"}  # chance's: never among the referee's asks
    kinds |= set(get_args(get_type_hints(PendingEffect)["kind"]))
    assert kinds == set(re.findall(r"^\| `(\w+)` \|", section("Asks"), re.MULTILINE))


def test_every_move_and_its_fields() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*)\|", section("Moves of the family"), re.MULTILINE))
    for cls in get_args(moves.Move):
        name = cls.__struct_config__.tag
        if name == "draw":
            continue
        assert re.findall(r"`(\w+)`", rows[name]) == list(cls.__struct_encode_fields__)


@pytest.mark.parametrize("code", codes())
def test_every_code_of_a_refusal_or_warning(code: str) -> None:
    assert code in REFEREE


def test_no_code_is_invented() -> None:
    errors = section("Errors")
    code = "".join(path.read_text() for path in SRC.rglob("*") if path.suffix in (".py", ".toml"))
    for name in re.findall(r"`([A-Z_]+)`", errors):
        assert f'"{name}"' in code


def test_every_option_its_values_and_its_defaults() -> None:
    pattern = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|((?:[^|]+\|){4})", re.MULTILINE)
    rows = {name: (values, cells) for name, values, cells in pattern.findall(page("rules.md"))}
    assert set(rows) == set(Options.__struct_fields__)
    for name, (values, cells) in rows.items():
        usual = [rulesets()[ruleset].options.get(name) for ruleset in ("classic", "cards", "changelings", "avalon")]
        assert [cell.strip() for cell in cells.split("|")[:4]] == [_default(value) for value in usual], name
        allowed = [value for value in get_args(get_type_hints(Options)[name]) if isinstance(value, str)]
        assert all(f"`{value}`" in values for value in allowed), name


def _default(value: Any) -> str:
    if value is None:
        return "—"
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_field_of_a_view() -> None:
    assert set(View.__struct_fields__) | set(You.__struct_fields__) <= REFEREE


def test_every_plot_card() -> None:
    assert set(charts().plot_cards) <= REFEREE


@pytest.mark.parametrize("ruleset", sorted(rulesets()))
def test_every_ruleset_has_its_page(ruleset: str) -> None:
    text = page(f"games/{ruleset}.md")
    heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert heads == ["Rules in brief", "Seats", "Moves", "What each seat sees", "End", "Version history"]
    assert all(f"`{role}`" in text for role in rulesets()[ruleset].roles)
    assert f"| {rulesets()[ruleset].version} |" in text


@pytest.mark.parametrize("source", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(source: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)", source.read_text()):
        found = (source.parent / target) if target else source
        assert found.exists(), target
        heads = re.findall(r"^#+ (.+)$", found.read_text(), re.MULTILINE) if anchor else []
        anchors = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
        assert not anchor or anchor in anchors, f"{target}#{anchor}"


@pytest.mark.parametrize("source", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_are_named_exist(source: Path) -> None:
    folders = (ROOT, SRC, source.parent)
    named = re.findall(r"`([\w.-]+/[\w./-]+\.(?:py|toml|ts|svelte|css|js|md|txt))`", source.read_text())
    assert [name for name in named if not any((folder / name).exists() for folder in folders)] == []


def test_a_name_that_the_architecture_places_in_a_file_is_there() -> None:
    placed = re.findall(r"`(\w+)`(?: \([^)]*\))? in `([\w./-]+\.\w+)`", page("architecture.md"))
    assert len(placed) > 10
    files = {name: next(path for path in (SRC / name, ROOT / name) if path.exists()) for _, name in placed}
    assert [place for place in placed if not re.search(rf"\b{place[0]}\b", files[place[1]].read_text())] == []


@pytest.mark.parametrize("source", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_that_are_named_exist(source: Path) -> None:
    names = {match.rstrip(".") for match in re.findall(r"\bturncoat(?:\.\w+)+", source.read_text())}
    assert sorted(name for name in names if not _is_defined(name)) == []


def _is_defined(name: str) -> bool:
    """Whether a dotted name is a module, or a module and a name that its source mentions. Nothing is imported."""
    path, parts = ROOT / "src", name.split(".")
    while parts and (path / parts[0]).is_dir():
        path /= parts.pop(0)
    if parts and (path / f"{parts[0]}.py").exists():
        path /= f"{parts.pop(0)}.py"
    text = (path / "__init__.py" if path.is_dir() else path).read_text()
    return all(re.search(rf"\b{part}\b", text) for part in parts)


def test_the_interface_explains_every_setting_of_a_table() -> None:
    explained = page("api.md").split("* `settings`:\n")[1].split("\n* `contract`")[0]
    assert [name for name in Settings.__struct_fields__ if f"`{name}`" not in explained] == []


def test_the_interface_names_every_field_and_message() -> None:
    words = (
        set(re.findall(r'"(\w+)"', page("api.md") + page("scribe.md"))) | mentioned("api.md") | mentioned("scribe.md")
    )
    found = [one for module in (settings, commands, wire, resources) for one in vars(module).values()]
    sent = [
        one
        for one in found
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not commands.Command
    ]
    names = {(one.__name__, name) for one in sent for name in one.__struct_encode_fields__}
    names |= {(one.__name__, str(one.__struct_config__.tag)) for one in sent if one.__struct_config__.tag}
    assert sorted(name for name in names if name[1] not in words) == []


def test_adding_a_game_names_every_member_and_capability() -> None:
    members = {name for name in vars(Game) if not name.startswith("_")}
    capabilities = {field.name for field in fields(Capabilities)}
    rows = re.findall(r"^\| (`.+?) \|", page("add-a-game.md"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)", row)} == members | capabilities


def test_names_of_the_glossary_exist() -> None:
    names = re.findall(r"`((?:arena|bots|core|games|server|testing)\.[\w.]+)", page("glossary.md"))
    assert len(names) > 50
    assert [name for name in names if not _is_defined(f"turncoat.{name}")] == []


def test_the_layers_of_the_architecture_are_those_of_the_linter() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = {contract["containers"][0]: contract["layers"] for contract in contracts if contract["type"] == "layers"}
    shown = [block.split("\n") for block in re.findall(r"```layers\n(.+?)\n```", page("architecture.md"), re.DOTALL)]
    assert {head: [line.strip() for line in lines] for head, *lines in shown} == layers


def test_the_architecture_shows_every_package() -> None:
    shown = page("architecture.md").split("```")[1]
    packages = [
        path
        for depth in ("*", "bots/*", "games/*", "games/*/*", "server/*")
        for path in SRC.glob(f"{depth}/__init__.py")
    ]
    assert [path.parent.name for path in packages if not re.search(rf"\b{path.parent.name}/", shown)] == []


def test_every_promise_of_the_threat_model_names_a_test_that_says_so() -> None:
    rows = re.findall(r"^\| (\d+) \|.+\| (`.+`) \|$", page("security.md"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 30))
    for number, named in rows:
        heads = [(ROOT / file).read_text().split('"""')[1] for file in re.findall(r"`(.+?)`", named)]
        assert any(re.search(rf"Items? [\d, and]*\b{number}\b", head) for head in heads), (number, named)


@pytest.mark.parametrize("source", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda path: str(path.relative_to(ROOT)))
def test_prose_is_wrapped(source: Path) -> None:
    prose = re.sub(r"```.*?```", "", source.read_text(), flags=re.DOTALL)
    assert [line for line in prose.split("\n") if len(line) > 120 and not line.lstrip().startswith("|")] == []


def test_the_example_of_the_derivation() -> None:
    text = page("records.md")
    setup = Setup(ruleset="avalon", players=7, options={"lady": True}, roles=("percival", "morgana"))
    match = Match(find_game("avalon"), setup, Seed.of("1"))
    assert Seed.of("1").hex in text
    assert Seed.of("1").commitment in text
    assert ", ".join(match.record().deal["roles"]) in " ".join(text.split())
    assert f"seat {match.record().deal['leader']} leads first" in text


def test_the_example_of_the_text_form() -> None:
    text = page("records.md").split("## Text")[1].split("```")[1].strip() + "\n"
    assert print_record(parse_record(text, find_game)) == text
