"""What is heard: the reveal read aloud, sounds and notifications."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import Opener
from tests.web.reveal import give_voice, hear
from tests.web.scene import AVALON, AVALON_ROLES, FIVE, ROLES, Scene
from tests.web.three_clients import printed_script
from turncoat.core import Setup

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


def test_the_reveal_keeps_the_pauses_of_the_script_and_is_alike_for_every_deal(opened: Opener) -> None:
    script = printed_script(Setup(ruleset="avalon", players=7, roles=("percival", "morgana")), "en")
    assert len({pause for _, pause in script}) > 1
    for roles, stretch in ((AVALON_ROLES, 1), (AVALON_ROLES[::-1], 1.5)):
        page = opened(1920, 1080)
        give_voice(page)
        deal = {"roles": roles, "leader": 0}
        scene = Scene(page, AVALON, ruleset="avalon", roles=["percival", "morgana"], deal=deal).deal()
        hear(page, scene.code, script, stretch)


def test_nothing_sounds_or_calls_until_it_is_switched_on(opened: Opener) -> None:
    page = opened(1440, 900)
    page.add_init_script(EARS)
    table = Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal().propose(1, (1, 2))
    table.open()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    heard = "() => [window.strokes, window.notes.length]"
    assert page.evaluate(heard) == [0, 0]
    page.goto("/settings")
    for name in ("Sounds", "Notify me when it is my turn"):
        page.get_by_role("switch", name=name).click()
    table.open()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    page.wait_for_function("() => window.strokes > 0")
    assert page.evaluate("() => window.notes") == ["Your turn: vote"]
