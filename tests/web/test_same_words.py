"""Whatever is agreed before a game, the browser, the terminal and the printed sheet say the same, and it is right.

What is right follows from games: from what seats know once the cards are dealt, and from what happens when votes are
cast. The sentences are read here by their grammar alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Server
from tests.web.person import GUARD_MS, wait_for_ask
from tests.web.reveal import Said, give_voice, hear
from tests.web.scene import ALL, CROWD, FIVE, Scene, call, identify
from tests.web.three_clients import Sitting, one_line, printed_script, printed_sheet
from turncoat.core import Ask, Match, Refused, Seed, Setup, offered
from turncoat.games import find_game
from turncoat.games.resistance.narration.vocabulary import Vocabulary
from turncoat.games.resistance.rules.catalogue import CATALOGUE, OVERVIEW
from turncoat.games.resistance.rules.moves import Card, Give, PlayCard, Propose, Use, Vote
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.setup import rules_of

Pages = Callable[[str], tuple[Page, Page]]


@pytest.fixture(scope="module")
def pages(browser: Browser, server: Server) -> Iterator[Pages]:
    """A player's page and a board for each language, which all tests here share."""
    made: dict[str, tuple[Page, Page]] = {}

    def page(locale: str) -> Page:
        viewport: Any = {"width": 1440, "height": 900}
        return browser.new_context(viewport=viewport, locale=locale, base_url=server.address).new_page()

    def in_language(locale: str) -> tuple[Page, Page]:
        if locale not in made:
            made[locale] = page(locale), page(locale)
            identify(made[locale][0])
            give_voice(made[locale][1])
        return made[locale]

    yield in_language
    for player, board in made.values():
        player.context.close()
        board.context.close()


class Case(NamedTuple):
    """A set-up, and the role of the player who holds the page. They sit in seat 0 and lead."""

    me: str
    setup: Setup

    def dealt(self) -> Setup:
        roles = list(OVERVIEW.rules(self.setup).roles)  # type: ignore[attr-defined]
        roles.remove(self.me)
        duty = {"assassin": 0} if self.setup.options.get("assassin_duty") else {}
        return replace(self.setup, deal={"roles": [self.me, *roles], "leader": 0, **duty})


def of(me: str, ruleset: str, players: int, roles: str = "", **options: Any) -> Case:
    return Case(me, Setup(ruleset=ruleset, players=players, roles=tuple(roles.split()), options=options))


BLIND: dict[str, Any] = {"blind_spies": True, "allow": ["blind_spies"]}
NO_ASSASSIN: dict[str, Any] = {"assassin": False, "assassin_fallback": "none"}
PLAIN = {"classic": "spy", "cards": "spy", "changelings": "changeling"}
SIGHTS = {
    "Merlin and the Assassin": of("merlin", "avalon", 5),
    "Morgana": of("assassin", "avalon", 5, "morgana"),
    "Mordred": of("merlin", "avalon", 5, "mordred"),
    "Oberon": of("oberon", "avalon", 5, "oberon"),
    "Percival": of("percival", "avalon", 6, "percival"),
    "Percival and Morgana": of("percival", "avalon", 5, "percival morgana"),
    "Percival and Mordred": of("percival", "avalon", 5, "percival mordred"),
    "everybody": of("merlin", "avalon", 10, "percival morgana mordred oberon"),
    "percival_5p": of("percival", "avalon", 5, "percival", percival_5p="warn"),
    "oberon_seen_by_merlin": of("merlin", "avalon", 7, "percival morgana oberon", oberon_seen_by_merlin=False),
    "Merlin sees nobody": of(
        *("merlin", "avalon", 5, "mordred oberon"),
        oberon_seen_by_merlin=False,
        assassin=False,
        assassin_fallback="collective",
    ),
    "merlin": of("assassin", "avalon", 7, "morgana mordred", merlin=False),
    "merlin, with Oberon": of("minion", "avalon", 7, "oberon", merlin=False, **NO_ASSASSIN),
    "assassin": of("minion", "avalon", 7, "mordred", **NO_ASSASSIN),
    "assassin_duty": of("minion", "avalon", 7, "percival morgana", assassin_duty=True),
    "blind_spies in avalon": of("morgana", "avalon", 7, "percival morgana", **BLIND),
    "nobody learns anything": of("minion", "avalon", 5, merlin=False, **BLIND),
    **{ruleset: of(evil, ruleset, 7) for ruleset, evil in PLAIN.items()},
    **{f"blind_spies in {ruleset}": of(evil, ruleset, 5, blind_spies=True) for ruleset, evil in PLAIN.items()},
}
SAMPLE = [
    *((name, language) for name in ("everybody", "oberon_seen_by_merlin", "cards") for language in ("es", "fr")),
    *((name, "fr") for name in ("Merlin sees nobody", "blind_spies in cards")),
]


