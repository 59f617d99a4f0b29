"""Moves of the plain game, the Lady and the assassination: each one is checked and then carried out.

The order of the checks is part of the contract (docs/referee.md): whether the game is over, the option is on, the card
is held, the phase is right, it is the player's turn, the player has the right to it, and the target is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from turncoat.core import Draw, Event, Refused, Step
from turncoat.games.resistance.rules.deal import BeforeDeal, play_draw
from turncoat.games.resistance.rules.events import CardPlayed, Proposed, Shot, Voted, VotesShown
from turncoat.games.resistance.rules.flow import (
    collect_cards,
    count_votes,
    end,
    lady_targets,
    open_vote,
    show_opinions,
    toss_coin,
)
from turncoat.games.resistance.rules.game_rules import COIN_SIDES, MISSIONS
from turncoat.games.resistance.rules.loyalty import learn, pass_loyalty
from turncoat.games.resistance.rules.moves import (
    Assassinate,
    Examine,
    Give,
    Look,
    Pass,
    PassLoyalty,
    PlayCard,
    Propose,
    Show,
    Take,
    Timeout,
    Use,
    Vote,
)
from turncoat.games.resistance.rules.plot_cards import check_complete, decline, give, look, show, take, use
from turncoat.games.resistance.rules.state import State, known, open_missions

VOTED = tuple((Voted(seat=seat),) for seat in range(10))
PLAYED = tuple((CardPlayed(seat=seat),) for seat in range(10))


def play(state: State | BeforeDeal, seat: int | None, move: Any) -> Step[Any]:
    """Carry out a move. Raises Refused if it is not legal."""
    if isinstance(state, BeforeDeal):
        if seat is None and isinstance(move, Draw):
            return play_draw(state, move)
        raise Refused("WRONG_PHASE", "The cards are not dealt yet.")
    if seat is None:
        return _clock(state, move)
    handler = _HANDLERS.get(type(move))
    if handler is None:
        raise Refused("BAD_REQUEST", "This is not a player's move.")
    if type(move) is Use:
        check_complete(move)
    if not 0 <= seat < state.rules.players:  # repeated here because a call for every move costs about 2 %
        state.rules.check_seat(seat)
    if state.phase == "over":
        raise Refused("GAME_OVER", "The game is over.")
    return handler(state, seat, move)


def _clock(state: State, move: Any) -> Step[State]:
    if state.phase == "coin" and isinstance(move, Draw):
        return _toss(state, move)
    if not isinstance(move, Timeout):
        raise Refused("BAD_REQUEST", "Name the seat that moves.")
    if state.phase == "over":
        raise Refused("GAME_OVER", "The game is over.")
    if state.phase != "assassinate":
        raise Refused("WRONG_PHASE", "Only the naming of Merlin has a limit.")
    events: list[Event] = [Shot(seat=None, by=None)]
    return Step(end(state, "good", "assassin-missed", events), tuple(events))


def _toss(state: State, move: Draw) -> Step[State]:
    coin = move.drawn[0] if move.of == "coin" and len(move.drawn) == 1 else None
    if not isinstance(coin, int) or not 0 <= coin < COIN_SIDES:
        raise Refused("BAD_REQUEST", "This cannot be drawn as coin.")
    events: list[Event] = []
    return Step(toss_coin(state, coin, events), tuple(events))


def _propose(state: State, seat: int, move: Propose) -> Step[State]:
    rules = state.rules
    if move.mission is not None and not rules.options.targeting:
        raise Refused("OPTION_DISABLED", "The mission is chosen only under Targeting.")
    if state.phase != "propose":
        _refuse_early_proposal(state, seat)
    if seat != state.leader:
        raise Refused("NOT_LEADER", f"Seat {state.leader} leads.")
    mission = _chosen_mission(state, move)
    team = _checked_team(state, mission, move.team)
    events: list[Event] = [Proposed(leader=seat, team=team, mission=mission)]
    return Step(open_vote(replace(state, team=team, mission=mission), events), tuple(events))


def _refuse_early_proposal(state: State, seat: int) -> None:
    if state.phase == "plot" and seat == state.leader and state.pending is None:
        raise Refused("PLOT_UNDISTRIBUTED", "Hand out the plot cards first.")
    raise Refused("WRONG_PHASE", "It is not the time to propose a team.")


def _chosen_mission(state: State, move: Propose) -> int:
    if not state.rules.options.targeting:
        assert state.mission is not None
        return state.mission
    if move.mission is None:
        raise Refused("QUEST_REQUIRED", "Name the mission as well as the team.")
    if move.mission in open_missions(state):
        return move.mission
    if 1 <= move.mission <= MISSIONS and state.results[move.mission - 1] is None:
        raise Refused("QUEST_LOCKED", "The fifth needs two successes first.")
    raise Refused("QUEST_DONE", f"Mission {move.mission} has been attempted.")


def _checked_team(state: State, mission: int, team: tuple[int, ...]) -> tuple[int, ...]:
    size = state.rules.team_sizes[mission - 1]
    for member in team:
        state.rules.check_seat(member)
    if len(team) != size:
        raise Refused("TEAM_SIZE", f"The team needs {size}. You chose {len(team)}.")
    if len(set(team)) != size:
        raise Refused("TEAM_DUPLICATE", "A player can be on the team once.")
    return tuple(sorted(team))


def _vote(state: State, seat: int, move: Vote) -> Step[State]:
    bit = 1 << seat
    phase = state.phase
    if not (state.waiting & bit and (phase == "vote" or phase == "opinion")):
        _refuse_vote(state, bit)
    waiting, answered = state.waiting & ~bit, state.answered | bit
    yes = state.yes | bit if move.approve else state.yes
    open_style = state.rules.options.vote_style == "open"
    if waiting and not open_style:
        return Step(replace(state, waiting=waiting, answered=answered, yes=yes), VOTED[seat])
    events: list[Event] = [*VOTED[seat]]
    shown = state.shown
    if open_style:
        shown |= bit
        events.append(VotesShown(votes={seat: move.approve}))
    state = replace(state, waiting=waiting, answered=answered, yes=yes, shown=shown)
    if not waiting:
        state = show_opinions(state, events) if phase == "opinion" else count_votes(state, events)
    return Step(state, tuple(events))


def _refuse_vote(state: State, bit: int) -> None:
    if state.phase not in ("vote", "opinion"):
        raise Refused("WRONG_PHASE", "There is no vote now.")
    if not state.participants & bit:
        raise Refused("NOT_A_VOTER", "You have no vote on this team.")
    if state.answered & bit:
        raise Refused("ALREADY_VOTED", "Your vote is in.")
    raise Refused("OPINION_FIRST", "The Opinion Makers vote first.")


def _mission(state: State, seat: int, move: PlayCard) -> Step[State]:
    bit = 1 << seat
    if state.phase != "mission" or not state.waiting & bit:
        _refuse_card(state, bit)
    if not move.success and not state.deal.evil & bit:
        raise Refused("GOOD_MUST_SUCCEED", "You are good: play Success.")
    waiting, answered = state.waiting & ~bit, state.answered | bit
    yes = state.yes | bit if move.success else state.yes
    if waiting:
        return Step(replace(state, waiting=waiting, answered=answered, yes=yes), PLAYED[seat])
    rest = state.participants & ~answered
    if rest:  # this was the card in the Spotlight, which is played first and face up
        lit = CardPlayed(seat=seat, success=move.success)
        return Step(replace(state, waiting=rest, answered=answered, yes=yes, shown=bit), (lit,))
    events: list[Event] = [*PLAYED[seat]]
    state = collect_cards(replace(state, waiting=0, answered=answered, yes=yes), events)
    return Step(state, tuple(events))


def _refuse_card(state: State, bit: int) -> None:
    if state.phase != "mission":
        raise Refused("WRONG_PHASE", "There is no mission now.")
    if not state.participants & bit:
        raise Refused("NOT_ON_TEAM", "You are not on the team.")
    if state.answered & bit:
        raise Refused("ALREADY_PLAYED", "Your card is down.")
    raise Refused("NOT_YOUR_TURN", "The player in the Spotlight plays first.")


def _examine(state: State, seat: int, move: Examine) -> Step[State]:
    if state.lady is None:
        raise Refused("OPTION_DISABLED", "The game is played without the Lady of the Lake.")
    if state.phase != "lady" or state.pending is not None:
        raise Refused("WRONG_PHASE", "It is not the Lady's time.")
    if seat != state.lady:
        raise Refused("NOT_LADY", f"Seat {state.lady} holds the Lady.")
    state.rules.check_seat(move.seat)
    if move.seat == seat:
        raise Refused("SELF_TARGET", "Choose another player.")
    if move.seat not in lady_targets(state):
        raise Refused("LADY_INELIGIBLE", "That player has used the Lady.")
    events: list[Event] = []
    return Step(learn(state, seat, move.seat, "lady", events), tuple(events))


def _assassinate(state: State, seat: int, move: Assassinate) -> Step[State]:
    rules = state.rules
    if not rules.has_assassination:
        raise Refused("OPTION_DISABLED", "Nobody names Merlin in this game.")
    if state.phase != "assassinate":
        raise Refused("WRONG_PHASE", "It is not the time to name Merlin.")
    if not state.participants >> seat & 1:
        raise Refused("NOT_ASSASSIN", "You are not the one who names Merlin.")
    if not state.waiting >> seat & 1:
        raise Refused("ALREADY_PLAYED", "You have named a player.")
    rules.check_seat(move.seat)
    if move.seat not in shot_targets(state, seat):
        raise Refused("TARGET_EVIL", "Name a player you do not know to be evil.")
    shots = tuple(sorted((*state.shots, (seat, move.seat))))
    state = replace(state, waiting=state.waiting & ~(1 << seat), shots=shots)
    if state.waiting:
        return Step(state)
    by, name = _agreed_shot(state)
    events: list[Event] = [Shot(seat=name, by=by)]
    hit = state.deal.roles[name] == rules.target
    state = end(state, "evil", "assassination", events) if hit else end(state, "good", "assassin-missed", events)
    return Step(state, tuple(events))


def shot_targets(state: State, seat: int) -> tuple[int, ...]:
    """Everybody whom the namer does not know to be evil (rules.md, "The end in Avalon"). Oberon is always wrong."""
    knows = known(state, seat)
    others = (other for other in range(state.rules.players) if other != seat)
    return tuple(other for other in others if knows.get(other) != "evil")


def _agreed_shot(state: State) -> tuple[int, int]:
    """The name given most often counts; a tie goes to the first namer clockwise from the leader (rules.md, R10)."""
    n = state.rules.players
    names = [name for _, name in state.shots]

    def rank(shot: tuple[int, int]) -> tuple[int, int]:
        return -names.count(shot[1]), (shot[0] - state.leader) % n

    return min(state.shots, key=rank)


_HANDLERS: dict[type, Callable[[State, int, Any], Step[State]]] = {
    Propose: _propose,
    Vote: _vote,
    PlayCard: _mission,
    Examine: _examine,
    Assassinate: _assassinate,
    PassLoyalty: pass_loyalty,
    Give: give,
    Use: use,
    Pass: decline,
    Look: look,
    Show: show,
    Take: take,
}
