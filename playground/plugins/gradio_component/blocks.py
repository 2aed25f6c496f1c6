"""The playground as an ordinary Gradio app: `python app.py --blocks`. It shows how the parts fit, to copy from.

A `RunSpec` goes to the service, a tape comes back, its events make a `Trace`, and the player shows that. The page is
Gradio's own, with Gradio's scripts and login and without our guard: nothing checks by which name the server is reached,
which sites call it, or how often. Only the service's limits hold, and a visitor is a tab at an address. Let only people
in whom you know; `playground.server.interface` serves strangers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import gradio as gr
from anyio.to_thread import run_sync

from playground.errors import PlaygroundError
from playground.plugins.gradio_component.component import gradio_player
from playground.service import Ended, Frame, Refused, Service, Started, Visitor, Waiting
from playground.service.requests import Completion, prompt_of
from playground.spec.run import RunSpec
from playground.spec.settings import SEED, all_knobs, check_seed
from playground.trace import Trace
from playground.trace.record import Record

EXAMPLE = "Write a story about Lily, a cat and a red ball."
NAMES = ("max_new_tokens", "t_max", "t_min", "entropy_bound", "max_denoising_steps")
"""The knobs of the page."""


def app(service: Service) -> gr.Blocks:
    """Builds the app, and begins to load the model."""

    async def generate(
        prompt: str, seed: int, length: int, t_max: float, t_min: float, budget: float, steps: int, request: gr.Request
    ) -> AsyncIterator[tuple[Any, str, str]]:
        values = dict(zip(NAMES, (length, t_max, t_min, budget, steps), strict=True))
        address = request.client.host if request.client else ""
        visitor = Visitor(f"{request.username} {request.session_hash}", address)

        try:
            spec = RunSpec(prompt=prompt_of(prompt), seed=check_seed(seed))
            completion = Completion(settings={"sampler": "entropy-bound", **values})
            tape = await run_sync(partial(service.start, [spec], visitor, complete=completion))
        except PlaygroundError as error:
            raise gr.Error(str(error), print_exception=False) from error
        record: Any = gr.skip()
        async for event in tape.happens():
            match event:
                case Waiting():
                    yield gr.skip(), event.sentence, tape.control
                case Started():
                    record = Record(Trace.begin(event.header, event.token_texts, event.decode))
                    yield record, "", tape.control
                case Frame():
                    record.so_far.add(event.frame)
                    yield record, "", tape.control
                case Ended():
                    yield event.trace, event.notice, ""
                case Refused():
                    if isinstance(record, Record):
                        record.end()
                    yield record, "", ""
                    raise gr.Error(event.sentence, print_exception=False)

    def stop(control: str) -> None:
        if tape := service.tapes.controlled(control):
            tape.stop()

    async def defaults() -> list[Any]:
        """The model's own settings, once it is there; until then nobody can generate with others by mistake."""
        while not service.slot.wait(0):
            await asyncio.sleep(0.25)
        try:
            values = service.slot.model.settings.to_dict()
        except PlaygroundError as error:
            return [str(error), *[gr.skip()] * (1 + len(NAMES))]
        return ["", gr.update(interactive=True), *[gr.update(value=values[name], interactive=True) for name in NAMES]]

    service.slot.start()
    with gr.Blocks(title="Text Diffusion Playground", analytics_enabled=False) as blocks:
        control = gr.State("")  # stops the run of this tab
        gr.Markdown("# Text Diffusion Playground")
        with gr.Row():
            prompt = gr.Textbox(EXAMPLE, label="Prompt", scale=4)
            seed = gr.Number(0, label=SEED.label, precision=0)
        with gr.Row():
            sliders = [
                gr.Slider(low, high, knob.default, step=step, label=knob.label, interactive=False)  # type: ignore
                for knob in map(all_knobs().__getitem__, NAMES)
                for low, high, step in [knob.slider]
            ]
        with gr.Row():
            start = gr.Button("Generate", variant="primary", interactive=False)
            end = gr.Button("Stop")
        note = gr.Markdown("The model is loading.")
        player = gradio_player()
        outputs = [player, note, control]
        start.click(generate, [prompt, seed, *sliders], outputs, show_progress="hidden", api_name="generate")
        blocks.load(defaults, None, [note, start, *sliders], show_progress="hidden", api_visibility="private")
        end.click(stop, control, api_visibility="private")
    # Gradio hands on what is asked for at once: the service decides whose turn it is.
    return blocks.queue(max_size=service.turns.most, default_concurrency_limit=None)
