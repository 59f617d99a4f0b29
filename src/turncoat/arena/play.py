"""Plays one game, or several games side by side, between bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from turncoat.arena.contest import Cell
from turncoat.bots import answer_all, dismiss, make_bot
from turncoat.bots.conversation import Conversation
from turncoat.bots.failures import bot_failed
from turncoat.bots.llm.bot import LanguageModelBot
from turncoat.bots.llm.limits import Spending
from turncoat.bots.protocol import BatchBot, Bot, Request
from turncoat.core import Ask, Match, Record, Refused, Seed, offered
from turncoat.games import find_game

FORFEIT = "forfeit"
"""The reason for which a game ended whose loser gave no usable answer."""
TAKEN_OUT = "taken-out"
"""The reason for which a game ended whose loser was not asked any more, because it had always been late."""
MOST_LATE = 3
"""How many answers of a bot in a row may be late before it is taken out of the contest."""
_LATE = "BOT_TIMEOUT"
_FORFEITS = (_LATE, "BOT_ANSWER")
_late: Counter[str] = Counter()
"""For each bot, how many of its answers in a row were late in this process."""


class Played(msgspec.Struct, frozen=True, array_like=True):
    """The result of one game of a cell."""

    number: int
    winner: str
    reason: str
    bots: tuple[str, ...]  # by seat
    sides: str  # one letter for each seat: "g" for good, "e" for evil
    moves: int
    models: dict[int, Spending] = {}  # what the language models did and used, by seat
    forfeited: int | None = None  # the seat that lost the game for its side by giving no usable answer
    problem: str = ""  # what was wrong with that answer


class _Forfeit(NamedTuple):
    """Instead of a move: the bot took too long, answered nonsense, or is not asked any more."""

    reason: str
    problem: str = ""


class _Guarded:
    """A bot whose side loses the game when it gives no usable answer. Other troubles end the contest."""

    def __init__(self, bot: Bot, name: str) -> None:
        self._bot = bot
        self._name = name

    def answer(self, view: Any, ask: Ask) -> Any:
        if _late[self._name] >= MOST_LATE:
            return _Forfeit(TAKEN_OUT)
        try:
            move = self._bot.answer(view, ask)
        except Refused as error:
            if error.code not in _FORFEITS:
                raise
            move = _Forfeit(FORFEIT, error.message)
            if error.code == _LATE:
                _late[self._name] += 1
                return move
        except (Exception, SystemExit) as error:
            raise bot_failed(self._name, error) from error
        _late[self._name] = 0
        return move


def forget_late_answers() -> None:
    """A new contest begins: every bot is asked again."""
    _late.clear()


class _BotGame:
    """A game of a cell and the bots that play it. A bot is shown the view of its seat and nothing else."""

    def __init__(self, cell: Cell, number: int) -> None:
        self.number = number
        self.match: Match[Any] = Match(find_game(cell.ruleset), cell.setup, Seed.of(f"arena {cell.seed} {number}"))
        self.sides = offered(self.match.game.capabilities.sides, "sides to measure bots by").sides(self.match.state)
        self.names = cell.lineup.seats(number, self.sides)
        self.bots = [
            make_bot(name, f"{cell.seed} {number} {seat}", cell.ruleset, cell.time_limit)
            for seat, name in enumerate(self.names)
        ]
        self._forfeited: tuple[int, _Forfeit] | None = None
        self._talk = Conversation(self.match.game, cell.setup, silent=not cell.talk)

    def request(self) -> Request | None:
        """The next question, for the bot that has to answer it. None when the game is over."""
        game, state = self.match.game, self.match.state
        asks = game.asks(state)
        if not asks or self._forfeited is not None:
            return None
        ask = asks[0]
        assert ask.seat is not None
        bot = self.bots[ask.seat]
        self._talk.discuss(state, asks, dict(enumerate(self.bots)))
        self._talk.listen(bot)
        guarded = bot if isinstance(bot, BatchBot) else _Guarded(bot, self.names[ask.seat])
        return guarded, game.view(state, ask.seat), ask

    def play(self, seat: int | None, move: Any) -> None:
        """Take a bot's answer."""
        if isinstance(move, _Forfeit):
            assert seat is not None
            self._forfeited = seat, move
            return
        try:
            self.match.play(seat, move)
        except Refused as error:
            assert seat is not None
            raise Refused("BOT_ANSWER", f"{self.names[seat]} answered against the rules: {error.message}") from None

    def record(self) -> Record:
        """The whole game. It reveals the seed."""
        return self.match.record(reveal=True, bots=list(self.names))

    def played(self) -> Played:
        """The result, once the game is over."""
        winner, reason = self._result()
        sides = "".join(side[0] for side in self.sides)
        models = {seat: bot.spending for seat, bot in enumerate(self.bots) if isinstance(bot, LanguageModelBot)}
        forfeited, problem = (None, "") if self._forfeited is None else (self._forfeited[0], self._forfeited[1].problem)
        return Played(self.number, winner, reason, self.names, sides, len(self.match.moves), models, forfeited, problem)

    def _result(self) -> tuple[str, str]:
        if self._forfeited is not None:
            seat, forfeit = self._forfeited
            return next((side for side in self.sides if side != self.sides[seat]), ""), forfeit.reason
        outcome = self.match.game.outcome(self.match.state)
        assert outcome is not None
        return outcome.winner or "", outcome.reason


def play_games(cell: Cell, numbers: Iterable[int], records: list[Record] | None = None) -> list[Played]:
    """Play games of a cell side by side, so that a bot can answer the questions of many games in one batch.

    A deal depends only on the cell's seed and the number of the game. Their records are added to `records`.
    """
    games = [_BotGame(cell, number) for number in numbers]
    _play_out(games)
    if records is not None:
        records += [game.record() for game in games]
    return [game.played() for game in games]


def play_game(cell: Cell, number: int) -> Played:
    """Play one game of a cell.

    >>> from turncoat.arena import Teams
    >>> from turncoat.games import default_ruleset
    >>> cell = Cell(lineup=Teams("random", "random"), ruleset=default_ruleset(), players=5)
    >>> play_game(cell, 0) == play_game(cell, 0)
    True
    """
    return play_games(cell, [number])[0]


def record_game(cell: Cell, number: int) -> Record:
    """Play one game of a cell and return its record, which reveals the seed."""
    game = _BotGame(cell, number)
    _play_out([game])
    return game.record()


def _play_out(games: Sequence[_BotGame]) -> None:
    try:
        while waiting := [(game, request) for game in games if (request := game.request()) is not None]:
            answers = answer_all([request for _, request in waiting])
            for (game, (_, _, ask)), move in zip(waiting, answers, strict=True):
                game.play(ask.seat, move)
    finally:
        dismiss(bot for game in games for bot in game.bots)
