"""Builds Gradio's side of the page: the event that runs the engine, the API, and how all of it is served."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gradio as gr
from starlette.applications import Starlette
from starlette.types import ASGIApp

from playground.assets import ASSETS
from playground.doors.openai.routes import OpenAI
from playground.knobs import Knob
from playground.lessons import Library
from playground.limits import on_space
from playground.published import Published
from playground.rival import Rival
from playground.service import Service
from playground.service.draining import Terminated, drain, terminable
from playground.service.machine import OwnMachine
from playground.service.rivals import Rivals
from playground.settings import MAX_SEED, all_knobs
from playground.trace.columns import MAX_MIB
from playground.ui.api import Api
from playground.ui.beside import BesideHandlers
from playground.ui.canvas import token_canvas
from playground.ui.files import PageFiles
from playground.ui.front import Front
from playground.ui.guard import Offered, Policy, guarded
from playground.ui.guard.counted import Counted
from playground.ui.halls import HallRoutes
from playground.ui.handlers import Handlers
from playground.ui.head import config, head
from playground.ui.insides import InsideHandlers
from playground.ui.published import PublishedRoutes
from playground.ui.studies import StudyHandlers

if TYPE_CHECKING:
    from playground.doors.mcp import Tools

HEAD_START_SECONDS = 3.0
"""The head start of a page that is opened at once, because importing torch delays everything else in the process."""
MOST_QUEUED = 32
"""The most requests that Gradio holds before it hands them on; in a flood it refuses more."""
HOUR = 3600
"""How often Gradio looks for leftover files, in seconds, and how old these must be."""
ALONE = Policy()
RECORDED = ASSETS / "recorded"
SESSIONS = 64
"""The most sessions of Gradio, which keeps some 200 kB for each page that was opened; losing one does no harm."""

Logins = list[tuple[str, str]]
"""Names and passwords."""

SHORT_TEXT = 64
"""The most characters of what a function of the page takes, such as the name of a run."""
DESCRIPTION = 32_768
"""The most characters of a run's description, beside its prompt: settings, pins, and the tokens that it starts from."""
LONG_TEXT = 128 << 10
"""The same for what takes the description of a run."""
SPARE_THREADS = 16
"""Threads of the server besides one for each run that the service holds: for refusals and other quick work."""


def build(
    service: Service,
    recorded: Path = RECORDED,
    max_mib: int = MAX_MIB,
    policy: Policy = ALONE,
    *,
    machine: OwnMachine | None = None,
    rival: Rival | None = None,
    lessons: Library | None = None,
    openai: OpenAI | None = None,
    tools: Tools | None = None,
    published: Published | None = None,
    public: bool = False,
) -> Page:
    """Builds the page around a service.

    Args:
        recorded: the folder of the recorded runs and their index.
        max_mib: the largest size that a trace may unpack to when the page opens it.
        policy: who may reach the page.
        machine: measures this machine; by default when anyone who opens the page asks for it.
        rival: a model on another server, to race against.
        lessons: for *Learn*; by default those that are installed.
        openai: the door for OpenAI's clients; None leaves it closed.
        tools: those for language models; None leaves that door closed.
        published: keeps what people publish; None lets nobody publish.
        public: do strangers use it? Then browsers keep no runs unless their readers want it, and nobody can put the
            embedded model in the place of one that cannot be loaded.
    """
    handlers, studies, beside = Handlers(service, public), StudyHandlers(service), BesideHandlers(service, machine)
    insides = InsideHandlers(service)
    rivals = Rivals(rival, service.limits)
    files = PageFiles(recorded, lessons)
    os.environ["GRADIO_ANALYTICS_MAX_EVENTS"] = "1"  # else it counts over the latest 10,000 at each event
    with gr.Blocks(
        title="Text Diffusion Playground", fill_width=True, analytics_enabled=False, delete_cache=(HOUR, HOUR)
    ) as blocks:
        functions: list[Callable[..., Any]] = [
            handlers.model_status, handlers.way_defaults, handlers.about_prompt, beside.card, handlers.puzzle,
            beside.machine, beside.copies, handlers.own_text, *([] if public else [handlers.use_embedded]),
            handlers.stop, handlers.ended, handlers.trace, studies.study_found,
            insides.look_inside, insides.without_conditioning,
            rivals.rival, rivals.rival_said, rivals.rival_stop,
        ]  # fmt: skip
        canvas = token_canvas(functions, elem_id="canvas", main=files.path("js/main.js"))
        streamed: dict[str, Any] = dict(
            outputs=canvas,
            api_visibility="private",  # programs have functions of their own
            # None, and a thread for every run that the service holds: Gradio's queue passes each generation on at once.
            # So only the service decides whose turn it is, and it can tell everyone their place.
            concurrency_limit=None,
            preprocess=False,  # SamplerSettings refuses settings out of range with its own sentence
            postprocess=False,  # a message is not HTML: Gradio would warn about a `<script>` among the tokens
            show_progress="hidden",
        )
        canvas.run_asked(
            handlers.generate,
            inputs=_inputs(service.limits.prompt_characters),
            api_name="generate",
            js="() => window.playground.making.begin()",
            **streamed,
        ).then(None, js="() => window.playground.making.over()")
        canvas.lanes_asked(
            handlers.together,
            inputs=gr.Textbox("", label="Runs as JSON", visible=False),
            js="() => window.playground.making.beginLanes()",
            **streamed,
        ).then(None, js="() => window.playground.making.over()")
        canvas.study_asked(
            studies.stream,
            inputs=gr.Textbox("", label="Study as JSON", visible=False),
            api_name="study",
            js="() => window.playground.extras.studies.begin()",
            **streamed,
        ).then(None, js="() => window.playground.extras.studies.over()")
        Api(service, recorded).offer()
    blocks.queue(max_size=MOST_QUEUED)
    top = head(files, config(service.limits, max_mib, public, published is not None))
    return Page(blocks, service, files, top, policy, openai, tools, published)


