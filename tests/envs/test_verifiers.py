"""Every game as an environment of `verifiers`, played by its own runner with scripted models on a local server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import verifiers.v1 as vf
from verifiers.v1.cli.eval.main import main as vf_eval
from verifiers.v1.cli.eval.runner import run_eval
from verifiers.v1.configs.cli.eval import EvalConfig

from tests.bots.chat_server import ChatServer, chat_server

NAME = "turncoat-verifiers"


@pytest.fixture(scope="module")
def chat() -> Iterator[ChatServer]:
    with chat_server() as server:
        yield server


def config(chat: ChatServer, folder: Path, model: str = "good", games: int = 1, **env: Any) -> EvalConfig:
    taskset = {"id": NAME, **env.pop("taskset", {})}
    return EvalConfig(
        env={"taskset": taskset, **env},
        model=model,
        client={"base_url": chat.address, "api_key_var": "NO_SUCH_KEY"},
        select={"limit": games},
        output_dir=folder,
        push=False,
        rich=None,
    )


async def played(chat: ChatServer, folder: Path, model: str = "good", **env: Any) -> list[vf.Episode]:
    """The episodes of its own runner."""
    found: list[vf.Episode] = await run_eval(config(chat, folder, model, **env))
    return found


async def test_its_runner_plays_games_between_a_model_and_our_bots(chat: ChatServer, tmp_path: Path) -> None:
    episodes = await played(chat, tmp_path, games=2, taskset={"ruleset": "avalon", "players": 5}, others="simple")
    assert [episode.ok for episode in episodes] == [True, True], [episode.errors for episode in episodes]
    for episode in episodes:
        (trace,) = episode.traces
        assert trace.agent.name == "player"
        assert trace.agent.trainable
        assert trace.reward in (1.0, -1.0)
        assert trace.metrics["decisions"] == trace.num_turns > 2
        assert trace.metrics["illegal_answers"] == trace.metrics["stand_ins"] == 0
        assert trace.info["seat"] == 0
        assert trace.info["side"] in ("good", "evil")


async def test_models_play_every_seat_against_each_other(chat: ChatServer, tmp_path: Path) -> None:
    """A rival is another agent: its seats have the reward of their side too, and are not trained on."""
    seats = ["player", "player", "rival", "player", "rival"]
    (episode,) = await played(chat, tmp_path, taskset={"ruleset": "avalon"}, seats=seats)
    assert episode.ok
    assert len(episode.traces) == 5
    by_seat = {trace.info["seat"]: trace for trace in episode.traces}
    assert [by_seat[seat].agent.name for seat in range(5)] == seats
    assert [by_seat[seat].agent.trainable for seat in range(5)] == [name == "player" for name in seats]
    won = {by_seat[seat].info["side"] for seat in range(5) if by_seat[seat].reward == 1.0}
    lost = {by_seat[seat].info["side"] for seat in range(5) if by_seat[seat].reward == -1.0}
    assert {*won, *lost} == {"good", "evil"}
    assert not won & lost
    assert sorted(by_seat[seat].info["role"] for seat in range(5)) == [
        "assassin",
        "merlin",
        "minion",
        "servant",
        "servant",
    ]


async def test_a_model_is_told_what_its_seat_may_know_and_each_question_stands_alone(
    chat: ChatServer, tmp_path: Path
) -> None:
    chat.requests.clear()
    (episode,) = await played(chat, tmp_path, taskset={"ruleset": "avalon", "first": 3}, others="simple")
    (trace,) = episode.traces
    assert len(chat.requests) == trace.num_turns
    for request in chat.requests:
        assert [message["role"] for message in request["messages"]] == ["system", "user"]
        assert "You are seat 0." in request["messages"][1]["content"]
    assert len(trace.branches) == trace.num_turns  # each is a sample of its own


async def test_equal_seeds_give_equal_games(chat: ChatServer, tmp_path: Path) -> None:
    async def once(folder: str, first: int) -> list[str]:
        chat.requests.clear()
        await played(chat, tmp_path / folder, taskset={"ruleset": "avalon", "first": first}, others="bayes")
        return [request["messages"][1]["content"] for request in chat.requests]

    one = await once("one", 1)
    assert await once("again", 1) == one
    assert await once("two", 2) != one


@pytest.mark.parametrize(("model", "illegal"), [("corrected", 1), ("illegal", 2)])
async def test_a_bad_answer_is_explained_once_then_chance_answers_and_both_are_counted(
    chat: ChatServer, tmp_path: Path, model: str, illegal: int
) -> None:
    (episode,) = await played(chat, tmp_path, model, taskset={"ruleset": "avalon"}, others="simple")
    assert episode.ok
    (trace,) = episode.traces
    decisions = trace.metrics["decisions"]
    assert trace.metrics["illegal_answers"] == illegal * decisions
    assert trace.metrics["stand_ins"] == (decisions if model == "illegal" else 0)
    assert trace.num_turns == 2 * decisions


async def test_a_game_ends_where_a_model_fails_and_the_episode_says_so(chat: ChatServer, tmp_path: Path) -> None:
    (episode,) = await played(chat, tmp_path, "nonsense", taskset={"ruleset": "avalon"}, others="simple")
    assert not episode.ok
    (trace,) = episode.traces
    assert trace.errors
    assert trace.metrics["stand_ins"] == trace.metrics["decisions"] > 0


async def test_a_model_stops_at_its_limit_and_the_game_goes_on(chat: ChatServer, tmp_path: Path) -> None:
    (episode,) = await played(chat, tmp_path, taskset={"ruleset": "avalon"}, others="simple", player={"max_turns": 2})
    (trace,) = episode.traces
    assert trace.num_turns == 2
    assert trace.metrics["stand_ins"] == trace.metrics["decisions"] - 2
    assert trace.reward in (1.0, -1.0)


async def test_a_bad_set_up_is_the_error_of_its_episode(chat: ChatServer, tmp_path: Path) -> None:
    (episode,) = await played(chat, tmp_path, taskset={"ruleset": "avalon", "players": 3})
    assert not episode.ok
    assert "PLAYER_COUNT" in str(episode.errors)


def test_the_command_of_the_documentation_plays(
    chat: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs/envs/verifiers.md").read_text()
    line = next(line for line in page.splitlines() if line.startswith("vf-eval"))
    command = line.replace("BASE_URL", chat.address).replace("MODEL", "good").split()[1:]
    monkeypatch.setattr("sys.argv", ["vf-eval", *command])
    vf_eval([*command, "-n", "1", "--no-push", "--no-rich", "-o", str(tmp_path)])
    assert '"won"' in capsys.readouterr().out
    (traces,) = tmp_path.rglob("traces.jsonl")
    assert json.loads(traces.read_text().splitlines()[0])


def test_the_python_of_the_documentation_makes_an_environment() -> None:
    page = (Path(__file__).parents[2] / "docs/envs/verifiers.md").read_text()
    names: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)
    (task,) = names["env"].taskset.take(1)
    assert (task.data.players, task.data.roles) == (7, ["percival", "morgana"])
    assert names["env"].config.seats == ["player", "rival", "player"]
