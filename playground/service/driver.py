"""Runs that share passes: one thread steps the batch, and every run reads its own frames."""

from __future__ import annotations

import errno
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing
from typing import TYPE_CHECKING

from playground.errors import EngineError, PlaygroundError, SpecError

if TYPE_CHECKING:
    from playground.engine.batch import Batch
    from playground.engine.moment import Moment
    from playground.engine.row import Row
    from playground.service.moments import Moments
    from playground.trace import StepFrame

log = logging.getLogger(__name__)

News = list[tuple[int, "StepFrame | PlaygroundError"]]
"""What one step brought rows that joined together: by each row's place among them, its frame or why it ended."""


def failure(error: Exception) -> EngineError:
    """What to tell a reader about an error that ended a run midway."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":  # torch's is no MemoryError
        fault = "there was not enough memory; a shorter text or fewer runs at a time take less"
    elif isinstance(error, OSError) and error.errno == errno.ENOSPC:
        fault = "the server's disk is full"
    else:
        fault = str(error).rstrip(".") if isinstance(error, PlaygroundError) else type(error).__name__
    failed = EngineError(f"The run failed ({fault}); its steps so far are kept.")
    failed.__cause__ = error
    return failed


class Party:
    """Rows that join at the same step. What a step brings them comes at once."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.seats = [Seat(self, place, row) for place, row in enumerate(rows)]
        self.news: queue.SimpleQueue[News] = queue.SimpleQueue()


class Seat:
    """One run's place in the batch."""

    def __init__(self, party: Party, place: int, row: Row) -> None:
        self.party, self.place, self.row = party, place, row
        self.number: int | None = None
        """Its number in the batch; None until it has joined."""
        self.frames: list[StepFrame] = []
        """Its frames so far, if moments of it are kept."""


class Driver:
    """Owns a batch. Only its thread uses the batch, and sleeps while there are no runs.

    A new run joins at the next step. `playground.service.turns` decides how many may run at the same time.

    Args:
        batch: makes the batch; called again when a run joins after an error, which leaves the old one in an unknown
            state.
        moments: where the moments that the batch keeps go, for branches to start at; None keeps none.
    """

    def __init__(self, batch: Callable[[], Batch], moments: Moments | None = None) -> None:
        self._make, self._moments = batch, moments
        self._batch: Batch | None = batch()
        """None after an error, until the next run joins."""
        self._joining: deque[Seat] = deque()
        self._leaving: list[Seat] = []
        self._seated: dict[int | None, Seat] = {}
        self._changed = threading.Condition()
        threading.Thread(target=self._drive, name="denoise", daemon=True).start()

    def frames(self, row: Row) -> Generator[StepFrame, None, None]:
        """Yields the frames of one run. The run joins with the first `next` and leaves when this generator is closed.

        Raises:
            SettingError: the batch does not take this row.
            EngineError: a pass failed, or the run's own sampler did.
        """
        with closing(self.together([row], set())) as steps:
            for ((_, frame),) in steps:
                if isinstance(frame, PlaygroundError):
                    raise frame
                yield frame

    def together(self, rows: Sequence[Row], left: AbstractSet[int]) -> Generator[News, None, None]:
        """Yields what each step brings several runs, which join at the same step and share its pass where they can.

        They join with the first `next`. All leave when this generator is closed, and one alone once the caller has
        added its place to `left`. A run that cannot join or go on has its error in place of a frame.
        """
        party = Party(rows)
        going = set(range(len(rows)))
        self._join(party.seats)
        try:
            while going:
                news = party.news.get()
                yield news
                over = {place for place, frame in news if isinstance(frame, PlaygroundError) or frame.finish_reason}
                if stopped := (going - over) & left:
                    self._leave([party.seats[place] for place in stopped])
                going -= over | stopped
        finally:
            self._leave(party.seats)

    def _join(self, seats: Sequence[Seat]) -> None:
        with self._changed:
            self._joining.extend(seats)
            self._changed.notify()

    def _leave(self, seats: Sequence[Seat]) -> None:
        with self._changed:
            self._leaving.extend(seats)
            self._changed.notify()

    def _drive(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._joining or self._leaving or self._seated)
            try:
                self._step()
            except Exception as error:  # would end this thread, and leave every reader waiting
                log.exception("a denoising step failed")
                self._tell({seat: failure(error) for seat in self._seated.values()})
                self._batch = None

    def _step(self) -> None:
        """Seats who comes, takes a step, and hands everyone what it brought them."""
        with self._changed:
            self._seat()
        if self._batch is None:
            return  # nobody could join
        frames = self._batch.step()
        self._keep(frames, self._batch.moments)
        faults = {self._seated[number]: fault for number, fault in self._batch.failed.items()}
        told = {seat: fault if isinstance(fault, SpecError) else failure(fault) for seat, fault in faults.items()}
        self._tell(told)
        self._tell({self._seated[number]: frame for number, frame in frames.items()})

    def _keep(self, frames: Mapping[int, StepFrame], moments: Mapping[int, Moment]) -> None:
        """Keeps the moments after a step. A row that has just branched off has its parent's frame in its moment."""
        if self._moments is None:
            return
        for number, frame in frames.items():
            seat = self._seated[number]
            seat.frames.append(frame)
            if moment := moments.get(number):
                self._moments.add(moment, seat.frames)

    def _tell(self, news: Mapping[Seat, StepFrame | PlaygroundError]) -> None:
        """Hands each party what is new. Who is over has no seat any more."""
        parties: dict[Party, News] = {}
        for seat, frame in news.items():
            parties.setdefault(seat.party, []).append((seat.place, frame))
            if isinstance(frame, PlaygroundError) or frame.finish_reason:
                self._seated.pop(seat.number, None)
        for party, own in parties.items():
            party.news.put(own)

    def _seat(self) -> None:
        """Removes runs that have left and adds new ones, between two steps."""
        for seat in self._leaving:
            number, batch = seat.number, self._batch
            if batch is not None and number is not None and self._seated.get(number) is seat:  # not another batch's
                del self._seated[number]
                batch.leave(number)
        self._leaving.clear()
        while self._joining:
            seat = self._joining.popleft()
            try:
                self._batch = self._make() if self._batch is None else self._batch
                origin = self._moments.find(seat.row) if self._moments else None
                seat.number = self._batch.join(seat.row, origin)
                self._seated[seat.number] = seat
                seat.frames = self._batch.before(seat.number)
                for frame in seat.frames:
                    self._tell({seat: frame})
            except PlaygroundError as error:  # concerns only this row
                self._tell({seat: error})
            except Exception as error:
                log.exception("a row could not join")
                self._tell({seat: failure(error)})
