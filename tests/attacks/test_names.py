"""Item 19 of the threat model: nobody at a table has a name that could be taken for another's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.harness import ServerProcess, running, visitor
from turncoat.client import ServerRefused
from turncoat.core import Refused
from turncoat.server.tables.names import clean_name, is_double

DOUBLES = {
    "case": "ANNA BOB",
    "a Cyrillic letter": "\u0410nna Bob",
    "Cyrillic capitals": "\u0410nna \u0412\u041e\u0412",
    "a Greek letter": "Anna B\u03bfb",
    "wide letters": "\uff21nna Bob",
    "mathematical letters": "\U0001d400nna Bob",
    "an accent": "Anna\u0301 Bob",
    "marks below and across": "Anna\u0323\u0338 Bob",
    "a composed letter": "Anna B\u00f3b",
    "two blanks": "Anna  Bob",
    "a wide blank": "Anna\u3000Bob",
    "a braille blank at its end": "Anna Bob\u2800",
    "a null notehead": "Anna\U0001d159 Bob",
    "a zero-width space": "An\u200bna Bob",
    "a joiner": "An\u200dna Bob",
    "a soft hyphen": "An\u00adna Bob",
    "a grapheme joiner": "An\u034fna Bob",
    "a Hangul filler": "Anna Bob\u3164",
    "a variation selector": "Anna\ufe0f Bob",
    "right to left": "\u202eAnna Bob",
}
REAL = (
    "José",
    "Zoë",
    "Łukasz",
    "O’Brien",
    "Jean-Luc",
    "Иван",
    "Ελένη",
    "李雷",
    "さくら",
    "김민준",
    "محمد",
    "کمال\u200cالدین",
    "דוד",
    "नरेंद्र",
    "สมชาย",
    "Nguyễn",
    "Ana 🎲",
    "Ben ❤️",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("names")
    with running(f"sqlite:///{folder}/tables.db", folder / "log") as process:
        yield process
    assert "Traceback" not in process.log.read_text()


@pytest.mark.parametrize("double", DOUBLES.values(), ids=DOUBLES.keys())
def test_a_double_of_a_name_is_refused(server: ServerProcess, double: str) -> None:
    """By joining and by a change of names."""
    ann, mallory = visitor(server), visitor(server)
    table = ann.create(ruleset="classic", players=5, name="Anna Bob")
    with pytest.raises(ServerRefused, match=r"NAME_TAKEN|BAD_REQUEST"):
        mallory.do(table, "join", name=double)
    mallory.do(table, "join", name="Mallory")
    with pytest.raises(ServerRefused, match=r"NAME_TAKEN|BAD_REQUEST"):
        mallory.do(table, "name", name=double)
    assert [chair["name"] for chair in ann.table(table)["table"]["chairs"]][:2] == ["Anna Bob", "Mallory"]


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u200b", "\u0301", "\u200c", " \u00a0 ", "\u115f"])
def test_a_name_that_cannot_be_seen_is_refused(server: ServerProcess, name: str) -> None:
    with pytest.raises(ServerRefused, match="BAD_REQUEST"):
        visitor(server).create(ruleset="classic", players=5, name=name)


def test_real_names_in_any_script_sit_at_one_table(server: ServerProcess) -> None:
    for names in (REAL[:9], REAL[9:]):
        host = visitor(server)
        table = host.create(ruleset="classic", players=10, name="Host")
        for name in names:
            visitor(server).do(table, "join", name=name)
        shown = [chair["name"] for chair in host.table(table)["table"]["chairs"] if chair["name"]]
        assert shown == ["Host", *(name.replace("\ufe0f", "") for name in names)]


def test_a_bot_is_not_called_like_a_person(server: ServerProcess) -> None:
    """Ada is the first name on the bots' list; this one begins with a Cyrillic letter."""
    host = visitor(server)
    table = host.create(ruleset="classic", players=5, name="\u0410da")
    host.do(table, "bot", bot="random")
    assert "Ada" not in [chair["name"] for chair in host.table(table)["table"]["chairs"]]
    table = host.play(ruleset="classic", players=5, name="\u0410da")
    assert "Ada" not in [chair["name"] for chair in host.table(table)["table"]["chairs"]]


@settings(deadline=None)  # the first name loads the table of look-alikes
@given(st.text(min_size=1, max_size=24))
def test_any_text_is_shown_the_same_way_twice_or_refused(text: str) -> None:
    try:
        shown = clean_name(text)
    except Refused as refusal:
        assert refusal.code == "BAD_REQUEST"  # noqa: PT017 - either may happen
        return
    assert clean_name(shown) == shown
    assert is_double(shown, shown)
    assert shown.isprintable() or "\u200c" in shown
