"""What the operator's tools ask: is the server ready, on the page's port too, and figures on a port of their own."""

from __future__ import annotations

import socket
import threading

import uvicorn
from prometheus_client import make_asgi_app
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

from playground.server.guard import Policy
from playground.server.guard.visitors import Hosts
from playground.service import Service

NEWS_SECONDS = 5
"""The longest that the server waits at its end for whoever reads its figures just then."""


def app(service: Service) -> Starlette:
    """`/healthz` is 200 while the process answers; `/readyz` as `ready_route` has it; `/metrics` has the figures."""

    async def up(_: Request) -> PlainTextResponse:
        return PlainTextResponse("up\n")

    metrics = Mount("/metrics", make_asgi_app(service.account.registry))
    return Starlette(routes=[Route("/healthz", up), ready_route(service), metrics])


def ready_route(service: Service) -> Route:
    """`/readyz` is 200 while runs are taken, otherwise 503. It says nothing else, so that it needs no login."""

    async def ready(_: Request) -> PlainTextResponse:
        if service.closing.is_set() or not service.slot.states().get("ready", 0):
            return PlainTextResponse("not ready\n", 503)
        return PlainTextResponse("ready\n")

    return Route("/readyz", ready)


def operate(service: Service, host: str, port: int, policy: Policy) -> uvicorn.Server:
    """Serves `app` in a thread of its own, under the policy's names, until `should_exit` of what it returns is set.

    Raises:
        OSError: the port is taken.
    """
    guarded = Hosts(app(service), policy)
    config = uvicorn.Config(guarded, http="h11", log_level="error", timeout_graceful_shutdown=NEWS_SECONDS)
    server = uvicorn.Server(config)
    listening = socket.create_server((host, port))
    threading.Thread(target=server.run, args=([listening],), name="operator", daemon=True).start()
    return server
