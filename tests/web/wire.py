"""What goes over a page's sockets."""

from __future__ import annotations

import json
from typing import Any, Literal

from playwright.sync_api import Page, WebSocket

Message = dict[str, Any]
# The set-up is everybody's: which roles are in play is no secret, whose they are is.
PUBLIC = {"rules", "settings"}


def messages(page: Page, direction: Literal["framesent", "framereceived"]) -> list[Message]:
    """Every message from now on, as it comes."""
    found: list[Message] = []

    def follow(socket: WebSocket) -> None:
        socket.on(direction, lambda frame: found.append(json.loads(frame)))

    page.on("websocket", follow)
    return found


def moves_of(sent: list[Message]) -> list[Message]:
    """The moves among the messages that a page has sent."""
    return [message["move"] for message in sent if message["do"] == "answer"]


def told_of_roles(message: Message) -> str:
    """The text of a message without the set-up, and without the roles in play in the order of the rules."""
    rules = (message.get("view") or {}).get("rules") or {}
    return json.dumps(_without_setup(message, rules.get("roles")))


def _without_setup(value: Any, in_play: list[str] | None) -> Any:
    if isinstance(value, dict):
        kept = {name: each for name, each in value.items() if name not in PUBLIC and each != in_play}
        return {name: _without_setup(each, in_play) for name, each in kept.items()}
    return [_without_setup(each, in_play) for each in value] if isinstance(value, list) else value
