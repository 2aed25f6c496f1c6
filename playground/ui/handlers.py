"""What the page's events do: start a run and stream it, stop it, hand its trace over, tell how the model is doing."""

from __future__ import annotations

import base64
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from inspect import Parameter, Signature
from typing import Any

import gradio as gr

from playground.engine.ways import WAYS
from playground.errors import PlaygroundError, PromptError
from playground.knobs import Value
from playground.prompt import Prompt, picture
from playground.service import Ended, Event, Frame, Refused, Service, Started, Waiting
from playground.service.runs import Run
from playground.service.service import refused
from playground.service.turns import NOBODY
from playground.settings import KNOBS, SamplerSettings, all_knobs, check_seed, samplers_with
from playground.spec import RunSpec
from playground.trace.wire import WireEncoder

MOST_TICKET = 64
"""Characters of a ticket."""

WAY_KNOBS = tuple(dict.fromkeys(name for way in WAYS.values() for name in way.defaults))
"""The settings that ways of writing have defaults of their own for."""


class Handlers:
    """Joins the page to the service: forms become specs, events become wire messages."""

    def __init__(self, service: Service) -> None:
        self.service = service

    @property
    def generate(self) -> Callable[..., Iterator[str]]:
        """`stream` with an argument for each knob that there is, as Gradio's form and API want it."""
        names = ["prompt", "seed", *all_knobs(), "system", "thinking", "image", "ticket"]

        def generate(*values: Any) -> Iterator[str]:
            form = dict(zip([*names, "request"], values, strict=False))
            yield from self.stream(form, form.get("request"))

        parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names]
        request = Parameter("request", Parameter.POSITIONAL_OR_KEYWORD, default=None)
        generate.__signature__ = Signature([*parameters, request])  # type: ignore[attr-defined]
        generate.__annotations__ = {"request": gr.Request}
        generate.__doc__ = self.stream.__doc__
        return generate

    def stream(self, form: dict[str, Any], request: gr.Request | None = None) -> Iterator[str]:
        """One run as wire messages (see `playground.trace.wire`): taken, start, a frame per denoising step, end.

        `system`, `thinking` and `image` (a data URL) are for checkpoints that know them; else "", false and "".
        `ticket` comes back with the first message, beside the run's name and what stops it; it may be empty.
        Settings of other samplers than the chosen one are not looked at.

        Raises:
            gr.Error: the run was refused or failed; its message is the sentence that the page shows.
        """
        visitor = request.request.scope.get("visitor", NOBODY) if request and request.request else NOBODY
        with closing(self.service.runs.start(visitor, request.session_hash or "" if request else "")) as run:
            wire = WireEncoder(run.name)
            yield wire.taken(str(form["ticket"] or "")[:MOST_TICKET], run.control)
            with closing(self._events(form, run)) as events:
                for event in events:
                    yield _message(wire, event)
                    if isinstance(event, Refused) and event.cause is not None:
                        if isinstance(event.cause, gr.Error):  # ZeroGPU's, which Gradio shows as it came
                            raise event.cause
                        raise gr.Error(event.sentence, visible=False, print_exception=False) from event.cause

    def _events(self, form: dict[str, Any], run: Run) -> Generator[Event, None, None]:
        try:
            spec = _spec(form)
        except Exception as error:
            yield refused(error)
        else:
            yield from self.service.run(spec, run)

    def stop(self, control: str) -> bool:
        """Ends a run after its current step; False where `control` stops none, or one that has ended."""
        run = self.service.runs.controlled(control)
        if run is None or run.ended:
            return False
        run.stop.set()
        return True

    def ended(self, name: str) -> bool:
        """Is the run over, or unknown? One that waits for its turn is neither."""
        run = self.service.runs.find(name)
        return run is None or run.ended

    def trace(self, name: str) -> dict[str, str]:
        """The run's `.trace` file as base64 under `packed`, or one sentence under `refused`."""
        run = self.service.runs.find(name)
        if run is not None and (packed := run.packed()):
            return {"packed": base64.b64encode(packed).decode("ascii")}
        if run is not None and not run.ended:
            return {"refused": "This run has not ended yet."}
        return {"refused": str(self.service.limits.refuse("runs_kept"))}

    def model_status(self, _: str) -> dict[str, Any]:
        """How the model is doing: `state`, `sentence` and more, as `EngineSlot.status` gives it.

        When it is ready: its own `defaults` in the knobs' order, and its `abilities`.

        A page that asks has been drawn: loading need not hold it up any longer.
        """
        self.service.slot.start()
        status = self.service.slot.status()
        if status["state"] == "ready":
            settings = self.service.slot.settings.to_dict()
            status["abilities"] = self.service.slot.abilities
            status["defaults"] = [settings.get(name, knob.default) for name, knob in all_knobs().items()]
        return status

    def way_defaults(self, way: str) -> list[Value]:
        """What the settings of `WAY_KNOBS` begin at in a way of writing.

        Raises:
            gr.Error: there is no such way.
        """
        try:
            KNOBS["way"].check("way", way)
        except PlaygroundError as error:
            raise gr.Error(str(error), visible=False, print_exception=False) from error
        slot = self.service.slot
        own = slot.settings if slot.status()["state"] == "ready" else SamplerSettings()
        values = own.to_dict() | dict(WAYS[way].defaults)
        return [values[name] for name in WAY_KNOBS]

    def use_embedded(self, _: str) -> None:
        """The reader agrees to the embedded model where the one that was asked for could not be loaded."""
        self.service.slot.use_embedded()


def _message(wire: WireEncoder, event: Event) -> str:
    match event:
        case Waiting():
            return wire.waiting(event.sentence)
        case Started():
            return wire.start(event.header, "LIVE", event.token_texts)
        case Frame():
            return wire.frame(event.frame)
        case Ended(trace):
            return wire.end(trace.finish_reason, trace.header.seconds, trace.text, trace.thought)
        case Refused():
            return wire.refused(event.sentence)


def _spec(form: dict[str, Any]) -> RunSpec:
    """
    Raises:
        SettingError: a setting is refused.
        PromptError: as `_prompt`.
    """
    others = {name for name in all_knobs() if form["sampler"] not in (samplers_with(name) or [form["sampler"]])}
    values = {name: form[name] for name in all_knobs() if name not in others}
    settings, seed = SamplerSettings.from_dict(values), check_seed(form["seed"])
    prompt = _prompt(form["prompt"], form["system"], form["thinking"], form["image"])
    return RunSpec(prompt=prompt, settings=settings, seed=seed)


def _prompt(text: Any, system: Any, thinking: Any, image: Any) -> Prompt:
    """
    Raises:
        PromptError: the text is empty, or the picture no data URL of a picture.
    """
    if not isinstance(text, str) or not text.strip():
        raise PromptError("The prompt is empty; write what the text should be about.")
    return Prompt(text=text, system=system or "", thinking=bool(thinking), image=picture(str(image or "")))
