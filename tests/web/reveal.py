"""The spoken reveal on the board, heard by a page whose voice is quick and whose clock stands still."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, expect

# A voice that is quick, and a page that remembers what it was told to say.
VOICE = """
  window.spoken = [];
  speechSynthesis.getVoices = () => [{ lang: 'en' }];
  speechSynthesis.speak = (words) => {
    window.spoken.push(words.text);
    words.onend();
  };
"""
Said = tuple[str, int]
"""A sentence, and the seconds of silence after it."""


def give_voice(page: Page) -> None:
    """From now on the page can speak, and its clock can be stopped."""
    page.add_init_script(VOICE)
    page.clock.install(time=0)


def hear(page: Page, code: str, expected: Sequence[Said], stretch: float = 1) -> None:
    """The board of a dealt table says these lines and keeps these pauses, to the millisecond."""
    page.clock.resume()
    with page.expect_response("**/api/narration"):
        page.goto(f"/board/{code}")
    speak = page.locator(".narrator button")
    expect(speak).to_have_count(1 if expected else 0)
    if not expected:
        return
    page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 3600)
    page.get_by_role("slider").fill(str(stretch))
    speak.click()
    for place, (text, pause) in enumerate(expected, 1):
        assert _spoken(page) == [line for line, _ in expected[:place]]
        expect(page.locator(".narrator p")).to_have_text(text)
        if pause:
            page.clock.run_for(int(pause * stretch * 1000) - 1)
            assert len(_spoken(page)) == place, f"{text} The next line came before {pause} s were over."
        page.clock.run_for(1)
    expect(page.locator(".narrator p")).not_to_have_text(expected[-1][0])
    assert len(_spoken(page)) == len(expected)


def _spoken(page: Page) -> list[str]:
    return list(page.evaluate("() => window.spoken"))