@pytest.mark.parametrize(("name", "language"), [*((name, "en") for name in SIGHTS), *SAMPLE])
def test_who_learns_what_is_said_alike_and_rightly(pages: Pages, tmp_path: Path, name: str, language: str) -> None:
    """rules.md, "Who knows whom" and "The spoken reveal": the sheet, the spoken reveal and the role card."""
    case, (player, board) = SIGHTS[name], pages(language)
    setup = case.dealt()
    names = CROWD[: setup.players]
    scene = _seated(player, names, setup)
    rows, summary = _who_sees_whom(player, scene), _summary(player)
    scene.deal()
    script = printed_script(case.setup, language)
    hear(board, scene.code, script)
    _sheet_says_the_reveal(printed_sheet(case.setup, language), script)
    words = Words(setup.ruleset, language)
    if language == "en":
        match: Match[Any] = Match(find_game(setup.ruleset), setup, Seed.of("1"))
        _is_right(words.of_rows(rows), match)
        _summary_says_the_reveal(summary, match)
        _is_right(words.of_script([text for text, _ in script]), match)
        _role_is_told(scene, Sitting(match, names, tmp_path), match, names)
    else:
        english = [row["text"] for row in call(player, "POST", "/setups", _setup_fields(setup))["sights"]]
        assert list(map(words.roles_in, rows)) == list(map(Words(setup.ruleset, "en").roles_in, english))
    scene.close()


def _setup_fields(setup: Setup) -> dict[str, Any]:
    return {"ruleset": setup.ruleset, "players": setup.players, "roles": setup.roles, "options": setup.options}


def _seated(page: Page, names: tuple[str, ...], setup: Setup) -> Scene:
    return Scene(page, names, **_setup_fields(setup), deal=setup.deal)


def _who_sees_whom(page: Page, scene: Scene) -> list[str]:
    """The sentences that the host reads beside the set-up."""
    page.goto(f"/t/{scene.code}")
    rows = page.locator("section:has(> h3) > p")
    expect(rows.first).to_be_visible()
    return rows.all_inner_texts()


def _summary(page: Page) -> str:
    """What the open set-up comes to, in the words above its options."""
    expect(page.locator(".mode")).to_be_visible()
    return page.locator(".mode").inner_text()


def _summary_says_the_reveal(summary: str, match: Match[Any]) -> None:
    rules = rules_of(match.game.view(match.state, None).rules)
    assert ("they win if they name Merlin" in summary) == rules.has_assassination
    assert ("do not know one another" in summary) == rules.options.blind_spies


WAIT = r"(\d) (?:to|a|à) (\d) (?:seconds|segundos|secondes)"


def _sheet_says_the_reveal(sheet: str | None, script: list[Said]) -> None:
    if sheet is None:
        return
    waits = [pause for _, pause in script if pause]
    assert all(" ".join(text.split()) in sheet for text, _ in script)  # its spaces are of one kind
    assert (re.findall(WAIT, sheet) == [(str(min(waits)), str(max(waits)))]) if waits else not re.search(WAIT, sheet)


Seen = dict[str, set[str]]
"""By role, the roles whose holders it learns of."""


