"""Any game as a TextArena environment: the view in words goes out, a number comes back. Needs the extra `text`.

```python
from turncoat.text_env import TurncoatEnv

env = TurncoatEnv(bots={3: "random", 4: "random"})   # agents play the other seats
env.reset(num_players=5, seed=1)
done = False
while not done:
    seat, observation = env.get_observation()
    done, info = env.step(agents[seat](observation[-1][1]))
rewards, game_info = env.close()
```
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from turncoat.core import Setup
from turncoat.extras import need_extra
from turncoat.games import default_ruleset, rulesets
from turncoat.text_game import TRIES, TextGame

need_extra("text", "textarena")  # one sentence instead of an ImportError
import textarena as ta  # noqa: E402
from textarena.envs.registration import register as register_environment  # noqa: E402

HOW = 'Reply with the number of your answer, or with {"answer": NUMBER, "say": "one line to the table"}.'


class TurncoatEnv(ta.Env):
    """One game at a time. `bots` play their seats by themselves, so that agents are asked for the others only.

    After two answers that are not legal a random legal move is made, and `invalid_move` of that seat is set.
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
        setup = Setup(ruleset=self._ruleset, players=num_players, roles=self._roles, options=self._options)
        self._game = TextGame(setup, secrets.token_hex(16) if seed is None else str(seed), self._names)
        self._tries = 0
        self.state = ta.State(num_players=num_players)
        self.state.standard_resets(game_state={}, role_mapping={seat: f"seat {seat}" for seat in range(num_players)})
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Answer for the seat that was asked last. Returns whether the game is over."""
        if self.state.done:
            return True, {}
        seat = self._game.seat
        written = self._game.read(action)
        self._tries += 1
        if written is None and self._tries < TRIES:
            self.state.add_observation(f"That is none of the answers. {HOW}", ta.ObservationType.GAME_ADMIN, to_id=seat)
            return False, {"invalid": True}
        self._tries = 0
        self.state.game_info[seat]["turn_count"] += 1
        self.state.game_info[seat]["invalid_move"] |= written is None
        self._game.play(written)
        self._show()
        return bool(self.state.done), {"invalid": written is None}

    def _show(self) -> None:
        """Show the game to the seat that is asked; or end it."""
        if self._game.ask is None:
            self._end()
            return
        self.state.current_player_id = self._game.seat
        text = f"{self._game.words()}{HOW}"
        self.state.add_observation(text, ta.ObservationType.GAME_BOARD, to_id=self._game.seat)

    def _end(self) -> None:
        self.state.rewards = dict(enumerate(self._game.rewards()))
        for seat, role in enumerate(self._game.roles()):
            self.state.game_info[seat]["role"] = role
        self.state.done = True


def register() -> None:
    """Register `turncoat-RULESET` for every ruleset, so that `textarena.make` finds it."""
    for ruleset in rulesets():
        register_environment(
            id=f"turncoat-{ruleset}", entry_point=f"{__name__}:TurncoatEnv", default_wrappers=[], ruleset=ruleset
        )
