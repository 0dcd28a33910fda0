"""A transcript: every exchange with a model, a line of JSON each, written as it happens."""

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

SCHEMA = "aquasphere-env-llm-1"


class Transcript:
    """Adds lines to a file; whole ones, whichever thread or process writes, and never a secret."""

    def __init__(self, path: str, secret: str = "") -> None:
        """Write to ``path``, whose folder is made if it is missing; ``secret`` is left out.

        Raises:
            OSError: the file cannot be written.
        """
        self._path = Path(path)
        self._secret = secret
        self._lock = threading.Lock()
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with open(self._path, "ab+") as stream:  # a writer that was killed left half a line
            size = stream.seek(0, os.SEEK_END)
            if size:
                stream.seek(size - 1)
                if stream.read(1) != b"\n":
                    stream.write(b"\n")

    def add(self, **entry: Any) -> None:
        """Add a line with ``entry`` and the time."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"schema": SCHEMA, "time": now, **hidden(entry, self._secret)})
        with self._lock, open(self._path, "ab", buffering=0) as stream:
            stream.write(line.encode() + b"\n")


def hidden(value: Any, secret: str) -> Any:
    """Return ``value``, text or what JSON is made of, with ``secret`` replaced wherever it is."""
    if not secret:
        return value
    if isinstance(value, str):
        return value.replace(secret, "[key]")
    if isinstance(value, dict):
        return {hidden(name, secret): hidden(item, secret) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [hidden(item, secret) for item in value]
    return value
