"""TensorBoard files of a run; a run that goes on continues their curves."""

import os
import platform
import time
from collections.abc import Mapping
from pathlib import Path

from tensorboard.compat.proto.event_pb2 import Event, SessionLog
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.record_writer import RecordWriter

from .attempts import Attempts
from .table import STEPS, Row

_VERSION = "brain.Event:2"
_NOT_SHOWN = ("time/iterations", "time/time_elapsed", STEPS)


class Board(Attempts):
    """Appends scalars to an event file; what cannot be written is tried again with the next.

    TensorBoard's own writer does so in a thread, which dies of its first error, with a trace.
    """

    def __init__(self, folder: Path, steps: int) -> None:
        """Go on after ``steps``: what files in ``folder`` have from later ones is hidden."""
        now = time.time()
        name = f"events.out.tfevents.{now:.6f}.{platform.node()}.{os.getpid()}"
        self._path = folder / name
        self._size = 0
        self._first = [Event(wall_time=now, file_version=_VERSION)]
        if steps:
            start = SessionLog(status=SessionLog.SessionStatus.START)
            self._first.append(Event(wall_time=now, step=steps + 1, session_log=start))
        self._waiting: list[Event] = []

    def replay(self, rows: list[Row]) -> None:
        """Show the ``rows`` of a table, as of a run that goes on in another folder."""
        for row in rows:
            self._note({k: float(v) for k, v in row.items() if v})

    def add(self, values: Mapping[str, float]) -> None:
        """Show a row of the table."""
        self._note(values)
        self._attempt(self._flush, self._path)

    def close(self) -> None:
        """Write what could not be written before; the file is open only while it is written."""
        if self._waiting:
            self._attempt(self._flush, self._path)

    def _note(self, row: Mapping[str, float]) -> None:
        shown = {name: value for name, value in sorted(row.items()) if name not in _NOT_SHOWN}
        values = [Summary.Value(tag=name, simple_value=value) for name, value in shown.items()]
        event = Event(wall_time=time.time(), step=int(row[STEPS]), summary=Summary(value=values))
        self._waiting.append(event)

    def _flush(self) -> None:
        if not self._path.exists():
            self._size = 0
        with open(self._path, "ab") as stream:
            stream.truncate(self._size)  # a reader stops at an event that is cut off
            records = RecordWriter(stream)
            for event in [*([] if self._size else self._first), *self._waiting]:
                records.write(event.SerializeToString())
            records.flush()
            self._size = stream.tell()
        self._waiting.clear()
