"""What is said: highlighted, unread, claimed and taken back; and found again by its moment."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web import pages
from tests.web.conftest import Opener
from tests.web.scene import FIVE, ROLES, Scene, classic


def test_every_claim_can_be_made_and_one_taken_back(opened: Opener) -> None:
    page = opened(1440, 900)
    deal = {"roles": ["merlin", "assassin", "servant", "morgana", "percival"], "leader": 1}
    options = {"lady": True}
    roles = ["percival", "morgana"]
    scene = Scene(page, FIVE, ruleset="avalon", roles=roles, options=options, deal=deal).deal()
    scene.propose(1, (1, 2))
    scene.open()
    for kind, what, said in (
        ("I suspect…", ("Ben",), "claim: Ben is evil"),
        ("I trust…", ("Cai",), "claim: Cai is good"),
        ("I am…", ("Percival",), "claim: I am Percival"),
        ("The Lady told me…", ("Dee", "good"), "claim: Dee is good"),
        ("This team has evil", (), "claim: evil among Ben and Cai"),
    ):
        page.get_by_role("button", name="Claim…").click()
        maker = page.get_by_role("group", name="What do you claim?")
        for name in (kind, *what, "Claim it"):
            maker.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".log").get_by_text(said)).to_be_visible()
    expect(page.locator("tfoot .said")).to_contain_text("5")
    page.locator(".log .line", has_text="Cai is good").get_by_role("button", name="Take it back").click()
    expect(page.locator(".log").get_by_text("withdrew: Cai is good")).to_be_visible()
    page.locator("tfoot .said").click()
    expect(page.locator(".moment .claim.withdrawn")).to_contain_text("You withdrew: Cai is good")


def test_a_claim_against_the_cards_says_so(opened: Opener) -> None:
    page = opened(1440, 900)
    scene = Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal()
    scene.propose(1, (1, 3))
    scene.do(2, "claim", claim={"claim": "trust", "seat": 3})
    scene.open()
    expect(page.locator(".log .claim.stands")).to_have_count(1)
    scene.vote(range(5))
    scene.cards((1, 3), fails={1, 3})
    page.wait_for_selector(".log .claim.contradicted")  # once the cards have been turned
    expect(page.locator(".log .claim.contradicted")).to_contain_text("the facts say otherwise")


def test_talk_then_leads_to_the_lines_of_that_team(opened: Opener) -> None:
    page = opened()
    classic(page).open()
    page.get_by_role("button", name="History").click()
    page.locator(".label button", has_text="2.2").click()
    expect(page.locator(".moment")).to_contain_text("Felix claims: Priya is a spy")
    page.get_by_role("button", name="Talk then").click()
    expect(page.locator(".log .line.then")).to_have_count(4)
    expect(page.locator(".log .then").first).to_be_in_viewport()
    page.get_by_role("button", name="To the newest").click()
    expect(page.locator(".log .then")).to_have_count(0)


def test_a_seat_is_lit_and_unread_lines_are_counted_until_they_are_read(opened: Opener) -> None:
    page = opened()
    scene = Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal()
    scene.open()
    scene.do(2, "chat", text="one")
    scene.do(3, "chat", text="two")
    talk = page.get_by_role("button", name="Talk")
    expect(talk.get_by_label("2 unread")).to_be_visible()
    talk.click()
    expect(talk.get_by_label("unread")).to_have_count(0)
    page.get_by_role("button", name="Highlight Cai").click()
    page.get_by_role("button", name="Table", exact=True).click()
    scene.do(2, "chat", text="three")
    expect(talk.get_by_label("1 unread")).to_be_visible()
    page.reload()
    expect(talk.get_by_label("1 unread")).to_be_visible()
    talk.click()
    expect(page.locator(".line", has_text="three").locator(".new")).to_have_text("New")


def test_watchers_talk_apart(opened: Opener) -> None:
    page, watcher = opened(), opened(1440, 900)
    scene = Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal()
    scene.open()
    watcher.goto(f"/t/{scene.code}")
    watcher.get_by_label("Tell the spectators").fill("they cannot hear me")
    watcher.keyboard.press("Enter")
    expect(watcher.locator(".line.apart")).to_contain_text("they cannot hear me")
    page.get_by_role("button", name="Talk").click()
    expect(page.get_by_text("they cannot hear me")).to_have_count(0)


def test_what_happened_is_told_again_after_a_reload_and_plot_cards_with_it(opened: Opener) -> None:
    page = opened(1440, 900)
    deal = {"roles": ROLES, "leader": 1, "plot": ["no-confidence"]}
    scene = Scene(page, FIVE, ruleset="classic", options={"plot": True}, deal=deal).deal()
    scene.answer(1, "give", card="no-confidence", to=2).propose(1, (1, 2)).vote(range(5))
    scene.answer(2, "use", card="no-confidence")
    scene.do(3, "chat", text="Why?")
    scene.open()
    log = page.locator(".log")
    told = [
        "Cai gets No Confidence.",
        "Ben proposes Ben and Cai.",
        "The team was approved, 5 to 0.",
        "Cai uses No Confidence.",
    ]
    for said in told:
        expect(log.get_by_text(said)).to_be_visible()
    lines = log.inner_text()
    places = [lines.index(said) for said in (*told, "Why?")]
    assert places == sorted(places)


def test_an_answer_to_a_result_stands_below_it(opened: Opener) -> None:
    """The claim arrives while the ballots are still being turned."""
    page = opened(1440, 900)
    scene = Scene(page, FIVE, ruleset="classic", deal={"roles": ROLES, "leader": 1}).deal()
    scene.propose(1, (1, 2)).open()
    expect(page.locator("[data-ask=vote]")).to_be_visible()
    scene.vote({1})
    scene.do(3, "claim", claim={"claim": "suspect", "seat": 1})
    log = page.locator(".log")
    expect(log.get_by_text("The team was rejected, 1 to 4.")).to_be_visible()
    lines = log.inner_text()
    assert lines.index("rejected, 1 to 4") < lines.index("Ben is a spy")


def test_on_the_smallest_phone_a_claim_ends_with_its_two_buttons_in_one_row(opened: Opener) -> None:
    """ "Cancel" stood beside "This team is clean" as if it were a claim, and "Claim it" below."""
    page = opened(360, 640)
    pages.claiming(page)
    page.get_by_role("button", name="This team has a spy").click()
    clean, cancel, claim = (
        page.get_by_role("button", name=name).bounding_box() for name in ("This team is clean", "Cancel", "Claim it")
    )
    assert clean is not None
    assert cancel is not None
    assert claim is not None
    assert cancel["y"] == claim["y"] >= clean["y"] + clean["height"]
