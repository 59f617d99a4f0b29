"""What is heard: the reveal read aloud, sounds and notifications."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opener
from tests.web.scene import AVALON, AVALON_ROLES, FIVE, ROLES, Scene
from turncoat.core import Setup
from turncoat.games import find_game

# A voice that is quick, and a page that remembers what it was told to say.
VOICE = """
  window.spoken = [];
  speechSynthesis.getVoices = () => [{ lang: 'en' }];
  speechSynthesis.speak = (words) => {
    window.spoken.push(words.text);
    words.onend();
  };
"""
# Counts strokes of sound, keeps notifications, and is never looked at.
EARS = """
  window.strokes = 0;
  window.notes = [];
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    window.strokes++;
    return createOscillator.call(this);
  };
  window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, { body }) {
      window.notes.push(body);
    }
  };
  Object.defineProperty(document, 'hidden', { get: () => true });
"""


def _spoken(page: Page) -> list[str]:
    return list(page.evaluate("() => window.spoken"))


def _hear_reveal(
    page: Page, pause: int = 4, roles: tuple[str, ...] = ("percival", "morgana"), **more: Any
) -> list[str]:
    """All lines of the spoken reveal, each after exactly this pause."""
    page.add_init_script(VOICE)
    page.clock.install(time=0)
    scene = Scene(page, AVALON, ruleset="avalon", roles=list(roles), **more).deal()
    scene.open("/board/{code}")
    page.clock.pause_at("1970-01-01T01:00:00Z")
    page.get_by_role("slider").fill(str(pause))
    page.locator(".narrator button").click()
    lines: list[str] = []
    while len(lines) < len(_spoken(page)):
        lines = _spoken(page)
        page.clock.run_for(pause * 1000 - 1)
        assert _spoken(page) == lines, "a line came before the pause was over"
        page.clock.run_for(1)
    expect(page.locator(".narrator p")).not_to_have_text(lines[-1])
    return lines


def test_the_reveal_is_read_with_even_pauses_and_alike_for_every_deal(opened: Opener) -> None:
    first = _hear_reveal(opened(1920, 1080), deal={"roles": AVALON_ROLES, "leader": 0})
    second = _hear_reveal(opened(1920, 1080), 9, deal={"roles": AVALON_ROLES[::-1], "leader": 0})
    assert first == second
    assert len(first) == 15
    assert [line for line in first if "Merlin" in line]
    assert [line for line in first if "Percival" in line]


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_browser_says_of_oberon_what_the_terminal_says(opened: Opener, seen: bool, locale: str) -> None:
    roles, options = ("percival", "morgana", "oberon"), {"oberon_seen_by_merlin": seen}
    narration = find_game("avalon").capabilities.narration
    assert narration is not None
    script = narration().script(Setup(ruleset="avalon", players=7, roles=roles, options=options), locale[:2])
    page = opened(1920, 1080, locale=locale)
    assert _hear_reveal(page, roles=roles, options=options) == [line.text for line in script]


def test_nothing_sounds_or_calls_until_it_is_switched_on(opened: Opener) -> None:
    page = opened(1440, 900)
    page.add_init_script(EARS)
    table = Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal().propose(1, (1, 2))
    table.open()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    heard = "() => [window.strokes, window.notes.length]"
    assert page.evaluate(heard) == [0, 0]
    page.goto("/settings")
    for name in ("Sounds", "Tell me when it is my turn"):
        page.get_by_role("switch", name=name).click()
    table.open()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    page.wait_for_function("() => window.strokes > 0")
    assert page.evaluate("() => window.notes") == ["Your turn: Shall this team go?"]
