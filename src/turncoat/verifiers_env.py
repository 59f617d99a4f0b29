"""Any game as an environment of `verifiers`, to train and evaluate language models. Needs the extra `verifiers`.

`verifiers` finds it as `turncoat-verifiers`:

vf-eval turncoat-verifiers -n 10 -m MODEL --client.base-url BASE_URL --env.taskset.ruleset RULESET --env.others regular

A task is a deal. An episode is one game; every seat that an agent plays is a trace of its own, with the reward of its
side. An agent is asked as a language model in a chair is (`turncoat.bots.llm`): each question is one short conversation
with the whole view in words, so that what was trained plays at tables with the same words.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from typing import Any

from turncoat.bots import roster
from turncoat.bots.llm import prompt
from turncoat.bots.llm.reading import Written
from turncoat.core import Setup
from turncoat.extras import need_extra
from turncoat.games import default_ruleset, find_game
from turncoat.text_game import TRIES, TextGame

need_extra("verifiers", "verifiers")  # one sentence instead of an ImportError
import verifiers.v1 as vf  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402
from pydantic import Field  # noqa: E402
from verifiers.v1.dialects.chat import message_to_wire  # noqa: E402

PLAYER, RIVAL = "player", "rival"


class DealConfig(vf.TasksetConfig):
    """What is played. `first` is the seed of the first deal; the next task has the next seed."""

    ruleset: str = ""
    players: int = 0
    roles: list[str] = Field(default_factory=list)
    options: dict[str, Any] = Field(default_factory=dict)
    first: int = 0


class DealData(vf.TaskData):
    """The set-up and the seed of one deal."""

    ruleset: str
    players: int
    roles: list[str]
    options: dict[str, Any]
    seed: int


class DealTask(vf.Task[DealData, vf.State, vf.TaskConfig]):
    """One deal, to be played to its end."""


class Deals(vf.Taskset[DealTask, DealConfig]):
    """Deals without end, one for each seed."""

    INFINITE = True

    def load(self) -> Iterator[DealTask]:
        ruleset = self.config.ruleset or default_ruleset()
        players = self.config.players or find_game(ruleset).seats(ruleset)[0]
        setup = {"ruleset": ruleset, "players": players, "roles": self.config.roles, "options": self.config.options}
        for seed in itertools.count(self.config.first):
            yield DealTask(DealData(name=f"{ruleset} {seed}", seed=seed, **setup), self.config.task)


class TableConfig(vf.EnvConfig):
    """Who sits where. `seats` names the agents of the first seats; `others` is the bot in the seats that are left."""

    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    rival: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    """Another model to play against or with. It is not trained."""
    seats: list[str] = Field(default_factory=lambda: [PLAYER])
    """For each seat `player`, `rival`, or the name of a bot."""
    others: str = ""
    """The bot in the other seats; empty for the one that the game recommends."""


class TurncoatEnv(vf.Env[TableConfig]):
    """Plays a deal to its end, with agents in some seats and our bots in the others."""

    async def setup(self, agents: vf.Agents) -> None:
        agents.rival.trainable = False

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """One game. Each agent has the reward of its side, and is told roles only after the end."""
        seating = self._seating(task.data)
        bots = {seat: name for seat, name in seating.items() if name not in (PLAYER, RIVAL)}
        game = await asyncio.to_thread(_deal, task.data, bots)
        chairs: dict[int, _Chair] = {}
        async with contextlib.AsyncExitStack() as open_chairs:
            for seat in seating.keys() - bots.keys():
                interaction = getattr(agents, seating[seat]).interaction(task)
                chairs[seat] = _Chair(await open_chairs.enter_async_context(interaction))
            while game.ask is not None:
                written = await chairs[game.seat].decide(game)
                await asyncio.to_thread(game.play, written)  # a bot may take its time, or wait for a model elsewhere
        for seat, chair in chairs.items():
            chair.conclude(seat, game)

    def _seating(self, deal: DealData) -> dict[int, str]:
        others = self.config.others or roster(deal.ruleset).opponent
        return dict(enumerate([*self.config.seats, *[others] * deal.players][: deal.players]))


def _deal(deal: DealData, bots: dict[int, str]) -> TextGame:
    setup = Setup(ruleset=deal.ruleset, players=deal.players, roles=tuple(deal.roles), options=deal.options)
    return TextGame(setup, str(deal.seed), bots)


class _Chair:
    """An agent in a seat."""

    def __init__(self, interaction: vf.Interaction) -> None:
        self._interaction = interaction
        self._over = False
        self._counts = {"decisions": 0, "illegal_answers": 0, "stand_ins": 0}

    async def decide(self, game: TextGame) -> Written | None:
        """The agent's answer. A bad one gets one explanation and one more try; None if there is no good one."""
        assert game.ask is not None
        self._counts["decisions"] += 1
        messages = prompt.messages(game.game, game.view, game.ask, game.heard, may_speak=game.may_speak)
        for _ in range(TRIES):
            reply = await self._turn(messages)
            if reply is None:
                break
            written = game.read(reply)
            if written is not None:
                return written
            self._counts["illegal_answers"] += 1
            messages = prompt.try_again(reply, len(game.ask.moves))[-1:]
        self._counts["stand_ins"] += 1
        return None

    async def _turn(self, messages: list[prompt.Message]) -> str | None:
        """What the agent replies; None once its limits are reached or it has failed."""
        if self._over:
            return None
        segment = await self._interaction.turn(messages)
        self._over = segment.terminated
        return None if segment.terminated else segment.last_reply

    def conclude(self, seat: int, game: TextGame) -> None:
        """The reward, what was counted, and the role, on the trace."""
        trace = self._interaction.trace
        trace.record_reward("won", game.rewards()[seat])
        trace.record_metrics({name: float(count) for name, count in self._counts.items()})
        trace.info |= {"seat": seat, "role": game.roles()[seat], "side": game.sides()[seat]}


class ChairHarness(vf.Harness[vf.HarnessConfig]):
    """Puts one question to the model. It launches no program, and nothing that the model writes is executed.

    Messages that begin with instructions are a new question, which tells everything anew. Others go on with the last.
    """

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        messages = [message_to_wire(message) for message in data.prompt or ()]
        async with AsyncOpenAI(base_url=endpoint, api_key=secret) as client:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")

    async def resume(self, *call: Any) -> vf.ProgramResult:
        *place, data, messages, _ = call  # the last is for tools, of which there are none
        if messages[0].role != "system":
            return await super().resume(*call)
        anew: list[Any] = [*place, data.model_copy(update={"prompt": messages})]
        return await self.launch(*anew)
