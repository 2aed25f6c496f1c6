"""Serves routes of our own behind the guard, on a real port, without Gradio."""

import threading
from contextlib import contextmanager

import uvicorn
from guarded_app import behind
from service_helpers import wait_until

from playground.server.guard import Endpoints
from playground.service.limits import Limits

KNOWN = {"access-token-mine": "known"}
"""The cookie of someone who has logged in."""


@contextmanager
def served(routes, limits=None, auth=None):
    """Yields the address. With `auth` one must have logged in."""
    offered = Endpoints(events={}, named={}, routes=routes, login=auth is not None)
    app = behind(routes, limits=limits or Limits(), offered=offered, tokens=auth and {"known": "anna"})
    with running(app, lifespan="off", timeout_graceful_shutdown=1) as address:
        yield address


@contextmanager
def running(app, **options):
    """Serves an app in a thread of its own, and yields the address."""
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", **options))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
