"""The family as an OpenSpiel game (extra `[openspiel]`), registered as `python_turncoat` when this is imported.

    import pyspiel
    import turncoat.games.resistance.adapters.openspiel

    game = pyspiel.load_game("python_turncoat", {"ruleset": "avalon", "roles": "percival+morgana"})

Parameters are `ruleset`, `players`, `roles` joined by `+`, `options` such as `lady:true+electorate:all`, and two that
make the game small enough to be studied whole. `opening` are actions joined by `+` that are played after every deal;
they must be legal whatever was dealt. Without `votes` every team that is named after the opening goes. (OpenSpiel's
game strings leave no room for commas.)

Chance deals the roles seat by seat, then the Assassin's duty and the first leader where they are drawn. Players
answer one after another; sealed answers stay out of the others' information states until the last one is in.
`network.action_numbers` numbers the actions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import pyspiel

from turncoat.core import Record
from turncoat.core.record import FORMAT
from turncoat.core.remembered import by_identity
from turncoat.games.resistance import GAME
from turncoat.games.resistance.adapters.information import OWN, OwnPart, Scene, Sheet, Sheets, memory
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.network.action_numbers import NumberedMoves, num_actions
from turncoat.games.resistance.network.features import encode
from turncoat.games.resistance.network.layout import size
from turncoat.games.resistance.network.playable import playable
from turncoat.games.resistance.other_worlds import with_roles
from turncoat.games.resistance.rules.answers import play
from turncoat.games.resistance.rules.asks import asks
from turncoat.games.resistance.rules.moves import Vote
from turncoat.games.resistance.solving.reduced_game import approvals

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_MAX_DECISIONS = 5 * 5 * 11 + 5 * 5 + 3 + 1

_PARAMETERS = {"ruleset": "classic", "players": 5, "roles": "", "options": "", "opening": "", "votes": True}

_TYPE = pyspiel.GameType(
    short_name="python_turncoat",
    long_name="Turncoat: The Resistance and Avalon",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=5,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)


class _Shared:
    """A value that clones of a state may share, because nothing changes it. OpenSpiel clones by deep copy."""

    __slots__ = ()

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self


class _Table(_Shared):
    """What was agreed: the set-up, its rules and the numbers of its moves."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        self._chosen = chosen
        options = dict(_option(part) for part in _parts(chosen["options"]))
        roles = _parts(chosen["roles"])
        self.setup, self.rules = playable(chosen["ruleset"], chosen["players"], roles, options)
        self.players: int = self.setup.players
        self.opening = tuple(int(action) for action in _parts(chosen["opening"]))
        self.votes: bool = chosen["votes"]
        self.actions = num_actions(self.players, targeting=self.rules.options.targeting)
        self.answers = NumberedMoves(self.actions)
        self.role_names = tuple(dict.fromkeys(self.rules.roles))
        self.role_outcomes = lru_cache(maxsize=4096)(self._role_outcomes)
        self.dealt = lru_cache(maxsize=4096)(self._dealt)
        self.first_question = by_identity(self._first_question)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Table, (self._chosen,)

    def _role_outcomes(self, roles: tuple[str, ...]) -> tuple[tuple[int, float], ...]:
        """The roles that the next seat may get, by number, with their chances."""
        left = Counter(self.rules.roles) - Counter(roles)
        total = sum(left.values())
        return tuple((i, left[name] / total) for i, name in enumerate(self.role_names) if left[name])

    def _first_question(self, asks: tuple[Any, ...]) -> _Question:
        """The one that is answered first of those that are open."""
        if not asks:
            return _NO_QUESTION
        later = self._first_question(asks[1:]) if asks[1:] else None
        return _Question(asks[0].seat, asks[0].kind, *self.answers.numbered(asks[0]), later)

    def _dealt(self, roles: tuple[str, ...], duty: int | None, leader: int) -> _Dealt:
        """The play after this deal."""
        deal: dict[str, Any] = {"roles": roles, "leader": leader}
        if duty is not None:
            deal["assassin"] = duty
        state = GAME.start(msgspec.structs.replace(self.setup, deal=deal))
        while not GAME.dealt(state):
            state = GAME.play(state, None, GAME.asks(state)[0].moves[0]).state
        return _Dealt(self, state)


