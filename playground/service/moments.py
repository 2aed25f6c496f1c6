"""Moments of recent runs, so that a branch can start at once. They take a limited number of bytes."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from playground.engine.moment import Moment, Origin

if TYPE_CHECKING:
    from playground.engine.row import Row
    from playground.spec.run import RunSpec
    from playground.trace import StepFrame

MOST_RUNS = 64
"""So many runs have moments, as many as a server keeps traces of: short ones would take hundreds to fill the bytes."""


@dataclass(frozen=True, kw_only=True)
class _Entry:
    moment: Moment
    frames: Sequence[StepFrame]
    """The run's frames, perhaps also later ones."""
    count: int
    """How many of them lead to the moment."""


@dataclass
class _Film:
    """The frames of one run, which stay as long as one of its moments does."""

    moments: int = 0
    frames: int = 0
    """How many of them `bytes` counts."""
    bytes: int = 0


class Moments:
    """Keeps the moments of recent runs that fit, and forgets those first that were used longest ago. Thread-safe.

    Args:
        most: the bytes that they may take together, with the frames that lead to them; 0 keeps none.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[tuple[RunSpec, int, int], _Entry] = OrderedDict()
        self._shared: Counter[tuple[int, int]] = Counter()
        """(address, bytes) of a piece of memory -> how many moments use it."""
        self._films: defaultdict[int, _Film] = defaultdict(_Film)
        """By the identity of the sequence of frames."""
        self._lock = threading.Lock()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, moment: Moment, frames: Sequence[StepFrame]) -> None:
        """Keeps a moment, if it fits at all.

        Args:
            frames: all frames of its run so far; the sequence may grow afterwards.
        """
        if sum(size for _, size in _pieces(moment)) > self._most:
            return
        key = moment.spec, moment.block, moment.step
        with self._lock:
            if key in self._entries:
                self._forget(key)
            self._entries[key] = _Entry(moment=moment, frames=frames, count=len(frames))
            for piece in _pieces(moment):
                self.bytes += 0 if self._shared[piece] else piece[1]
                self._shared[piece] += 1
            film = self._films[id(frames)]
            fresh = sum(_size(frame) for frame in frames[film.frames :])
            film.moments, film.frames, film.bytes = film.moments + 1, len(frames), film.bytes + fresh
            self.bytes += fresh
            while self.bytes > self._most or len(self._films) > MOST_RUNS:
                self._forget(next(iter(self._entries)))

    def find(self, row: Row) -> Origin | None:
        """The last moment on a row's path, up to where it branches off; None if the row must begin at its beginning."""
        for branch in (spec.branch for spec in reversed(row.spec.chain) if spec.branch):
            for step in range(branch.step, 0, -1):
                key = branch.parent, branch.block, step
                with self._lock:
                    entry = self._entries.get(key)
                    if entry is not None:
                        self._entries.move_to_end(key)
                if entry is not None:
                    return Origin(moment=entry.moment, frames=[*entry.frames[: entry.count]])
        return None

    def _forget(self, key: tuple[RunSpec, int, int]) -> None:
        entry = self._entries.pop(key)
        film = self._films[id(entry.frames)]
        film.moments -= 1
        if not film.moments:
            del self._films[id(entry.frames)]
            self.bytes -= film.bytes
        for piece in _pieces(entry.moment):
            self._shared[piece] -= 1
            if not self._shared[piece]:
                del self._shared[piece]
                self.bytes -= piece[1]


def _pieces(moment: Moment) -> set[tuple[int, int]]:
    """(address, bytes) of the memory that a moment holds on to."""
    storages = (tensor.untyped_storage() for tensor in moment.tensors())
    return {(storage.data_ptr(), storage.nbytes()) for storage in storages if storage.nbytes()}


def _size(frame: StepFrame) -> int:
    """The bytes of its arrays."""
    figures = [*vars(frame).values(), *frame.more.values()]
    return sum(figure.nbytes for figure in figures if isinstance(figure, np.ndarray))
