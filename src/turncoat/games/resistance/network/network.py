"""The network: message passing between seats and proposals, the same code for JAX (training) and NumPy (play).

The nodes are the seats, counted from the observer, and the proposals so far. In a layer, each proposal gets messages
from its team, its leader and those who approved it, and then each seat from the proposals it was on, led, approved or
rejected. All seats share the weights, so one network plays any number of players.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from turncoat.games.resistance.belief.evil_sides import evil_sides
from turncoat.games.resistance.network.layout import FIRST_EVIL_ROLE, FLAGS, PLAYER_COUNTS, PROPOSALS, SEATS, layout
from turncoat.games.resistance.rules.game_rules import mask
from turncoat.games.resistance.rules.ruleset import charts

TEAMS = 252
SIZES = (2, 3, 4, 5)
ROWS = PROPOSALS + 1  # the history, and the proposal that is open
EVIL_SETS = 210

Array = Any
Params = dict[str, Any]


@cache
def team_table() -> Array:
    """(4, 252, 10): the teams of each size, smaller integers first; rows past the last are empty."""
    table = np.zeros((len(SIZES), TEAMS, SEATS), np.float32)
    for at, size in enumerate(SIZES):
        teams = sorted(map(mask, combinations(range(SEATS), size)))
        for row, team in enumerate(teams):
            table[at, row] = [team >> seat & 1 for seat in range(SEATS)]
    return table


@cache
def pair_table() -> Array:
    """(55, 4 * 252): which members, then which pairs of members, each team has."""
    flat = team_table().reshape(-1, SEATS).T
    left, right = np.triu_indices(SEATS, 1)
    return np.concatenate([flat, flat[left] * flat[right]])


@cache
def evil_table() -> tuple[Array, Array]:
    """(6, 210, 10): the possible sets of evil seats for each number of players, and which rows are there."""
    table = np.zeros((len(PLAYER_COUNTS), EVIL_SETS, SEATS), np.float32)
    there = np.zeros((len(PLAYER_COUNTS), EVIL_SETS), np.float32)
    for at, players in enumerate(PLAYER_COUNTS):
        for row, side in enumerate(evil_sides(players)):
            table[at, row] = [side >> seat & 1 for seat in range(SEATS)]
            there[at, row] = 1
    return table, there


@cache
def size_table() -> Array:
    """(6, 5, 4): one-hot team size of each mission for each number of players."""
    table = np.zeros((len(PLAYER_COUNTS), 5, len(SIZES)), np.float32)
    for at, players in enumerate(PLAYER_COUNTS):
        for mission, size in enumerate(charts().teams[players]):
            table[at, mission, size - 2] = 1
    return table


def pieces(xp: Any, obs: Array, dtype: Any) -> dict[str, Array]:
    """The named parts of an observation, in their shapes."""
    where = layout(SEATS)
    part = {name: obs[..., place].astype(dtype) for name, place in where.items()}
    lead = obs.shape[:-1]
    proposals = part["proposals"].reshape(*lead, PROPOSALS, 3, SEATS)
    for at, name in enumerate(("proposal_leaders", "proposal_teams", "proposal_approvals")):
        part[name] = proposals[..., at, :]
    part["proposal_facts"] = part["proposal_facts"].reshape(*lead, PROPOSALS, 8)
    part["missions"] = part["missions"].reshape(*lead, 5, 7)
    part["known"] = part["known"].reshape(*lead, 4, SEATS)
    part["there"] = xp.matmul(part["players"], xp.asarray(_there(), dtype))
    return part


@cache
def _there() -> Array:
    return np.array([[seat < players for seat in range(SEATS)] for players in PLAYER_COUNTS], np.float32)


def possible_sets(xp: Any, part: dict[str, Array], dtype: Any) -> tuple[Array, Array]:
    """(..., 210) and (..., 210, 10): which sets of evil seats the hard facts and the seat's own sight allow.

    The same rule as `belief.evil_sides`, in array form: training asks it of thousands of observations inside a compiled
    program, where there are no views.
    """
    tables, there = (xp.asarray(table, dtype) for table in evil_table())
    number = xp.argmax(part["players"], -1)
    sets, possible = tables[number], there[number]
    fails = part["missions"][..., 3:].sum(-1)
    teams = _mission_teams(xp, part)
    met = xp.matmul(sets, xp.swapaxes(teams, -1, -2)) >= fails[..., None, :] - 0.5
    known_evil, known_good = part["known"][..., 0, :], part["known"][..., 1, :]
    self_evil = part["role"][..., FIRST_EVIL_ROLE:].sum(-1)
    first = xp.asarray(np.eye(1, SEATS)[0], dtype)
    known_evil = xp.maximum(known_evil, self_evil[..., None] * first)
    known_good = xp.maximum(known_good, (1 - self_evil)[..., None] * first) + part["known"][..., 2, :]
    holds = xp.matmul(sets, xp.stack([known_evil, known_good], -1))
    enough = (holds[..., 0] >= known_evil.sum(-1)[..., None] - 0.5) & (holds[..., 1] < 0.5)
    return possible * met.all(-1) * enough, sets


def suspicion(xp: Any, part: dict[str, Array], dtype: Any) -> Array:
    """(..., 10): how often each seat is in the sets of evil seats that are left."""
    weight, sets = possible_sets(xp, part, dtype)
    total = xp.maximum(weight.sum(-1), 1)
    return xp.matmul(weight[..., None, :], sets)[..., 0, :] / total[..., None]


def _mission_teams(xp: Any, part: dict[str, Array]) -> Array:
    """(..., 5, 10): the team that went on each mission that was played."""
    facts = part["proposal_facts"]
    went = facts[..., 2:3] * facts[..., 3:]
    played = (part["missions"][..., 0] - part["missions"][..., 2])[..., None]
    return xp.matmul(xp.swapaxes(went, -1, -2), part["proposal_teams"]) * played


def inputs(xp: Any, obs: Array, dtype: Any, extra: Array | None = None) -> dict[str, Array]:
    """What the layers work on: features of seats, of proposals and of the whole table, and who relates to what."""
    part = pieces(xp, obs, dtype)
    lead = obs.shape[:-1]
    place = xp.broadcast_to(xp.asarray(np.eye(SEATS), dtype), (*lead, SEATS, SEATS))
    columns = [part[name] for name in ("leader", "team", "lady", "past_ladies", "there")]
    columns += [part["known"][..., row, :] for row in range(4)] + [suspicion(xp, part, dtype)]
    seats = xp.concatenate([xp.stack(columns, -1), place], -1)
    if extra is not None:
        seats = xp.concatenate([seats, extra.astype(dtype)], -1)
    names = ("phase", "mission", "rejections", "role", "duty", "to_act", "players", "characters", "flags")
    table = xp.concatenate([part[name] for name in names] + [part["missions"].reshape(*lead, 35)], -1)

    def row(past: Array, now: Array) -> Array:
        return xp.concatenate([past, now[..., None, :]], -2)

    teams = row(part["proposal_teams"], part["team"])
    leaders = row(part["proposal_leaders"], part["leader"])
    yes = row(part["proposal_approvals"], xp.zeros_like(part["team"]))
    facts = part["proposal_facts"]
    result = xp.matmul(facts[..., 3:], part["missions"]) * facts[..., 2:3]
    position = xp.broadcast_to(xp.asarray(np.eye(PROPOSALS), dtype), (*lead, PROPOSALS, PROPOSALS))
    past = xp.concatenate([facts, result, position, xp.zeros((*lead, PROPOSALS, 1), dtype)], -1)
    now = xp.zeros((*lead, 1, past.shape[-1]), dtype) + xp.asarray(np.eye(1, past.shape[-1], past.shape[-1] - 1), dtype)
    proposals = xp.concatenate([past, now], -2)
    used = row(facts[..., :1], part["team"].max(-1)[..., None])
    voted = xp.concatenate([facts[..., 1:2], xp.zeros((*lead, 1, 1), dtype)], -2)
    no = voted * part["there"][..., None, :] - yes
    return {
        "seats": seats, "table": table, "proposals": proposals, "used": used,
        "teams": teams, "leaders": leaders, "yes": yes, "no": no, "part": part,
    }  # fmt: skip


def trimmed(given: dict[str, Array]) -> dict[str, Array]:
    """The same without proposals that no table of the batch has made yet, and without seats that none of them has.

    They add nothing. For NumPy only.
    """
    used = given["used"][..., 0].reshape(-1, ROWS).any(0)
    part = given["part"]
    seats = slice(int(part["there"].sum(-1).max()))
    rows = {name: given[name][..., used, :] for name in ("proposals", "used")}
    sets = {name: given[name][..., used, seats] for name in ("teams", "leaders", "yes", "no")}
    some = {name: part[name][..., seats] for name in ("there", "team")}
    return {**given, **rows, **sets, "seats": given["seats"][..., seats, :], "part": {**part, **some}}


SEAT_FEATURES, TABLE_FEATURES, ROW_FEATURES = 20, 86, 41


def init(seed: int, width: int, layers: int, extra: int = 0) -> Params:
    """Fresh weights."""
    rng = np.random.default_rng(seed)

    def dense(into: int, out: int, scale: float = 1.4) -> Array:
        return (rng.normal(size=(into, out)) * scale / np.sqrt(into)).astype(np.float32)

    params: Params = {
        "seat": dense(SEAT_FEATURES + extra, width),
        "table": dense(TABLE_FEATURES, width, 1.0),
        "row": dense(ROW_FEATURES, width),
        "layers": [
            {
                "to_row": dense(4 * width, width),
                "to_row_bias": np.zeros(width, np.float32),
                "to_seat": dense(7 * width, width),
                "to_seat_bias": np.zeros(width, np.float32),
            }
            for _ in range(layers)
        ],
        "out": dense(3 * width, 2 * width),
        "out_bias": np.zeros(2 * width, np.float32),
    }
    return params


def init_heads(seed: int, width: int) -> Params:
    """Fresh weights of the policy's heads."""
    rng = np.random.default_rng(seed)

    def small(into: int, out: int, scale: float = 0.02) -> Array:
        return (rng.normal(size=(into, out)) * scale / np.sqrt(into)).astype(np.float32)

    return {
        "answers": small(2 * width, 2 + 5),  # vote, fail, the missions under Targeting
        "member": small(width, 3),  # on the team, the Lady's target, the Assassin's target
        "pair": small(width, 16, 1.0),
        "pair_scale": np.zeros(1, np.float32),
        "roles": small(width, 8, 0.1),
    }


