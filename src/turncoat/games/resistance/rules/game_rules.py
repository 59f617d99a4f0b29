"""The rules of one game, compiled from its set-up: tables by seat and mission, and the asks that recur."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

import msgspec

from turncoat.core import Ask, Pick, Refused
from turncoat.games.resistance.rules.moves import PlayCard, Propose, Vote
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import Ruleset, Sight, charts

MISSIONS = 5
MAX_REJECTIONS = 5
WINS_NEEDED = 3
COIN_SIDES = 1 << 20

_BALLOTS = (Vote(approve=True), Vote(approve=False))
_GOOD_CARDS = (PlayCard(success=True),)
_EVIL_CARDS = (PlayCard(success=True), PlayCard(success=False))


class RulesView(msgspec.Struct, frozen=True):
    """The set-up of the game. All of it is public.

    `voters` and `approvals_needed` are by mission: how many seats vote on its team, and how many of them must approve.
    `votes_per_round` is how many teams of a round are put to the vote. `evil_wins` lists the reasons for which evil can
    win, as an outcome names them.
    """

    ruleset: str
    players: int
    roles: tuple[str, ...]
    options: Options
    team_sizes: tuple[int, ...]
    fails_needed: tuple[int, ...]
    voters: tuple[int, ...]
    approvals_needed: tuple[int, ...]
    votes_per_round: int
    evil_wins: tuple[str, ...]


class Rules:
    """What was agreed before the deal. Equal set-ups give equal rules, and nothing here changes during play."""

    def __init__(self, ruleset: Ruleset, players: int, options: Options, roles: tuple[str, ...]) -> None:
        self.ruleset = ruleset
        self.players = players
        self.options = options
        self.roles = roles
        self.everyone = (1 << players) - 1
        self.team_sizes = charts().teams[players]
        self.fails_needed = charts().fails_needed(players) if options.two_fail_mission4 else (1,) * MISSIONS
        self.voter_counts = tuple(self.voters(0, tuple(range(size))).bit_count() for size in self.team_sizes)
        self.approvals_needed = tuple(map(majority, self.voter_counts))
        self.votes_per_round = MAX_REJECTIONS - (options.fifth_proposal == "auto_approve")
        self.has_die = options.vote_track == "die"  # it shows one more than the rejections (rules.md, "Options")
        self.sides = {name: role.side for name, role in ruleset.roles.items()}
        rule = ruleset.assassination
        self.target = rule.target if rule and rule.target in roles else None
        self.assassin_role = rule.by if rule and rule.by in roles else None
        self._proposals: dict[tuple[int, tuple[int, ...]], tuple[Ask, ...]] = {}
        self._sealed: dict[tuple[str, int, int], tuple[Ask, ...]] = {}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rules) and self._key == other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, int, Options, tuple[str, ...]]:
        return self.ruleset.id, self.players, self.options, self.roles

    def check_seat(self, seat: int) -> None:
        """Raise Refused if there is no such seat."""
        if not 0 <= seat < self.players:
            raise Refused("UNKNOWN_PLAYER", f"There is no seat {seat}.")

    @cached_property
    def has_assassination(self) -> bool:
        """Whether a third success leads to the naming of Merlin (rules.md, "The end in Avalon")."""
        named = self.assassin_role or self.options.assassin_duty
        return self.target is not None and bool(named or self.options.assassin_fallback == "collective")

    @cached_property
    def evil_wins(self) -> tuple[str, ...]:
        """The reasons for which evil can win this game, as its outcome names them.

        A fifth rejection that gives evil a point counts as one of three failures. Where the fifth team goes without a
        vote, only No Confidence can still reject it (rules.md, R17).
        """
        options = self.options
        can_reject_fifth = options.fifth_proposal == "vote" or options.plot
        reasons = {
            "three-failures": True,
            "five-rejections": options.five_rejections == "evil_wins" and can_reject_fifth,
            "assassination": self.has_assassination,
            "wrong-loyalty": options.loyalty_card == "forfeit" and (options.lady or options.plot),
        }
        return tuple(reason for reason, is_possible in reasons.items() if is_possible)

    @cached_property
    def has_duty(self) -> bool:
        """Whether chance picks the evil seat that will name Merlin."""
        return self.target is not None and self.options.assassin_duty

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The plot cards in play, unshuffled (rules.md, "The Plot Thickens")."""
        many = self.players >= charts().two_fails.players
        cards = charts().plot_cards.items()
        return tuple(name for name, card in cards for _ in range(card.many if many else card.few))

    @cached_property
    def plot_draw(self) -> int:
        """How many plot cards are drawn at the start of a round."""
        return charts().plot_draw[self.options.plot_draw][self.players]

    @cached_property
    def public(self) -> RulesView:
        """The set-up as everybody may see it."""
        return RulesView(
            self.ruleset.id,
            self.players,
            self.roles,
            self.options,
            self.team_sizes,
            self.fails_needed,
            self.voter_counts,
            self.approvals_needed,
            self.votes_per_round,
            self.evil_wins,
        )

    def in_play(self, roles: Iterable[str]) -> tuple[str, ...]:
        """Those of the roles that are in this game, each once and in the ruleset's order."""
        wanted = set(roles)
        return tuple(role for role in dict.fromkeys(self.roles) if role in wanted)

    @cached_property
    def sights(self) -> tuple[Sight, ...]:
        """What the reveal tells each role in this game, whoever is dealt it."""
        return tuple(sight for sight in self.ruleset.sight if self._applies(sight))

    def _applies(self, sight: Sight) -> bool:
        return (
            (sight.when is None or bool(getattr(self.options, sight.when)))
            and not (sight.unless is not None and getattr(self.options, sight.unless))
            and (sight.in_play is None or sight.in_play in self.roles)
            and (sight.not_in_play is None or sight.not_in_play not in self.roles)
        )

    def sight(self, roles: tuple[str, ...], viewer: int) -> dict[int, str]:
        """The seats that `viewer` knows from the reveal, and as what (rules.md, "Who knows whom")."""
        known: dict[int, str] = {}
        for sight in self.sights:
            if roles[viewer] in sight.viewers:
                for seat, role in enumerate(roles):
                    if seat != viewer and role in sight.sees:
                        known[seat] = sight.known_as
        return dict(sorted(known.items()))

    def voters(self, leader: int, team: tuple[int, ...]) -> int:
        """The seats that vote on a team, as a bit mask."""
        if self.options.electorate == "all":
            return self.everyone
        if self.options.electorate == "all_but_leader":
            return self.everyone & ~(1 << leader)
        return self.everyone & ~mask(team)

    def propose_ask(self, leader: int, missions: tuple[int, ...]) -> tuple[Ask, ...]:
        """The leader chooses a team of the right size for one of these missions."""
        key = (leader, missions)
        asks = self._proposals.get(key)
        if asks is None:
            named = self.options.targeting
            everyone = tuple(range(self.players))
            shape = tuple(
                Pick(
                    Propose(team=(), mission=mission if named else None), "team", self.team_sizes[mission - 1], everyone
                )
                for mission in missions
            )
            moves = tuple(move for pick in shape for move in pick.moves())
            asks = self._proposals[key] = (Ask(leader, "propose", moves, shape=shape),)
        return asks

    def vote_asks(self, waiting: int) -> tuple[Ask, ...]:
        """A vote from every seat in the mask `waiting`."""
        return self._sealed_asks("vote", waiting, 0)

    def mission_asks(self, waiting: int, evil: int) -> tuple[Ask, ...]:
        """A mission card from every seat in the mask `waiting`. Only evil may play Fail."""
        return self._sealed_asks("mission", waiting, evil & waiting)

    def _sealed_asks(self, kind: str, waiting: int, evil: int) -> tuple[Ask, ...]:
        key = (kind, waiting, evil)
        asks = self._sealed.get(key)
        if asks is None:
            asks = self._sealed[key] = tuple(self._sealed_ask(kind, seat, evil) for seat in seats(waiting))
        return asks

    def _sealed_ask(self, kind: str, seat: int, evil: int) -> Ask:
        if kind == "vote":
            return Ask(seat, kind, _BALLOTS)
        return Ask(seat, kind, _EVIL_CARDS if evil >> seat & 1 else _GOOD_CARDS)


def majority(voters: int) -> int:
    """How many approvals send a team: more than half of the votes cast (rules.md, "The common game")."""
    return voters // 2 + 1


def mask(members: Iterable[int]) -> int:
    """Seats as a bit mask."""
    bits = 0
    for seat in members:
        bits |= 1 << seat
    return bits


@lru_cache(maxsize=1024)  # as many as there are sets of ten seats
def seats(bits: int) -> tuple[int, ...]:
    """The seats of a bit mask, in order."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
