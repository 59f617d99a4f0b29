"""The rulebook's example round, from a stacked deal, through the referee."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.maquis.desk import BORDER, BRIDGE
from turncoat.core.referee import Referee
from turncoat.games import find_game

HAND = ["paquita", "consuelo", "abel", "roberto", "spy"]
NEXT_HAND = ["adela", "benigno", "spy", "carlos", "celia"]
NEW: dict[str, Any] = {
    "op": "new",
    "ruleset": "maquis",
    "seed": "3",
    "deal": {
        "hidden": HAND + NEXT_HAND,
        "missions": [
            BRIDGE,
            BORDER,
            "destroy-the-bunker",
            "destroy-the-barracks",
            "jailbreak-at-the-prison",
        ],
        "enemies": ["grunt-1", "guard-1", "military-2", "grunt-2", "guard-2", "jailor-2"],
    },
}


class Client:
    def __init__(self) -> None:
        self._referee = Referee(find_game)

    def send(self, **request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = msgspec.json.decode(self._referee.answer(msgspec.json.encode(request)))
        return answer

    def move(self, **move: Any) -> dict[str, Any]:
        answer = self.send(op="move", seat=0, move=move)
        assert answer["ok"], answer
        return answer

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.send(op="view", seat=0)["view"]
        return view


def _played_to_the_total() -> Client:
    client = Client()
    assert client.send(**NEW)["asks"] == [{"seat": 0, "kind": "plan"}]
    client.move(move="play", card="paquita", persona="hidden")
    client.move(move="act", use=True)
    client.move(move="mission", mission=BRIDGE)
    client.move(move="choose", mission=BRIDGE)
    client.move(move="play", card="consuelo", persona="revealed")
    client.move(move="act", use=True)
    client.move(move="enemy", mission=BRIDGE, slot=0)
    client.move(move="play", card="abel", persona="hidden")
    client.move(move="act", use=True)
    client.move(move="play", card="roberto", persona="revealed")
    return client


def test_the_deal_is_laid_out_as_stacked() -> None:
    client = Client()
    client.send(**NEW)
    view = client.view()
    assert view["hand"] == HAND
    assert [site["mission"] for site in view["missions"]] == NEW["deal"]["missions"][:4]
    assert [len(site["garrison"]) for site in view["missions"]] == [3, 3, 2, 3]
    assert all(enemy["card"] is None for site in view["missions"] for enemy in site["garrison"])


def test_the_flip_shows_the_garrison_of_the_bridge() -> None:
    client = _played_to_the_total()
    shown = [enemy["card"] for enemy in client.view()["missions"][0]["garrison"]]
    assert shown == ["guard-1", "military-2"]


def test_attack_strength_is_9() -> None:
    view = _played_to_the_total().view()
    assert view["phase"] == "defeat"
    assert view["raid"]["strength"] == view["attack"] == 9


def test_the_guard_falls_first_then_the_bridge_for_two_points() -> None:
    client = _played_to_the_total()
    refused = client.send(op="move", seat=0, move={"move": "mission", "mission": BRIDGE})
    assert refused["error"] == "GUARDS_FIRST"
    client.move(move="enemy", mission=BRIDGE, slot=0)
    client.move(move="mission", mission=BRIDGE)
    view = client.view()
    assert (view["raid"]["strength"], view["points"], view["defeated"]) == (0, 2, [BRIDGE])


def test_the_whole_round_ends_as_printed() -> None:
    client = _played_to_the_total()
    client.move(move="enemy", mission=BRIDGE, slot=0)
    client.move(move="mission", mission=BRIDGE)
    answer = client.move(move="enemy", mission=BORDER, slot=0)
    assert answer["asks"] == [{"seat": 0, "kind": "end"}]
    names = [event["event"] for event in answer["events"]]
    assert names == [
        "flipped",
        "enemy-discarded",
        "survived",
        "struck",
        "discarded",
        "mission-opened",
    ]
    view = client.view()
    assert view["removed"] == ["abel"]
    assert [site["mission"] for site in view["missions"]] == NEW["deal"]["missions"][1:5]
    assert sorted(view["enemy_discard"]) == ["grunt-1", "grunt-2", "guard-1", "military-2"]
    assert view["graveyard"] == []
    client.move(move="continue")
    view = client.view()
    assert view["revealed"] == ["consuelo", "roberto"]
    assert view["hidden_discard"] == ["paquita", "spy"]
    assert view["hand"] == NEXT_HAND
    assert (view["phase"], view["round"], view["points"]) == ("plan", 2, 2)
