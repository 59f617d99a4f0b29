"""Language models in chairs: the host adds one in the lobby, and everybody is told before the deal and in the talk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.bots.chat_server import ChatServer, chat_server
from tests.web.conftest import Opener, Server
from tests.web.scene import FIVE, Scene


@pytest.fixture(scope="module")
def chat() -> Iterator[ChatServer]:
    with chat_server() as found:
        yield found


@pytest.fixture(scope="module")
def server(chat: ChatServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose owner allows one address."""
    found = Server(tmp_path_factory.mktemp("models"))
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"ADDRESSES": chat.address, "LINES": "12", "COST": "0.5", "PRICE": "1/2"}.items():
            patch.setenv(f"TURNCOAT_LLM_{name}", value)
        found.start()
    yield found
    found.stop()


def lobby(page: Page) -> Scene:
    """A table of five with two people."""
    return Scene(page, FIVE[:2], players=5, ruleset="avalon", pace="instant").open()


def add(page: Page, model: str, name: str = "") -> None:
    page.get_by_role("button", name="Add a language model").click()
    form = page.locator("form", has=page.get_by_label("Model", exact=True))
    if name:
        form.get_by_label("Its name").fill(name)
    form.get_by_label("Model", exact=True).fill(model)
    form.get_by_role("button", name="Give it a seat").click()


def where(chat: ChatServer) -> str:
    return f"language model good at {chat.address.removeprefix('http://').removesuffix('/v1')}"


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desktop"])
def test_a_host_gives_a_chair_to_a_language_model_and_everybody_is_told(
    opened: Opener, chat: ChatServer, size: tuple[int, int]
) -> None:
    host = opened(*size)
    scene = lobby(host)
    add(host, "good", "Ada")
    guest = opened(*size)
    guest.goto(f"/t/{scene.code}")
    for page in (host, guest):
        notice = page.get_by_role("complementary", name="language model")
        expect(notice).to_contain_text(f"Ada: {where(chat)}; reads and answers the talk.")
        expect(notice).to_contain_text("At most 20 seconds a decision, 30 minutes and 400,000 tokens a game.")
        expect(notice).to_contain_text("It may cost 0.5 a game.")
        chair = page.locator("li", has_text="Ada").first
        expect(chair).to_contain_text("language model")
        assert chair.bounding_box()["height"] < 60  # type: ignore[index]  # the notice tells the rest
    expect(host.get_by_label("Model", exact=True)).to_have_count(0)


def test_while_a_game_runs_the_talk_says_who_is_a_model_and_how_often_it_has_spoken(
    opened: Opener, chat: ChatServer
) -> None:
    page = opened(1440, 900)
    scene = lobby(page)
    add(page, "good", "Ada")
    expect(page.get_by_role("complementary", name="language model")).to_be_visible()
    scene.agree(1)
    page.get_by_role("button", name="Deal").click()
    notice = page.locator(".talk").get_by_role("complementary", name="language model")
    expect(notice).to_contain_text(where(chat))
    expect(notice).to_contain_text("of 12 times.")
    expect(notice).to_contain_text("At most 20 seconds a decision, 30 minutes and 400,000 tokens a game.")
    expect(notice).to_contain_text("It may cost 0.5 a game.")
    # Its seat may also say that it leads, or is on the team.
    expect(page.locator(".ring").get_by_text("language model").first).to_be_visible()


def test_a_limit_of_less_than_two_minutes_is_told_in_seconds(opened: Opener) -> None:
    def short(info: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
        info["language_models"]["total"] = 25
        return info

    page = opened()
    page.route("**/api/info", lambda route: route.fulfill(json=short(route.fetch().json())))
    lobby(page)
    add(page, "good", "Ada")
    notice = page.get_by_role("complementary", name="language model")
    expect(notice).to_contain_text("At most 20 seconds a decision, 25 seconds and 400,000 tokens a game.")


def test_the_table_can_be_read_in_words_which_say_who_is_a_model(opened: Opener, chat: ChatServer) -> None:
    """The same text that agents get, by sections, and read again when something changes."""
    page = opened()
    scene = lobby(page)
    add(page, "good", "Ada")
    expect(page.get_by_role("complementary", name="language model")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="The table in words").click()
    words = page.get_by_role("dialog", name="The table in words")
    expect(words.get_by_role("heading", name="LOBBY")).to_be_visible()
    where = chat.address.removeprefix("http://").removesuffix("/v1")
    expect(words).to_contain_text(f'"Ada", ready, a language model ("good at {where}") that reads and answers the talk')
    expect(words).to_contain_text(f'"{FIVE[1]}", not ready')
    scene.agree(1)
    expect(words).to_contain_text(f'"{FIVE[1]}", ready')


def test_a_name_that_is_taken_is_refused_with_a_sentence(opened: Opener) -> None:
    page = opened()
    lobby(page)
    add(page, "good", FIVE[1])
    expect(page.get_by_text("That name, or one like it, is at the table already.")).to_be_visible()


def test_without_an_allowed_address_nothing_is_offered(opened: Opener) -> None:
    page = opened()
    page.route("**/api/info", lambda route: route.fulfill(json=_none(route.fetch().json())))
    lobby(page)
    expect(page.get_by_role("button", name="Fill with bots")).to_be_visible()
    expect(page.get_by_role("button", name="Add a language model")).to_have_count(0)


def _none(info: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    info["language_models"]["addresses"] = []
    return info
