"""Builds the documentation site: `python -m tools.site`, or `make site`. The result is in build/site.

The pages are the Markdown files of the repository, in the same folders, so that their links work here as they do there.
Every page under docs/ is included by itself. To them are added what is generated: the reference from docstrings, the
interface from the server's own description, and a recorded game that can be stepped through.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.terminal_theme import TerminalTheme

from turncoat.server.config import Config
from turncoat.server.http.app import App
from turncoat.terminal.record_files import read_record
from turncoat.terminal.screen import Screen, Typed, make_console
from turncoat.terminal.terminals import find_terminal

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
SOURCE = BUILD / "site-source"
SITE = BUILD / "site"
ASSETS = ROOT / "tools/site_assets"
PAGES = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "SKILL.md",
    "web/README.md",
)
PROJECT = (*PAGES[1:], "LICENSE.md", "deploy/README.md")
PACKAGES = {
    "turncoat": "What a program needs to play: matches, set-ups, records, bots.",
    "turncoat.core": "The core: what every game is made of.",
    "turncoat.core.capabilities": "What a game can offer beyond its rules.",
    "turncoat.bots": "Bots: what they are, and how to get one by name.",
    "turncoat.arena": "Bots against bots.",
    "turncoat.client": "A client for the table server.",
    "turncoat.testing": "Checks that hold for every game.",
    "turncoat.text_env": "Games as text environments.",
    "turncoat.charts": "Small charts.",
}
SECTIONS = {
    "Players": ("for-players", "watch", "terminal", "rules", "games/", "study", "puzzles", "scribe", "records"),
    "Hosts": ("for-hosts", "server", "operations", "security", "api"),
    "Bot authors": (
        "for-bot-authors",
        "bots",
        "bots-net",
        "bots-people",
        "bots-external",
        "agents",
        "arena",
        "referee",
    ),
    "Researchers": ("for-researchers", "for-data", "training", "envs/", "performance"),
    "Results": ("results/",),
    "How it is built": ("architecture", "glossary", "add-a-game", "add-a-ruleset", "testing"),
}
"""Which pages of docs/ stand where, by their names or folders. A page that is named nowhere comes under "Project"."""
WIDTH, HEIGHT = 72, 40
_EXAMPLE = re.compile(r'^( *)(>>> .*?)(?=\n\s*\n|\n *""")', re.DOTALL | re.MULTILINE)
THEME = TerminalTheme((24, 22, 27), (232, 226, 214), [(0, 0, 0)] * 8)


def main() -> None:
    """Build, and fail if the builder complains of anything, a link that leads nowhere included."""
    prepare(SOURCE)
    builder = Path(sys.executable).with_name("zensical")
    if subprocess.run([builder, "build", "--clean", "--strict"], cwd=SOURCE, check=False).returncode:
        raise SystemExit("The site was not built: see above.")
    shutil.rmtree(SITE, ignore_errors=True)
    (SOURCE / "out").rename(SITE)


