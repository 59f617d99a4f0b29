"""A stock OpenSpiel algorithm on a small part of the game: the last proposal of the last mission, score two all.

Two missions were lost to five rejections each and two succeeded, so nothing is known about anybody. Monte Carlo
CFR with external sampling finds out how to propose, when to approve, and that spies should never play success.
In the end good wins one game in ten: its leader (3 seats of 5) names the clean one of the six teams that they are on.
Needs the extra [openspiel]:  python examples/openspiel_last_vote.py [iterations]
"""

import sys

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score, external_sampling_mccfr

import turncoat.games.resistance.adapters.openspiel  # noqa: F401  registers python_turncoat

REJECTED = [0] + [0] * 5  # the first team, five votes against it
SUCCEEDED = [0] + [1] * 5  # the first team, five votes for it; then its cards
OPENING = REJECTED * 10 + SUCCEEDED + [0] * 2 + SUCCEEDED + [0] * 3 + REJECTED * 4


def value(game: pyspiel.Game, tabular: policy.Policy) -> str:
    """How often good wins if everybody follows the policy: three seats of five are good."""
    results = expected_game_score.policy_value(game.new_initial_state(), [tabular] * 5)
    return f"{(1 + sum(results)) / 2:.1%}"


def main() -> None:
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    opening = "+".join(map(str, OPENING))
    options = "five_rejections:point+first_leader:host"
    game = pyspiel.load_game("python_turncoat", {"options": options, "opening": opening})
    print("good wins, everybody at random:", value(game, policy.UniformRandomPolicy(game)))
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    for _ in range(iterations):
        solver.iteration()
    print(f"good wins, after {iterations} iterations:", value(game, solver.average_policy()))


if __name__ == "__main__":
    main()
