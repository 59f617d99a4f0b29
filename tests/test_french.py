"""French typography: a narrow space that does not break stands before : ; ! ? % and », and after «."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
NARROW = "\N{NARROW NO-BREAK SPACE}"
# Titles, a key, a clock, and what stands for something else in a text need none.
FREE = re.compile(r"RESIST!|The Resistance: Avalon|^\?|\d:\d\d|\{\w*(:\w+)?\}|https?:")
LOOSE = re.compile(rf"(?<![{NARROW}\s/(])[:;!?%»](?![)\w])|[^\S{NARROW}][:;!?%»]|«(?!{NARROW})")
COMMENT = re.compile(r"/\*(?s:.*?)\*/|^\s*//.*$", re.MULTILINE)
STRING = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`""")


def _texts(value: Any) -> Iterator[str]:
    """Every text in a table of a TOML file."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _french_tables(value: Any) -> Iterator[str]:
    """The texts below every key `fr`."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _texts(each) if key == "fr" else _french_tables(each)


def _sources() -> Iterator[tuple[Path, list[str]]]:
    for path in sorted((ROOT / "src").rglob("*.toml")):
        read = tomllib.loads(path.read_text(encoding="utf-8"))
        yield path, list(_texts(read) if path.stem == "fr" else _french_tables(read))
    for path in sorted((ROOT / "web" / "src").rglob("*fr.ts")):
        code = COMMENT.sub("", path.read_text(encoding="utf-8"))
        yield path, [found[1:-1] for found in STRING.findall(code)]


def _is_loose(text: str) -> bool:
    return LOOSE.search(FREE.sub("x", text)) is not None


def test_every_french_text_has_its_narrow_spaces() -> None:
    read = dict(_sources())
    assert sum(map(len, read.values())) > 1500
    loose = [f"{path.relative_to(ROOT)}: {text}" for path, texts in read.items() for text in texts if _is_loose(text)]
    assert loose == []


def test_a_missing_or_an_ordinary_space_would_be_found() -> None:
    assert all(map(_is_loose, ("Qui ?", "Qui?", "« oui »", f"«{NARROW}oui »", "50 %", "À toi: joue")))
    right = (f"Qui{NARROW}?", f"«{NARROW}oui{NARROW}»", f"50{NARROW}%", "Il est 12:30 à RESIST!", "{n:word} voix")
    assert not any(map(_is_loose, right))
