"""Serves routes of our own behind the guard, on a real port, without Gradio."""

import threading
from contextlib import contextmanager

import uvicorn
from page_helpers import wait_until
from starlette.applications import Starlette

from playground.limits import Limits
from playground.service.listeners import Listeners
from playground.ui.guard import Offered, Policy, guarded

KNOWN = {"access-token-mine": "known"}
"""The cookie of someone who has logged in."""


@contextmanager
def served(routes, posts, limits=None, auth=None, listeners=None):
    """Yields the address.

    `posts` says of each path that takes a body which limit its size has; with `auth` one must have logged in.
    """
    app = Starlette(routes=routes)
    app.auth, app.tokens, app.cookie_id = auth, {"known": "anna"}, "mine"  # what Gradio's app has
    offered = Offered(events={}, named={}, functions={}, posts=posts)
    guard = guarded(
        app, Policy(), limits or Limits(), Listeners() if listeners is None else listeners, offered, lambda: False
    )
    server = uvicorn.Server(uvicorn.Config(guard, port=0, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
