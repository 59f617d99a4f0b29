"""How bots behave beside people: python -m tools.compare_with_people bayes easy [--games 300]

One bot plays every seat at tables of 5 to 8 with Merlin, Percival and Morgana. The rates of people are those of
`turncoat.games.resistance.belief.human_play`. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from turncoat.arena.contest import Cell, Teams
from turncoat.arena.play import record_game
from turncoat.core.match import replay
from turncoat.games import find_game
from turncoat.games.resistance.belief import human_play as people
from turncoat.games.resistance.rules.game_rules import MAX_REJECTIONS
from turncoat.games.resistance.rules.view import View

PEOPLE = {
    "good approves, on a clean team": people.GOOD_APPROVES.on_clean,
    "good approves, on a dirty team": people.GOOD_APPROVES.on_dirty,
    "good approves, off a clean team": people.GOOD_APPROVES.off_clean,
    "good approves, off a dirty team": people.GOOD_APPROVES.off_dirty,
    "Merlin approves, on a clean team": people.MERLIN_APPROVES.on_clean,
    "Merlin approves, on a dirty team": people.MERLIN_APPROVES.on_dirty,
    "Merlin approves, off a clean team": people.MERLIN_APPROVES.off_clean,
    "Merlin approves, off a dirty team": people.MERLIN_APPROVES.off_dirty,
    "evil approves, on the team": people.EVIL_APPROVES.on_dirty,
    "evil approves, off a dirty team": people.EVIL_APPROVES.off_dirty,
    "evil approves, off a clean team": people.EVIL_APPROVES.off_clean,
    "the fifth proposal is approved": people.FIFTH_PROPOSAL_APPROVED,
    "a leader is on their own team": people.LEADER_ON_OWN_TEAM,
    **{f"evil alone on the team fails mission {at}": rate for at, rate in enumerate(people.LONE_EVIL_FAILS, 1)},
    **{
        f"each of two evil on the team fails mission {at}": rate
        for at, rate in enumerate(people.EACH_OF_TWO_EVIL_FAILS, 1)
    },
}
"""The rates of people that are compared, under the names of the table's rows."""


class Seen(NamedTuple):
    """One occasion for a rate, and whether it was taken."""

    what: str
    done: bool


def occasions(final: View, roles: Sequence[str], evil: frozenset[int]) -> Iterator[Seen]:
    """Every occasion of a finished game."""
    rejected = 0
    for proposal in final.proposals:
        last = rejected == MAX_REJECTIONS - 1
        yield Seen("a leader is on their own team", proposal.leader in proposal.team)
        if last:
            yield Seen("the fifth proposal is approved", bool(proposal.approved))
        else:
            yield from _votes(proposal.votes, proposal.team, roles, evil)
        rejected = 0 if proposal.approved else rejected + 1
    for number, mission in enumerate(final.missions, 1):
        aboard = evil & set(mission.team or ()) if mission is not None else frozenset()
        if mission is not None and mission.cards and len(aboard) in (1, 2):
            who = "evil alone on the team" if len(aboard) == 1 else "each of two evil on the team"
            for seat in aboard:
                yield Seen(f"{who} fails mission {number}", not mission.cards[seat])


def _votes(
    votes: Sequence[bool | None], team: tuple[int, ...], roles: Sequence[str], evil: frozenset[int]
) -> Iterator[Seen]:
    dirty = "dirty" if evil & set(team) else "clean"
    for seat, vote in enumerate(votes):
        if seat in evil and seat in team:
            what = "evil approves, on the team"
        else:
            who = "evil" if seat in evil else "Merlin" if roles[seat] == "merlin" else "good"
            what = f"{who} approves, {'on' if seat in team else 'off'} a {dirty} team"
        yield Seen(what, bool(vote))


def rates(bot: str, games: int) -> dict[str, tuple[int, int]]:
    """For each rate, how often it was taken, of how many occasions."""
    taken: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    game = find_game("avalon")
    for players in range(5, 9):
        cell = Cell(lineup=Teams(bot, bot), ruleset="avalon", players=players, roles=("percival", "morgana"))
        for number in range(games):
            state = replay(game, record_game(cell, number))
            roles, evil = state.deal.roles, frozenset(s for s in range(players) if state.deal.evil >> s & 1)
            for what, done in occasions(game.view(state, None), roles, evil):
                seen[what] += 1
                taken[what] += done
    return {what: (taken[what], seen[what]) for what in PEOPLE}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.compare_with_people", description=__doc__)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=300, help="at each size")
    args = parser.parse_args()
    found = [rates(bot, args.games) for bot in args.bots]
    sys.stdout.write("| in percent | people | " + " | ".join(f"`{bot}`" for bot in args.bots) + " |\n")
    sys.stdout.write("|---" * (len(args.bots) + 2) + "|\n")
    for what, rate in PEOPLE.items():
        cells = [f"{100 * one[what][0] / one[what][1]:.0f}" if one[what][1] else "-" for one in found]
        sys.stdout.write(f"| {what} | {100 * rate:.0f} | " + " | ".join(cells) + " |\n")


if __name__ == "__main__":
    main()
