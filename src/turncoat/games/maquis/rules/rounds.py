"""The phases of a round (PLAN, ATTACK, AFTERMATH, RECOVER), step by step, and the end of the game."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from turncoat.core import Refused
from turncoat.games.maquis.rules import events as ev
from turncoat.games.maquis.rules.cards import ENEMIES, HIDDEN, MAQUIS, MISSIONS, REVEALED, SPY, Persona
from turncoat.games.maquis.rules.effects import EFFECTS, carry_out, possible
from turncoat.games.maquis.rules.moves import (
    Act,
    Choose,
    Continue,
    Done,
    End,
    Move,
    PickEnemy,
    PickMission,
    Play,
)
from turncoat.games.maquis.rules.ongoing_effects import attack, enemy_defense, mission_defense, reveals_left, shielded
from turncoat.games.maquis.rules.state import (
    InPlay,
    MaquisOutcome,
    MutableState,
    Position,
    Question,
    Raid,
    Site,
    Task,
    points,
)
from turncoat.games.maquis.rules.tasks import Answer, DrawHidden, Refill

CIVILIANS_TO_LOSE = 5
FAILURES_TO_LOSE = 2
ALL_MISSIONS = 10
GRADES = ((22, "major"), (19, "victory"), (15, "minor"), (1, "draw"))
"""The points needed for each grade. The grade `epic` needs all ten Missions instead."""
WINS = frozenset({"epic", "major", "victory", "minor"})
Target = PickMission | PickEnemy


class NewRound(Task, frozen=True):
    """A round begins with planning."""

    def run(self, state: MutableState) -> None:
        state.round += 1
        state.raid = Raid()
        state.phase = "plan"
        state.push(Plan())


# PLAN, and playing Maquis in both phases


class PlayMaquis(Question, frozen=True):
    """Play a Maquis in one of its personas. Spies cannot be played."""

    def moves(self, position: Position) -> tuple[Move, ...]:
        personas: tuple[Persona, ...] = (HIDDEN, REVEALED) if reveals_left(position) else (HIDDEN,)
        return tuple(Play(card, persona) for card in position.maquis_in_hand() for persona in personas)

    def reason(self, position: Position, move: object) -> tuple[str, str]:
        if isinstance(move, Play) and move.card in position.hand:
            if move.card == SPY:
                return "SPY_UNPLAYABLE", "Spies cannot be played."
            return "REVEAL_LIMIT", "No further Maquis may be revealed at this Mission."
        return super().reason(position, move)

    def play(self, state: MutableState, move: Play) -> None:
        """Put the card in play and offer its action. Then this question is asked again."""
        state.leave_hand(move.card)
        state.played += (InPlay(move.card, move.persona),)
        if state.phase == "attack" and move.persona == REVEALED:
            state.raid = replace(state.raid, reveals=state.raid.reveals + 1)
        state.say(ev.Played(card=move.card, persona=move.persona))
        state.push(OfferAction(move.card, move.persona), self)


class Plan(PlayMaquis, frozen=True):
    """Play any number of Maquis, then choose a Mission."""

    kind: ClassVar[str] = "plan"

    def moves(self, position: Position) -> tuple[Move, ...]:
        choices = tuple(Choose(site.mission) for site in position.sites)
        return super().moves(position) + choices

    def take(self, state: MutableState, move: Answer) -> None:
        if isinstance(move, Play):
            self.play(state, move)
        elif isinstance(move, Choose):
            choose(state, move.mission)


class Attack(PlayMaquis, frozen=True):
    """Every Maquis left in hand must be played."""

    kind: ClassVar[str] = "attack"

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, Play)
        self.play(state, move)


class OfferAction(Question, frozen=True):
    """The player may use the action of the card just played, if it fits the phase and all of it is possible."""

    card: str
    persona: Persona
    kind: ClassVar[str] = "act"

    def moves(self, position: Position) -> tuple[Move, ...]:
        side = MAQUIS[self.card].side(self.persona)
        fits = position.phase in side.when and side.action is not None
        return (Act(use=True), Act(use=False)) if fits and possible(position, side.action or "", self.card) else ()

    def take(self, state: MutableState, move: Answer) -> None:
        action = MAQUIS[self.card].side(self.persona).action
        if move == Act(use=True) and action is not None:
            state.say(ev.Acted(card=self.card, action=action))
            carry_out(state, action, self.card)


def choose(state: MutableState, mission: str) -> None:
    """Attack this Mission: its garrison is turned face up, and the steps of the attack follow."""
    state.raid = replace(state.raid, mission=mission)
    state.say(ev.Chosen(mission=mission))
    state.flip(mission, state.site(mission).face_down())
    state.phase = "attack"
    state.push(Defend(), Attack(), Total(), Defeat(), Survivors(), Aftermath())


# ATTACK


class Defend(Task, frozen=True):
    """The Mission's DEFEND effect, if it happens once. Those that last are in `ongoing_effects.py`.

    The player is not asked for an order: only the Mission has such an effect, so there is never more than one.
    """

    def run(self, state: MutableState) -> None:
        mission = MISSIONS[state.chosen().mission]
        if mission.when == "defend" and not state.raid.ignored and mission.effect in EFFECTS:
            carry_out(state, mission.effect, mission.id)


class Total(Task, frozen=True):
    """Total the Attack Strength. All Maquis in play count, whenever they were played."""

    def run(self, state: MutableState) -> None:
        state.phase = "defeat"
        state.raid = replace(state.raid, strength=attack(state))
        state.say(ev.Strength(attack=attack(state)))


class Defeat(Question, frozen=True):
    """Defeat Targets one by one while there is enough Attack Strength. The player may not stop earlier (ruling 20)."""

    kind: ClassVar[str] = "defeat"

    def moves(self, position: Position) -> tuple[Move, ...]:
        mission, garrison = position.chosen().mission, position.chosen().garrison
        slots = range(len(garrison))
        targets: list[Target] = [PickMission(mission), *(PickEnemy(mission, slot) for slot in slots)]
        legal: tuple[Move, ...] = tuple(target for target in targets if obstacle(position, target) is None)
        return (*legal, Done()) if legal and position.options.stop_early else legal

    def refusal(self, position: Position, move: object) -> Refused:
        if isinstance(move, Done):
            return Refused("MUST_ATTACK", "Continue while a Target can be defeated.")
        if isinstance(move, PickMission | PickEnemy):
            return Refused(*(obstacle(position, move) or ("NO_SUCH_ENEMY", "There is no such Target.")))
        return super().refusal(position, move)

    def take(self, state: MutableState, move: Answer) -> None:
        if isinstance(move, Done):
            return
        state.push(self)
        if isinstance(move, PickEnemy):
            defeat_enemy(state, move)
        else:
            defeat_mission(state)


_SHIELD_REASONS = {
    "GUARD": ("GUARDS_FIRST", "All Guards must be defeated before the Mission."),
    "GRUNT": ("GRUNTS_FIRST", "All Grunts must be defeated before other Enemies."),
}


def obstacle(position: Position, target: Target) -> tuple[str, str] | None:
    """Why a Target cannot be defeated now, as a code and a sentence. None if it can."""
    if target.mission != position.raid.mission:
        return "NO_SUCH_MISSION", "Only the chosen Mission and its Enemies can be defeated."
    return _mission_obstacle(position) if isinstance(target, PickMission) else _enemy_obstacle(position, target.slot)


def _mission_obstacle(position: Position) -> tuple[str, str] | None:
    if position.raid.beaten:
        return "ALREADY_BEATEN", "The Mission is defeated already."
    shield = shielded(position, MISSIONS[position.chosen().mission])
    return _SHIELD_REASONS[shield] if shield else _price(position, mission_defense(position))


def _enemy_obstacle(position: Position, slot: int) -> tuple[str, str] | None:
    garrison = position.chosen().garrison
    if not 0 <= slot < len(garrison):
        return "NO_SUCH_ENEMY", "There is no Enemy at that place."
    card = garrison[slot].card
    shield = shielded(position, ENEMIES[card])
    return _SHIELD_REASONS[shield] if shield else _price(position, enemy_defense(position, card))


def _price(position: Position, cost: int) -> tuple[str, str] | None:
    if cost <= (position.raid.strength or 0):
        return None
    return "TOO_STRONG", f"That needs {cost}; {position.raid.strength or 0} of your Attack Strength is left."


def _spend(state: MutableState, cost: int) -> None:
    state.raid = replace(state.raid, strength=(state.raid.strength or 0) - cost)


def defeat_enemy(state: MutableState, target: PickEnemy) -> None:
    """Spend attack on an Enemy, which is discarded; then its DEFEAT effect is carried out."""
    cost = enemy_defense(state, state.site(target.mission).garrison[target.slot].card)
    _spend(state, cost)
    card = state.take_enemy(target.mission, target.slot)
    state.enemy = state.enemy.discarding((card,))
    state.say(ev.EnemyDefeated(mission=target.mission, slot=target.slot, enemy=card, cost=cost))
    if ENEMIES[card].when == "defeat":
        carry_out(state, ENEMIES[card].effect, card)


def defeat_mission(state: MutableState) -> None:
    """Spend attack on the Mission; then its DEFEAT effect is carried out."""
    mission = MISSIONS[state.chosen().mission]
    cost = mission_defense(state)
    _spend(state, cost)
    state.raid = replace(state.raid, beaten=True)
    state.defeated += (mission.id,)
    state.say(ev.MissionDefeated(mission=mission.id, cost=cost, points=mission.points))
    if mission.when == "defeat" and not state.raid.ignored:
        carry_out(state, mission.effect, mission.id)


class Survivors(Task, frozen=True):
    """The SURVIVE effects of the remaining Enemies, in the player's order. Then these Enemies are discarded."""

    def run(self, state: MutableState) -> None:
        garrison = state.chosen().garrison
        slots = tuple(n for n, foe in enumerate(garrison) if ENEMIES[foe.card].when == "survive")
        state.push(Survive(slots), Withdraw())


