"""What every running table of a process shares."""

from __future__ import annotations

import msgspec

from turncoat.server.live.bot_pool import BotPool
from turncoat.server.live.fanout import Fanout
from turncoat.server.live.other_processes import OtherProcesses
from turncoat.server.live.secret_source import SecretSource
from turncoat.server.store import Committer, Database


class Services(msgspec.Struct):
    """The store, the other processes, the bots and the source of secrets. `node` is the name of this process."""

    node: str
    fixed_deals: bool
    secrets: SecretSource
    database: Database
    committer: Committer
    fanout: Fanout
    others: OtherProcesses
    bots: BotPool