def _parts(text: str) -> list[str]:
    return [part for part in text.split("+") if part]


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition(":")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)


Cards = tuple[tuple[int, bool], ...]
"""The cards that a seat has played: the mission, and whether it was a Fail."""


class _Question:
    """What a seat is asked, its legal answers by number, and who is asked `later` for an answer that is sealed too."""

    __slots__ = ("answers", "kind", "later", "numbers", "seat")

    def __init__(
        self, seat: int, kind: str, answers: dict[int, Any], numbers: list[int], later: _Question | None
    ) -> None:
        self.seat, self.kind, self.answers, self.numbers, self.later = seat, kind, answers, numbers, later


_NO_QUESTION = _Question(_TERMINAL, "", {}, [], None)


class _Position(_Shared):
    """A state of the core, which is immutable; what is asked; and what everybody can see, once somebody has looked.

    `last_scene` is what everybody could see when somebody looked last.
    """

    __slots__ = ("cards", "last_scene", "question", "scene", "state", "table")

    def __init__(
        self,
        table: _Table,
        state: Any,
        cards: tuple[Cards, ...],
        question: _Question,
        last_scene: Scene | None = None,
        scene: Scene | None = None,
    ) -> None:
        self.table, self.state, self.cards, self.question = table, state, cards, question
        self.last_scene, self.scene = last_scene, scene

    def answered(self, action: int) -> _Position:
        """The position after an answer of the seat whose turn it is."""
        question, cards = self.question, self.cards
        if question.kind == "mission":
            held = list(cards)
            held[question.seat] = (*held[question.seat], (self.state.mission, action == 1))
            cards = tuple(held)
        state = play(self.state, question.seat, question.answers[action]).state
        if question.later is None:
            return _Position(self.table, state, cards, self.table.first_question(asks(state)), self.last_scene)
        # Nothing public happens while sealed answers come in.
        return _Position(self.table, state, cards, question.later, self.last_scene, self.scene)

    def without_votes(self) -> _Position:
        """The position once every ballot has approved the team, if one is to be voted on."""
        state = self.state
        for _, _, step in approvals(state):
            state = step.state
        if state is self.state:
            return self
        return _Position(self.table, state, self.cards, self.table.first_question(asks(state)), self.last_scene)

    def look(self) -> Scene:
        """What everybody can see now."""
        self.scene = self.last_scene = Scene(self.state, self.last_scene)
        return self.scene


class _Dealt(_Shared):
    """The play after a deal and the opening, and what each seat alone knows."""

    def __init__(self, table: _Table, first: Any) -> None:
        self.first = first
        self.position = _Position(table, first, ((),) * table.players, table.first_question(asks(first)))
        for action in table.opening:
            self.position = self.position.answered(action)
        if not table.votes:
            self.position = self.position.without_votes()
        self.own: dict[tuple[int, Any], OwnPart] = {}  # by seat and the facts that somebody has learned

    def learn(self, state: Any, seat: int) -> OwnPart:
        """What a seat alone knows when it is asked. It changes only when it learns a fact."""
        part = self.own[seat, state.facts] = OwnPart(GAME.view(state, seat))
        return part