class Survive(Question, frozen=True):
    """The player chooses whose effect comes next, unless all remaining effects are the same."""

    slots: tuple[int, ...]
    kind: ClassVar[str] = "survive"

    def moves(self, position: Position) -> tuple[Move, ...]:
        site = position.chosen()
        effects = {ENEMIES[site.garrison[slot].card].effect for slot in self.slots}
        return tuple(PickEnemy(site.mission, slot) for slot in self.slots) if len(effects) > 1 else ()

    def run(self, state: MutableState) -> None:
        if self.slots:
            self.resolve(state, self.slots[0])

    def take(self, state: MutableState, move: Answer) -> None:
        assert isinstance(move, PickEnemy)
        self.resolve(state, move.slot)

    def resolve(self, state: MutableState, slot: int) -> None:
        enemy = ENEMIES[state.chosen().garrison[slot].card]
        state.say(ev.Survived(enemy=enemy.id, effect=enemy.effect))
        state.push(Survive(tuple(other for other in self.slots if other != slot)))
        carry_out(state, enemy.effect, enemy.id)


class Withdraw(Task, frozen=True):
    """The remaining Enemies of the chosen Mission are discarded, even if it was not defeated."""

    def run(self, state: MutableState) -> None:
        site = state.chosen()
        state.set_garrison(site.mission, ())
        state.discard(tuple(foe.card for foe in site.garrison), site.mission, "enemy")