class Words:
    """Reads sentences about roles in one language. The English ones are read by their grammar."""

    def __init__(self, ruleset: str, language: str) -> None:
        self._words = rulesets()[ruleset].words[language]
        self._sides = {role: data.side for role, data in rulesets()[ruleset].roles.items()}

    def roles_in(self, text: str | None) -> set[str]:
        """The roles that a sentence names."""
        return {role for role in self._sides if re.search(rf"\b{self._words[role]}\b", text or "")}

    def _evil_but(self, names: str | None) -> set[str]:
        return {role for role, side in self._sides.items() if side == "evil"} - self.roles_in(names)

    def of_rows(self, rows: Iterable[str]) -> Seen:
        """What the sentences of who sees whom say."""
        seen: Seen = defaultdict(set)
        for row in rows:
            if know := re.fullmatch(
                r"The \w+(?: players)? know one another(?:, but not ([^;]+?))?(?:; nobody else [\w ]+)?\.", row
            ):
                group = self._evil_but(know[1])
                seen |= {role: seen[role] | group for role in group}
            elif sees := re.fullmatch(r"(\w+) sees (.+?)(?:, but not .+?|, and cannot tell which is which)?\.", row):
                (viewer,) = self.roles_in(sees[1])
                seen[viewer] |= self.roles_in(sees[2].replace("minions", "minion"))
            else:
                assert re.fullmatch(r"The [\w ]+ do not know one another\.", row), row
        return seen

    def of_script(self, lines: Iterable[str]) -> Seen:
        """What everybody sees who does what the narrator says."""
        seen: Seen = defaultdict(set)
        thumbs: set[str] = set()
        call_evil = rf"{self._words['evil_call']}(?:, except (.+))?"
        for line in lines:
            if look := re.fullmatch(rf"{call_evil}: open your eyes and find one another\.", line):
                group = self._evil_but(look[1])
                seen |= {role: seen[role] | group for role in group}
            elif up := re.fullmatch(rf"{call_evil}: one thumb up, .+", line):
                thumbs = self._evil_but(up[1])
            elif up := re.fullmatch(r"(.+): one thumb up, .+", line):
                thumbs = self.roles_in(up[1])
            elif "thumb away" in line:
                thumbs = set()
            elif viewer := re.fullmatch(r"(\w+): open your eyes\. .+", line):
                seen[next(iter(self.roles_in(viewer[1])))] |= thumbs
        assert not thumbs, "somebody's thumb is still up"
        return seen


def _is_right(said: Seen, match: Match[Any]) -> None:
    """Every seat knows just the others whose roles its own role was said to see."""
    roles = match.game.deal(match.state)["roles"]
    for seat, role in enumerate(roles):
        told = {other for other, its in enumerate(roles) if other != seat and its in said.get(role, ())}
        assert told == set(match.game.view(match.state, seat).you.knows), role


TAGS = {"classic": "spy", "cards": "spy", "changelings": "changeling", "avalon": "evil"}
SAYS = {
    "": "You don't know anyone's role.",
    "evil": r"Your fellow \w+:|Evil, like you:",
    "good": r"(This|These) players? (is|are|serves?) ",
    "merlin": "This is Merlin.",
    "merlin-or-morgana": "One of these two is Merlin. The other is Morgana",
}


def _role_is_told(scene: Scene, terminal: Sitting, match: Match[Any], names: tuple[str, ...]) -> None:
    """Both role cards tell what the seat knows, and name no character who is not in play; the page's, how sides win."""
    view = match.game.view(match.state, 0)
    you = view.you
    card = _role_card(scene)
    tags = {"evil": TAGS[match.setup.ruleset], "merlin": "Merlin", "merlin-or-morgana": "Merlin or Morgana"}
    assert card.known == {names[seat]: tags[known_as] for seat, known_as in you.knows.items()}
    (kind,) = {*you.knows.values()} or {""}
    assert re.search(SAYS["good" if kind == "evil" and you.side == "good" else kind], card.text)
    assert {name for name in names[1:] if name in terminal.role} == set(card.known)
    rules = rules_of(view.rules)
    assert bool(re.search("fails to name Merlin|evil names Merlin", card.text)) == rules.has_assassination
    loses = "five-rejections" in view.rules.evil_wins
    assert ("five teams in a row" in card.text) == (loses and you.side == "evil")
    words = Vocabulary(view.rules, names)
    assert f"You are {words.a_role(you.role)}" in card.text
    for text in (card.text, terminal.role):
        assert words.advice(you) in text
        assert ("You name Merlin at the end." in text) == you.assassin
        absent = set(rulesets()[match.setup.ruleset].roles) - set(match.game.deal(match.state)["roles"])
        assert not Words(match.setup.ruleset, "en").roles_in(text) & absent, text