class TurncoatGame(pyspiel.Game):
    """The static part: parameters, set-up, sizes."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.table = _Table({**_PARAMETERS, **(params or {})})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=max(self.table.players, len(self.table.role_names)),
            num_players=self.table.players,
            min_utility=-1.0,
            max_utility=1.0,
            max_game_length=_MAX_DECISIONS,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> TurncoatState:
        """Before the deal."""
        return TurncoatState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TurncoatObserver:
        """Perception is its own object."""
        remembers = iig_obs_type is not None and iig_obs_type.perfect_recall
        return TurncoatObserver(self.table.players, own=remembers, params=params)


class TurncoatState(pyspiel.State):
    """One play: the deal so far, then a state of the core."""

    def __init__(self, game: TurncoatGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.roles: tuple[str, ...] = ()
        self.duty: int | None = None
        self.dealt: _Dealt | None = None
        self.position: _Position | None = None
        self.sheets = Sheets()

    # What is asked next. OpenSpiel could answer `legal_actions`, `is_chance_node` and `information_state_tensor` from
    # the other methods. It would go from C++ to Python several times for each, and so they are answered here.

    def current_player(self) -> int:
        """The first seat that owes an answer; chance before the deal is complete."""
        return _CHANCE if self.position is None else self.position.question.seat

    def is_chance_node(self) -> bool:
        """Whether the deal is not complete."""
        return self.position is None

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions, smallest first; none for a player whose turn it is not."""
        position = self.position
        if position is None:
            return list(super().legal_actions() if player is None else super().legal_actions(player))
        question = position.question
        return question.numbers.copy() if player is None or player == question.seat else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """What a player knows, as `TurncoatObserver` gives it; faster for the player whose turn it is."""
        position = self.position
        seat = self.current_player() if position is None else position.question.seat
        if position is None or seat == _TERMINAL or (player is not None and player != seat):
            return list(super().information_state_tensor(seat if player is None else player))
        sheet = self.sheets.get(seat)
        if sheet is None or sheet.facts is not position.state.facts:
            sheet = self._new_sheet(position.state, seat)
        return sheet.numbers(position.scene or position.look(), position.cards[seat])

    def _new_sheet(self, state: Any, seat: int) -> Sheet:
        """A seat's first sheet, or its next one because somebody has learned a fact."""
        assert self.dealt is not None
        own = self.dealt.own.get((seat, state.facts)) or self.dealt.learn(state, seat)
        sheet = self.sheets[seat] = Sheet(own, state.facts)
        return sheet

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next seat's role, then who has the duty, then the first leader."""
        kind = self._dealing()
        if kind == "role":
            return list(self.table.role_outcomes(self.roles))
        seats = self._evil() if kind == "duty" else list(range(self.table.players))
        return [(seat, 1 / len(seats)) for seat in seats]

    def _dealing(self) -> str:
        if len(self.roles) < self.table.players:
            return "role"
        return "duty" if self.table.rules.has_duty and self.duty is None else "leader"

    def _evil(self) -> list[int]:
        sides = self.table.rules.sides
        return [seat for seat, role in enumerate(self.roles) if sides[role] == "evil"]

    # What happens.

    def _apply_action(self, action: int) -> None:
        if self.position is None:
            self._deal(action)
        else:
            self.position = self.position.answered(action)
            if not self.table.votes:
                self.position = self.position.without_votes()

    def _deal(self, action: int) -> None:
        kind = self._dealing()
        if kind == "role":
            self.roles = (*self.roles, self.table.role_names[action])
        elif kind == "duty":
            self.duty = action
        options = self.table.rules.options
        if kind == "leader":
            self._begin(action)
        elif options.first_leader == "host" and self._dealing() == "leader":
            self._begin(options.host)

    def _begin(self, leader: int) -> None:
        self.dealt = self.table.dealt(self.roles, self.duty, leader)
        self.position = self.dealt.position

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            kind = self._dealing()
            return f"{kind} {self.table.role_names[action] if kind == 'role' else action}"
        assert self.position is not None
        move = self.position.question.answers[action]
        return str(msgspec.json.encode(move).decode())

    def resample_from_infostate(self, player: int, sample: Callable[[], float]) -> TurncoatState:
        """Another state that the player cannot tell from this one. The deals that the player holds possible are
        equally likely; `sample` gives numbers between 0 and 1.
        """
        if self.position is None or self.is_terminal():
            same: TurncoatState = self.clone()
            return same
        chance = random.Random(sample())
        belief = believe(GAME.view(self.position.state, player))
        row = chance.choices(belief.table, belief.worlds.tolist())[0]
        roles = tuple(belief.deals.names[number] for number in row)
        return self._replayed(with_roles(self._record(), roles, player, chance))

    def _record(self) -> Record:
        """What was played so far. Everything hidden is in it."""
        assert self.position is not None
        setup = self.table.setup
        return Record(
            format=FORMAT,
            ruleset=setup.ruleset,
            version=GAME.version(setup.ruleset),
            players=setup.players,
            options=setup.options,
            roles=setup.roles,
            deal=GAME.deal(self.position.state),
            moves=tuple(self._moves()),
        )

    def _moves(self) -> Iterator[tuple[int | None, Any]]:
        """What the players answered, the opening and ballots that nobody was asked for included."""
        assert self.dealt is not None
        state: Any = self.dealt.first
        opening = len(self.table.opening)
        answers = [step.action for step in self.full_history() if step.player != pyspiel.PlayerId.CHANCE]
        for number, action in enumerate((*self.table.opening, *answers), 1):
            ask = GAME.asks(state)[0]
            move = self.table.answers.of(ask)[action]
            yield ask.seat, move
            state = GAME.play(state, ask.seat, move).state
            if number >= opening and not self.table.votes:
                for seat, ballot, step in approvals(state):
                    yield seat, ballot
                    state = step.state

    def _replayed(self, record: Record) -> TurncoatState:
        """A record played again from the deal."""
        state = TurncoatState(self.get_game())
        for role in record.deal["roles"]:
            state.apply_action(self.table.role_names.index(role))
        if state.is_chance_node() and state._dealing() == "duty":
            state.apply_action(record.deal["assassin"])
        if state.is_chance_node():
            state.apply_action(record.deal["leader"])
        for _, move in record.moves[len(self.table.opening) :]:
            assert state.position is not None
            if isinstance(move, Vote) and not self.table.votes:
                continue
            answers = state.position.question.answers
            state.apply_action(next(number for number, answer in answers.items() if answer == move))
        return state

    # How it ends.

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        position = self.position
        return position is not None and position.question is _NO_QUESTION

    def returns(self) -> list[float]:
        """1 for the winning side, -1 for the losing one."""
        outcome = GAME.outcome(self.position.state) if self.position is not None else None
        if outcome is None:
            return [0.0] * self.table.players
        sides = self.table.rules.sides
        return [1.0 if sides[role] == outcome.winner else -1.0 for role in self.roles]

    def __str__(self) -> str:
        if self.position is None:
            return f"dealt {','.join(self.roles)}"
        public = msgspec.json.encode(GAME.view(self.position.state, None)).decode()
        return f"{','.join(self.roles)} {self.position.cards} {public}"


