"""Check a set-up and compile it into the rules of one game.

rules.md lists what is refused under "Which characters may be chosen" and "Options".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from turncoat.core import Refused, Setup
from turncoat.games.resistance.rules.game_rules import Rules, RulesView
from turncoat.games.resistance.rules.options import Options
from turncoat.games.resistance.rules.ruleset import Need, Ruleset, charts, rulesets

LADY_PLAYERS = 7


def compile_setup(setup: Setup) -> Rules:
    """The rules of the game that this set-up describes. Raises Refused."""
    ruleset = rulesets().get(setup.ruleset)
    if ruleset is None:
        raise Refused("BAD_REQUEST", f"There is no ruleset {setup.ruleset[:40]!r}.")
    if setup.players not in charts().sides:
        few, many = min(charts().sides), max(charts().sides)
        raise Refused("PLAYER_COUNT", f"The game is for {few} to {many} players.")
    options = read_options(ruleset, setup.options)
    _check_conflicts(ruleset, options, setup.options)
    if options.host >= setup.players:
        raise Refused("BAD_REQUEST", "The host must have a seat at the table.")
    roles = _characters(ruleset, options, setup)
    for need in _unmet_needs(ruleset, roles, setup.players):
        if not _only_warns(need, options):
            wanted = " or ".join(need.one_of)
            raise Refused("ROLE_DEPENDENCY", f"{need.role} needs {wanted} in the game.")
    _check_assassin(ruleset, options, roles)
    return _rules(ruleset.id, setup.players, options, _fill(ruleset, setup.players, roles))


def rules_of(public: RulesView) -> Rules:
    """The rules of a game from what a view says of them."""
    return _rules(public.ruleset, public.players, public.options, public.roles)


def setup_warnings(setup: Setup) -> tuple[str, ...]:
    """Codes for what is allowed but unwise in this set-up."""
    rules = compile_setup(setup)
    unmet = _unmet_needs(rules.ruleset, frozenset(rules.roles), setup.players)
    codes = [need.warning for need in unmet if need.warning and _only_warns(need, rules.options)]
    if rules.options.lady and setup.players < LADY_PLAYERS:
        codes.append("LADY_FEW_PLAYERS")
    return tuple(codes)


def read_options(ruleset: Ruleset, given: Mapping[str, Any]) -> Options:
    """The ruleset's defaults, replaced by the given values. Raises Refused."""
    for name in given:
        if name not in ruleset.options and name in Options.__struct_fields__:
            raise Refused("OPTION_CONFLICT", f"{ruleset.id} has no option {name}.")
    try:
        return msgspec.convert({**ruleset.options, **given}, Options)
    except msgspec.ValidationError as error:
        raise Refused("BAD_REQUEST", f"Options: {error}.") from None


def _check_conflicts(ruleset: Ruleset, options: Options, given: Mapping[str, Any]) -> None:
    point = options.five_rejections == "point"
    conflicts = [
        (point and options.targeting, "Targeting has no current mission for five rejections to mark."),
        (
            "forfeit_uses_mission" in given and not point,
            "forfeit_uses_mission needs five_rejections=point.",
        ),
        (
            options.blind_spies and "blind_spies" in ruleset.doubtful and "blind_spies" not in options.allow,
            "Blind Spies belongs to the plain game; list it in allow to play it here.",
        ),
        (
            options.electorate == "non_team" and options.plot and "non_team_plot" not in options.allow,
            "An Opinion Maker on the team would have no vote; list non_team_plot in allow to play it so.",
        ),
        (
            options.assassin_duty and given.get("assassin") is True,
            "assassin_duty takes the place of the Assassin card.",
        ),
    ]
    for clash, message in conflicts:
        if clash:
            raise Refused("OPTION_CONFLICT", message)


def _characters(ruleset: Ruleset, options: Options, setup: Setup) -> frozenset[str]:
    """The special roles in play: those that options bring in, and those that were chosen."""
    chosen = list(setup.roles)
    if len(set(chosen)) != len(chosen):
        raise Refused("ROLE_SET", "Each character can be chosen once.")
    implied = {name for name, role in ruleset.roles.items() if role.option and getattr(options, role.option)}
    if options.assassin_duty and ruleset.assassination:
        implied.discard(ruleset.assassination.by)
    for name in chosen:
        role = ruleset.roles.get(name)
        if role is None or role.plain or (role.option and name not in implied):
            raise Refused("ROLE_SET", f"{name[:40]} cannot be chosen in this game.")
    return frozenset(chosen) | implied


def _fill(ruleset: Ruleset, players: int, roles: frozenset[str]) -> tuple[str, ...]:
    """All roles to be dealt, in the ruleset's order; plain roles fill the seats that are left."""
    dealt: list[str] = []
    for side, seats in zip(("good", "evil"), charts().sides[players], strict=True):
        special = [name for name, role in ruleset.roles.items() if name in roles and role.side == side]
        if len(special) > seats:
            raise Refused("ROLE_SET", f"{players} players have {seats} {side} seats; {len(special)} are chosen.")
        dealt += [*special, *[ruleset.plain(side)] * (seats - len(special))]
    return tuple(dealt)


def _unmet_needs(ruleset: Ruleset, roles: frozenset[str], players: int) -> list[Need]:
    return [
        need
        for need in ruleset.needs
        if need.role in roles and need.players in (None, players) and not roles & set(need.one_of)
    ]


def _only_warns(need: Need, options: Options) -> bool:
    return need.warn_if is not None and getattr(options, need.warn_if) == "warn"


def _check_assassin(ruleset: Ruleset, options: Options, roles: frozenset[str]) -> None:
    """Refuse Merlin without an Assassin, unless an option says what happens then."""
    rule = ruleset.assassination
    if rule is None or rule.target not in roles or rule.by in roles or options.assassin_duty:
        return
    if options.assassin_fallback == "refuse":
        raise Refused("ROLE_DEPENDENCY", "Merlin needs the Assassin in the game.")


@lru_cache(maxsize=4096)
def _rules(ruleset: str, players: int, options: Options, roles: tuple[str, ...]) -> Rules:
    return Rules(rulesets()[ruleset], players, options, roles)
