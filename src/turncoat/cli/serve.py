"""`turncoat serve`: the table server."""

from __future__ import annotations

import dataclasses
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from turncoat.core.errors import Refused


@Parameter(name="*")
@dataclasses.dataclass(frozen=True, kw_only=True)
class Flags:
    """The server's settings that can be given on the command line; None: not given.

    Parameters
    ----------
    host
        Address to listen on; 0.0.0.0 lets other machines in.
    port
        Port to listen on.
    database
        sqlite:///FILE or postgresql://…; a file in your data folder by default.
    redis
        redis://… where several servers share one database.
    origins
        Address of a page on another host that may use this server; may be repeated.
    secure_cookies
        Send cookies over https only, also behind a proxy that ends it.
    trust_proxy
        Believe the X-Forwarded headers of a proxy on this machine.
    fixed_deals
        Let hosts fix parts of a deal, for teaching and tests.
    bots
        NAME=BOT: a bot of your own that tables may use by this name; may be repeated.
    bot_workers
        Processes in which bots think.
    log_level
        debug, info, warning or error.
    log_json
        Log one JSON object a line.
    """

    host: str | None = None
    port: int | None = None
    database: str | None = None
    redis: str | None = None
    origins: Annotated[tuple[str, ...] | None, Parameter(name="--origin")] = None
    secure_cookies: bool | None = None
    trust_proxy: bool | None = None
    fixed_deals: bool | None = None
    bots: Annotated[tuple[str, ...] | None, Parameter(name="--bot")] = None
    bot_workers: int | None = None
    log_level: str | None = None
    log_json: bool | None = None


def serve(*, flags: Flags | None = None, config: Path | None = None, show: bool = False) -> None:
    """Host tables for people and bots over HTTP and WebSocket.

    What is not given comes from the environment (TURNCOAT_PORT and so on), then from the file, then from defaults.

    Parameters
    ----------
    flags
        Settings.
    config
        A TOML file with these settings.
    show
        Open the page in your browser, where there is a screen.
    """
    from turncoat.server.config import load_config
    from turncoat.server.run import serve as run

    try:
        settings = load_config(dataclasses.asdict(flags or Flags()), file=config)
    except (OSError, ValueError) as error:
        raise Refused("USAGE", str(error)) from None
    if show and _has_screen():
        threading.Timer(1.0, webbrowser.open, [f"http://{settings.host}:{settings.port}/"]).start()
    run(settings)


def _has_screen() -> bool:
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in displays)
