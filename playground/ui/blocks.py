"""The playground as an ordinary Gradio app: `python app.py --blocks`. It shows how the parts fit, to copy from.

A `RunSpec` goes to the service, a tape comes back, its events make a `Record`, and the player shows that. The page is
Gradio's own, with Gradio's scripts and login and without our guard: nothing checks by which name the server is reached,
which sites call it, or how often. Only the service's limits hold, and a visitor is a tab at an address. Let only people
in whom you know; `playground.ui.interface` serves strangers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import gradio as gr
from anyio.to_thread import run_sync

from playground.component import gradio_player
from playground.doors.asked import prompt_of
from playground.errors import PlaygroundError
from playground.service import Ended, Frame, Refused, Service, Started, Visitor, Waiting
from playground.settings import SEED, all_knobs, check_seed
from playground.spec import RunSpec
from playground.trace.record import Record

EXAMPLE = "Write a story about Lily, a cat and a red ball."
NAMES = ("t_max", "t_min", "entropy_bound", "max_denoising_steps")
"""The knobs of the page."""


def app(service: Service) -> gr.Blocks:
    """Builds the app, and begins to load the model."""

    async def generate(
        prompt: str, seed: float, t_max: float, t_min: float, entropy_bound: float, steps: float, request: gr.Request
    ) -> AsyncIterator[tuple[Any, str, str]]:
        values = dict(zip(NAMES, (t_max, t_min, entropy_bound, steps), strict=True))
        address = request.client.host if request.client else ""
        visitor = Visitor(f"{request.username} {request.session_hash}", address)

        def adapt(spec: RunSpec) -> RunSpec:
            return spec.replace(settings=service.slot.settings.replace(sampler="entropy-bound", **values))

        try:
            spec = RunSpec(prompt=prompt_of(prompt, "", False, ""), seed=check_seed(seed))
            tape = await run_sync(partial(service.start, [spec], visitor, adapt=adapt))
        except PlaygroundError as error:
            raise gr.Error(str(error), print_exception=False) from error
        async for event in tape.happens():
            match event:
                case Waiting():
                    yield gr.skip(), event.sentence, tape.control
                case Started():
                    record = Record(event.header, event.token_texts, event.decode)
                    yield record, "", tape.control
                case Frame():
                    record.add(event.frame)
                    yield record, "", tape.control
                case Ended():
                    yield event.trace, event.notice, ""
                case Refused():
                    raise gr.Error(event.sentence, print_exception=False)

    def stop(control: str) -> None:
        if tape := service.tapes.controlled(control):
            tape.stop()

    def slider(name: str) -> gr.Slider:
        knob = all_knobs()[name]
        low, high, step = knob.slider

        def own() -> float:  # the model's, for whoever opens the page once it is there
            ready = "ready" in service.slot.states()
            return service.slot.settings.to_dict().get(name, knob.default) if ready else knob.default  # type: ignore

        return gr.Slider(low, high, own, step=step, label=knob.label)

    service.slot.start()
    with gr.Blocks(title="Text Diffusion Playground", analytics_enabled=False) as blocks:
        control = gr.State("")  # stops the run of this tab
        prompt = gr.Textbox(EXAMPLE, label="Prompt")
        with gr.Row():
            sliders = [slider(name) for name in NAMES]
            seed = gr.Number(0, label=SEED.label, precision=0)
        with gr.Row():
            start, end = gr.Button("Generate", variant="primary"), gr.Button("Stop")
        note = gr.Markdown()
        player = gradio_player()
        outputs = [player, note, control]
        start.click(generate, [prompt, seed, *sliders], outputs, show_progress="hidden", api_name="generate")
        end.click(stop, control, api_visibility="private")
    # Gradio hands on what is asked for at once: the service decides whose turn it is.
    return blocks.queue(max_size=service.turns.most, default_concurrency_limit=None)
