"""Take the pictures that the README shows, and the screens of the design in its own sizes, from a running server.

Usage: python web/scripts/pictures.py http://127.0.0.1:8000 [FOLDER]

Without a folder the README's pictures go to docs/pictures. With one, all screens go there, to be laid beside the
drawings of the design.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.web.conftest import FLAGS, NAMES  # noqa: E402
from tests.web.pages import PAGES  # noqa: E402
from tests.web.person import Person, quick_game  # noqa: E402

Prepare = Callable[[Page], None]


def _in_the_middle(ruleset: str, players: int, kind: str, teams: int) -> Prepare:
    """A game in which some teams have been voted on, stopped at a question."""

    def prepare(page: Page) -> None:
        for _ in range(8):
            quick_game(page, ruleset=ruleset, players=players)
            me, voted = Person(page), 0
            while not me.is_over:
                if me.skip():
                    voted += 1
                elif me.ask == kind and voted >= teams:
                    page.wait_for_timeout(400)
                    return
                elif not me.answer():
                    page.wait_for_timeout(40)

    return prepare


def _role(page: Page) -> None:
    PAGES["voting"](page)
    page.keyboard.down("h")
    page.wait_for_selector(".face")


def _history(page: Page) -> None:
    _in_the_middle("classic", 8, "vote", 5)(page)
    page.keyboard.press("g")
    page.wait_for_timeout(300)


def _reveal(page: Page) -> None:
    quick_game(page, ruleset="avalon", players=7)
    me = Person(page)
    while not page.locator(".reveal").count():
        if not me.skip() and not me.answer():
            page.wait_for_timeout(30)
    page.wait_for_selector(".result h2")


SHOTS: dict[str, tuple[int, int, str, Prepare]] = {
    "01-table-avalon-phone-dark": (390, 844, "dark", _in_the_middle("avalon", 7, "vote", 3)),
    "01-table-avalon-phone-light": (390, 844, "light", _in_the_middle("avalon", 7, "vote", 3)),
    "01-role-held": (390, 844, "dark", _role),
    "02-table-classic-desktop": (1440, 900, "dark", _in_the_middle("classic", 8, "propose", 3)),
    "03-history-phone": (390, 844, "dark", _history),
    "04-reveal-phone": (390, 844, "dark", _reveal),
    "04-end-phone": (390, 844, "dark", PAGES["ending"]),
    "05-maquis-desktop": (1440, 900, "light", PAGES["solo"]),
    "06-maquis-phone": (390, 844, "light", PAGES["solo"]),
    "07-home-desktop": (1440, 900, "light", PAGES["home"]),
    "07-home-phone": (390, 844, "light", PAGES["home"]),
    "08-setup-desktop": (1440, 900, "light", PAGES["setup"]),
    "08-setup-phone": (390, 844, "dark", PAGES["setup"]),
    "09-companion-board": (1920, 1080, "dark", PAGES["board"]),
    "replay": (1440, 900, "dark", PAGES["replay"]),
}
README = {
    "table": "02-table-classic-desktop",
    "phone": "01-table-avalon-phone-dark",
    "replay": "replay",
    "solo": "05-maquis-desktop",
}


def take(browser: Browser, address: str, name: str, path: Path) -> None:
    """Prepare one screen in a browser of its own and keep what it looks like."""
    width, height, scheme, prepare = SHOTS[name]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-GB",
        base_url=address,
    )
    page = context.new_page()
    prepare(page)
    page.wait_for_timeout(300)
    page.screenshot(path=path, scale="css")
    context.close()


def main() -> None:
    """Take all pictures, or the README's."""
    address = sys.argv[1]
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "docs" / "pictures"
    wanted = {name: name for name in SHOTS} if len(sys.argv) > 2 else README
    folder.mkdir(parents=True, exist_ok=True)
    path = next(found for name in NAMES if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for file, name in wanted.items():
            take(browser, address, name, folder / f"{file}.png")
        browser.close()


if __name__ == "__main__":
    main()