def _inputs(most: int) -> list[gr.components.Component]:
    """What a run takes, for Gradio. The page's own form fills them in; nobody sees them."""
    prompt = gr.Textbox("", label="Prompt", max_length=most, visible=False)
    seed = gr.Number(7, label="Seed", precision=0, minimum=0, maximum=MAX_SEED, visible=False)
    knobs = [_control(knob) for knob in all_knobs().values()]
    system = gr.Textbox("", label="System prompt", max_length=most, visible=False)
    thinking = gr.Checkbox(False, label="Think before the answer", visible=False)
    others = [gr.Textbox("", label=label, visible=False) for label in ("image", "ticket", "branch", "steering")]
    return [prompt, seed, *knobs, system, thinking, *others]


def _control(knob: Knob) -> gr.Number | gr.Dropdown:
    if isinstance(knob.default, str):  # one of its choices
        return gr.Dropdown(list(knob.choices), value=knob.default, label=knob.label, info=knob.help, visible=False)
    return gr.Number(knob.default, label=knob.label, info=knob.help, visible=False)


class Page:
    """A page that is built and can be served."""

    def __init__(
        self,
        blocks: gr.Blocks,
        service: Service,
        files: PageFiles,
        head: str,
        policy: Policy,
        openai: OpenAI | None,
        tools: Tools | None,
        published: Published | None,
    ) -> None:
        self.blocks = blocks
        self._openai, self._tools = openai, tools
        self._own = HallRoutes(service).routes() + (
            [] if published is None else PublishedRoutes(published, service.limits).routes()
        )
        posts = [route.path for route in self._own if "POST" in (route.methods or ())]
        self._posts = dict.fromkeys(posts, "body_bytes") | {"/publish": "published_bytes"}
        self._service, self._files, self._head, self._policy = service, files, head, policy

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
        routes = [
            *self._files.routes(),
            *self._own,
            *(self._openai.routes() if self._openai else []),
            *(self._tools.routes if self._tools else []),
        ]
        _, address, _ = self.blocks.launch(
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
            footer_links=["api"],
            app_kwargs={"routes": routes, "lifespan": self._lifespan},
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
        slot, limits, listeners = self._service.slot, self._service.limits, self._service.listeners
        stack: ASGIApp = Front(app.middleware_stack, self._head)
        stack = guarded(stack, self._policy, limits, listeners, self._offered(), lambda: slot.sees)
        app.middleware_stack = Counted(stack, self._service.account)
        async with self._tools.running() if self._tools else nullcontext():
            yield

    def _offered(self) -> Offered:
        """What can be called from outside: events and functions that do something on the server."""
        events, named = {}, {}
        for number, event in self.blocks.fns.items():
            if event.fn is not None:
                events[number] = len(event.inputs)
                if event.api_visibility == "public" and isinstance(event.api_name, str):
                    named[event.api_name] = tuple(signature(event.fn).parameters)[: len(event.inputs)]
        prompt = self._service.limits.prompt_characters
        most = {"about_prompt": prompt, "card": prompt, "own_text": 2 * prompt}
        most |= dict.fromkeys(("copies", "rival"), 2 * prompt + DESCRIPTION)
        most |= dict.fromkeys(("look_inside", "without_conditioning"), LONG_TEXT)
        functions = {
            number: {name: most.get(name, SHORT_TEXT) for name in _functions(block)}
            for number, block in self.blocks.blocks.items()
        }
        return Offered(
            events=events,
            named=named,
            functions=functions,
            posts=self._posts,
            login=self.blocks.auth is not None,
            completions=self._openai is not None,
            tools=self._tools is not None,
        )


def _functions(block: object) -> frozenset[str]:
    return frozenset(name for name, value in vars(block).items() if getattr(value, "_is_server_fn", False))


def default_host() -> str:
    """The default address to listen on: any address on a Space, only this computer elsewhere."""
    return os.environ.get("GRADIO_SERVER_NAME") or ("0.0.0.0" if on_space() else "127.0.0.1")
