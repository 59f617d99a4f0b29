"""What can be played here, described so that a client needs to know no rules."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from turncoat.bots import bot_names, language_model, roster
from turncoat.core import AnyGame, Refused, Setup, offered
from turncoat.core.capabilities import Book, LineUp
from turncoat.games import find_game, games, rulesets
from turncoat.server.tables.resources import RulesetInfo, Script, SetupCheck, SetupReport

_FIRST_GAME = "first-game"
_RECOMMENDED = "recommended"


@cache
def catalogue() -> tuple[RulesetInfo, ...]:
    """Every ruleset of every game."""
    return tuple(_describe(game, ruleset) for game in games() for ruleset in game.rulesets)


def check_setup(check: SetupCheck) -> SetupReport:
    """Whether a set-up may be played, and what follows from it."""
    try:
        game, setup = _read(check)
        game.start(setup)
        offers = game.capabilities
        book = None if offers.rule_book is None else offers.rule_book()
        return SetupReport(
            ok=True,
            warnings=game.warnings(setup),
            rules=None if offers.overview is None else offers.overview().rules(setup),
            sights=() if offers.sight_table is None else offers.sight_table().sights(setup, check.language),
            summary=() if book is None else book.summary(setup, check.language),
            agreed=() if book is None else book.agreed(setup, check.language),
            cannot_add=_cannot_add(game, setup),
        )
    except Refused as refusal:
        return SetupReport(ok=False, error=refusal.code, message=refusal.message)


def _cannot_add(game: AnyGame, setup: Setup) -> dict[str, str]:
    """The roles that could be chosen but cannot be added, with the code of the refusal."""
    if game.capabilities.catalogue is None:
        return {}
    roles = game.capabilities.catalogue().roles(setup.ruleset)
    free = [name for name, role in roles.items() if not role.plain and not role.option and name not in setup.roles]
    refused = {}
    for name in free:
        try:
            game.start(replace(setup, roles=(*setup.roles, name)))
        except Refused as refusal:
            refused[name] = refusal.code
    return refused


def narrate(check: SetupCheck) -> Script:
    """What is read out before a game with this set-up. Raises Refused."""
    game, setup = _read(check)
    narration = offered(game.capabilities.narration, "narration")
    return Script(language=check.language, lines=narration.script(setup, check.language))


def rule_book(check: SetupCheck) -> Book:
    """The rules of a set-up, for people to read. Raises Refused."""
    game, setup = _read(check)
    return offered(game.capabilities.rule_book, "rule book").book(setup, check.language)


def smallest(ruleset: str) -> int:
    """The smallest number of players; 1 for a ruleset that does not exist."""
    return min((min(info.seats) for info in catalogue() if info.id == ruleset), default=1)


def recommended(ruleset: str, players: int) -> LineUp:
    """The line-up of a table that is dealt at once."""
    fitting = [line for info in catalogue() if info.id == ruleset for line in info.lineups if line.players == players]
    found = [line for line in fitting if line.id == _RECOMMENDED]
    return found[0] if found else LineUp(id=_FIRST_GAME, players=players)


def _read(check: SetupCheck) -> tuple[AnyGame, Setup]:
    if check.ruleset not in rulesets():
        raise Refused("NOT_FOUND", f"There is no ruleset {check.ruleset!r}.")
    setup = Setup(ruleset=check.ruleset, players=check.players, options=check.options, roles=check.roles)
    return find_game(check.ruleset), setup


def _describe(game: AnyGame, ruleset: str) -> RulesetInfo:
    seats, bots = tuple(game.seats(ruleset)), roster(ruleset)
    plain = [LineUp(id=_FIRST_GAME, players=players) for players in seats]
    info = RulesetInfo(
        id=ruleset,
        game=game.name,
        version=game.version(ruleset),
        seats=seats,
        lineups=tuple(plain),
        # A client that does not know `opponent` takes the last one: language models, which cost money, come first.
        bots=tuple(sorted(bot_names(ruleset), key=lambda bot: language_model(bot) is None)),
        levels=tuple(bots.levels),
        technical=tuple(sorted(bots.technical)),
        opponent=bots.opponent,
        solitaire=game.capabilities.solitaire is not None,
        votes=bool(game.capabilities.votes),
        reading=game.capabilities.deduction is not None,
        rule_book=game.capabilities.rule_book is not None,
    )
    if game.capabilities.catalogue is None:
        return info
    offers = game.capabilities.catalogue()
    info.roles = dict(offers.roles(ruleset))
    info.options = dict(offers.options(ruleset))
    info.lineups = tuple(sorted([*plain, *offers.lineups(ruleset)], key=lambda line: line.players))
    info.words = {language: dict(words) for language, words in offers.words(ruleset).items()}
    info.phases = tuple(offers.phases())
    return info
