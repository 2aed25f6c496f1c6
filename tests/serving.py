"""Slots whose model is loaded, and their pages over HTTP on this computer."""

from contextlib import contextmanager
from unittest.mock import patch

from service_helpers import wait_until

from playground.server.interface import build
from workshop.bench.page import free_port


def loaded(slot):
    with patch("playground.engine.speed.SECONDS", 0.01):  # what it says that a step takes need not be exact
        slot.load()
    return slot


@contextmanager
def served(service, auth=None, **options):
    """The page of a service, which takes `options`, and its address."""
    # Gradio makes its application anew at each step to a page, and once more as it is launched: that one is served.
    with patch("gradio.blocks.App.create_app"):
        page = build(service, **options)
    try:
        yield page, page.launch("127.0.0.1", free_port(), block=False, quiet=True, auth=auth)
    finally:
        for tape in service.tapes.live():
            tape.stop()
        page.blocks.close()
        wait_until(lambda: not service.tapes.live())
