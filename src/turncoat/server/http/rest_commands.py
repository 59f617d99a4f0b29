"""Every command at a table as a REST request: `POST /api/tables/{table}/{command}`."""

import asyncio
from typing import Any

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from turncoat.core import Refused
from turncoat.server.http.rest import ERRORS, AnyRequest, owner_of, sender_of, table_of
from turncoat.server.http.sockets import check_limits
from turncoat.server.live.table_runtime import TableRuntime
from turncoat.server.tables import commands, settings, wire


class AnswerBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer to an ask."""

    ask: settings.Short
    move: dict[str, Any]
    ref: settings.Ref | None = None


class ChangeBody(AnswerBody, frozen=True, kw_only=True):
    """Another answer in the place of the one that was given."""

    id: commands.ChangeName


class EntropyBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Text for the seed of the next deal. Earlier versions called it `word`."""

    entropy: commands.EntropyText | None = None
    word: commands.EntropyText | None = None
    ref: settings.Ref | None = None

    def __post_init__(self) -> None:
        if (self.entropy is None) == (self.word is None):
            raise ValueError("Object missing required field `entropy`")


_BODIES: dict[type, type] = {
    commands.AddEntropy: EntropyBody,
    commands.Answer: AnswerBody,
    commands.ChangeVote: ChangeBody,
}
"""The bodies that are not the command itself: a move is checked as JSON before the game reads it."""


async def perform(runtime: TableRuntime, visitor: str, command: Any) -> wire.Ok:
    """Execute a command and wait until it is certain whether it is stored. Raises Refused."""
    done: asyncio.Future[wire.Ok | Refused] = asyncio.get_running_loop().create_future()

    def reply(outcome: wire.Ok | Refused) -> None:
        if not done.done():
            done.set_result(outcome)

    runtime.execute(visitor, command, reply)
    outcome = await done
    if isinstance(outcome, Refused):
        raise outcome
    return wire.Ok(ref=command.ref, again=outcome.again, result=outcome.result)


def _route(kind: Any, old_name: str = "") -> HTTPRouteHandler:
    """A command at its address, or at the one that it had in earlier versions."""
    name: str = old_name or kind.__struct_config__.tag
    body = _BODIES.get(kind, kind)
    optional = all(field.default is not msgspec.NODEFAULT for field in msgspec.structs.fields(kind))

    async def act(request: AnyRequest, table: FromPath[str], data: Any = None) -> wire.Ok:
        command = kind() if data is None else data
        if isinstance(command, EntropyBody):
            command = commands.AddEntropy(entropy=command.entropy or command.word or "", ref=command.ref)
        elif isinstance(command, AnswerBody):
            move = msgspec.Raw(msgspec.json.encode(command.move))
            command = kind(**{**msgspec.structs.asdict(command), "move": move})
        visitor = owner_of(request)
        runtime = await table_of(request, table)
        check_limits(request.app.state.limits, sender_of(request), runtime, command)
        return await perform(runtime, visitor, command)

    if not optional:
        act.__defaults__ = None
    marker: Any = JSONBody
    act.__annotations__["data"] = marker[body | None] if optional else marker[body]
    act.__doc__ = kind.__doc__
    act.__name__ = f"do_{name}"
    path = f"/api/tables/{{table:str}}/{name}"
    return post(path, status_code=200, responses=ERRORS, name=name, include_in_schema=not old_name)(act)


_BY_TAG: dict[Any, type] = {kind.__struct_config__.tag: kind for kind in commands.COMMANDS}
COMMANDS = [
    *(_route(kind) for kind in commands.COMMANDS),
    *(_route(_BY_TAG[new], old) for old, new in commands.OLD_NAMES.tags.items()),
]
