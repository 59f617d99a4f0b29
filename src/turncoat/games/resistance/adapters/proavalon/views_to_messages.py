"""Our views as messages of the protocol, for bots that others serve."""

from __future__ import annotations

from typing import Any

from turncoat.core import Ask, Refused
from turncoat.games.resistance.adapters.proavalon import messages
from turncoat.games.resistance.adapters.proavalon.messages import GameInfo, Start, other_place
from turncoat.games.resistance.rules.game_rules import RulesView
from turncoat.games.resistance.rules.ruleset import rulesets
from turncoat.games.resistance.rules.state import LoyaltyFact
from turncoat.games.resistance.rules.view import ProposalView, View, You

_FREE_OPTIONS = ("lady", "percival_5p", "first_leader", "host", "roles_returned", "mission_cards_dealt", "allow")
_WORDS = {
    messages.PICKING: ("Pick", "", "Pick a team."),
    messages.VOTING: ("Approve", "Reject", "Vote on the team."),
    messages.MISSION: ("SUCCEED", "FAIL", "Play a card."),
    messages.SHOT: ("Shoot", "", "Name Merlin."),
    messages.LADY_TURN: ("Card", "", "Use the Lady of the Lake."),
}


def name_of(seat: int) -> str:
    """The name of a seat. Views hold no names, so seats are numbered."""
    return f"Player{seat + 1}"


def seat_of(name: str) -> int:
    """The seat called so, in a game of ours. Raises ValueError."""
    number = name.removeprefix("Player")
    if number == name or not number.isdecimal() or not 1 <= int(number) <= 10:
        raise ValueError(name)
    return int(number) - 1


def check_carried(rules: RulesView) -> None:
    """Raises Refused unless the game is Avalon as it is played on their site: the protocol knows no other."""
    ruleset = rulesets()["avalon"]
    usual = rules.ruleset == ruleset.id and all(
        getattr(rules.options, name) == (tuple(default) if isinstance(default, list) else default)
        for name, default in ruleset.options.items()
        if name not in _FREE_OPTIONS
    )
    if not usual:
        raise Refused("BOT_UNSUPPORTED", "The bot API knows Avalon with Merlin, Assassin and Lady, and nothing else.")


def start_of(view: View, you: You) -> Start:
    """The message that begins the game of a view, as the game looked then."""
    first = view.proposals[0].leader if view.proposals else view.leader
    return Start(
        num_players=view.rules.players,
        roles=tuple(messages.ROLES[role] for role in view.rules.roles if role in messages.CHOSEN),
        cards=(messages.LADY,) if view.rules.options.lady else (),
        team_leader=first or 0,
        players=_all_names(view),
        name=name_of(you.seat),
        role=messages.ROLES[you.role],
        see=_see(you),
    )


def info_of(view: View, you: You, ask: Ask) -> GameInfo:
    """A view whose seat owes the answer to `ask`."""
    n, phase = view.rules.players, messages.PHASES[view.phase]
    # on their site the next mission and leader are already shown while the Lady is used
    ahead = 1 if phase == messages.LADY_TURN else 0
    leader = ((view.leader or 0) + ahead) % n
    hammer = (leader - view.rejections + 4) % n
    done = [mission for mission in view.missions if mission is not None]
    return GameInfo(
        username=name_of(you.seat),
        role=messages.ROLES[you.role],
        alliance=messages.SIDES[you.side],
        see=_see(you),
        phase=phase,
        mission_num=(view.mission or 1) + ahead,
        pick_num=view.rejections + 1,
        team_leader_reversed=leader,
        team_leader=other_place(leader, n),
        hammer_reversed=hammer,
        hammer=other_place(hammer, n),
        mission_history=tuple(messages.SUCCEEDED if mission.success else messages.FAILED for mission in done),
        num_fails_history=tuple(mission.fails or 0 for mission in done),
        proposed_team=tuple(map(name_of, view.team or ())),
        players_yet_to_vote=tuple(map(name_of, view.waiting)) if view.phase in ("vote", "mission") else (),
        vote_history=_vote_history(view),
        votes=_last_votes(view),
        player_usernames_ordered_reversed=_all_names(view),
        player_usernames_ordered=tuple(name_of(other_place(place, n)) for place in range(n)),
        num_players_on_mission=tuple(
            f"{size}*" if fails > 1 else str(size)
            for size, fails in zip(view.rules.team_sizes, view.rules.fails_needed, strict=True)
        ),
        num_select_targets=_targets(ask),
        roles=tuple(sorted(messages.ROLES[role] for role in view.rules.roles)),
        cards=(messages.LADY,) if view.lady is not None else (),
        public_data=messages.PublicData(lady=_lady(view)),
        buttons=_buttons(phase),
        status_message=_WORDS[phase][2],
        own=_own(you),
    )


