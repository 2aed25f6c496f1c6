"""Builds the page: the form on the left, the canvas in the middle, and what each event does."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from inspect import signature
from pathlib import Path
from typing import Any

import gradio as gr
from starlette.applications import Starlette

from playground.assets import ASSETS
from playground.knobs import Knob
from playground.limits import on_space
from playground.service import Service
from playground.settings import KNOBS, MAX_SEED, all_knobs, samplers_with
from playground.trace.columns import MAX_MIB
from playground.ui.canvas import token_canvas
from playground.ui.files import PageFiles
from playground.ui.front import Front
from playground.ui.guard import Offered, Policy, guarded
from playground.ui.handlers import WAY_KNOBS, Handlers

HEAD_START_SECONDS = 3.0
"""The head start of a page that is opened at once, because importing torch delays everything else in the process."""
MOST_QUEUED = 32
"""The most requests that Gradio holds before it hands them on; in a flood it refuses more."""
HOUR = 3600
"""How often Gradio looks for leftover files, in seconds, and how old these must be."""
ALONE = Policy()
SESSIONS = 64
"""The most sessions of Gradio, which keeps some 200 kB for each page that was opened; losing one does no harm."""

Logins = list[tuple[str, str]]
"""Names and passwords."""

SHORT_TEXT = 64
"""The most characters of what a function of the page takes, such as the name of a run."""
SPARE_THREADS = 16
"""Threads of the server besides one for each run that the service holds: for refusals and other quick work."""

EXAMPLES: dict[str, str] = {
    run["title"]: run["prompt"] for run in json.loads((ASSETS / "recorded" / "index.json").read_text())
}
"""Title -> prompt of each recorded run, so that what the page shows can be run again."""

THEME = gr.themes.Base(
    primary_hue="sky",
    neutral_hue="slate",
    radius_size="sm",
    font=["system-ui", "Segoe UI", "DejaVu Sans", "sans-serif"],
    font_mono=["ui-monospace", "DejaVu Sans Mono", "monospace"],
)


def build(
    service: Service, recorded: Path = ASSETS / "recorded", max_mib: int = MAX_MIB, policy: Policy = ALONE
) -> Page:
    """Builds the page around a service.

    Args:
        recorded: the folder of the recorded runs and their index.
        max_mib: the largest size that a trace may unpack to when the page opens it.
        policy: who may reach the page.
    """
    handlers = Handlers(service)
    files = PageFiles(recorded)
    os.environ["GRADIO_ANALYTICS_MAX_EVENTS"] = "1"  # else it counts over the latest 10,000 at each event
    with gr.Blocks(
        title="Text Diffusion Playground", fill_width=True, analytics_enabled=False, delete_cache=(HOUR, HOUR)
    ) as blocks:
        gr.HTML(
            "<h1>Text Diffusion Playground</h1><p>Watch noise become text, and see what the sampler decided.</p>",
            elem_id="title",
        )
        with gr.Row(elem_id="columns"):
            with gr.Column(elem_id="rail", min_width=0):
                prompt, extras, generate = _ask(service.limits.prompt_characters)
                seed, dice, knobs = _knobs()
            with gr.Column(elem_id="middle", min_width=0):
                canvas = token_canvas(
                    [
                        handlers.model_status,
                        handlers.about_prompt,
                        handlers.use_embedded,
                        handlers.stop,
                        handlers.ended,
                        handlers.trace,
                    ],
                    elem_id="canvas",
                    main=files.path("js/main.js"),
                    max_mib=max_mib,
                )
        picture = gr.Textbox("", visible=False, label="image")
        ticket = gr.Textbox("", visible=False, label="ticket")

        knobs["way"].input(
            handlers.way_defaults,
            preprocess=False,  # the table of knobs refuses an unknown way with its own sentence
            inputs=knobs["way"],
            outputs=[knobs[name] for name in WAY_KNOBS],
            show_progress="hidden",
            **_PRIVATE,
        )
        generation = generate.click(
            handlers.generate,
            inputs=[prompt, seed, *knobs.values(), *extras, picture, ticket],
            outputs=canvas,
            api_name="generate",
            # None, and a thread for every run that the service holds: Gradio's queue passes each generation on at once.
            # So only the service decides whose turn it is, and it can tell everyone their place.
            concurrency_limit=None,
            preprocess=False,  # SamplerSettings refuses settings out of range with its own sentence
            postprocess=False,  # a message is not HTML: Gradio would warn about a `<script>` among the tokens
            show_progress="hidden",
            js="(...values) => window.playground.begin(values)",
        )
        generation.then(None, js="() => window.playground.over()")
        canvas.model_ready(None, outputs=list(knobs.values()), js="() => window.playground.form.defaults", **_PRIVATE)
        filled = canvas.form_filled(
            None, outputs=[prompt, seed, *knobs.values(), *extras], js="() => window.playground.form.values", **_PRIVATE
        )
        filled.then(None, js="() => window.playground.form.filled()", **_PRIVATE)
        dice.click(None, outputs=seed, js="() => window.playground.form.newSeed()", **_PRIVATE)
        shown = [knobs[name].change for name in ("max_denoising_steps", "schedule", "t_max", "t_min", "sampler")]
        gr.on(shown, None, js="() => window.playground.form.drawSchedule()", **_PRIVATE)
    blocks.queue(max_size=MOST_QUEUED)
    return Page(blocks, service, files, policy)


OFF = "tdp-off"
_PRIVATE: dict[str, Any] = {"api_visibility": "private"}


def _ask(most: int) -> tuple[gr.Textbox, list[gr.components.Component], gr.Button]:
    with gr.Column(elem_id="ask", min_width=0):
        prompt = gr.Textbox(
            next(iter(EXAMPLES.values())), label="Prompt", lines=3, max_lines=9, elem_id="prompt", max_length=most
        )
        examples = gr.Dataset(
            components=[prompt],
            samples=[[text] for text in EXAMPLES.values()],
            sample_labels=list(EXAMPLES),
            label="Examples",
            elem_id="examples",
        )
        texts = json.dumps(list(EXAMPLES.values()))
        examples.click(None, inputs=examples, outputs=prompt, js=f"(number) => {texts}[number]", **_PRIVATE)
        # Shown once it is known that the checkpoint supports them.
        system = gr.Textbox(
            "", label="System prompt", lines=2, max_length=most, elem_id="with-system", elem_classes=OFF
        )
        thinking = gr.Checkbox(False, label="Think before the answer", elem_id="with-thinking", elem_classes=OFF)
        gr.HTML(f'<div id="with-image" class="{OFF}"></div>', elem_id="picture-block")
    with gr.Column(elem_id="act", min_width=0):
        with gr.Row(elem_id="buttons"):
            generate = gr.Button("Generate", variant="primary", elem_id="generate", min_width=0, scale=3)
            gr.Button("Stop", elem_id="stop", min_width=0, scale=1, interactive=False)
        gr.HTML(
            '<p id="notice-text" role="alert"></p><p id="waiting-text" role="status"></p>'
            '<p id="model-status" role="status">Asking for the model …</p>'
            '<progress id="model-progress" aria-label="Loading the model" hidden></progress>'
            '<button id="use-embedded" type="button" hidden>Use the embedded model</button>',
            elem_id="notices",
        )
    return prompt, [system, thinking], generate


def _knobs() -> tuple[gr.Number, gr.Button, dict[str, gr.Slider | gr.Dropdown]]:
    with gr.Column(elem_id="knobs", min_width=0):
        with gr.Row(elem_id="seed-row"):
            seed = gr.Number(
                7, label="Seed", precision=0, minimum=0, maximum=MAX_SEED, elem_id="seed", min_width=0, scale=3
            )
            dice = gr.Button("🎲", elem_id="dice", min_width=0, scale=0)
        knobs = {name: _control(name, knob) for name, knob in all_knobs().items()}
        gr.HTML('<div id="schedule"></div>', elem_id="schedule-block")
    return seed, dice, knobs


def _control(name: str, knob: Knob) -> gr.Slider | gr.Dropdown:
    if isinstance(knob.default, str):  # one of its choices
        return gr.Dropdown(
            list(knob.choices), value=knob.default, label=knob.label, info=knob.help, elem_id=f"knob-{name}",
            min_width=0, filterable=False,
        )  # fmt: skip
    samplers = samplers_with(name)
    hidden = OFF if samplers and KNOBS["sampler"].default not in samplers else None
    low, high, step = knob.slider
    return gr.Slider(
        low, high, knob.default, step=step, label=f"{knob.label} ({knob.unit})", info=knob.help,
        elem_id=f"knob-{name}", elem_classes=hidden, min_width=0,
    )  # fmt: skip


class Page:
    """A page that is built and can be served."""

    def __init__(self, blocks: gr.Blocks, service: Service, files: PageFiles, policy: Policy) -> None:
        self.blocks = blocks
        self._service, self._files, self._policy = service, files, policy

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

        Args:
            auth: names and passwords of those who may log in; by default nobody is asked to.

        Raises:
            OSError: the port is taken.
        """
        os.environ["FORWARDED_ALLOW_IPS"] = (
            self._policy.proxies
        )  # Gradio lets its server, uvicorn, be told no other way
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
            theme=THEME,
            css_paths=[ASSETS / "css" / name for name in ("playground.css", "panels.css")],
            app_kwargs={"routes": self._files.routes(), "lifespan": self._lifespan},
        )
        self._service.slot.start_after(HEAD_START_SECONDS)
        if block:
            self.blocks.block_thread()
        return address

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Puts the guard around all of Gradio, its own middleware included, before the first request."""
        assert app.middleware_stack is not None, "built for the lifespan"
        slot, limits, listeners = self._service.slot, self._service.limits, self._service.listeners
        stack = Front(app.middleware_stack, self._files.preloads())
        app.middleware_stack = guarded(stack, self._policy, limits, listeners, self._offered(), lambda: slot.sees)
        yield

    def _offered(self) -> Offered:
        """What can be called from outside: events and functions that do something on the server."""
        events, named = {}, {}
        for number, event in self.blocks.fns.items():
            if event.fn is not None:
                events[number] = len(event.inputs)
                if event.api_visibility == "public" and isinstance(event.api_name, str):
                    named[event.api_name] = tuple(signature(event.fn).parameters)[: len(event.inputs)]
        most = {"about_prompt": self._service.limits.prompt_characters}
        functions = {
            number: {name: most.get(name, SHORT_TEXT) for name in _functions(block)}
            for number, block in self.blocks.blocks.items()
        }
        return Offered(events=events, named=named, functions=functions, login=self.blocks.auth is not None)


def _functions(block: object) -> frozenset[str]:
    return frozenset(name for name, value in vars(block).items() if getattr(value, "_is_server_fn", False))


def default_host() -> str:
    """The default address to listen on: any address on a Space, only this computer elsewhere."""
    return os.environ.get("GRADIO_SERVER_NAME") or ("0.0.0.0" if on_space() else "127.0.0.1")
