"""What every running table of a process shares."""

from __future__ import annotations

import msgspec

from turncoat.server.live.bot_pool import BotPool
from turncoat.server.live.fanout import Fanout
from turncoat.server.live.other_processes import OtherProcesses
from turncoat.server.live.secret_source import SecretSource
from turncoat.server.live.tracing import Traces
from turncoat.server.store import Committer, Database


class Services(msgspec.Struct):
    """The store, the other processes, the bots, the source of secrets and the traces. `node` names this process."""

    node: str
    fixed_deals: bool
    secrets: SecretSource
    database: Database
    committer: Committer
    fanout: Fanout
    others: OtherProcesses
    bots: BotPool
    traces: Traces
