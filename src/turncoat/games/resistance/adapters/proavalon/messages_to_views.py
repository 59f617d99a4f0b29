"""Messages of the protocol as our views and asks, for bots of ours that others call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from turncoat.core import Ask, Refused, Setup
from turncoat.games.resistance.adapters.proavalon import messages
from turncoat.games.resistance.adapters.proavalon.messages import GameInfo, Start, other_place
from turncoat.games.resistance.rules.game_rules import Rules
from turncoat.games.resistance.rules.moves import Assassinate, Examine
from turncoat.games.resistance.rules.setup import compile_setup
from turncoat.games.resistance.rules.state import LoyaltyFact
from turncoat.games.resistance.rules.view import MissionView, ProposalView, Score, View, You, empty_view

_OURS = {theirs.lower(): ours for ours, theirs in messages.ROLES.items()} | {ours: ours for ours in messages.ROLES}
_VOTES = {messages.APPROVE_TAG, messages.REJECT_TAG}
_PHASES = {theirs.lower(): ours for ours, theirs in messages.PHASES.items()}
_SIDES = {theirs: ours for ours, theirs in messages.SIDES.items()}


def bad(message: str) -> Refused:
    """The refusal of a message that makes no sense."""
    return Refused("BAD_REQUEST", message)


class Seating(msgspec.Struct, frozen=True):
    """A game that has begun: its rules, who sits where, and who the bot is."""

    rules: Rules
    players: tuple[str, ...]
    seat: int
    role: str
    knows: dict[int, str]

    def place(self, name: str) -> int:
        """Where somebody sits. Raises Refused."""
        try:
            return self.players.index(name)
        except ValueError:
            raise bad(f"Nobody is called {name[:40]!r}.") from None

    def places(self, names: Sequence[str]) -> tuple[int, ...]:
        """Where several people sit, in order of seats. Raises Refused."""
        found = sorted(map(self.place, names))
        if len(set(found)) < len(found):
            raise bad("Somebody is named twice.")
        return tuple(found)


def seating_of(start: Start) -> Seating:
    """The game that a start describes. Raises Refused: UNSUPPORTED, BAD_REQUEST."""
    players = start.players
    if len(players) != start.num_players or len(set(players)) != len(players):
        raise bad("There must be as many different players as numPlayers says.")
    if start.team_leader >= len(players):
        raise bad("The team leader is not among the players.")
    rules = _rules(start)
    role = _role(start.role)
    if role not in rules.roles:
        raise bad("Your own role is not in the game.")
    seating = Seating(rules, players, -1, role, {})
    seat = seating.place(start.name)
    return Seating(rules, players, seat, role, _knows(msgspec.structs.replace(seating, seat=seat), start.see))


def _role(name: str) -> str:
    role = _OURS.get(name.lower())
    if role is None:
        raise Refused("UNSUPPORTED", f"There is no role {name[:40]!r} here.")
    return role


def _rules(start: Start) -> Rules:
    """Their list names the characters, and may name Merlin, the Assassin and the plain roles besides."""
    chosen = tuple(role for role in messages.CHOSEN if role in {_role(name) for name in start.roles})
    cards = {card.lower() for card in start.cards}
    if cards - {messages.LADY}:
        raise Refused("UNSUPPORTED", "The only card played here is the Lady of the Lake.")
    options: dict[str, Any] = {"lady": True} if cards else {}
    if start.num_players == 5 and "percival" in chosen and not {"mordred", "morgana"} & set(chosen):
        options["percival_5p"] = "warn"  # their site lets Percival be too strong
    try:
        return compile_setup(Setup(ruleset="avalon", players=start.num_players, options=options, roles=chosen))
    except Refused as refusal:
        raise Refused("UNSUPPORTED", refusal.message) from None


def _knows(seating: Seating, see: messages.See) -> dict[int, str]:
    label = "merlin-or-morgana" if "morgana" in seating.rules.roles else "merlin"
    known = dict.fromkeys(seating.places(see.merlins or ()), label)
    known |= dict.fromkeys(seating.places(see.spies or ()), "evil")
    known.pop(seating.seat, None)
    return known


def view_of(seating: Seating, info: GameInfo, played: dict[int, bool]) -> View:
    """The view of the bot's seat. `played` are its cards, where the message does not tell them. Raises Refused."""
    rules, n = seating.rules, seating.rules.players
    if info.player_usernames_ordered_reversed != seating.players or info.team_leader_reversed >= n:
        raise bad("The players are not those of the session.")
    phase = _PHASES.get(info.phase.lower())
    if phase is None:
        raise bad(f"There is nothing to do in phase {info.phase[:40]!r}.")
    ahead = 1 if phase == "lady" else 0
    missions = _missions(seating, info)
    proposals = _proposals(seating, info)
    score = Score(*(sum(m is not None and m.success == good for m in missions) for good in (True, False)))
    lady, ladies = _lady(seating, info)
    return msgspec.structs.replace(
        empty_view(rules),
        phase=phase,
        leader=(info.team_leader_reversed - ahead) % n,
        mission=_mission(phase, info, sum(mission is not None for mission in missions)),
        rejections=0 if phase in ("lady", "assassinate") else info.pick_num - 1,
        score=score,
        missions=missions,
        team=seating.places(info.proposed_team) if phase in ("vote", "mission") else None,
        proposals=proposals,
        waiting=_waiting(seating, info, phase, lady),
        you=_you(seating, info, played, missions),
        lady=lady,
        ladies=ladies,
    )


