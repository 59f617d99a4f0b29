"""rules.md, "Options": every client says the same about a fifth rejection, and it is right."""

from __future__ import annotations

from typing import Any

import pytest

from turncoat.core import Ask, Match, Seed, Setup
from turncoat.core.capabilities import Stake
from turncoat.games import find_game
from turncoat.games.resistance.narration.stakes import stakes
from turncoat.games.resistance.rules.moves import Card, Give, PlayCard, Propose, Vote


class Table:
    """A game whose evil seats are 3 and 4, and 6 if seven play; the leader is seat 0."""

    def __init__(self, ruleset: str, players: int = 5, plot_cards: tuple[str, ...] = (), **options: Any) -> None:
        roles = {
            "classic": ["resistance"] * 3 + ["spy"] * 2 + ["resistance", "spy"] * (players - 5 >= 2),
            "avalon": ["merlin", "servant", "servant", "assassin", "minion"],
        }
        deal = {"roles": roles[ruleset], "leader": 0} | ({"plot": plot_cards} if plot_cards else {})
        setup = Setup(ruleset=ruleset, players=players, options={"five_rejections": "evil_wins", **options}, deal=deal)
        self.match: Match[Any] = Match(find_game(ruleset), setup, Seed.of("1"))

    @property
    def asks(self) -> tuple[Ask, ...]:
        return self.match.game.asks(self.match.state)

    def propose(self, *team: int) -> None:
        (ask,) = self.asks
        size = len(ask.moves[0].team)
        self.match.play(ask.seat, Propose(team=team or tuple(range(size))))

    def vote(self, approve: bool) -> None:
        while self.asks and self.asks[0].kind == "vote":
            self.match.play(self.asks[0].seat, Vote(approve=approve))

    def reject(self, times: int) -> None:
        for _ in range(times):
            self.propose()
            self.vote(approve=False)

    def fail_mission(self) -> None:
        size = len(self.asks[0].moves[0].team)
        self.propose(*range(5 - size, 5))
        self.vote(approve=True)
        for ask in self.asks:
            self.match.play(ask.seat, PlayCard(success=len(ask.moves) == 1))

    def stakes(self, language: str = "en") -> tuple[Stake, ...]:
        ask = self.asks[0]
        return stakes(self.match.game.view(self.match.state, ask.seat), ask, language)


@pytest.mark.parametrize(
    ("ruleset", "options", "follows", "text"),
    [
        ("avalon", {}, "evil_wins", "This is the fifth team. If it is rejected, evil wins."),
        ("classic", {}, "evil_wins", "This is the fifth team. If it is rejected, the spies win."),
        ("classic", {"five_rejections": "point"}, "evil_scores", "If it is rejected, the spies score."),
    ],
)
def test_the_fifth_vote_says_what_a_rejection_does(
    ruleset: str, options: dict[str, Any], follows: str, text: str
) -> None:
    table = Table(ruleset, **options)
    table.reject(4)
    table.propose()
    (stake,) = table.stakes()
    assert (stake.answer, stake.follows) == ("reject", follows)
    assert stake.text.endswith(text)
    table.vote(approve=False)
    outcome = table.match.game.outcome(table.match.state)
    assert (outcome is not None) == (follows == "evil_wins")


def test_a_third_point_ends_the_game_too() -> None:
    table = Table("classic", five_rejections="point")
    table.fail_mission()
    table.fail_mission()
    table.reject(4)
    table.propose()
    assert [stake.follows for stake in table.stakes()] == ["evil_wins"]
    table.vote(approve=False)
    assert table.match.game.outcome(table.match.state) is not None


def test_nothing_special_follows_from_the_first_four_votes() -> None:
    table = Table("classic")
    for _ in range(4):
        table.propose()
        assert table.stakes() == ()
        table.vote(approve=False)


@pytest.mark.parametrize("language", ["es", "fr"])
def test_every_language_says_it(language: str) -> None:
    table = Table("avalon")
    table.reject(4)
    table.propose()
    (stake,) = table.stakes(language)
    assert stake.text
    assert "{" not in stake.text


@pytest.mark.parametrize(("card", "warned"), [("no-confidence", True), ("in-the-spotlight", False)])
def test_only_who_may_send_the_fifth_team_home_is_told_what_that_costs(card: Card, warned: bool) -> None:
    """rules.md, "The Plot Thickens": with `single` windows the holder of a Spotlight is asked in the same one."""
    cards: tuple[Card, ...] = (card, "opinion-maker")
    table = Table("classic", players=7, plot=True, post_approval_windows="single", plot_cards=cards)
    for given in cards:
        table.match.play(0, Give(card=given, to=1))
    table.reject(4)
    table.propose()
    table.vote(approve=True)
    assert table.asks[0].kind == "use"
    assert [stake.answer for stake in table.stakes()] == [card] * warned
