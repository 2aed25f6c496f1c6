"""Runs for tests of the service, and what came of them."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from types import SimpleNamespace

import numpy as np

import playground as pg
from playground.errors import PlaygroundError
from playground.service import EngineSlot, Frame, Over, Visitor
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.trace import COLUMNS

SHORT = RunSpec(prompt=Prompt(text="hello"), settings=pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=32))
LONG = SHORT.replace(
    settings=pg.SamplerSettings(
        max_denoising_steps=96, max_new_tokens=192, entropy_bound=0.01, confidence_threshold=0.0
    )
)
ANNA, BEN, CAT = (Visitor(name, f"10.0.0.{number}") for number, name in enumerate(("anna", "ben", "cat")))


def happened(tape):
    """Yields what happens to the only run of a tape, to its end."""
    for _, event in tape.events():
        if not isinstance(event, Over):
            yield event


def first_of(events, kind):
    return next(event for event in events if isinstance(event, kind))


def begun(tape):
    """Reads until its run has taken a step. Returns what follows."""
    events = happened(tape)
    first_of(events, Frame)
    return events


def of_each(tape):
    """What happened to each run of a tape; what concerns all of them is left out."""
    events = [[] for _ in tape.runs]
    for place, event in tape.events():
        if place is not None:
            events[place].append(event)
    return events


def joined(driver, **rows):
    """The rows of a request in the batch of a driver, each under its name."""
    seats = driver.rows()
    seats.join({name: SimpleNamespace(row=row) for name, row in rows.items()})
    return seats


def frames(driver, row):
    """Yields the frames of one run, which joins with the first of them and leaves when this is closed."""
    seats = joined(driver, run=row)
    try:
        while news := seats.next(60):
            for _, frame in news:
                if isinstance(frame, PlaygroundError):
                    raise frame
                yield frame
                if frame.finish_reason:
                    return
        raise AssertionError("no step came")
    finally:
        seats.close()


def kinds(events):
    return [type(event) for event in events]


def assert_same_columns(trace, expected):
    """In all but what was measured, such as seconds."""
    assert len(trace) == len(expected)
    for name, column in expected.columns.items():
        assert COLUMNS[name].measured or np.array_equal(trace.columns[name], column), name


def run(scene):
    """Plays it in a thread of its own: Playwright keeps a loop of its own in the one of the tests."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(scene())).result(60)


def scene(test):
    """Plays an asynchronous test."""
    return wraps(test)(lambda **fixtures: run(lambda: test(**fixtures)))


class PacedSlot(EngineSlot):
    """The engine at the pace of a larger model: the random one is done before a reader could press Stop.

    After its first steps, a request has only one a second: a long run still goes on when Stop is pressed, however long
    a machine that has much else to do takes for that.
    """

    step_seconds = 0.02
    quick_steps = 400

    def session(self):
        return Paced(super().session(), self)


class Paced:
    def __init__(self, session, slot):
        self.session, self.slot, self.steps = session, slot, 0

    def __getattr__(self, name):
        return getattr(self.session, name)

    def next(self, seconds):
        time.sleep(self.slot.step_seconds if self.steps < self.slot.quick_steps else 1)
        self.steps += 1
        return self.session.next(seconds)


class HeldSlot(PacedSlot):
    """Does not begin to load before it is released."""

    def start(self):
        pass

    def release(self):
        super().start()


def wait_until(condition, seconds=60, page=None):
    """For what another thread is about to do, or the browser of a page."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        page.wait_for_timeout(5) if page else time.sleep(0.005)
