"""`turncoat serve-bot`: one of our bots for a site that speaks the ProAvalon bot API."""

from __future__ import annotations

import os
import sys

from turncoat.games.resistance.adapters.proavalon.bot import KEY
from turncoat.games.resistance.adapters.proavalon.service import BotService
from turncoat.games.resistance.adapters.proavalon.service import serve_bot as serve_over_http
from turncoat.terminal.errors import UsageError

_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def serve_bot(
    *,
    bot: str = "expert",
    host: str = "127.0.0.1",
    port: int = 8100,
    key: str | None = None,
    seed: str | None = None,
) -> None:
    """Serve a bot over HTTP by the ProAvalon bot API v0.

    Parameters
    ----------
    bot
        Which bot: a name, `package.module:Class`, or `exec:COMMAND`.
    host
        Address to listen on; 0.0.0.0 lets other machines in.
    port
        Port to listen on.
    key
        What the site must send as `Authorization`; TURNCOAT_PROAVALON_KEY by default.
    seed
        Equal seeds and games give equal moves; without one every game is another.
    """

    secret = os.environ.get(KEY, "") if key is None else key
    if not secret and host not in _LOOPBACK:
        raise UsageError("NO_KEY", "Other machines are let in: give a key.")
    try:
        service = BotService(bot, secret, seed)
    except LookupError as error:
        raise UsageError("BAD_BOT", f"{error}.") from None
    print(f"{bot} plays at http://{host}:{port}/v0", file=sys.stderr)
    serve_over_http(service, host, port)
