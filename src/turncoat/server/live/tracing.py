"""Traces: how long each stage of a command's way through the server takes. Off unless the owner turns them on.

A trace names the kind of a command, its stages and its outcome, and nothing else: no table, no seat, no visitor, no
answer. What bots and clocks do is not traced, because how long a bot thinks depends on its cards.
"""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, Literal

from turncoat import __version__
from turncoat.core import Refused
from turncoat.server.tables.wire import Ok

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

Stage = Literal["decide", "store", "tell"]
_FAREWELL = 2.0


class Trace:
    """The way of one command. This one keeps nothing; `_SpanTrace` does."""

    def enter(self, stage: Stage) -> None:
        """The stage before is over, and this one begins."""

    def end(self, outcome: Ok | Refused) -> None:
        """The command has been answered."""


NO_TRACE = Trace()


class Traces:
    """Begins a trace for each command. This one keeps nothing; `_Exported` does."""

    def begin(self, command: str) -> Trace:
        """A command of this kind has come in."""
        return NO_TRACE

    def close(self) -> None:
        """Hand over what is left."""


class _SpanTrace(Trace):
    """One span for the whole way, and a span under it for each stage."""

    def __init__(self, tracer: Tracer, command: str) -> None:
        from opentelemetry.trace import set_span_in_context

        self._tracer = tracer
        self._whole = tracer.start_span(f"command {command}", attributes={"turncoat.command": command})
        self._under = set_span_in_context(self._whole)
        self._stage: Span | None = None

    def enter(self, stage: Stage) -> None:
        self._leave()
        self._stage = self._tracer.start_span(stage, context=self._under)

    def end(self, outcome: Ok | Refused) -> None:
        self._leave()
        self._whole.set_attribute("turncoat.outcome", outcome.code if isinstance(outcome, Refused) else "ok")
        self._whole.end()

    def _leave(self) -> None:
        if self._stage is not None:
            self._stage.end()


class _Exported(Traces):
    """Sends traces to a collector, in a thread of their own. OpenTelemetry's own variables say where it is."""

    def __init__(self, node: str) -> None:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        ours = {"service.name": "turncoat", "service.version": __version__, "service.instance.id": node}
        resource = Resource.create(ours).merge(OTELResourceDetector().detect())  # the owner's variables win
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("turncoat", __version__)

    def begin(self, command: str) -> Trace:
        return _SpanTrace(self._tracer, command)

    def close(self) -> None:
        leaving = Thread(target=self._provider.shutdown, daemon=True)
        leaving.start()
        leaving.join(_FAREWELL)  # a collector that does not answer keeps nobody waiting


def open_traces(node: str, *, on: bool) -> Traces:
    """What keeps the traces of a server process: nothing, or a collector."""
    return _Exported(node) if on else Traces()