# AFTERMATH


class Aftermath(Task, frozen=True):
    """Civilians are counted at this moment only. Then the Mission is resolved."""

    def run(self, state: MutableState) -> None:
        state.phase = "aftermath"
        if sum(state.graveyard) >= CIVILIANS_TO_LOSE:
            return lose(state, "civilians-lost")
        mission, beaten = state.chosen().mission, state.raid.beaten
        state.sites = state.others()
        if not beaten:
            state.failed += (mission,)
            state.say(ev.MissionFailed(mission=mission))
            if len(state.failed) >= FAILURES_TO_LOSE:
                return lose(state, "missions-failed")
        state.push(*((OpenMission(),) if beaten else ()), EndOrContinue())
        return None


class OpenMission(Task, frozen=True):
    """The next Mission of the deck becomes Available, with its garrison."""

    def run(self, state: MutableState) -> None:
        if state.mission_deck:
            garrison = MISSIONS[state.mission_deck[0]].garrison
            state.push(Refill("enemy", garrison), LayMission())


class LayMission(Task, frozen=True):
    """The next Mission is laid out with its garrison."""

    def run(self, state: MutableState) -> None:
        mission = MISSIONS[state.mission_deck[0]]
        state.mission_deck = state.mission_deck[1:]
        garrison = state.enemy.foes(mission.garrison)
        state.enemy = state.enemy.without(len(garrison))
        state.sites += (Site(mission.id, garrison),)
        state.say(ev.MissionOpened(mission=mission.id, garrison=len(garrison)))


