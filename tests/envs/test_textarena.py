"""Every game as a TextArena environment, played by TextArena's own loop and wrappers with scripted agents."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
import textarena as ta
from textarena.wrappers import LLMObservationWrapper

from turncoat.core import Refused
from turncoat.games import rulesets
from turncoat.text_env import TurncoatEnv, register


class Scripted(ta.Agent):  # type: ignore[misc]
    """Answers by number, in several forms, and sometimes says something."""

    def __init__(self, seed: object) -> None:
        super().__init__()
        self._chance = random.Random(str(seed))

    def __call__(self, observation: str) -> str:
        question = observation.rpartition("== QUESTION ==")[2]
        number = int(self._chance.choice(re.findall(r"^(\d+)\. ", question, re.MULTILINE)))
        forms = (str(number), f"I choose [{number}].", json.dumps({"answer": number, "say": "Trust me."}))
        return self._chance.choice(forms)


def play(env: Any, players: int, seed: int, agents: dict[int, Any]) -> tuple[Any, Any, list[Any]]:
    """The loop of TextArena's documentation."""
    env.reset(num_players=players, seed=seed)
    done, seen = False, []
    while not done:
        player, observation = env.get_observation()
        seen.append((player, observation))
        done, _ = env.step(action=agents[player](observation))
    rewards, game_info = env.close()
    return rewards, game_info, seen


@pytest.fixture(scope="module", autouse=True)
def _registered() -> None:
    register()


@pytest.mark.parametrize("ruleset", rulesets())
def test_agents_play_every_ruleset_to_its_end(ruleset: str) -> None:
    players = 1 if ruleset == "maquis" else 6
    env = LLMObservationWrapper(ta.make(f"turncoat-{ruleset}"))
    rewards, info, _ = play(env, players, 1, {seat: Scripted(seat) for seat in range(players)})
    assert set(rewards) == set(range(players))
    assert set(rewards.values()) <= {1, -1}
    assert not any(info[seat]["invalid_move"] for seat in range(players))
    assert all(info[seat]["turn_count"] for seat in range(players))


def test_roles_and_rewards_agree_at_the_end() -> None:
    env = LLMObservationWrapper(TurncoatEnv("avalon"))
    rewards, info, _ = play(env, 5, 2, {seat: Scripted(seat) for seat in range(5)})
    good = {seat for seat in range(5) if info[seat]["role"] in ("merlin", "servant")}
    assert len(good) == 3
    assert len({rewards[seat] for seat in good}) == 1
    assert len(set(rewards.values())) == 2


def test_equal_seeds_give_equal_games() -> None:
    def once(seed: int) -> Any:
        env = LLMObservationWrapper(
            TurncoatEnv("avalon", roles=("percival", "morgana"), bots={0: "simple", 3: "bayes"})
        )
        return play(env, 7, seed, {seat: Scripted(seat) for seat in (1, 2, 4, 5, 6)})

    first = once(3)
    assert once(3) == first
    assert once(4) != first
    assert {player for player, _ in first[2]} == {1, 2, 4, 5, 6}


def test_talk_is_heard_by_the_others_in_quotation_marks() -> None:
    env = LLMObservationWrapper(TurncoatEnv("avalon"))
    *_, seen = play(env, 5, 5, {seat: Scripted(seat) for seat in range(5)})
    assert any('"Trust me."' in observation for _, observation in seen)


def test_two_illegal_answers_leave_the_move_to_chance_and_are_told() -> None:
    env = TurncoatEnv("classic")
    env.reset(num_players=5, seed=1)
    player, _ = env.get_observation()
    assert env.step("I cannot decide.") == (False, {"invalid": True})
    again, observation = env.get_observation()
    assert again == player
    assert "none of the answers" in observation[-1][1]
    assert env.step("[999]") == (False, {"invalid": True})
    assert env.state.game_info[player]["invalid_move"]
    assert env.get_observation()[1]


def test_a_bad_set_up_is_refused() -> None:
    with pytest.raises(Refused, match="PLAYER_COUNT"):
        TurncoatEnv("avalon").reset(num_players=3)
    with pytest.raises(Refused, match="no seat for an agent"):
        TurncoatEnv("avalon", bots=dict.fromkeys(range(5), "random")).reset(num_players=5)


def test_bots_in_other_seats_talk() -> None:
    env = LLMObservationWrapper(TurncoatEnv("avalon", bots=dict.fromkeys(range(1, 5), "bayes")))
    *_, seen = play(env, 5, 1, {0: Scripted(0)})
    assert any(re.search(r"^seat [1-4] claims: ", observation, re.MULTILINE) for _, observation in seen)
