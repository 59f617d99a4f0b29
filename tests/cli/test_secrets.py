"""Several people at one keyboard: nobody sees another player's secrets."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.typist import KEYS, Typist, sensible
from turncoat.core import Match, Record, Seed, Setup, steps
from turncoat.games import find_game
from turncoat.games.resistance.narration.vocabulary import Vocabulary
from turncoat.games.resistance.terminal.replay import Replay
from turncoat.terminal.order import Order
from turncoat.terminal.record_files import read_record, write_record

HAND_OVER = re.compile(r"Pass the keyboard to (\S+)\.")
NAMES = ("Ana", "Bo", "Chloé", "Dario", "Emre", "Fay", "Goran")
SECRET = re.compile(r"You are (?!on)[^.]*\.|Only for \S+|\S+ (?:is|are) evil\.|\S+ is good\.|you saw")


def owners(pages: list[str]) -> Iterator[tuple[int | None, str]]:
    """Each page, with the seat in front of the screen when it was shown (None: everybody)."""
    holder: int | None = None
    for page in pages:
        handed = HAND_OVER.search(page)
        if handed or "Press Enter to go on." in page:
            yield None, page
            holder = NAMES.index(handed[1]) if handed else None
        else:
            yield holder, page


def nosy(page: str, chance: random.Random) -> str:
    """Looks at their role before every other answer."""
    return "r" if KEYS in page and chance.random() < 0.5 else sensible(page, chance)


def hot_seat(saved: Path, seed: int, *, quick: bool = False, **options: bool) -> list[str]:
    """The pages of a game of seven people at one keyboard."""
    order = Order(
        ruleset="avalon",
        players=7,
        roles=("percival", "morgana"),
        options=options,
        seats=("human",) * 7,
        seed=str(seed),
        quick=quick,
        save=str(saved),
    )
    return Typist(seed=seed, answer=nosy).play(order)


@pytest.mark.parametrize("seed", range(2))
def test_between_two_hand_overs_only_one_seats_secrets_show(seed: int, tmp_path: Path) -> None:
    saved = tmp_path / "x.json"
    pages = hot_seat(saved, seed, plot=True, lady=True)
    record = read_record(saved)
    own = {seat: own_words(record, seat) for seat in range(7)}
    shown = 0
    for seat, page in owners(pages[:-1]):
        flat = " ".join(page.replace("┃", " ").split())
        for secret in SECRET.findall(flat):
            assert seat is not None, page
            assert secret in own[seat], (seat, secret, page)
            shown += 1
    assert shown > 20


def own_words(record: Record, seat: int) -> str:
    """Everything that the game may tell a seat in private at any moment."""
    game = find_game(record.ruleset)
    said = {f"Only for {NAMES[seat]}"}
    for step in steps(game, record):
        view = game.view(step.state, seat)
        words = Vocabulary(view.rules, NAMES, seat)
        said |= {words.identity(view.you), *words.all_known(view.you)}
        said |= {"You are good: play Success."} if view.you.side == "good" else set()
    return " ".join(sorted(said))


def test_everybody_gets_the_keyboard_when_merlin_is_named(tmp_path: Path) -> None:
    for seed in range(12):
        pages = hot_seat(tmp_path / "x.json", seed, quick=True)
        naming = [page for page in pages if "Who is Merlin?" in page or "names Merlin now" in page]
        if naming:
            before = pages[: pages.index(naming[0])]
            handed = [found[1] for page in pages[len(before) - 1 :] if (found := HAND_OVER.search(page))]
            assert handed == list(NAMES)
            assert not any("wins:" in page for page in pages[:-1])
            return
    pytest.fail("no game reached the naming of Merlin")


def test_the_card_question_looks_the_same_for_every_role(tmp_path: Path) -> None:
    pages = hot_seat(tmp_path / "x.json", 3, quick=True)
    cards = [page.split("Which card")[1].splitlines()[1:3] for page in pages if "Which card do you play?" in page]
    asked = {tuple(line.strip() for line in lines) for lines in cards if "play Success" not in lines[0]}
    assert len(asked) == 1


def test_the_private_card_has_one_size(tmp_path: Path) -> None:
    pages = hot_seat(tmp_path / "x.json", 1, quick=True)
    sizes = {len(page.splitlines()) for page in pages if "Only for" in page}
    assert len(sizes) == 1


def quiet_record(roles: tuple[str, ...]) -> Record:
    """Two successful quests and a vote, by seats that are asked in order; nothing depends on the roles."""
    game = find_game("avalon")
    deal = {"roles": roles, "leader": 0}
    setup = Setup(ruleset="avalon", players=7, roles=("percival", "morgana"), deal=deal)
    match: Match[object] = Match(game, setup, Seed.of("1"))
    for _ in range(22):
        ask = game.asks(match.state)[0]
        match.play(ask.seat, ask.moves[0])
    return match.record(names=list(NAMES))


WORLDS = (
    ("servant", "merlin", "percival", "servant", "assassin", "minion", "morgana"),
    ("servant", "morgana", "servant", "percival", "minion", "merlin", "assassin"),
)


def test_a_replay_is_the_same_in_worlds_its_seat_cannot_tell_apart(tmp_path: Path) -> None:
    told = []
    for roles in WORLDS:
        typist = Typist()
        for seat in ("0", None):
            film = Replay(quiet_record(roles), seat, False, typist.screen.console)
            for at in range(len(film.steps)):
                typist.screen.page(film.page(at, ""))
        told.append(typist.out.getvalue())
    assert told[0] == told[1]
    assert "Quest 2" in told[0]


def test_a_replay_shows_roles_at_its_end_only(tmp_path: Path) -> None:
    saved = tmp_path / "x.json"
    Typist(seed=2).play(Order(ruleset="avalon", seed="2", seats=("bot",), quick=True))
    typist = Typist(seed=2)
    typist.play(Order(ruleset="avalon", seed="2", seats=("bot",), quick=True, save=str(saved)))
    film = Replay(read_record(saved), None, False, typist.screen.console)
    shown = []
    for at in range(len(film.steps)):
        typist.screen.page(film.page(at, ""))
        shown.append(bool(re.search(r"^ \d +\S+ (Merlin|Assassin|minion|loyal)", typist.out.getvalue(), re.MULTILINE)))
        typist.out.seek(0)
        typist.out.truncate()
    assert shown == [False] * (len(shown) - 1) + [True]


def test_secrets_of_a_game_that_is_not_over_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from turncoat.cli import run

    saved = tmp_path / "x.txt"
    write_record(saved, quiet_record(WORLDS[0]))
    assert run(["replay", str(saved), "--all", "--print"]) == 2
    assert "NOT_OVER" in capsys.readouterr().err
