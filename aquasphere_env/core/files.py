"""Files that are whole at any time."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any


@contextmanager
def replacing(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Yield a stream whose content takes the place of ``path`` at the end, or not at all."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    encoding = None if "b" in mode else "utf-8"
    try:
        with open(part, mode, encoding=encoding) as stream:
            yield stream
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
