"""A bot that somebody else serves: we take the part of the site and call it over HTTP."""

from __future__ import annotations

import atexit
import contextlib
import os
import time
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec

from turncoat.core import Ask, Refused
from turncoat.games.resistance.adapters.proavalon.messages import Act, Action, GameInfo, Info, Session, Start
from turncoat.games.resistance.adapters.proavalon.moves_and_actions import move_of
from turncoat.games.resistance.adapters.proavalon.views_to_messages import check_carried, info_of, start_of
from turncoat.games.resistance.rules.view import View

KEY = "TURNCOAT_PROAVALON_KEY"
"""The environment's variable with the key that is sent to the bot."""
MAX_ANSWER = 64 * 1024
_PATIENCE = {"/v0/info": 4.0, "/v0/session": 3.0, "/v0/session/act": 20.0, "/v0/session/gameover": 1.0}
"""Seconds, as the site grants them."""
_REFUSALS = {
    400: ("BOT_UNSUPPORTED", "does not play this kind of game"),
    401: ("BOT_UNAUTHORIZED", f"does not take the key in {KEY}"),
    404: ("BOT_SESSION", "does not know this game"),
}
T = TypeVar("T")


_CLIENTS: dict[str, httpx.Client] = {}


def _client(address: str) -> httpx.Client:
    """One pool of connections for all bots at an address in this process."""
    if address not in _CLIENTS:
        key = os.environ.get(KEY, "")
        headers = {"authorization": key} if key else {}
        _CLIENTS[address] = httpx.Client(base_url=address, headers=headers, trust_env=False)
    return _CLIENTS[address]


@atexit.register
def close_connections() -> None:
    """Close every pool of connections."""
    while _CLIENTS:
        _CLIENTS.popitem()[1].close()


class ProAvalonBot:
    """Plays what the bot at an address answers. Every failure is a `Refused` whose code begins with BOT_."""

    @classmethod
    def of(cls, seed: str, address: str) -> ProAvalonBot:
        """The bot at an address. The seed is of no use: whoever serves the bot draws its chance."""
        return cls(address)

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise LookupError(f"there is no bot at {address!r}: an address is http://HOST:PORT")
        self._address = address.rstrip("/")
        self._session: str | None = None
        self._last: Act | None = None

    def answer(self, view: Any, ask: Ask) -> Any:
        """What the bot does. Raises Refused."""
        if not isinstance(view, View):
            raise Refused("BOT_UNSUPPORTED", "The bot API knows Avalon, and no other game.")
        check_carried(view.rules)
        assert view.you is not None
        start, info = start_of(view, view.you), info_of(view, view.you, ask)
        try:
            action = self._act(start, info)
        except Refused as refusal:
            if refusal.code != "BOT_SESSION":
                raise
            self._session = None  # it has forgotten the game: begin it again, once
            action = self._act(start, info)
        move = move_of(action, ask, start.players)
        if move is None:
            raise self._failed("BOT_ANSWER", "wants to do what the rules do not allow")
        return move

    def _act(self, start: Start, info: GameInfo) -> Action:
        self._last = Act(session_id=self._open(start), game_info=info)
        action: Action = self._call("/v0/session/act", self._last, Action)
        return action

    def _open(self, start: Start) -> str:
        if self._session is None:
            self._check_capable(self._call("/v0/info", None, Info), start)
            self._session = self._call("/v0/session", start, Session).session_id
        return self._session

    def _check_capable(self, info: Info, start: Start) -> None:
        def fits(wanted: tuple[str, ...], offered: tuple[str, ...]) -> bool:
            return {one.lower() for one in wanted} <= {one.lower() for one in offered}

        for kind in info.capabilities:
            sizes, roles, cards = kind.num_players, kind.roles, kind.cards
            if start.num_players in sizes and fits(start.roles, roles) and fits(start.cards, cards):
                return
        raise self._failed("BOT_UNSUPPORTED", "does not play this kind of game")

    def close(self) -> None:
        """The game is over, or somebody else plays on: let the bot forget it."""
        if self._session is None:
            return
        with contextlib.suppress(Refused):  # the bot forgets the game in time even if this call fails
            self._call("/v0/session/gameover", self._last, None)
        self._session = None

    def _call(self, path: str, body: Any, kind: type[T] | None) -> Any:
        """One request and its answer, within the time limit. Raises Refused."""
        limit = _PATIENCE[path]
        content = None if body is None else msgspec.json.encode(body)
        headers = {"content-type": "application/json"}
        try:
            method = "GET" if body is None else "POST"
            with _client(self._address).stream(method, path, content=content, headers=headers, timeout=limit) as reply:
                data = self._read(reply, time.monotonic() + limit)
        except httpx.TimeoutException:
            raise self._failed("BOT_TIMEOUT", f"gave no answer within {limit:g} seconds") from None
        except httpx.HTTPError as error:
            raise self._failed("BOT_UNREACHABLE", f"cannot be reached ({type(error).__name__})") from None
        if reply.status_code != httpx.codes.OK:
            known = _REFUSALS.get(reply.status_code, ("BOT_ERROR", f"answered with status {reply.status_code}"))
            raise self._failed(*known)
        try:
            return None if kind is None else msgspec.json.decode(data, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise self._failed("BOT_ANSWER", f"gave an answer to {path} that cannot be read") from None

    def _read(self, reply: httpx.Response, deadline: float) -> bytes:
        """The whole answer, if it is neither too long nor too slow in total."""
        data = b""
        for piece in reply.iter_bytes():
            data += piece
            if len(data) > MAX_ANSWER:
                raise self._failed("BOT_ANSWER", "gave an answer that is too long")
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("too slow")
        return data

    def _failed(self, code: str, what: str) -> Refused:
        return Refused(code, f"The bot at {self._address} {what}.")