class TurncoatObserver:
    """What a seat may know, as text and as numbers; with `own`, also what it remembers of its sealed answers."""

    def __init__(self, players: int, *, own: bool, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters: {params}")
        self._players = players
        self._own = own
        view = size(self._players)
        self.tensor = np.zeros(view + (OWN if own else 0), np.float32)
        self.dict = {"view": self.tensor[:view]}
        if own:
            self.dict["own"] = self.tensor[view:]

    def set_from(self, state: TurncoatState, player: int) -> None:
        """Write the seat's numbers into `tensor`."""
        self.tensor.fill(0)
        if state.position is None:
            return
        view = GAME.view(state.position.state, player)
        self.dict["view"][:] = encode(view, self._players)
        if self._own:
            self.dict["own"][:] = memory(state.position.cards[player], view.you.ballot if view.you else None)

    def string_from(self, state: TurncoatState, player: int) -> str:
        """The seat's view as JSON, and with `own` its mission cards."""
        if state.position is None:
            return "before the deal"
        view = msgspec.json.encode(GAME.view(state.position.state, player)).decode()
        if not self._own:
            return view
        cards = "".join(f" {mission}{'FS'[not failed]}" for mission, failed in state.position.cards[player])
        return f"{view}{cards}"


pyspiel.register_game(_TYPE, TurncoatGame)