def _all_names(view: View) -> tuple[str, ...]:
    return tuple(map(name_of, range(view.rules.players)))


def _see(you: You) -> messages.See:
    """What the reveal told the seat. What the Lady told it later is in `own`."""
    told = {fact.seat for fact in you.seen if isinstance(fact, LoyaltyFact)}
    spies = [seat for seat, label in you.knows.items() if label == "evil" and seat not in told]
    if you.side == "evil" and you.role != "oberon":
        spies.append(you.seat)  # a spy is listed among the spies they see
    merlins = [seat for seat, label in you.knows.items() if label.startswith("merlin")]
    return messages.See(spies=tuple(map(name_of, sorted(spies))), merlins=tuple(map(name_of, merlins)))


def _own(you: You) -> messages.Own:
    told = [
        messages.Carded(player=name_of(fact.seat), alliance=messages.SIDES[fact.side])  # type: ignore[arg-type]
        for fact in you.seen
        if isinstance(fact, LoyaltyFact)
    ]
    return messages.Own(carded=tuple(told), cards=you.played)


def _lady(view: View) -> messages.LadyData | None:
    if view.lady is None:
        return None
    # a view does not have the order of earlier holders, and nobody needs it
    history = tuple(map(name_of, (*view.ladies, view.lady)))
    return messages.LadyData(index=other_place(view.lady, view.rules.players), history=history)


def _vote_history(view: View) -> dict[str, tuple[tuple[str, ...], ...]]:
    reached = max([proposal.mission for proposal in view.proposals], default=0)
    missions = [[one for one in view.proposals if one.mission == number] for number in range(1, reached + 1)]
    return {
        name_of(seat): tuple(tuple(_tags(one, seat) for one in picks) for picks in missions)
        for seat in range(view.rules.players)
    }


def _tags(proposal: ProposalView, seat: int) -> str:
    tags = [messages.LEADER_TAG] if proposal.leader == seat else []
    tags += [messages.PICKED_TAG] if seat in proposal.team else []
    vote = proposal.votes[seat]
    tags += [] if vote is None else [messages.APPROVE_TAG if vote else messages.REJECT_TAG]
    return " ".join(tags)


def _last_votes(view: View) -> tuple[str, ...]:
    """The votes that everybody has seen, in the order that is not reversed."""
    if view.phase == "vote" or not view.proposals:
        return ()
    votes, n = view.proposals[-1].votes, view.rules.players
    return tuple(messages.APPROVE if votes[other_place(place, n)] else messages.REJECT for place in range(n))


def _targets(ask: Ask) -> int | None:
    if ask.kind == "propose":
        return len(ask.moves[0].team)
    return 1 if ask.kind in ("assassinate", "examine") else None


def _buttons(phase: str) -> dict[str, Any]:
    green, red, _ = _WORDS[phase]
    return {
        "green": {"hidden": False, "disabled": not red, "setText": green},
        "red": {"hidden": not red, "disabled": not red, "setText": red},
    }
