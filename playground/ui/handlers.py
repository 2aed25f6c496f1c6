"""What the page's events do: start a run and stream it, stop it, hand its trace over, tell how the model is doing."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Iterator
from contextlib import closing
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

import gradio as gr

from playground.errors import PlaygroundError, PromptError
from playground.prompt import Prompt
from playground.service.turns import ordinal
from playground.settings import SamplerSettings, all_knobs, check_seed, samplers_with
from playground.spec import RunSpec
from playground.trace.wire import WireEncoder
from playground.ui.engine_slot import EngineSlot
from playground.ui.runs import Run, Runs

if TYPE_CHECKING:
    from playground.recording import Recorder

log = logging.getLogger(__name__)

WAIT_SECONDS = 1.0
"""Between two signs of life while a run waits for the model or its turn: a closed page is noticed at each of them."""
MOST_WAITING = 16
"""Runs that may wait for their turn; more are refused."""
MOST_IMAGE = 10 << 20
"""Bytes of a picture's file."""
UNBEGUN = "Stopped before the first step."


class Handlers:
    """Joins the page to one engine slot and one memory of runs."""

    def __init__(self, slot: EngineSlot) -> None:
        self.slot = slot
        self.runs = Runs()

    @property
    def generate(self) -> Callable[..., Iterator[str]]:
        """`stream` with an argument for each knob that there is, as Gradio's form and API want it."""
        names = ["prompt", "seed", *all_knobs(), "system", "thinking", "image", "run"]

        def generate(*values: Any) -> Iterator[str]:
            yield from self.stream(dict(zip(names, values, strict=True)))

        parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names]
        generate.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        generate.__doc__ = self.stream.__doc__
        return generate

    def stream(self, form: dict[str, Any]) -> Iterator[str]:
        """One run as wire messages (see `playground.trace.wire`): start, a frame per denoising step, end.

        `system`, `thinking` and `image` (a data URL) are for checkpoints that know them; else "", false and "".
        `run` names the run for `stop` and `trace`; empty, or used before: a new name is made. Settings of
        other samplers than the chosen one are not looked at.

        Raises:
            gr.Error: the run was refused or failed; its message is the sentence that the page shows.
        """
        this = self.runs.start(form["run"])
        wire = WireEncoder(this.name)
        try:
            spec = _spec(form)
            yield from self._wait_for_model(wire, this)
            yield from self._stream(wire, this, spec)
        except PlaygroundError as error:
            yield wire.refused(str(error))
            raise gr.Error(str(error), visible=False, print_exception=False) from error
        except gr.Error as error:  # ZeroGPU's refusals, such as of a visitor without a share left
            yield wire.refused(str(error.message))
            raise
        except Exception as error:
            log.exception("a run failed")
            sentence = f"The run failed ({type(error).__name__}); its steps so far are kept."
            yield wire.refused(sentence)
            raise gr.Error(sentence, visible=False, print_exception=False) from error
        finally:
            this.ended = True

    def _wait_for_model(self, wire: WireEncoder, run: Run) -> Iterator[str]:
        while not self.slot.wait(WAIT_SECONDS) and not run.stop.is_set():
            yield wire.waiting("The model is still loading; the run starts when it is ready.")

    def _stream(self, wire: WireEncoder, run: Run, spec: RunSpec) -> Iterator[str]:
        if run.stop.is_set():
            yield wire.refused(UNBEGUN)
            return
        recorder = self.slot.run(spec)
        most = self.slot.turns.most
        with closing(self.slot.turns.take(MOST_WAITING)) as turn:
            place = turn.wait(0)
            while place:
                yield wire.waiting(f"You are {ordinal(place)} in the queue; the server runs {most} at a time.")
                place = turn.wait(WAIT_SECONDS)
                if run.stop.is_set():
                    yield wire.refused(UNBEGUN)
                    return
            yield from self._frames(wire, run, recorder)

    def _frames(self, wire: WireEncoder, run: Run, recorder: Recorder) -> Iterator[str]:
        yield wire.start(recorder.header, "LIVE", recorder.token_texts)
        try:
            with closing(iter(recorder)) as frames:
                for frame in frames:
                    yield wire.frame(frame)
                    if run.stop.is_set():
                        break
        finally:
            run.trace = recorder.trace()
        yield wire.end(run.trace.finish_reason, run.trace.header.seconds, run.trace.text, run.trace.thought)

    def stop(self, run: str) -> None:
        """Ends a run after its current step; for one that has ended already this does nothing."""
        self.runs.get(run).stop.set()

    def ended(self, run: str) -> bool:
        """Is the run over? One that waits for its turn is not."""
        found = self.runs.find(run)
        return found is not None and found.ended

    def trace(self, run: str) -> dict[str, str]:
        """The run's `.trace` file as base64 under `packed`, or one sentence under `refused`."""
        found = self.runs.find(run)
        if found is None or found.trace is None:
            return {"refused": "This run has not ended yet, or the server no longer keeps it."}
        return {"packed": base64.b64encode(found.trace.to_bytes()).decode("ascii")}

    def model_status(self, _: str) -> dict[str, Any]:
        """How the model is doing: `state`, `sentence` and more, as `EngineSlot.status` gives it.

        When it is ready: its own `defaults` in the knobs' order, and its `abilities`.

        A page that asks has been drawn: loading need not hold it up any longer.
        """
        self.slot.start()
        status = self.slot.status()
        if status["state"] == "ready":
            settings = self.slot.settings.to_dict()
            status["abilities"] = self.slot.abilities
            status["defaults"] = [settings.get(name, knob.default) for name, knob in all_knobs().items()]
        return status

    def use_embedded(self, _: str) -> None:
        """The reader agrees to the embedded model where the one that was asked for could not be loaded."""
        self.slot.use_embedded()


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
        PromptError: the text is empty, or the picture no data URL of a size that is taken.
    """
    if not isinstance(text, str) or not text.strip():
        raise PromptError("The prompt is empty; write what the text should be about.")
    if not isinstance(image or "", str) or len(image or "") > MOST_IMAGE * 4 // 3 + 100:
        raise PromptError(f"The picture is too large: its file may have at most {MOST_IMAGE >> 20} MB.")
    try:
        file = base64.b64decode((image or "").partition(",")[2], validate=True)
    except ValueError as error:
        raise PromptError("The picture is not a base64 data URL.") from error
    return Prompt(text=text, system=str(system or ""), thinking=bool(thinking), image=file)