def _mission(phase: str, info: GameInfo, done: int) -> int:
    """The current mission. While the Lady or the Assassin acts, that is the last one played."""
    over = phase in ("lady", "assassinate")
    number = info.mission_num - (1 if phase == "lady" else 0)
    if done != (number if over else number - 1):
        raise bad("missionNum and missionHistory do not agree.")
    return number


def _missions(seating: Seating, info: GameInfo) -> tuple[MissionView | None, ...]:
    history, fails = info.mission_history, info.num_fails_history
    if len(history) != len(fails):
        raise bad("missionHistory and numFailsHistory do not agree.")
    teams = {one.mission: one.team for one in _proposals(seating, info) if one.approved}
    found: list[MissionView | None] = [None] * len(seating.rules.team_sizes)
    for at, (outcome, count) in enumerate(zip(history, fails, strict=True)):
        success = outcome == messages.SUCCEEDED
        team = teams.get(at + 1)
        if team is None or count > len(team) or success != (count < seating.rules.fails_needed[at]):
            raise bad(f"Mission {at + 1} cannot have had this result.")
        found[at] = MissionView(success, count, team)
    return tuple(found)


def _proposals(seating: Seating, info: GameInfo) -> tuple[ProposalView, ...]:
    histories = [info.vote_history.get(name, ()) for name in seating.players]
    if len({tuple(map(len, history)) for history in histories}) > 1:
        raise bad("voteHistory is not of one length for all players.")
    found = []
    for mission, picks in enumerate(zip(*histories, strict=True), 1):
        for tags in zip(*picks, strict=True):
            proposal = _proposal(seating, mission, [set(words.split()) for words in tags])
            if proposal is not None:
                found.append(proposal)
    return tuple(found)


def _proposal(seating: Seating, mission: int, tags: list[set[str]]) -> ProposalView | None:
    """A team that was picked; None for a turn in which none was yet."""
    team = tuple(seat for seat, words in enumerate(tags) if messages.PICKED_TAG in words)
    leaders = [seat for seat, words in enumerate(tags) if messages.LEADER_TAG in words]
    if not team:
        return None
    if len(leaders) != 1 or len(team) != seating.rules.team_sizes[mission - 1]:
        raise bad("voteHistory has a team without a leader, or of a wrong size.")
    votes = tuple(messages.APPROVE_TAG in words if words & _VOTES else None for words in tags)
    if None in votes:
        return ProposalView(mission, leaders[0], team, (None,) * len(votes), None)
    yes = sum(map(bool, votes))
    return ProposalView(mission, leaders[0], team, votes, 2 * yes > len(votes), yes, len(votes) - yes)


def _lady(seating: Seating, info: GameInfo) -> tuple[int | None, tuple[int, ...]]:
    if not seating.rules.options.lady:
        return None, ()
    data = info.public_data.lady if info.public_data is not None else None
    if data is None or data.index >= len(seating.players):
        raise bad("publicData does not say where the Lady is.")
    holder = other_place(data.index, len(seating.players))
    return holder, tuple(seat for seat in seating.places(data.history) if seat != holder)


def _waiting(seating: Seating, info: GameInfo, phase: str, lady: int | None) -> tuple[int, ...]:
    """The seats that owe an answer. The bot must be one of them."""
    if phase in ("vote", "mission"):
        waiting = seating.places(info.players_yet_to_vote)
    else:
        turn = {"propose": info.team_leader_reversed, "lady": lady}.get(phase, seating.seat)
        waiting = () if turn is None else (turn,)
    shoots = phase != "assassinate" or seating.role == seating.rules.assassin_role
    if seating.seat not in waiting or not shoots:
        raise bad("It is not your turn.")
    return waiting


def _you(seating: Seating, info: GameInfo, played: dict[int, bool], missions: tuple[MissionView | None, ...]) -> You:
    own = info.own or messages.Own(cards=played)
    facts = tuple(
        LoyaltyFact(seating.place(fact.player), _SIDES[fact.alliance], messages.LADY.split()[0]) for fact in own.carded
    )
    knows = seating.knows | {fact.seat: fact.side for fact in facts}
    side = seating.rules.sides[seating.role]
    cards = {
        number: True if side == "good" else own.cards.get(number, True)
        for number, mission in enumerate(missions, 1)
        if mission is not None and seating.seat in (mission.team or ())
    }
    return You(seating.seat, seating.role, side, dict(sorted(knows.items())), facts, played=cards)


def ask_of(seating: Seating, view: View) -> Ask:
    """The question that is open to the bot."""
    rules, seat = seating.rules, seating.seat
    assert view.you is not None
    if view.phase == "propose":
        assert view.mission is not None
        return rules.propose_ask(seat, (view.mission,))[0]
    if view.phase == "vote":
        return rules.vote_asks(1 << seat)[0]
    if view.phase == "mission":
        return rules.mission_asks(1 << seat, 1 << seat if view.you.side == "evil" else 0)[0]
    others = [other for other in range(rules.players) if other != seat]
    if view.phase == "lady":
        free = [other for other in others if other not in view.ladies]
        return _open_ask(seat, "examine", tuple(Examine(seat=other) for other in free))
    known = view.you.knows
    unknown = [other for other in others if known.get(other) != "evil"]
    return _open_ask(seat, "assassinate", tuple(Assassinate(seat=other) for other in unknown))


def _open_ask(seat: int, kind: str, moves: tuple[Any, ...]) -> Ask:
    if not moves:
        raise bad("There is nobody left to choose.")
    return Ask(seat, kind, moves)