def prepare(folder: Path) -> None:
    """Write everything that the builder needs into a folder: its settings, and under `pages` what it shows."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    _copy_pages(pages)
    _copy_sources(folder / "src")
    _write_reference(pages / "reference")
    _write_interface(pages / "reference")
    _write_film(pages / "docs/watch.md")
    settings = (ASSETS / "zensical.toml").read_text("utf-8")
    (folder / "zensical.toml").write_text(settings.replace("nav = []", f"nav = {_toml(_navigation(pages))}"), "utf-8")


def _copy_pages(into: Path) -> None:
    for folder in ("docs", "deploy"):
        shutil.copytree(ROOT / folder, into / folder)
    shutil.copytree(ASSETS, into / "assets", ignore=shutil.ignore_patterns("*.toml"))
    for page in PAGES:
        target = into / page
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / page, target)
    (into / "LICENSE.md").write_text(f"# Licence\n\n```\n{(ROOT / 'LICENSE').read_text('utf-8')}```\n", "utf-8")
    front = (into / "README.md").read_text("utf-8").replace("(LICENSE)", "(LICENSE.md)")
    (into / "index.md").write_text(front, "utf-8")
    (into / "README.md").unlink()


# the reference


def _copy_sources(into: Path) -> None:
    """Copy the package with a fence around every example, because `>>>` means a quotation in Markdown."""
    for file in (ROOT / "src").rglob("*.py"):
        target = into / file.relative_to(ROOT / "src")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_EXAMPLE.sub(r"\1```pycon\n\1\2\n\1```", file.read_text("utf-8")), "utf-8")


def _write_reference(folder: Path) -> None:
    folder.mkdir()
    for package, summary in PACKAGES.items():
        (folder / f"{package}.md").write_text(f"# {package}\n\n{summary}\n\n::: {package}\n", "utf-8")


def _write_interface(folder: Path) -> None:
    schema = _openapi()
    lines = ["# The HTTP interface", "", "Made from what the server says about itself at `/api/schema/openapi.json`."]
    lines += [
        "Examples are in [api.md](../docs/api.md), with the [refusals](../docs/api.md#errors) that any request can"
    ]
    lines += ["meet; the [whole description](openapi.json) is for programs.", ""]
    for path, methods in sorted(schema["paths"].items()):
        for method, call in methods.items():
            lines += _call(path, method, call)
    lines += ["## Types", ""]
    for name, type_ in sorted(schema["components"]["schemas"].items()):
        lines += _type(name, type_)
    (folder / "http.md").write_text("\n".join(lines), "utf-8")
    (folder / "openapi.json").write_text(json.dumps(schema, indent=1), "utf-8")


def _openapi() -> dict[str, Any]:
    """The description of the server, without starting one."""
    with tempfile.TemporaryDirectory() as folder:
        app = App(Config(), f"sqlite:///{folder}/unused.db")
        schema: dict[str, Any] = json.loads(json.dumps(app.rest.openapi_schema.to_schema()))
    return schema


def _call(path: str, method: str, call: dict[str, Any]) -> Iterator[str]:
    yield f"### {method.upper()} {path} {{#{method}{re.sub(r'[^a-z]+', '-', path.lower()).rstrip('-')}}}\n"
    yield f"{call['description']}\n"
    for parameter in call.get("parameters", ()):
        yield f"* `{parameter['name']}` ({parameter['in']}): {_kind(parameter.get('schema', {}))}"
    for content in call.get("requestBody", {}).get("content", {}).values():
        yield f"* body: {_kind(content['schema'])}"
    for status, answer in call.get("responses", {}).items():
        kinds = [_kind(content["schema"]) for content in answer.get("content", {}).values() if "schema" in content]
        if status < "400":
            yield f"* {status}: {kinds[0] if kinds else answer.get('description', '')}"
    yield ""


def _type(name: str, type_: dict[str, Any]) -> Iterator[str]:
    yield f"### {name} {{#type-{name.lower()}}}\n"
    if text := type_.get("description"):
        yield f"{text}\n"
    fields = type_.get("properties", {})
    if fields:
        yield "| field | type |\n|---|---|"
        for field, kind in fields.items():
            needed = "" if field in type_.get("required", ()) else " (optional)"
            yield f"| `{field}`{needed} | {_kind(kind)} |".replace("||", "|")
    yield ""


def _kind(schema: dict[str, Any]) -> str:
    """A type in words, with links to ours."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#type-{name.lower()})"
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return " or ".join(dict.fromkeys(_kind(one) for one in schema[choice]))
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


# a game to watch


class Film(Screen):
    """A screen that keeps the pages of a replay instead of showing them."""

    def __init__(self) -> None:
        console = make_console(
            record=True, file=io.StringIO(), width=WIDTH, height=HEIGHT, force_terminal=True, color_system="truecolor"
        )
        super().__init__(console, Typed(lambda: "q"))
        self.pages: list[str] = []

    def step_through(self, draw: Callable[[int, str], RenderableType], count: int) -> None:
        for at in range(count):
            self.console.print(draw(at, ""))
            self.pages.append(self.console.export_html(inline_styles=True, code_format="{code}", theme=THEME))


def _write_film(page: Path) -> None:
    record = read_record(ROOT / "docs/games/watch.txt")
    film = Film()
    find_terminal(record.ruleset).replay(record, None, True, film)
    frames = "".join(f'<pre class="frame">{page}</pre>' for page in film.pages)
    frames = frames.replace('"frame"', '"frame" data-shown', 1)
    text = page.read_text("utf-8")
    assert "<!-- film -->" in text
    player = f'<div class="film" tabindex="0" aria-label="A recorded game">{frames}</div>'
    page.write_text(text.replace("<!-- film -->", player.replace("\n\n", "\n&#8203;\n")), "utf-8")


# the order of pages


def _navigation(folder: Path) -> list[dict[str, Any]]:
    docs = folder / "docs"
    pages = sorted(path.relative_to(docs).with_suffix("").as_posix() for path in docs.rglob("*.md"))
    found: list[dict[str, Any]] = [{"Home": "index.md"}]
    for section, names in SECTIONS.items():
        chosen = [page for name in names for page in pages if _belongs(page, name)]
        pages = [page for page in pages if page not in chosen]
        found.append({section: [f"docs/{page}.md" for page in chosen]})
    found.append({"Reference": ["reference/http.md", *(f"reference/{package}.md" for package in PACKAGES)]})
    return [*found, {"Project": [*(f"docs/{page}.md" for page in pages), *PROJECT]}]


def _belongs(page: str, name: str) -> bool:
    return page == name or (name.endswith("/") and page.startswith(name))


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items()) + " }"


if __name__ == "__main__":
    main()