def trunk(xp: Any, params: Params, given: dict[str, Array], cast: Any = None) -> tuple[Array, Array]:
    """(..., 10, width) for the seats and (..., 2 width) for the observer's whole situation."""
    weights = cast(params) if cast else params
    seats = xp.maximum(
        xp.matmul(given["seats"], weights["seat"]) + xp.matmul(given["table"], weights["table"])[..., None, :], 0
    )
    rows = xp.maximum(xp.matmul(given["proposals"], weights["row"]), 0) * given["used"]
    there = given["part"]["there"][..., None]
    seats = seats * there
    count = xp.maximum(there.sum(-2), 1)
    flip = {name: xp.swapaxes(given[name], -1, -2) for name in ("teams", "leaders", "yes", "no")}
    for layer in weights["layers"]:
        heard = [rows] + [xp.matmul(given[name], seats) / 3 for name in ("teams", "leaders", "yes")]
        rows = rows + xp.maximum(
            _norm(xp, xp.matmul(xp.concatenate(heard, -1), layer["to_row"]) + layer["to_row_bias"]), 0
        )
        rows = rows * given["used"]
        mean = xp.broadcast_to((seats.sum(-2) / count)[..., None, :], seats.shape)
        own = xp.broadcast_to(seats[..., :1, :], seats.shape)
        heard = [seats, mean, own] + [xp.matmul(flip[name], rows) / 3 for name in ("teams", "leaders", "yes", "no")]
        seats = seats + xp.maximum(
            _norm(xp, xp.matmul(xp.concatenate(heard, -1), layer["to_seat"]) + layer["to_seat_bias"]), 0
        )
        seats = seats * there
    mean = seats.sum(-2) / count
    on_team = xp.matmul(given["part"]["team"][..., None, :], seats)[..., 0, :] / 3
    whole = xp.concatenate([seats[..., 0, :], mean, on_team], -1)
    return seats, xp.maximum(_norm(xp, xp.matmul(whole, weights["out"]) + weights["out_bias"]), 0)


