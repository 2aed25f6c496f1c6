"""Runs that share passes: one thread steps the batch, and every run reads its own frames."""

from __future__ import annotations

import gc
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from playground.errors import EngineError, PlaygroundError, SpecError
from playground.service.faults import failure

if TYPE_CHECKING:
    from playground.engine.batch import Batch
    from playground.engine.moment import Moment
    from playground.engine.row import Row
    from playground.service.moments import Moments
    from playground.service.runs import Run
    from playground.trace import StepFrame

log = logging.getLogger(__name__)

BROKEN = "The server can compute nothing more until it is started again; the steps of runs so far are kept."

News = list[tuple[int, "StepFrame | PlaygroundError"]]
"""What one step brought the rows of a request: by each row's place, its frame or why it ended."""


class Rows:
    """The rows of one request in the batches of drivers. Only one thread uses it.

    Rows that join a driver together begin at the same step and share its pass where they can. What a step brings all of
    them comes at once.

    Args:
        driver_of: the driver of the model that a run is for.
    """

    def __init__(self, driver_of: Callable[[Run], Driver]) -> None:
        self._driver_of = driver_of
        self._seats: dict[int, Seat] = {}
        self.news: queue.SimpleQueue[News] = queue.SimpleQueue()

    def join(self, runs: Mapping[int, Run]) -> None:
        """The rows of more runs join, each under a place of the caller's choice."""
        joining: dict[Driver, list[Seat]] = {}
        for place, run in runs.items():
            driver = self._driver_of(run)
            self._seats[place] = Seat(self, driver, place, run.row)
            joining.setdefault(driver, []).append(self._seats[place])
        for driver, seats in joining.items():
            driver._join(seats)

    def leave(self, place: int) -> None:
        """A row that goes on leaves before the next step."""
        seat = self._seats.pop(place)
        seat.driver._leave([seat])

    def next(self, seconds: float | None) -> News:
        """Waits for news; none within that time gives none. A row that cannot join or go on has its error.

        Some may be of rows that have left.
        """
        try:
            news = self.news.get(timeout=seconds)
        except queue.Empty:
            return []
        for place, frame in news:
            if isinstance(frame, PlaygroundError) or frame.finish_reason:
                self._seats.pop(place, None)
        return news

    def close(self) -> None:
        """All rows leave."""
        for place in [*self._seats]:
            self.leave(place)


class Seat:
    """One run's place in the batch."""

    def __init__(self, rows: Rows, driver: Driver, place: int, row: Row) -> None:
        self.rows, self.driver, self.place, self.row = rows, driver, place, row
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
        rows: how many runs the batch takes; others join when one of them has ended.
        broken: called last in the thread, if it must end: the GPU fails at whatever it is asked, or something raised
            that is no `Exception`.
    """

    def __init__(
        self,
        batch: Callable[[], Batch],
        moments: Moments | None = None,
        *,
        rows: int = 1 << 30,
        broken: Callable[[], None] = lambda: None,
    ) -> None:
        self._make, self._moments, self._rows, self._broken = batch, moments, rows, broken
        self._alive = True
        self._batch: Batch | None = batch()
        """None after an error, until the next run joins."""
        self._joining: deque[Seat] = deque()
        self._leaving: list[Seat] = []
        self._seated: dict[int | None, Seat] = {}
        self._changed = threading.Condition()
        threading.Thread(target=self._drive, name="denoise", daemon=True).start()

    def rows(self) -> Rows:
        """Room for the rows of a request."""
        return Rows(lambda _: self)

    def _join(self, seats: Sequence[Seat]) -> None:
        with self._changed:
            self._joining.extend(seats)
            self._changed.notify()
            if not self._alive:
                self._end()

    def _leave(self, seats: Sequence[Seat]) -> None:
        with self._changed:
            self._leaving.extend(seats)
            self._changed.notify()

    def _drive(self) -> None:
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._joining or self._leaving or self._seated)
                try:
                    self._step()
                except Exception as error:  # would end this thread, and leave every reader waiting
                    if unusable(error):
                        raise
                    log.exception("a denoising step failed")
                    self._fail(error)
                if self._batch is not None and not self._seated:
                    self._batch.release()
        except BaseException:
            log.critical("nothing can be computed any more", exc_info=True)
        finally:
            with self._changed:
                self._alive = False
                self._end()
            self._broken()

    def _fail(self, error: Exception) -> None:
        """Ends all runs in the batch, and frees what it held."""
        from playground.engine.row import without_frames

        self._tell({seat: failure(without_frames(error)) for seat in self._seated.values()})
        self._batch = None
        gc.collect()

    def _end(self) -> None:
        """Ends all runs, for good."""
        seats = [*self._seated.values(), *self._joining]
        self._joining.clear()
        self._tell({seat: EngineError(BROKEN) for seat in seats})

    def _step(self) -> None:
        """Seats who comes, takes a step, and hands everyone what it brought them."""
        with self._changed:
            self._seat()
        if self._batch is None:
            return  # nobody could join
        frames = self._batch.step()
        self._keep(frames, self._batch.moments)
        faults = {self._seated[number]: fault for number, fault in self._batch.failed.items()}
        errors = {seat: fault if isinstance(fault, SpecError) else failure(fault) for seat, fault in faults.items()}
        self._tell(errors)
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
        """Hands each request what is new. Who is over has no seat any more."""
        requests: dict[Rows, News] = {}
        for seat, frame in news.items():
            requests.setdefault(seat.rows, []).append((seat.place, frame))
            if isinstance(frame, PlaygroundError) or frame.finish_reason:
                self._seated.pop(seat.number, None)
        for rows, items in requests.items():
            rows.news.put(items)

    def _seat(self) -> None:
        """Removes runs that have left and adds new ones, between two steps."""
        self._joining = deque(seat for seat in self._joining if seat not in self._leaving)
        for seat in self._leaving:
            number, batch = seat.number, self._batch
            if batch is not None and number is not None and self._seated.get(number) is seat:  # not another batch's
                del self._seated[number]
                batch.leave(number)
        self._leaving.clear()
        while self._joining and len(self._seated) < self._rows:
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
                if unusable(error):
                    self._joining.appendleft(seat)
                    raise
                log.exception("a row could not join")
                self._tell({seat: failure(error)})


def unusable(error: Exception) -> bool:
    """Does it say that the GPU fails at whatever it is asked, until a new process asks it?

    After an illegal access or a memory error, all that this process asks of the GPU fails in the same way.
    """
    import torch

    return isinstance(error, torch.AcceleratorError) and "out of memory" not in str(error)