class RoleCard(NamedTuple):
    text: str
    known: dict[str, str]


def _role_card(scene: Scene) -> RoleCard:
    page = scene.open().page
    page.keyboard.down("h")
    page.wait_for_selector(".face")
    known = [text.split("\n") for text in page.locator(".face .known li span").all_inner_texts()]
    card = RoleCard(one_line(page.locator(".face").inner_text()), dict(known))
    page.keyboard.up("h")
    return card


def test_the_role_card_tells_enemies_from_friends(pages: Pages) -> None:
    """rules.md, "The Lady of the Lake": the Lady shows Oberon, who knows nobody, a loyal servant."""
    roles = ["oberon", "servant", "merlin", "assassin", "minion", "servant", "servant"]
    setup = Setup(ruleset="avalon", players=7, roles=("oberon",), options={"lady": True})
    scene = _seated(pages("en")[0], CROWD[:7], replace(setup, deal={"roles": roles, "leader": 1})).deal()
    scene.round(1, (1, 2), ALL).round(2, (1, 2, 5), ALL).answer(0, "examine", seat=1)
    card = _role_card(scene)
    assert card.known == {}, "the reveal told nothing"
    assert f"{CROWD[1]} is good (Lady of the Lake)." in card.text
    assert "like you" not in card.text
    scene.close()


NUMBERS = ("no", "one", "two", "three", "four", "five")
EVIL = {"classic": "the spies", "cards": "the spies", "changelings": "the changelings", "avalon": "evil"}
FAILED = "failed missions"  # before the round of the test; not an option
STAKES: dict[str, tuple[str, dict[str, Any]]] = {
    **{ruleset: (ruleset, {}) for ruleset in EVIL},
    "five_rejections": ("classic", {"five_rejections": "point"}),
    "five_rejections in avalon": ("avalon", {"five_rejections": "point"}),
    "five_rejections in cards": ("cards", {"five_rejections": "evil_wins"}),
    "forfeit_uses_mission": ("classic", {"five_rejections": "point", "forfeit_uses_mission": False}),
    "the third point": ("classic", {"five_rejections": "point", FAILED: 2}),
    "everybody votes": ("cards", {"electorate": "all"}),
    "non_team": ("avalon", {"electorate": "non_team"}),
    "all_but_leader": ("classic", {"electorate": "all_but_leader"}),
    "fifth_proposal": ("classic", {"fifth_proposal": "auto_approve"}),
    "fifth_proposal by die": ("changelings", {"fifth_proposal": "auto_approve"}),
    "vote_track": ("classic", {"vote_track": "die"}),
    "vote_track in changelings": ("changelings", {"vote_track": "counter"}),
    "vote_style": ("classic", {"vote_style": "open"}),
    "ballots_named": ("classic", {"ballots_named": False}),
    "targeting": ("classic", {"targeting": True}),
}