class EndOrContinue(Question, frozen=True):
    """The player may end the resistance or continue. Without an Available Mission it ends."""

    kind: ClassVar[str] = "end"

    def moves(self, position: Position) -> tuple[Move, ...]:
        return (Continue(), End()) if position.sites else ()

    def run(self, state: MutableState) -> None:
        end(state, "all-missions" if len(state.defeated) == ALL_MISSIONS else "no-missions")

    def take(self, state: MutableState, move: Answer) -> None:
        if isinstance(move, End):
            return end(state, "ended")
        state.phase = "recover"
        state.push(CleanUp(), Refill("hidden", state.raid.hand), DrawHidden(state.raid.hand), SpyCheck())
        return None


# RECOVER


class CleanUp(Task, frozen=True):
    """Revealed Maquis go to the Revealed pile. Hidden ones, and the Spies left in hand, are discarded."""

    def run(self, state: MutableState) -> None:
        state.revealed += state.in_play(REVEALED)
        hidden = state.in_play(HIDDEN)
        spies = state.hand
        state.played, state.hand = (), ()
        state.discard(hidden + spies, "clean-up")


class SpyCheck(Task, frozen=True):
    """The game is lost with a hand of nothing but Spies, but not with an empty hand (ruling 21)."""

    def run(self, state: MutableState) -> None:
        if state.hand and not state.maquis_in_hand():
            lose(state, "spies-only")
        else:
            state.push(NewRound())


# The end


def lose(state: MutableState, reason: str) -> None:
    """End the game with a loss."""
    _finish(state, MaquisOutcome("regime", reason, points=0, grade="loss"))


def end(state: MutableState, reason: str) -> None:
    """End the game and grade it by its points."""
    total = points(state)
    grade = grade_of(len(state.defeated), total, state.options.zero_points)
    winner = "maquis" if grade in WINS else "regime" if grade == "loss" else None
    _finish(state, MaquisOutcome(winner, reason, points=total, grade=grade))


def grade_of(defeated: int, total: int, zero_points: str) -> str:
    """The grade when the resistance ends without a loss. `zero_points` is the grade for no points."""
    if defeated == ALL_MISSIONS:
        return "epic"
    return next((grade for least, grade in GRADES if total >= least), zero_points)


def _finish(state: MutableState, outcome: MaquisOutcome) -> None:
    state.outcome = outcome
    state.phase = "over"
    state.todo = ()
    state.say(ev.Over(reason=outcome.reason, grade=outcome.grade, points=outcome.points))
