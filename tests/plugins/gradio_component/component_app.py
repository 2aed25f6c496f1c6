"""A Gradio app with the player, whose steps a test lets through one by one, and what its page holds."""

import threading
from contextlib import contextmanager

from workshop.bench.page import free_port

HELD = "[...document.querySelectorAll('*')].flatMap((element) => element.player ?? []).at(-1)"
"""The last player on the page."""
SHOWS = f"([label, steps]) => {HELD}?.recording?.label === label && {HELD}.recording.frames.length === steps"


class Gate:
    """Lets a generator go on for so many steps."""

    def __init__(self):
        self._steps = threading.Semaphore(0)

    def open(self, steps=1):
        self._steps.release(steps)

    def each(self, frames):
        for frame in frames:
            assert self._steps.acquire(timeout=60)
            yield frame


@contextmanager
def launched(app, **options):
    """The address of a Gradio app."""
    try:
        yield app.launch(
            server_name="127.0.0.1", server_port=free_port(), prevent_thread_lock=True, quiet=True, ssr_mode=False,
            **options,
        )[1]  # fmt: skip
    finally:
        app.close(verbose=False)


def wait_for(page, label, steps):
    page.wait_for_function(SHOWS, arg=[label, steps])


def frames(page):
    """What the player holds, in Python's terms."""
    return page.evaluate(
        f"""() => {HELD}.recording.frames.map((frame) => ({{
             block: frame.block, step: frame.step, input_ids: [...frame.input_ids], sampled_ids: [...frame.sampled_ids],
             argmax_ids: [...frame.argmax_ids], accepted: [...frame.accepted], entropy: [...frame.entropy],
             status: [...frame.status], stop_reason: frame.stopReason }}))"""
    )