class Mirror:
    """A table of five, and the same game beside it: seats 1 and 3 are evil, seat 0 is the page's and never goes."""

    def __init__(
        self, page: Page, ruleset: str, options: dict[str, Any], *, reads_set_up: bool = False, **deal: Any
    ) -> None:
        good, evil = {"avalon": ("servant", "minion"), "changelings": ("resistant", "changeling")}.get(
            ruleset, ("resistance", "spy")
        )
        roles = [good, evil, good, evil, good]
        if ruleset == "avalon":
            roles[2:4] = ["merlin", "assassin"]
        self.setup = Setup(ruleset=ruleset, players=5, options=options)
        setup = replace(self.setup, deal={"roles": roles, "leader": 0, **deal})
        self.scene = _seated(page, FIVE, setup)
        self.summary = ""
        if reads_set_up:
            page.goto(f"/t/{self.scene.code}")
            self.summary = _summary(page)
        self.scene.deal()
        self.match: Match[Any] = Match(find_game(ruleset), setup, Seed.of("1"))

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.match.game.asks(self.match.state)

    def view(self) -> Any:
        return self.match.game.view(self.match.state, 0)

    def do(self, ask: Ask, move: Any) -> None:
        assert ask.seat is not None
        self.match.play(ask.seat, move)
        fields = msgspec.to_builtins(move)
        self.scene.answer(ask.seat, fields.pop("move"), **fields)

    def propose(self) -> None:
        (ask,) = self.asks
        move = next(move for move in ask.moves if {1, 2, 3, 4} > set(move.team) and 1 in move.team)
        self.do(ask, Propose(team=move.team, mission=move.mission))

    def vote(self, approve: bool) -> None:
        while self.asks and self.asks[0].kind == "vote":
            self.do(self.asks[0], Vote(approve=approve))

    def fail(self) -> None:
        """A mission that fails."""
        self.propose()
        self.vote(approve=True)
        for ask in self.asks:
            self.do(ask, ask.moves[-1])


def _after(mirror: Mirror, approvals: int) -> Any:
    """The view after a vote in which this many seats approve. The table stays as it is."""
    game, state = mirror.match.game, mirror.match.state
    while (asks := game.asks(state)) and asks[0].kind == "vote":
        state = game.play(state, asks[0].seat, Vote(approve=approvals > 0)).state
        approvals -= 1
    return game.view(state, 0)


@pytest.mark.parametrize("name", STAKES)
def test_what_a_vote_decides_is_said_alike_and_rightly(pages: Pages, tmp_path: Path, name: str) -> None:
    """rules.md, "The common game" and "Options": who votes, how many must approve, what a fifth rejection does."""
    ruleset, given = STAKES[name]
    chosen = {key: value for key, value in given.items() if key != FAILED}
    mirror = Mirror(pages("en")[0], ruleset, chosen, reads_set_up=True)
    for _ in range(given.get(FAILED, 0)):
        mirror.fail()
    for _ in range(4):
        mirror.propose()
        mirror.vote(approve=False)
    page, options = mirror.scene.open().page, mirror.view().rules.options
    sheet = printed_sheet(mirror.setup, "en")
    goes_unvoted = options.fifth_proposal == "auto_approve"
    places = 4 if goes_unvoted else 5
    track = page.locator(".track").first
    expect(track).to_have_text(
        f"Rejections: 4 of {places}" if options.vote_track == "die" else f"4 of {places} teams rejected"
    )
    expect(track.locator(".place")).to_have_count(0 if options.vote_track == "die" else places)
    mirror.propose()
    if goes_unvoted:
        _goes_without_a_vote(mirror, sheet, tmp_path)
    else:
        _needs(mirror, sheet)
        _costs(mirror, sheet, tmp_path)
    mirror.scene.close()


def _goes_without_a_vote(mirror: Mirror, sheet: str | None, folder: Path) -> None:
    page = mirror.scene.page
    assert {ask.kind for ask in mirror.asks} == {"mission"}
    expect(page.get_by_text("Waiting for the team").first).to_be_visible()
    expect(page.locator(".need")).to_have_count(0)
    assert "After four rejections the fifth team goes without a vote." in str(sheet)
    assert "After four rejections the fifth team goes without a vote." in mirror.summary
    for ask in mirror.asks:  # seat 0 does not go: the terminal asks it next when the mission is over
        mirror.do(ask, PlayCard(success=True))
    terminal = Sitting(mirror.match, FIVE, folder)
    assert "If four teams in a row are rejected, the fifth team goes without a vote." in terminal.help


