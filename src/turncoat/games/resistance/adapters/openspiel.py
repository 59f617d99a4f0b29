"""The family as an OpenSpiel game (extra `[openspiel]`), registered as `python_turncoat` when this is imported.

    import pyspiel
    import turncoat.games.resistance.adapters.openspiel

    game = pyspiel.load_game("python_turncoat", {"ruleset": "avalon", "roles": "percival+morgana"})

Parameters are `ruleset`, `players`, `roles` joined by `+`, `options` such as `lady:true+electorate:all`, and
`opening`: actions joined by `+` that are played after every deal, so that a late and small part of the game can be
studied; they must be legal whatever was dealt. (OpenSpiel's game strings leave no room for commas.)

Chance deals the roles seat by seat, then the Assassin's duty and the first leader where they are drawn. Players
answer one after another; sealed answers stay out of the others' information states until the last one is in.
`network.action_numbers` numbers the actions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pyspiel

from turncoat.core import Record, Setup
from turncoat.core.record import FORMAT
from turncoat.games.resistance import GAME
from turncoat.games.resistance.belief.possible_deals import believe
from turncoat.games.resistance.network.action_numbers import NumberedMoves, num_actions
from turncoat.games.resistance.network.features import encode
from turncoat.games.resistance.network.layout import size
from turncoat.games.resistance.network.playable import playable
from turncoat.games.resistance.other_worlds import with_roles

_OWN = 12
"""What a seat remembers beside its view: for each mission whether it played and failed; its ballot now."""
_MAX_DECISIONS = 5 * 5 * 11 + 5 * 5 + 3 + 1

_PARAMETERS = {"ruleset": "classic", "players": 5, "roles": "", "options": "", "opening": ""}

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

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self


class _Table(_Shared):
    """What was agreed: the set-up, its rules and the numbers of its moves."""

    def __init__(self, chosen: dict[str, Any]) -> None:
        options = dict(_option(part) for part in _parts(chosen["options"]))
        roles = _parts(chosen["roles"])
        self.setup, self.rules = playable(chosen["ruleset"], chosen["players"], roles, options)
        self.players: int = self.setup.players
        self.opening = tuple(int(action) for action in _parts(chosen["opening"]))
        self.actions = num_actions(self.players, targeting=self.rules.options.targeting)
        self.answers = NumberedMoves(self.actions)
        self.role_names = tuple(dict.fromkeys(self.rules.roles))


def _parts(text: str) -> list[str]:
    return [part for part in text.split("+") if part]


def _option(text: str) -> tuple[str, Any]:
    name, _, value = text.partition(":")
    return name, {"true": True, "false": False}.get(value, int(value) if value.isdecimal() else value)


class _Position(_Shared):
    """A state of the core, which is immutable."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.asks = GAME.asks(state)


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
        self.position: _Position | None = None
        self.moves: tuple[tuple[int | None, Any], ...] = ()
        self.cards: tuple[tuple[int, int, bool], ...] = ()  # seat, mission, failed

    # What is asked next.

    def current_player(self) -> int:
        """The first seat that owes an answer; chance before the deal is complete."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        asks = self.position.asks
        return int(asks[0].seat) if asks and asks[0].seat is not None else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(self.table.answers.of(self.position.asks[0]))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next seat's role, then who has the duty, then the first leader."""
        kind = self._dealing()
        if kind == "role":
            left = Counter(self.table.rules.roles) - Counter(self.roles)
            total = sum(left.values())
            names = self.table.role_names
            return [(i, left[name] / total) for i, name in enumerate(names) if left[name]]
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
            self._answer(action)

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
        deal: dict[str, Any] = {"roles": self.roles, "leader": leader}
        if self.duty is not None:
            deal["assassin"] = self.duty
        setup: Setup = msgspec.structs.replace(self.table.setup, deal=deal)
        state = GAME.start(setup)
        while not GAME.dealt(state):
            state = GAME.play(state, None, GAME.asks(state)[0].moves[0]).state
        self.position = _Position(state)
        for action in self.table.opening:
            self._answer(action)

    def _answer(self, action: int) -> None:
        assert self.position is not None
        core, ask = self.position.state, self.position.asks[0]
        move = self.table.answers.of(ask)[action]
        self.moves = (*self.moves, (ask.seat, move))
        if ask.kind == "mission":
            self.cards = (*self.cards, (int(ask.seat or 0), int(core.mission), action == 1))
        self.position = _Position(GAME.play(core, ask.seat, move).state)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            kind = self._dealing()
            return f"{kind} {self.table.role_names[action] if kind == 'role' else action}"
        assert self.position is not None
        move = self.table.answers.of(self.position.asks[0])[action]
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
            moves=self.moves,
        )

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
            numbers = self.table.answers.of(state.position.asks[0])
            state.apply_action(next(number for number, answer in numbers.items() if answer == move))
        return state

    # How it ends.

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position is not None and not self.position.asks

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
        return f"{','.join(self.roles)} {self.cards} {public}"


class TurncoatObserver:
    """What a seat may know, as text and as numbers; with `own`, also what it remembers of its sealed answers."""

    def __init__(self, players: int, *, own: bool, params: Any = None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters: {params}")
        self._players = players
        self._own = own
        view = size(self._players)
        self.tensor = np.zeros(view + (_OWN if own else 0), np.float32)
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
            own = self.dict["own"]
            for seat, mission, failed in state.cards:
                if seat == player:
                    own[2 * mission - 2 : 2 * mission] = 1, failed
            if view.you is not None and view.you.ballot is not None:
                own[10:] = 1, view.you.ballot

    def string_from(self, state: TurncoatState, player: int) -> str:
        """The seat's view as JSON, and with `own` its mission cards."""
        if state.position is None:
            return "before the deal"
        view = msgspec.json.encode(GAME.view(state.position.state, player)).decode()
        if not self._own:
            return view
        cards = "".join(f" {mission}{'FS'[not failed]}" for seat, mission, failed in state.cards if seat == player)
        return f"{view}{cards}"


pyspiel.register_game(_TYPE, TurncoatGame)