def _norm(xp: Any, x: Array) -> Array:
    x = x - x.mean(-1, keepdims=True)
    return x / xp.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)


OFF = -1e9


def ballots(xp: Any, params: Params, whole: Array) -> Array:
    """(..., 2): logits of approving, and of failing."""
    return xp.matmul(whole, params["answers"][:, :2])


def choices(xp: Any, params: Params, part: dict[str, Array], seats: Array, whole: Array) -> dict[str, Array]:
    """Logits of the choices of one seat, illegal ones at OFF: team (..., 5 * 252), lady and shot (..., 10)."""
    mission = xp.matmul(whole, params["answers"][:, 2:])
    member = xp.matmul(seats, params["member"])
    team = mask_teams(xp, part, _team_energy(xp, params, seats), mission)
    return {"team": team, **mask_seats(xp, part, member[..., 1], member[..., 2])}


def mask_seats(xp: Any, part: dict[str, Array], lady: Array, shot: Array) -> dict[str, Array]:
    """The Lady's and the Assassin's logits with illegal targets at OFF."""
    others = part["there"] * xp.asarray(1 - np.eye(1, SEATS)[0], part["there"].dtype)
    may_examine = others * (1 - part["past_ladies"]) > 0.5
    may_shoot = others * (1 - part["known"][..., 0, :]) > 0.5
    return {"lady": xp.where(may_examine, lady, OFF), "shot": xp.where(may_shoot, shot, OFF)}


