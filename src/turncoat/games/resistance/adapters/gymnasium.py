"""One seat of the family as a Gymnasium environment (extra `[pettingzoo]`), with bots in the other chairs.

    import gymnasium
    import turncoat.games.resistance.adapters.gymnasium

    env = gymnasium.make("Turncoat-v1", ruleset="avalon", players=5)

The bots see their seats' views and nothing else. Observations, actions and rewards are those of `pettingzoo.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from turncoat.bots import Bot, make_bot
from turncoat.core import Refused
from turncoat.games.resistance import GAME
from turncoat.games.resistance.adapters.numbered_game import NumberedGame
from turncoat.games.resistance.network.layout import size

Observation = dict[str, Any]


class SeatEnv(gymnasium.Env):
    """Play one seat. `seat` None takes another one each game.

    `bots` names the bot of all other chairs, or the bots of all chairs in order; the one of your own chair does not
    play.

    An illegal action ends the episode with reward -1 and `illegal` in the info; `action_mask` tells what is legal.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012  Gymnasium's own form

    def __init__(
        self,
        ruleset: str = "classic",
        players: int = 5,
        roles: Iterable[str] = (),
        *,
        seat: int | None = None,
        bots: str | Sequence[str] = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = NumberedGame(ruleset, players, roles, options)
        self.render_mode = render_mode
        self.seat = _one_of(seat, players) if seat is not None else 0
        self._any_seat = seat is None
        self._bot_names = _one_for_each_seat(bots, players)
        self._bots: list[Bot] = []
        self.action_space = spaces.Discrete(self.game.actions)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (size(players),), np.uint8),
                "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and let the bots play up to the seat's first decision."""
        super().reset(seed=seed)
        self.game.deal(self._word())
        self._bots = [make_bot(name, self._word()) for name in self._bot_names]
        if self._any_seat:
            self.seat = int(self.np_random.integers(self.game.players))
        self._let_others_play()
        return self._observe(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The seat's answer; then the bots play until it is asked again, or the game is over."""
        info: dict[str, Any] = {"seat": self.seat}
        mask = self.game.mask(self.seat)
        if self.seat not in self.game.asks or not (0 <= int(action) < len(mask) and mask[int(action)]):
            return self._observe(), -1.0, True, False, {**info, "illegal": True}
        self.game.play(self.seat, int(action))
        self._let_others_play()
        if self.render_mode == "human":
            self.render()
        return self._observe(), self.game.reward(self.seat), self.game.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name by which sb3-contrib's MaskablePPO asks for them."""
        return self.game.mask(self.seat).astype(bool)

    def _word(self) -> str:
        return str(int(self.np_random.integers(1 << 62)))

    def _let_others_play(self) -> None:
        """Sealed answers of the others may come first: nobody's view changes before the last one is in."""
        game = self.game
        while others := [ask for seat, ask in game.asks.items() if seat != self.seat]:
            for ask in others:
                view = GAME.view(game.match.state, ask.seat)
                game.match.play(ask.seat, self._bots[ask.seat].answer(view, ask))
            game.refresh()
            if self.seat in game.asks:
                break

    def _observe(self) -> Observation:
        return self.game.observe(self.seat)

    def render(self) -> str | None:
        """The table as a spectator sees it: text for `ansi`, printed for `human`."""
        return self.game.render(self.render_mode)


def _one_of(seat: int, players: int) -> int:
    if seat not in range(players):
        raise Refused("BAD_REQUEST", f"Seats are numbered from 0 to {players - 1}; there is no seat {seat!r}.")
    return seat


def _one_for_each_seat(bots: Any, players: int) -> tuple[str, ...]:
    names = (bots,) * players if isinstance(bots, str) else tuple(bots) if isinstance(bots, Sequence) else ()
    if len(names) != players or not all(isinstance(name, str) for name in names):
        reason = f"Name one bot for all chairs, or {players} bots, one for each chair; this is {bots!r}."
        raise Refused("BAD_REQUEST", reason)
    for name in set(names):
        make_bot(name, "")  # raises LookupError
    return names


gymnasium.register(id="Turncoat-v1", entry_point="turncoat.games.resistance.adapters.gymnasium:SeatEnv")
