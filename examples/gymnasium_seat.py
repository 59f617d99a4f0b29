"""Play one seat through Gymnasium, bots in the other chairs. Needs the extra [pettingzoo].

The seat approves teams it is on and fails missions when it may: enough to see how a policy is plugged in.
"""

import gymnasium

import turncoat.games.resistance.adapters.gymnasium  # noqa: F401  registers Turncoat-v1
from turncoat.games.resistance.network import layout

PLAYERS, GAMES = 5, 200
WHERE = layout.layout(PLAYERS)


def policy(observation: dict) -> int:
    seen, legal = observation["observation"], observation["action_mask"]
    phase = layout.PHASES[int(seen[WHERE["phase"]].argmax())]
    if phase == "vote":
        return int(seen[WHERE["team"]][0])  # place 0 is the observer
    if phase == "mission":
        return int(legal[1])
    return int(legal.argmax())


def main() -> None:
    env = gymnasium.make("Turncoat-v1", players=PLAYERS, disable_env_checker=True)
    won = {"good": [], "evil": []}
    for number in range(GAMES):
        observation, _ = env.reset(seed=number)
        evil = layout.ROLES[int(observation["observation"][WHERE["role"]].argmax())] == "minion"
        over, reward = False, 0.0
        while not over:
            observation, reward, over, _, _ = env.step(policy(observation))
        won["evil" if evil else "good"].append(reward > 0)
    for side, results in won.items():
        print(f"{side}: won {sum(results)} of {len(results)} games against random bots")


if __name__ == "__main__":
    main()
