"""A server of OpenAI's protocol that answers by a script, and notes what it was asked."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Script = Callable[[dict[str, Any]], Any]  # from the request's body to what is sent


@dataclass
class Sent:
    """A response: the bytes that go out, after ``wait`` is set if there is one."""

    content: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None  # that is promised; more than is sent cuts the connection
    wait: threading.Event | None = None


def answer(text: str | None, *, usage: bool = True, finish: str = "stop") -> Sent:
    """Return a response with ``text`` as the model's answer; 100 and 10 tokens."""
    body: dict[str, Any] = {
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": finish}]
    }
    if usage:
        body["usage"] = {"prompt_tokens": 100, "completion_tokens": 10}
    return Sent(json.dumps(body).encode())


def failure(status: int, words: str = "no", **headers: str) -> Sent:
    """Return an error as OpenAI words it, to be asked again at once."""
    body = json.dumps({"error": {"message": words, "type": "error"}}).encode()
    return Sent(body, status, {"Retry-After": "0", **headers})


@dataclass
class Server:
    """The address, and what has been asked: bodies and headers in the order of their arrival."""

    url: str
    bodies: list[dict[str, Any]]
    headers: list[dict[str, str]]


@contextmanager
def serving(script: Script) -> Iterator[Server]:
    """Serve ``script`` on this machine."""
    bodies: list[dict[str, Any]] = []
    headers: list[dict[str, str]] = []
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/chat/completions"
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                bodies.append(body)
                headers.append(dict(self.headers))
                sent = script(body)
            if sent.wait is not None:
                sent.wait.wait(30)
            self.send_response(sent.status)
            length = len(sent.content) if sent.length is None else sent.length
            self.send_header("Content-Length", str(length))
            for name, value in sent.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(sent.content)

        def log_message(self, *arguments: Any) -> None:
            """Say nothing."""

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *arguments: Any) -> None:
            """Say nothing of clients that have gone."""

    server = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_port}/v1", bodies, headers)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def first_legal(body: dict[str, Any]) -> Sent:
    """Answer with the first action of the list in the last long message, as a model would."""
    text = next(m["content"] for m in body["messages"] if "Your legal actions:" in m["content"])
    action = text.split("Your legal actions:\n")[1].split(":")[0]
    return answer(f"<think>[999]</think>\n**Action: {action}**")


def in_turn(*sent: Sent, then: Script = first_legal) -> Script:
    """Send each of ``sent`` once, in order, and go on with ``then``."""
    waiting = list(sent)
    return lambda body: waiting.pop(0) if waiting else then(body)
