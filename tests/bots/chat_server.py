"""A real HTTP server that speaks the chat-completions API. The name of the model says how it behaves."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

THOUGHT = "my-private-thought-4711"
LINE = "I have a feeling about this team."
SMUGGLED = "meet me at dawn"
BEHAVIOURS = (
    "good",  # JSON as asked for, in a stream
    "whole",  # the same, not in a stream
    "plain",  # its server refuses to enforce a form
    "plain-whole",  # the same, not in a stream
    "renamed",  # wants another word for the length of a reply
    "unfinished",  # thinks until it may write no more
    "thinking",  # thinks aloud before it answers
    "prose",  # answers in a sentence
    "illegal",  # a number that is not there
    "corrected",  # the same, and a good answer after the explanation
    "nonsense",  # not even text
    "empty",  # nothing
    "limited",  # 429
    "busy",  # 429 and how long to wait, and then a good answer
    "exhausted",  # 429 and to wait for longer than a decision may take
    "broken",  # 500
    "restarting",  # 500 and how long to wait, and then a good answer
    "flooding",  # 500, and a reason without an end
    "moved",  # sends whoever asks to another address
    "huge",  # far too much
    "cut",  # the connection ends in the middle
    "never",  # no answer at all
    "trickling",  # a byte now and then, for ever
)
GOOD = frozenset(
    ("good", "whole", "plain", "plain-whole", "renamed", "thinking", "prose", "corrected", "busy", "restarting")
)
_REFUSALS = {
    "limited": (429, None),
    "exhausted": (429, 30),
    "broken": (500, None),
    "busy": (429, 1),
    "restarting": (500, 1),
}
"""The status, and after how many seconds it may be tried again."""


class ChatServer:
    """What was asked, and the address."""

    def __init__(self, port: int, stopped: threading.Event) -> None:
        self.address = f"http://127.0.0.1:{port}/v1"
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.asked = threading.Event()
        self.hung_up = threading.Event()
        self.stopped = stopped

    def name(self, behaviour: str, mover: str = "") -> str:
        """The bot's name of a model with this behaviour."""
        return f"llm{mover and '+' + mover}:{behaviour}@{self.address}"


@contextmanager
def chat_server() -> Iterator[ChatServer]:
    """A running server. It ends with everything that still hangs in it."""
    stopped = threading.Event()

    class Handler(_Handler):
        server_state: ChatServer

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    httpd.daemon_threads = True
    Handler.server_state = ChatServer(httpd.server_address[1], stopped)
    thread = threading.Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    try:
        yield Handler.server_state
    finally:
        stopped.set()
        httpd.shutdown()
        httpd.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    server_state: ChatServer

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in the base class
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server_state.requests.append(body)
        self.server_state.keys.append(self.headers["authorization"])
        self.server_state.asked.set()
        try:
            self._behave(body["model"], body)
        except (BrokenPipeError, ConnectionResetError):
            self.server_state.hung_up.set()

    def _behave(self, model: str, body: dict[str, Any]) -> None:
        if model in _REFUSALS and not (model in GOOD and self.headers["x-stainless-retry-count"] != "0"):
            status, wait = _REFUSALS[model]
            self._send({"error": {"message": "no"}}, status, {"retry-after": str(wait)} if wait else {})
        elif model.startswith("plain") and "response_format" in body:
            self._send({"error": {"message": "response_format is not supported"}}, 400)
        elif model == "renamed" and "max_tokens" in body:
            self._send({"error": {"message": "use max_completion_tokens"}}, 400)
        elif model == "moved" and "elsewhere" not in self.path:
            self._send({}, 307, {"location": "/elsewhere/chat/completions"})
        elif model in ("never", "trickling", "huge", "flooding", "cut"):
            self._misbehave(model)
        elif model == "hesitant" and "Merlin?" in body["messages"][1]["content"].rpartition("== QUESTION ==")[2]:
            self._misbehave("never")
        elif model == "nonsense":
            self._raw(b"\xff\xfe<html>", "text/html")
        else:
            self._reply(model, body)

    def _misbehave(self, model: str) -> None:
        self.send_response(500 if model == "flooding" else 200)
        self.send_header("content-type", "application/json")
        if model == "cut":
            self.send_header("content-length", "1000")
        self.end_headers()
        if model == "cut":
            self.wfile.write(b'{"choices": [')
        flood = model in ("huge", "flooding")
        while model != "cut" and not self.server_state.stopped.wait(0 if flood else 0.05):
            if model == "never":
                self.connection.settimeout(0.05)
                self._notice_the_end()
            else:
                self.wfile.write(b" " * (65_536 if flood else 1))

    def _notice_the_end(self) -> None:
        try:
            if self.connection.recv(1) == b"":
                raise BrokenPipeError
        except TimeoutError:
            pass

    def _reply(self, model: str, body: dict[str, Any]) -> None:
        text = answer(model, body["messages"])
        usage = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010}
        end = "length" if model == "unfinished" else "stop"
        head = {"id": "chatcmpl-1", "created": 1, "model": model}
        if model.endswith("whole") or not body.get("stream"):
            message = {"role": "assistant", "content": text, "reasoning_content": THOUGHT}
            choices = [{"index": 0, "message": message, "finish_reason": end}]
            self._send({**head, "object": "chat.completion", "choices": choices, "usage": usage})
            return
        deltas = [{"reasoning_content": THOUGHT}, *({"content": text[at : at + 7]} for at in range(0, len(text), 7))]
        chunks: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        chunks += [{"choices": [{"index": 0, "delta": {}, "finish_reason": end}]}, {"choices": [], "usage": usage}]
        events = [{**head, "object": "chat.completion.chunk", **chunk} for chunk in chunks]
        lines = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
        self._raw(lines.encode(), "text/event-stream")

    def _send(self, body: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> None:
        self._raw(json.dumps(body).encode(), "application/json", status, headers)

    def _raw(self, data: bytes, kind: str, status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def answer(model: str, messages: list[dict[str, str]]) -> str:
    """What a model writes."""
    game = messages[1]["content"].partition("== QUESTION ==")[2]
    numbers = re.findall(r"^(\d+)\. ", game, re.MULTILINE)
    number = int(Random(messages[1]["content"]).choice(numbers))
    reply = json.dumps({"answer": number, "say": LINE, "claim": {"claim": "suspect", "seat": 0}})
    again = len(messages) > 2
    written = {
        "thinking": f"<think>{THOUGHT} 1 or 2?</think>\n```json\n{reply}\n```",
        "prose": f"I have thought about it. My answer is {number}.",
        "illegal": '{"answer": 999, "say": "This must not be said."}',
        "corrected": reply if again else "Whatever you like, 1 or 2 or 3",
        "smuggling": json.dumps({"answer": number, "say": "", "claim": {"claim": "role", "role": SMUGGLED}}),
        "lost": json.dumps({"answer": number, "say": "", "claim": {"claim": "suspect", "seat": 31}}),
        "unfinished": f"{json.dumps({'answer': number, 'say': THOUGHT})} But wait",
        "empty": "",
    }
    return written.get(model, reply)
