"""Any game as a TextArena environment: the view in words goes out, a number comes back. Needs the extra `text`.

from turncoat.text_env import TurncoatEnv

env = TurncoatEnv(bots={3: "random", 4: "random"})   # agents play the other seats
env.reset(num_players=5, seed=1)
done = False
while not done:
    seat, observation = env.get_observation()
    done, info = env.step(agents[seat](observation[-1][1]))
rewards, game_info = env.close()
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from turncoat.bots import Bot, make_bot
from turncoat.bots.llm.reading import Written, read
from turncoat.bots.seeded_random import Dice
from turncoat.core import Ask, Match, Refused, Seed, Setup
from turncoat.core.in_words import Spoken, view_in_words
from turncoat.extras import need_extra
from turncoat.games import default_ruleset, find_game, rulesets

need_extra("text", "textarena")  # one sentence instead of an ImportError
import textarena as ta  # noqa: E402
from textarena.envs.registration import register as register_environment  # noqa: E402

HOW = 'Reply with the number of your answer, or with {"answer": NUMBER, "say": "one line to the table"}.'
_TRIES = 2
_BRACKETS = re.compile(r"\[(\d{1,4})\]")


class TurncoatEnv(ta.Env):
    """One game at a time. `bots` play their seats by themselves, so that agents are asked for the others only.

    Where several seats are asked at once, they are asked one after the other; nobody sees the answers before all are
    in. After two answers that are not legal a random legal move is made, and `invalid_move` of that seat is set.
    """

    def __init__(
        self,
        ruleset: str = "",
        roles: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        bots: Mapping[int, str] | None = None,
    ) -> None:
        self._ruleset = ruleset or default_ruleset()
        self._roles = tuple(roles)
        self._options = dict(options or {})
        self._names = dict(bots or {})

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a new game. Equal seeds give equal deals and equal bots. Raises Refused for a bad set-up."""
        if set(range(num_players)) <= self._names.keys():
            raise Refused("BAD_REQUEST", "There is no seat for an agent.")
        self._seed = secrets.token_hex(16) if seed is None else str(seed)
        setup = Setup(ruleset=self._ruleset, players=num_players, roles=self._roles, options=self._options)
        self._match: Match[Any] = Match(find_game(self._ruleset), setup, Seed.of(f"textarena {self._seed}"))
        self._bots: dict[int, Bot] = {
            seat: make_bot(name, f"{self._seed} {seat}", self._ruleset) for seat, name in self._names.items()
        }
        self._heard: list[Spoken] = []
        self._tries = 0
        self.state = ta.State(num_players=num_players)
        self.state.standard_resets(game_state={}, role_mapping={seat: f"seat {seat}" for seat in range(num_players)})
        self._go_on()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Answer for the seat that was asked last. Returns whether the game is over."""
        if self.state.done:
            return True, {}
        ask = self._ask()
        written = _read(action, len(ask.moves))
        self._tries += 1
        if written is None and self._tries < _TRIES:
            self.state.add_observation(
                f"That is none of the answers. {HOW}", ta.ObservationType.GAME_ADMIN, to_id=ask.seat
            )
            return False, {"invalid": True}
        self._play(ask, written)
        return bool(self.state.done), {"invalid": written is None}

    def _play(self, ask: Ask, written: Written | None) -> None:
        self._tries = 0
        info = self.state.game_info[ask.seat]
        info["turn_count"] += 1
        if written is None:
            info["invalid_move"] = True
            move = Dice.of(self._seed, self._view(ask.seat), ask).choice(ask.moves)
        else:
            move = ask.moves[written.answer - 1]
            self._hear(ask, written.say)
        self._match.play(ask.seat, move)
        self._go_on()

    def _hear(self, ask: Ask, text: str) -> None:
        """Being asked must tell nothing, so one speaks only where the game says so."""
        talk = self._match.game.capabilities.talk
        if text and talk is not None and talk().may_speak_before(ask):
            self._heard.append(Spoken(ask.seat, text))

    def _go_on(self) -> None:
        """Let bots answer until an agent is asked, and show that agent the game; or end it."""
        while asks := self._match.game.asks(self._match.state):
            ask = asks[0]
            assert ask.seat is not None
            bot = self._bots.get(ask.seat)
            if bot is None:
                self.state.current_player_id = ask.seat
                text = view_in_words(self._match.game, self._view(ask.seat), (ask,), (), self._heard)
                self.state.add_observation(f"{text}{HOW}", ta.ObservationType.GAME_BOARD, to_id=ask.seat)
                return
            self._match.play(ask.seat, bot.answer(self._view(ask.seat), ask))
        self._end()

    def _end(self) -> None:
        game, state = self._match.game, self._match.state
        outcome = game.outcome(state)
        assert outcome is not None
        sides = self._sides()
        roles = game.deal(state).get("roles", sides)
        self.state.rewards = {seat: 1 if side == outcome.winner else -1 for seat, side in enumerate(sides)}
        for seat, role in enumerate(roles):
            self.state.game_info[seat]["role"] = role
        self.state.done = True

    def _sides(self) -> tuple[str, ...]:
        offers = self._match.game.capabilities
        if offers.sides is not None:
            return offers.sides().sides(self._match.state)
        return (offers.solitaire().player_side if offers.solitaire else "good",) * self._match.setup.players

    def _ask(self) -> Ask:
        return self._match.game.asks(self._match.state)[0]

    def _view(self, seat: int | None) -> Any:
        return self._match.game.view(self._match.state, seat)


def _read(action: str, most: int) -> Written | None:
    """A number as our chairs write it, or in brackets, as TextArena's agents do."""
    found = read(action, most)
    numbers = {int(number) for number in _BRACKETS.findall(action)}
    if found is None and len(numbers) == 1:
        (number,) = numbers
        found = Written(number) if 1 <= number <= most else None
    return found


def register() -> None:
    """Register `turncoat-RULESET` for every ruleset, so that `textarena.make` finds it."""
    for ruleset in rulesets():
        register_environment(
            id=f"turncoat-{ruleset}", entry_point=f"{__name__}:TurncoatEnv", default_wrappers=[], ruleset=ruleset
        )
