"""Runs that share passes: one thread steps the batch, and every run reads its own frames."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from playground.errors import EngineError, PlaygroundError

if TYPE_CHECKING:
    from playground.engine.batch import Batch
    from playground.engine.row import Row
    from playground.trace import StepFrame

log = logging.getLogger(__name__)


def failure(error: Exception) -> EngineError:
    """What to tell a reader about an error that ended a run midway."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":  # torch's is no MemoryError
        fault = "there was not enough memory; a shorter text or fewer runs at a time take less"
    else:
        fault = str(error).rstrip(".") if isinstance(error, PlaygroundError) else type(error).__name__
    failed = EngineError(f"The run failed ({fault}); its steps so far are kept.")
    failed.__cause__ = error
    return failed


class Seat:
    """One run's place in the batch."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.number: int | None = None
        """Its number in the batch; None until it has joined."""
        self.frames: queue.SimpleQueue[StepFrame | PlaygroundError] = queue.SimpleQueue()


class Driver:
    """Owns a batch. Only its thread uses the batch, and sleeps while there are no runs.

    A new run joins at the next step. `playground.service.turns` decides how many may run at the same time.

    Args:
        batch: makes the batch; called again after an error, which leaves the old one in an unknown state.
    """

    def __init__(self, batch: Callable[[], Batch]) -> None:
        self._make = batch
        self._batch = batch()
        self._joining: deque[Seat] = deque()
        self._leaving: list[Seat] = []
        self._seated: dict[int, Seat] = {}
        self._changed = threading.Condition()
        threading.Thread(target=self._drive, name="denoise", daemon=True).start()

    def frames(self, row: Row) -> Generator[StepFrame, None, None]:
        """Yields the frames of one run. The run joins with the first `next` and leaves when this generator is closed.

        Raises:
            SettingError: the batch does not take this row.
            EngineError: a pass failed, or the run's own sampler did.
        """
        seat = Seat(row)
        with self._changed:
            self._joining.append(seat)
            self._changed.notify()
        try:
            while True:
                frame = seat.frames.get()
                if isinstance(frame, PlaygroundError):
                    raise frame
                yield frame
                if frame.finish_reason:
                    return
        finally:
            with self._changed:
                self._leaving.append(seat)
                self._changed.notify()

    def _drive(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._joining or self._leaving or self._seated)
                self._seat()
            try:
                frames = self._batch.step()
            except Exception as error:
                log.exception("a denoising step failed")
                self._fail(error)
                continue
            for number, fault in self._batch.failed.items():
                self._seated.pop(number).frames.put(failure(fault))
            for number, frame in frames.items():
                self._seated[number].frames.put(frame)
                if frame.finish_reason:
                    del self._seated[number]

    def _seat(self) -> None:
        """Removes runs that have left and adds new ones, between two steps."""
        for seat in self._leaving:
            if seat.number is not None and seat.number in self._seated:
                del self._seated[seat.number]
                self._batch.leave(seat.number)
        self._leaving.clear()
        while self._joining:
            seat = self._joining.popleft()
            try:
                seat.number = self._batch.join(seat.row)
                self._seated[seat.number] = seat
            except PlaygroundError as error:  # concerns only this row
                seat.frames.put(error)
            except Exception as error:  # would end this thread, and everybody's runs with it
                log.exception("a row could not join")
                seat.frames.put(failure(error))

    def _fail(self, error: Exception) -> None:
        for seat in self._seated.values():
            seat.frames.put(failure(error))
        self._seated.clear()
        self._batch = self._make()
