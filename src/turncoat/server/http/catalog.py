"""What can be played here, told so that a client needs no rules: options, roles, line-ups, words."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.resources import files
from typing import Any, get_args

import msgspec
from msgspec import inspect

from turncoat.core import Refused, Setup
from turncoat.games import find_game, games, rulesets
from turncoat.server.tables.resources import LineUp, OptionInfo, RoleInfo, RulesetInfo, SetupCheck, SetupReport

_FIRST_GAME = "first-game"
_RECOMMENDED = "recommended"


@cache
def catalogue() -> tuple[RulesetInfo, ...]:
    """Every ruleset of every game."""
    return tuple(_describe(ruleset) for game in games() for ruleset in game.rulesets)


def check_setup(check: SetupCheck) -> SetupReport:
    """Whether a set-up may be played, and what it comes to."""
    if check.ruleset not in rulesets():
        return SetupReport(ok=False, error="NOT_FOUND", message=f"There is no ruleset {check.ruleset!r}.")
    game = find_game(check.ruleset)
    setup = Setup(ruleset=check.ruleset, players=check.players, options=check.options, roles=check.roles)
    try:
        shown = game.view(game.start(setup), None)
        warnings = game.warnings(setup)
    except Refused as refusal:
        return SetupReport(ok=False, error=refusal.code, message=refusal.message)
    return SetupReport(ok=True, warnings=warnings, rules=getattr(shown, "rules", None))


def recommended(ruleset: str, players: int) -> LineUp:
    """The line-up that one click deals."""
    fitting = [line for info in catalogue() if info.id == ruleset for line in info.lineups if line.players == players]
    found = [line for line in fitting if line.id == _RECOMMENDED]
    return found[0] if found else LineUp(id=_FIRST_GAME, players=players)


def _describe(ruleset: str) -> RulesetInfo:
    game = find_game(ruleset)
    data = _ruleset_data(game.name, ruleset)
    defaults = getattr(data, "options", None)
    shape = _options_shape(game.name)
    roles = getattr(data, "roles", {})
    return RulesetInfo(
        id=ruleset,
        game=game.name,
        version=game.version(ruleset),
        seats=tuple(game.seats(ruleset)),
        roles={name: RoleInfo(side=role.side, plain=role.plain, option=role.option) for name, role in roles.items()},
        options=_options(shape, defaults) if shape is not None else {},
        lineups=_lineups(ruleset, tuple(game.seats(ruleset))),
        words=getattr(data, "words", {}),
        phases=_phases(game.name),
    )


def _ruleset_data(game: str, ruleset: str) -> Any:
    """The ruleset's data file, where the game has such files."""
    try:
        module = importlib.import_module(f"turncoat.games.{game}.rules.ruleset")
    except ModuleNotFoundError:
        return None
    return module.rulesets()[ruleset]


def _part(game: str, modules: tuple[str, ...], name: str) -> Any:
    for module in modules:
        try:
            found = getattr(importlib.import_module(f"turncoat.games.{game}.rules.{module}"), name, None)
        except ModuleNotFoundError:
            continue
        if found is not None:
            return found
    return None


def _options_shape(game: str) -> Any:
    return _part(game, ("options", "state"), "Options")


def _phases(game: str) -> tuple[str, ...]:
    """The stages a clock may be set for."""
    names = get_args(_part(game, ("state",), "Phase"))
    return tuple(name for name in names if name not in ("deal", "over"))


def _options(shape: Any, defaults: dict[str, Any] | None) -> dict[str, OptionInfo]:
    described = inspect.type_info(shape)
    assert isinstance(described, inspect.StructType)
    found = {}
    for field in described.fields:
        if defaults is not None and field.name not in defaults:
            continue
        default = defaults[field.name] if defaults is not None else field.default
        kind, values = _kind(field.type)
        found[field.encode_name] = OptionInfo(
            default=None if default is msgspec.NODEFAULT else default, type=kind, values=values
        )
    return found


def _kind(described: Any) -> tuple[str, tuple[Any, ...] | None]:
    if isinstance(described, inspect.BoolType):
        return "bool", None
    if isinstance(described, inspect.LiteralType):
        return "choice", tuple(described.values)
    if isinstance(described, inspect.VarTupleType | inspect.ListType):
        inner = described.item_type
        return "list", tuple(inner.values) if isinstance(inner, inspect.LiteralType) else None
    if isinstance(described, inspect.IntType):
        return ("seat" if described.le is not None else "number"), None
    return "text", None


@cache
def _all_lineups() -> dict[str, list[LineUp]]:
    data = (files("turncoat.server") / "lineups.toml").read_bytes()
    return msgspec.toml.decode(data, type=dict[str, list[LineUp]])


def _lineups(ruleset: str, seats: tuple[int, ...]) -> tuple[LineUp, ...]:
    plain = [LineUp(id=_FIRST_GAME, players=players) for players in seats]
    return tuple(sorted([*plain, *_all_lineups().get(ruleset, [])], key=lambda line: line.players))