def _needs(mirror: Mirror, sheet: str | None) -> None:
    """How many vote and how many must approve."""
    voters = len(mirror.asks) if mirror.view().rules.options.vote_style != "open" else len(mirror.view().waiting)
    needed = next(count for count in range(voters + 1) if _after(mirror, count).proposals[-1].approved)
    page, view = mirror.scene.page, mirror.view()
    expect(page.locator(".need")).to_have_text(f"{needed} of {voters} must approve")
    expect(page.get_by_text(f"0 of {voters} ballots in").first).to_be_visible()
    asked = page.locator("[data-ask=vote]")
    named = any(vote is not None for vote in _after(mirror, 0).proposals[-1].votes)
    sealed = {
        5: "Votes stay secret until everyone has voted.",
        4: "Everyone but the leader votes, in secret.",
    }.get(voters, f"Only the {NUMBERS[voters]} players who are not on the team vote, in secret.")
    help_line = sealed if named else "Only the count is shown."
    expect(asked).to_contain_text(
        "Everybody sees it at once." if view.rules.options.vote_style == "open" else help_line
    )
    assert ("Only those who are not on the team vote." in mirror.summary) == (voters == 5 - len(view.team))
    assert ("Everybody but the leader votes." in mirror.summary) == (voters == 4)
    assert ("Only the count is shown" in mirror.summary) == (not named)
    assert ("Each vote is shown as soon as it is cast." in mirror.summary) == (view.rules.options.vote_style == "open")
    if sheet is not None:
        box = rf"Mission {view.mission} {len(view.team)} {needed} of {voters} approve"
        assert box in sheet, sheet


