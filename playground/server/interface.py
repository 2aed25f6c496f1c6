"""Builds the server: the page and its routes, what can be asked for through Gradio's queue, and the guard around it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from inspect import signature
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

import gradio as gr
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from playground.assets import ASSETS
from playground.plugin_loading import plugins
from playground.server.door import Door
from playground.server.files import PageFiles
from playground.server.functions import Functions
from playground.server.guard import Endpoints, Policy, guarded
from playground.server.guard.connections import Crowd, bounded
from playground.server.guard.rarely import tell_rarely
from playground.server.guard.visitors import ErrorCounter
from playground.server.model import model_routes
from playground.server.operator import ready_route
from playground.server.page import config_of, page_routes
from playground.server.tapes import TapeRoutes
from playground.service import Service
from playground.service.draining import Terminated, drain, terminable
from playground.service.limits import on_space
from playground.trace.columns import MAX_MIB

HEAD_START_SECONDS = 3.0
"""The head start of a page that is opened at once, because importing torch delays everything else in the process."""
MOST_QUEUED = 32
"""The most requests that Gradio holds before it hands them on; in a flood it refuses more."""
HOUR = 3600
"""How often Gradio looks for leftover files, in seconds, and how old these must be."""
ALONE = Policy()
TITLE = "Text Diffusion Playground"
RECORDED = ASSETS / "recorded"
SESSIONS = 64
"""The most sessions of Gradio, which keeps one for each of its clients; losing one does no harm."""

Logins = list[tuple[str, str]]
"""Names and passwords."""

SPARE_THREADS = 16
"""Threads of the server besides one for each run that the service holds: for refusals and other quick work."""


def build(
    service: Service,
    recorded: Path = RECORDED,
    max_mib: int = MAX_MIB,
    policy: Policy = ALONE,
    *,
    doors: Sequence[Door] = (),
    public: bool = False,
    options: Mapping[str, Any] = MappingProxyType({}),
) -> Page:
    """Builds the server around a service.

    Args:
        recorded: the folder of the recorded runs and their index.
        max_mib: the largest size that a trace may unpack to when the page opens it.
        policy: who may reach the page.
        doors: ways in for other programs.
        public: do strangers use it? Then browsers keep no runs unless their readers want it, and nobody can put the
            embedded model in the place of one that cannot be loaded.
        options: those of `serve` that plugins have added, by name.
    """
    arguments = {"service": service, "options": options, "public": public}
    files = PageFiles(recorded, plugins().by_plugin("page_part", **arguments))
    os.environ["GRADIO_ANALYTICS_MAX_EVENTS"] = "1"  # else it counts over the latest 10,000 at each event
    with gr.Blocks(mode="server", title=TITLE, analytics_enabled=False, delete_cache=(HOUR, HOUR)) as blocks:
        plugins().each("blocks", service=service, recorded=recorded)
    blocks.queue(max_size=MOST_QUEUED)
    config = config_of(service.limits, max_mib, public)
    added = [*chain.from_iterable(plugins().each("routes", **arguments))]
    routes = [
        *page_routes(files, config),
        *files.routes(),
        *TapeRoutes(service).routes(),
        *model_routes(service, public),
        *Functions(service, public).routes(),
        ready_route(service),
        *added,
        *chain.from_iterable(door.routes for door in doors),
    ]
    return Page(blocks, service, routes, policy, doors, added)


class Page:
    """A page that is built and can be served."""

    def __init__(
        self,
        blocks: gr.Blocks,
        service: Service,
        routes: list[BaseRoute],
        policy: Policy,
        doors: Sequence[Door],
        added: Sequence[BaseRoute],
    ) -> None:
        self.blocks = blocks
        self._service, self._routes, self._policy, self._doors, self._added = service, routes, policy, doors, added

    def launch(
        self,
        host: str,
        port: int,
        *,
        block: bool = True,
        quiet: bool = False,
        auth: list[tuple[str, str]] | None = None,
    ) -> str:
        """Serves the page, begins to load the model, and returns the address (with `block`: when the server ends).

        With `block`, SIGTERM ends it as `playground.service.draining` says.

        Args:
            auth: names and passwords of those who may log in; by default nobody is asked to.

        Raises:
            OSError: the port is taken.
            Terminated: SIGTERM has come, and the server has ended.
        """
        # The guard says whom to believe. Gradio lets its server, uvicorn, be told no other way.
        os.environ["FORWARDED_ALLOW_IPS"] = ""
        server = gr.Server(docs_url=None, redoc_url=None, openapi_url=None)
        server.state.crowd = Crowd(self._service.limits, self._policy.trusted)
        tell_rarely()
        server.router.routes.extend(self._routes)  # before Gradio adds its own, which answer the rest
        with bounded():
            _, address, _ = self.blocks.launch(
                _app=server,
                server_name=host,
                server_port=port,
                prevent_thread_lock=True,
                quiet=quiet,
                ssr_mode=False,
                run_history=False,
                enable_monitoring=False,
                state_session_capacity=SESSIONS,
                auth=auth,
                max_threads=self._service.turns.most + SPARE_THREADS,
                app_kwargs={"lifespan": self._lifespan},
            )
        self._service.slot.start_after(HEAD_START_SECONDS)
        if block:
            terminable()
            try:
                self.blocks.block_thread()
            except Terminated:
                drain(self._service)
                self.blocks.close(verbose=False)
                raise
        return address

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Puts the guard around all of Gradio, its own middleware included, before the first request."""
        assert app.middleware_stack is not None, "built for the lifespan"
        slot, limits = self._service.slot, self._service.limits
        queue = self.blocks._queue
        unfetched = (queue.pending_messages_per_session, queue.pending_event_ids_session)
        stack = guarded(app.middleware_stack, self._policy, limits, self._endpoints(), lambda: slot.sees, unfetched)
        app.middleware_stack = ErrorCounter(stack, self._service.account)
        async with AsyncExitStack() as open_doors:
            for door in self._doors:
                await open_doors.enter_async_context(door.running())
            yield

    def _endpoints(self) -> Endpoints:
        """What can be called from outside: the functions of the API, and routes of our own."""
        events, named = {}, {}
        for number, event in self.blocks.fns.items():
            if event.fn is not None:
                events[number] = len(event.inputs)
                if event.api_visibility == "public" and isinstance(event.api_name, str):
                    values = [*signature(event.fn).parameters.values()][: len(event.inputs)]
                    named[event.api_name] = {value.name: value.default is value.empty for value in values}
        return Endpoints(
            events=events,
            named=named,
            routes=self._routes,
            added=self._added,
            login=self.blocks.auth is not None,
            doors=self._doors,
        )


def default_host() -> str:
    """The default address to listen on: any address on a Space, only this computer elsewhere."""
    return os.environ.get("GRADIO_SERVER_NAME") or ("0.0.0.0" if on_space() else "127.0.0.1")