def team_terms(xp: Any, params: Params, seats: Array) -> tuple[Array, Array]:
    """(..., 10) and (..., 10, 10): what each member and each pair of members add to a team's energy."""
    code = xp.matmul(seats, params["pair"])
    pairs = xp.matmul(code, xp.swapaxes(code, -1, -2)) * params["pair_scale"]
    return xp.matmul(seats, params["member"][:, 0]), pairs


def _team_energy(xp: Any, params: Params, seats: Array) -> Array:
    """(..., 4, 252): a team's energy is a sum over members and pairs, so the softmax over teams is exact."""
    single, pairs = team_terms(xp, params, seats)
    left, right = np.triu_indices(SEATS, 1)
    alone = single + xp.diagonal(pairs, axis1=-2, axis2=-1)
    energy = xp.matmul(xp.concatenate([alone, 2 * pairs[..., left, right]], -1), xp.asarray(pair_table(), seats.dtype))
    return energy.reshape(*energy.shape[:-1], len(SIZES), TEAMS)


def mask_teams(xp: Any, part: dict[str, Array], energy: Array, mission: Array) -> Array:
    """(..., 5 * 252): energies by mission, with teams and missions that cannot be proposed at OFF."""
    flat = xp.asarray(team_table(), energy.dtype).reshape(-1, SEATS)
    legal = (xp.matmul(1 - part["there"], flat.T.astype(part["there"].dtype)) < 0.5) & (flat.sum(-1) > 0.5)
    energy = xp.where(legal.reshape(energy.shape), energy, OFF)
    sizes = xp.asarray(size_table(), energy.dtype)[xp.argmax(part["players"], -1)]
    by_mission = xp.matmul(sizes, energy) + mission[..., None]
    masked = xp.where(open_missions(xp, part)[..., None] > 0.5, by_mission, OFF)
    return masked.reshape(*masked.shape[:-2], 5 * TEAMS)


def open_missions(xp: Any, part: dict[str, Array]) -> Array:
    """(..., 5): the missions the leader may propose."""
    done, won = part["missions"][..., 0], part["missions"][..., 1]
    fifth = xp.asarray(np.eye(1, 5, 4)[0], done.dtype) * (won.sum(-1) < 1.5)[..., None]
    free = (1 - done) * (1 - fifth)
    targeting = part["flags"][..., FLAGS.index("targeting")][..., None]
    return targeting * free + (1 - targeting) * part["mission"]
