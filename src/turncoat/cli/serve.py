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

from turncoat.cli.network import local_url, network_url
from turncoat.core.errors import Refused
from turncoat.terminal.flags import Flag


@Parameter(name="*")
@dataclasses.dataclass(frozen=True, kw_only=True)
class Flags:
    """The settings of the server that can be given on the command line. None means not given.

    Args:
        host: Address to listen on. Use 0.0.0.0 to let other machines connect.
        port: Port to listen on.
        database: sqlite:///FILE or postgresql://…. The default is a file in your data folder.
        redis: redis://…, where several servers share one database.
        origins: Address of a web page on another host that may use this server. Can be repeated.
        secure_cookies: Send cookies over HTTPS only, even if a proxy in front of the server handles HTTPS.
        trust_proxy: Trust the X-Forwarded headers of a proxy on this machine, or of one that `--proxy` names.
        proxies: Address or network of a proxy on another machine. Can be repeated.
        fixed_deals: Allow hosts to fix parts of a deal, for teaching and tests.
        bots: NAME=BOT adds a bot of your own that tables can use under this name. Can be repeated.
        mcp: Let agents play through the Model Context Protocol at /mcp. Needs the extra mcp.
        llm_addresses: Base URL where hosts may use language models. Can be repeated. Needs the extra llm.
        bot_workers: Number of processes in which bots think.
        limits: KIND=VISITOR/ADDRESS/NETWORK/SECONDS changes a rate limit. Can be repeated.
        log_level: debug, info, warning or error.
        log_json: Log one JSON object per line.
        traces: Send traces to an OpenTelemetry collector. Needs the extra otel.
    """

    host: str | None = None
    port: int | None = None
    database: str | None = None
    redis: str | None = None
    origins: Annotated[tuple[str, ...] | None, Parameter(name="--origin", negative=())] = None
    secure_cookies: bool | None = None
    trust_proxy: bool | None = None
    proxies: Annotated[tuple[str, ...] | None, Parameter(name="--proxy", negative=())] = None
    fixed_deals: bool | None = None
    bots: Annotated[tuple[str, ...] | None, Parameter(name="--bot", negative=())] = None
    mcp: bool | None = None
    llm_addresses: Annotated[tuple[str, ...] | None, Parameter(name="--llm-address", negative=())] = None
    bot_workers: int | None = None
    limits: Annotated[tuple[str, ...] | None, Parameter(name="--limit", negative=())] = None
    log_level: str | None = None
    log_json: bool | None = None
    traces: bool | None = None


def serve(*, flags: Flags | None = None, config: Path | None = None, show: Flag = False) -> None:
    """Host games over HTTP and WebSocket, for people and for bots.

    A setting that is not given here comes from the environment (for example TURNCOAT_PORT), then from the configuration
    file, and then from the defaults.

    Args:
        flags: Settings.
        config: A TOML file with these settings.
        show: Open the page in your browser.
    """
    from turncoat.server.config import load_config
    from turncoat.server.run import serve as run

    try:
        settings = load_config(dataclasses.asdict(flags or Flags()), file=config)
    except (OSError, ValueError) as error:
        raise Refused("USAGE", str(error)) from None

    def welcome(port: int) -> None:
        _invite(settings.host, port)
        if show and _has_screen():  # in a thread, because some browsers are waited for
            threading.Thread(target=webbrowser.open, args=[local_url(settings.host, port)], daemon=True).start()

    run(settings, welcome)


def _invite(host: str, port: int) -> None:
    """Say where the phones in the room find the table; to a person, with a code for their cameras."""
    address = network_url(host, port)
    if address is None or not sys.stdout.isatty():
        return
    import segno

    print(f"Others in your network open {address}\n")
    segno.make(address, micro=False).terminal(compact=True, border=2)


def _has_screen() -> bool:
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in displays)
