"""Chat completions over HTTP: one request with its timeout, repeated when that may help."""

import json
import os
import random
import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...core.extras import how_to_install
from ...core.integers import shortened
from .settings import KEY, USUAL_URL, ModelSettings, ModelSettingsError
from .transcript import hidden
from .usage import Account

Message = dict[str, str]

_MAY_PASS = frozenset({408, 409, 425, 429})  # and all of the server's own, from 500
_SERVER_FAULT = 500
_GOOD = 200
_MOST_BYTES = 5_000_000  # of a response
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0  # seconds before a request is repeated
_CHARACTERS_A_TOKEN = 4  # where the server counts none


class ModelError(ConnectionError):
    """A model that cannot be asked; the message says what the server or the network said."""


class _PassingError(Exception):
    """A failure that may pass, and after how many seconds the server wants to be asked again."""

    def __init__(self, reason: str, pause: float | None = None) -> None:
        super().__init__(reason)
        self.pause = pause


class Reply(NamedTuple):
    """An answer; ``cut`` if it was longer than allowed."""

    text: str
    cut: bool
    prompt_tokens: int
    completion_tokens: int


class Chat:
    """Asks one model; several threads may do so at once."""

    def __init__(self, settings: ModelSettings, account: Account) -> None:
        """Prepare; nothing is sent yet.

        Raises:
            ModelSettingsError: httpx is not installed, or OpenAI's own address without a key.
        """
        try:
            import httpx
        except ImportError:
            raise ModelSettingsError(
                f"players llm:<model> need httpx: {how_to_install('llm')}"
            ) from None
        self.key = os.environ.get(KEY, "").strip()
        if settings.url == USUAL_URL and not self.key:
            raise ModelSettingsError(
                f"{settings.url} asks for a key, but {KEY} is not set; set it, or give another "
                "server: url=http://localhost:8000/v1"
            )
        self._settings = settings
        self._account = account
        self._httpx = httpx
        self._client = self._new_client()
        self._stopped = threading.Event()
        self._fault: OSError | None = None
        self._jitter = random.Random()  # between processes that were refused at the same moment

    def _new_client(self) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        return self._httpx.Client(timeout=self._settings.timeout, headers=headers)

    def stop(self, fault: OSError | None = None) -> None:
        """End all connections: requests on their way fail, with ``fault``, and no more are sent."""
        self._fault = self._fault or fault
        self._stopped.set()
        self._client.close()

    def restart(self) -> None:
        """Ask again after ``stop``, when no thread is asking."""
        if self._stopped.is_set():
            self._client = self._new_client()
            self._fault = None
            self._stopped.clear()

    def ask(self, messages: Sequence[Message]) -> Reply:
        """Return the model's answer to ``messages``; it has been counted.

        Raises:
            ModelError: the server refuses the request, or every repetition has failed.
            BudgetSpentError: no call may begin.
        """
        for failed in range(self._settings.retries + 1):
            if self._stopped.is_set():
                raise self._fault or self._error("stopped")
            self._account.begin_call()
            try:
                return self._counted(self._sent(messages), messages)
            except _PassingError as error:
                self._account.count(failures=1)
                reason, pause = error, error.pause
            if failed < self._settings.retries:
                self._stopped.wait(self._pause(failed) if pause is None else pause)
        times = self._settings.retries + 1
        failure = self._error(f"no answer after {times} requests, the last one: {reason}")
        raise self._fault or failure  # that of another game, which has stopped this one

    def _pause(self, failed: int) -> float:
        longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**failed)
        pause: float = longest * (1 + self._jitter.random()) / 2
        return pause

    def _error(self, reason: str) -> ModelError:
        place = f"{self._settings.model} at {self._settings.url}"
        return ModelError(hidden(f"{place}: {reason}", self.key))

    def _sent(self, messages: Sequence[Message]) -> dict[str, Any]:
        """Return the response to one request as JSON."""
        settings = self._settings
        body: dict[str, Any] = {"model": settings.model, "messages": list(messages)}
        for name in ("temperature", "max_tokens"):
            if getattr(settings, name) is not None:
                body[name] = getattr(settings, name)
        try:
            status, content, pause = self._exchanged(body)
        except (self._httpx.HTTPError, RuntimeError) as error:  # RuntimeError: closed
            raise _PassingError(shortened(error) or type(error).__name__) from None
        if status in _MAY_PASS or status >= _SERVER_FAULT:
            raise _PassingError(f"status {status}: {_told(content)}", pause)
        if status != _GOOD:
            self._account.count(failures=1)
            raise self._error(f"status {status}: {_told(content)}")
        try:
            response = json.loads(content)
        except (ValueError, RecursionError):
            raise _PassingError("a response that is no JSON") from None
        if not isinstance(response, dict):
            raise _PassingError("a response that is no JSON object")
        return response

    def _exchanged(self, body: dict[str, Any]) -> tuple[int, bytes, float | None]:
        """Return status, content and wanted pause; the whole exchange keeps to the timeout."""
        end = time.monotonic() + self._settings.timeout
        content = bytearray()
        with self._client.stream(
            "POST", f"{self._settings.url}/chat/completions", json=body
        ) as response:
            for part in response.iter_bytes():
                content += part
                if time.monotonic() > end:
                    raise _PassingError(f"not complete after {self._settings.timeout:g} s")
                if len(content) > _MOST_BYTES:
                    raise _PassingError(f"a response of more than {_MOST_BYTES:,} bytes")
            return response.status_code, bytes(content), _pause_in(response.headers)

    def _counted(self, response: dict[str, Any], messages: Sequence[Message]) -> Reply:
        """Return what the response holds, and count its tokens."""
        try:
            choice = response["choices"][0]
            text = _text_of(choice["message"].get("content"))
            cut = choice.get("finish_reason") == "length"
        except (KeyError, IndexError, TypeError, AttributeError):
            raise _PassingError(f"a response without an answer: {_told_in(response)}") from None
        usage = response.get("usage")
        counts = usage if isinstance(usage, dict) else {}
        told = [counts.get(name) for name in ("prompt_tokens", "completion_tokens")]
        tokens = [count for count in told if type(count) is int and count >= 0]
        estimated = len(tokens) < len(told)
        if estimated:
            asked = sum(len(message["content"]) for message in messages)
            tokens = [-(-length // _CHARACTERS_A_TOKEN) for length in (asked, len(text))]
        self._account.count(
            prompt_tokens=tokens[0], completion_tokens=tokens[1], estimated=int(estimated)
        )
        return Reply(text, cut, tokens[0], tokens[1])


def _text_of(content: Any) -> str:
    """Return the text of a message: a string, a list of parts, or nothing."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part.get("type") == "text")


def _pause_in(headers: Any) -> float | None:
    """Return the seconds that ``Retry-After`` asks for, at most ``_LONGEST_PAUSE``."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:  # none, or a date
        return None
    return min(seconds, _LONGEST_PAUSE) if seconds >= 0 else None


def _told(content: bytes) -> str:
    """Return what a response with an error says."""
    try:
        return _told_in(json.loads(content))
    except (ValueError, RecursionError):
        return shortened(content[:1000].decode("utf-8", "replace")) or "nothing more"


def _told_in(response: Any) -> str:
    error = response.get("error", response) if isinstance(response, dict) else response
    message = error.get("message", error) if isinstance(error, dict) else error
    return shortened(message)