def _costs(mirror: Mirror, sheet: str | None, folder: Path) -> None:
    """What a rejection of the fifth team does."""
    page, before, after = mirror.scene.page, mirror.view(), _after(mirror, 0)
    evil, s = EVIL[mirror.setup.ruleset], "s" if mirror.setup.ruleset == "avalon" else ""
    ends, kept = after.outcome is not None, after.missions == before.missions
    assert ends or after.score.evil == before.score.evil + 1
    then = f"{evil} {'win' if ends else 'score'}{s}"
    stake = f"This is the fifth team. If it is rejected, {then}."
    page.wait_for_timeout(GUARD_MS)
    page.get_by_role("button", name="Reject", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(stake)
    terminal = Sitting(mirror.match, FIVE, folder)
    assert stake in terminal.question
    assert f"If five teams in a row are rejected, {then}." in terminal.help
    if before.score.evil == 0:
        assert ("win at once" in mirror.summary) == ends
        assert ("get the point" in mirror.summary) == (not ends)
    if sheet is not None and before.score.evil == 0:
        point = f"is a point for {evil}{'; the mission is still to be done' if kept else ', and that mission is lost'}"
        assert f"The fifth rejection in a round {f'wins the game for {evil}' if ends else point}." in sheet
    mirror.vote(approve=False)
    if not ends:
        told = f"Five teams were rejected: {then}."
        expect(page.get_by_text(told).first).to_be_attached()
        assert told in Sitting(mirror.match, FIVE, folder).question


@pytest.mark.parametrize(("language", "reason"), [("es", "ganan los espías"), ("fr", "les espions gagnent")])
def test_the_stake_is_told_in_the_language_of_the_page(pages: Pages, language: str, reason: str) -> None:
    mirror = Mirror(pages(language)[0], "classic", {})
    for _ in range(4):
        mirror.propose()
        mirror.vote(approve=False)
    mirror.propose()
    page = mirror.scene.open().page
    wait_for_ask(page, "vote")
    page.locator(".ballot.no").click()
    expect(page.get_by_role("alert")).to_contain_text(reason)
    mirror.scene.close()


NO_CONFIDENCE = Setup(ruleset="classic", players=5, options={"plot": True})


def test_sending_the_fifth_team_home_says_what_it_costs(pages: Pages, tmp_path: Path) -> None:
    """rules.md, "The Plot Thickens": No Confidence makes an approved team count as rejected."""
    card: Card = "no-confidence"
    mirror = Mirror(pages("en")[0], "classic", dict(NO_CONFIDENCE.options), leader=1, plot=[card])
    mirror.do(mirror.asks[0], Give(card=card, to=0))
    for _ in range(4):
        mirror.propose()
        mirror.vote(approve=False)
    mirror.propose()
    mirror.vote(approve=True)
    page = mirror.scene.open().page
    stake = "This is the fifth team. If you send it home, the spies win."
    expect(page.locator("[data-ask=use]")).to_contain_text(stake)
    assert stake in Sitting(mirror.match, FIVE, tmp_path).question
    mirror.do(mirror.asks[0], Use(card=card))
    assert mirror.view().outcome.reason == "five-rejections"
    mirror.scene.close()


def test_ballots_are_counted_when_they_are_in(pages: Pages) -> None:
    """rules.md, "The Plot Thickens": an Opinion Maker votes before the others, who have not voted yet."""
    mirror = Mirror(pages("en")[0], "classic", {"plot": True}, leader=1, plot=["opinion-maker"])
    mirror.do(mirror.asks[0], Give(card="opinion-maker", to=2))
    mirror.propose()
    page = mirror.scene.open().page
    expect(page.get_by_text("Ben proposes:").first).to_be_visible()
    expect(page.get_by_text("ballots in")).to_have_count(0)
    mirror.do(mirror.asks[0], Vote(approve=True))
    expect(page.get_by_text("1 of 5 ballots in").first).to_be_visible()
    mirror.scene.close()


def test_the_contract_names_every_option_that_is_not_as_usual(pages: Pages) -> None:
    """What a guest reads before they say that they are ready."""
    options = {"five_rejections": "point", "electorate": "non_team", "oberon_seen_by_merlin": False, "lady": True}
    host, guest = pages("en")
    scene = Scene(host, CROWD[:7], ruleset="avalon", roles=["oberon"], options=options)
    guest.goto(f"/t/{scene.code}")
    said = guest.locator(".contract li")
    for sentence in (
        "Five rejections: Five rejected teams in a row: evil players get a point.",
        "Who votes: Only those who are not on the team vote.",
        "The Lady of the Lake: Played with.",
        "Merlin and Oberon: Merlin does not see Oberon.",
    ):
        expect(said.get_by_text(sentence, exact=True)).to_be_visible()
    expect(said.filter(has_text="Targeting")).to_have_count(0)
    scene.close()


KINDS = ("bool", "choice")


def _said(setup: Setup) -> Any:
    """All that the set-up says to people who have not been dealt anything, and at the fifth vote; None if refused."""
    game = find_game(setup.ruleset)
    offers = game.capabilities
    try:
        rules = OVERVIEW.rules(setup)
    except Refused:
        return None
    match: Match[Any] = Match(game, setup, Seed.of("1"))
    while (asks := game.asks(match.state)) and (asks[0].kind in ("propose", "vote")):
        if asks[0].kind == "vote" and game.view(match.state, None).rejections == 4:
            break
        match.play(asks[0].seat, asks[0].moves[-1 if asks[0].kind == "vote" else 0])
    asks = game.asks(match.state)
    stakes = offered(offers.stakes, "stakes").stakes(game.view(match.state, asks[0].seat), asks[0])
    script = offered(offers.narration, "narration").script(setup)
    sights = offered(offers.sight_table, "sights").sights(setup)
    summary = offered(offers.rule_book, "rules").summary(setup)
    counts = [getattr(rules, name) for name in ("voters", "approvals_needed", "votes_per_round")]
    return script, sights, stakes, summary, counts


def test_every_value_of_an_option_that_changes_these_words_is_looked_at() -> None:
    cases = [case.setup for case in SIGHTS.values()] + [NO_CONFIDENCE]
    cases += [Setup(ruleset=ruleset, players=5, options=given) for ruleset, given in STAKES.values()]
    looked_at = {(name, str(value)) for setup in cases for name, value in setup.options.items()}
    changing = set()
    for base in (case.setup for case in SIGHTS.values()):
        usual = _said(base)
        for name, option in CATALOGUE.options(base.ruleset).items():
            for value in {*(option.values or (True, False))} - {option.default} if option.type in KINDS else ():
                said = _said(replace(base, options={**base.options, name: value}))
                if said not in (None, usual):
                    changing.add((name, str(value)))
    assert changing
    assert changing <= looked_at
