"""Take the pictures that the README shows, and every screen of the design in its own size, from a running server.

Usage: python web/scripts/pictures.py http://127.0.0.1:8000 [FOLDER [NAME …]]

The server must allow fixed deals and as many visitors as come: the tables of the drawings are played again move
by move (`TURNCOAT_TEST_SECRET=pictures TURNCOAT_RATE_LIMITS=false turncoat serve --fixed-deals`). Without a
folder the README's pictures go to docs/pictures. With one, all screens (or those whose name starts with a NAME) go
there, to be laid beside the drawings.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.web import pages, scene  # noqa: E402
from tests.web.conftest import FLAGS, NAMES  # noqa: E402

Prepare = Callable[[Page], object]


class Shot(NamedTuple):
    """One picture: what to do before, and the window it is taken in."""

    prepare: Prepare
    width: int
    height: int
    scheme: str = "dark"
    locale: str = "en-GB"


def phone(prepare: Prepare, scheme: str = "dark", locale: str = "en-GB") -> Shot:
    """A phone held upright."""
    return Shot(prepare, 390, 844, scheme, locale)


def small(prepare: Prepare, locale: str = "en-GB") -> Shot:
    """The smallest phone."""
    return Shot(prepare, 360, 640, "dark", locale)


def desktop(prepare: Prepare, scheme: str = "dark", locale: str = "en-GB") -> Shot:
    """A window on a desk."""
    return Shot(prepare, 1440, 900, scheme, locale)


def tablet(prepare: Prepare, scheme: str = "dark") -> Shot:
    """A tablet held upright."""
    return Shot(prepare, 768, 1024, scheme)


def reveal(page: Page) -> None:
    """The cards of the fourth quest have turned."""
    page.clock.install(time=0)
    table = scene.avalon_fourth(page).open()
    page.wait_for_selector("[data-ask=mission]")
    page.clock.pause_at("1970-01-01T01:00:00Z")
    table.cards((0,))
    page.wait_for_selector(".reveal")
    page.clock.run_for(3_000)


SHOTS: dict[str, Shot] = {
    "01-voting": phone(pages.voting),
    "01-voting-light": phone(pages.voting, "light"),
    "01-role": phone(pages.held),
    "01-small": small(pages.voting, "es-ES"),
    "01-card": phone(pages.carding),
    "02-choosing": desktop(pages.choosing),
    "02-choosing-light": desktop(pages.choosing, "light"),
    "03-history": phone(pages.history),
    "03-history-light": phone(pages.history, "light"),
    "04-reveal": phone(reveal),
    "04-end": phone(pages.ending),
    "05-maquis": desktop(pages.solo, "light"),
    "06-maquis": phone(pages.solo, "light"),
    "06-maquis-dark": phone(pages.solo),
    "07-home": desktop(pages.home, "light"),
    "07-home-phone": phone(pages.home, "light"),
    "07-home-dark": desktop(pages.home),
    "08-setup": desktop(pages.setup, "light"),
    "08-setup-phone": phone(pages.setup),
    "09-board": Shot(pages.board, 1920, 1080),
    "11-tablet": tablet(pages.voting),
    "11-tablet-choosing": tablet(pages.choosing, "light"),
    "11-landscape": Shot(pages.voting, 640, 360),
    "11-landscape-choosing": Shot(pages.choosing, 640, 360),
    "11-ten-phone": phone(pages.crowded),
    "11-ten-desktop": desktop(pages.crowded),
    "11-talk": phone(pages.talk),
    "11-notes": phone(pages.notes),
    "11-choosing-phone": phone(pages.choosing),
    "11-home-french": phone(pages.home, "dark", "fr-FR"),
    "11-setup-french": desktop(pages.setup, "dark", "fr-FR"),
    "11-choosing-spanish": desktop(pages.choosing, "light", "es-ES"),
    "11-end-french": desktop(pages.ending, "light", "fr-FR"),
    "11-voting-french": small(pages.voting, "fr-FR"),
    "11-crowded-small": small(pages.crowded, "fr-FR"),
    "11-solo-spanish": phone(pages.solo, "light", "es-ES"),
    "11-solo-tablet": tablet(pages.solo, "light"),
    "12-replay": desktop(pages.replay),
    "12-replay-phone": phone(pages.replay),
    "20-deal": phone(pages.dealt),
    "20-deal-face": phone(pages.dealt_face),
    "20-deal-face-small": small(pages.dealt_face, "fr-FR"),
    "20-deal-face-desktop": desktop(pages.dealt_face, "light"),
    "20-deal-ready": phone(pages.dealt_ready),
    "20-deal-ready-small": small(pages.dealt_ready, "es-ES"),
    "22-assassin": desktop(pages.assassin),
    "22-assassin-phone": phone(pages.assassin),
    "22-confers": desktop(pages.confers),
    "22-confers-phone": phone(pages.confers),
    "22-confers-small": small(pages.confers, "es-ES"),
    "22-shot": phone(pages.shot),
    "22-shot-small": small(pages.shot, "fr-FR"),
    "22-shot-desktop": desktop(pages.shot),
    "21-verdict": phone(pages.verdict),
    "21-verdict-small": small(pages.verdict, "es-ES"),
    "21-verdict-desktop": desktop(pages.verdict, "light"),
    "21-quest": phone(pages.quest),
    "21-quest-small": small(pages.quest, "fr-FR"),
    "21-quest-desktop": desktop(pages.quest),
    "21-lady": phone(pages.lady),
    "21-lady-small": small(pages.lady, "fr-FR"),
    "21-lady-desktop": desktop(pages.lady),
    "13-settings": desktop(pages.settings, "light"),
    "13-learn-phone": phone(pages.learn, "light"),
    "13-lost": phone(pages.lost),
    "13-solo-start": desktop(pages.solo_start, "light"),
}
README = {"table": "02-choosing", "phone": "01-voting", "replay": "12-replay", "solo": "05-maquis"}


def take(browser: Browser, address: str, name: str, path: Path) -> None:
    """Prepare one screen in a browser of its own and keep what it looks like."""
    shot = SHOTS[name]
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        color_scheme="dark" if shot.scheme == "dark" else "light",
        locale=shot.locale,
        base_url=address,
    )
    page = context.new_page()
    scene.identify(page)
    shot.prepare(page)
    page.wait_for_timeout(500)
    page.screenshot(path=path, scale="css")
    context.close()


def main() -> None:
    """Take all pictures, or the README's."""
    address, *rest = sys.argv[1:]
    folder = Path(rest[0]) if rest else ROOT / "docs" / "pictures"
    wanted = {name: name for name in SHOTS if name.startswith(tuple(rest[1:]) or "")} if rest else README
    folder.mkdir(parents=True, exist_ok=True)
    path = next(found for name in NAMES if (found := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for file, name in wanted.items():
            take(browser, address, name, folder / f"{file}.png")
        browser.close()


if __name__ == "__main__":
    main()
