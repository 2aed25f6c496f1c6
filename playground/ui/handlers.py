"""What the page's events do: start a run and stream it, stop it, send its trace, and report the state of the model."""

from __future__ import annotations

import base64
import dataclasses
import functools
import json
import random
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing
from inspect import Parameter, Signature
from typing import Any

import gradio as gr

from playground.doors.arguments import FORM
from playground.doors.asked import prompt_of
from playground.engine.loading.source import EMBEDDED, EMBEDDED_NAME
from playground.engine.ways import WAYS
from playground.errors import PlaygroundError, PromptError, SpecError
from playground.knobs import Value
from playground.service import Event, Refused, Service
from playground.service.runs import Run
from playground.service.service import refused
from playground.service.turns import NOBODY
from playground.settings import SamplerSettings, all_knobs, check_seed, samplers_with
from playground.spec import Branch, RunSpec
from playground.trace import Trace
from playground.ui.beside import embedded_card
from playground.ui.own_text import answer, steering_of
from playground.ui.telling import Telling
from playground.world.about import about_prompt
from playground.world.new_words import read_words
from playground.world.puzzles import asked_puzzle
from playground.world.sudoku import to_text

MOST_TOGETHER = 4
"""Runs that one press may ask for together: the lanes of a comparison."""

WAY_KNOBS = tuple(dict.fromkeys(name for way in WAYS.values() for name in way.defaults))
"""The settings for which a way of writing has its own default."""


class Handlers:
    """Connects the page with the service: forms become specs, and events become wire messages.

    Args:
        public: do strangers use the page? Then none of them may change the model.
    """

    def __init__(self, service: Service, public: bool = False) -> None:
        self.service, self._public = service, public

    @property
    def generate(self) -> Callable[..., Iterator[str]]:
        """`stream` with an argument for each knob, as Gradio's form and API need it."""
        names = ["prompt", "seed", *all_knobs(), *FORM]

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
        """Runs a form and yields wire messages (`playground.trace.wire`): taken, start, a frame for each step, end.

        `system`, `thinking` and `image` (a data URL) are for checkpoints that support them; otherwise they are "",
        false and "". The first message returns `ticket`, which may be empty, with the run's name and the control that
        stops it. Settings of other samplers than the chosen one are ignored. `branch` is "", or makes the run go on
        from a step of another one: JSON with that run's spec as `parent`, the `block` and the `step`.
        `steering` is "" or JSON: what of `pins`, `start`, `noise`, `noise_seed` and `edits` the run has, as in the
        `spec` of a trace.

        Raises:
            gr.Error: the run was refused or failed; its message is the sentence that the page shows.
        """
        visitor = request.request.scope.get("visitor", NOBODY) if request and request.request else NOBODY
        run = self.service.runs.start(visitor, request.session_hash or "" if request else "")
        events = self._events(form, run)
        with Telling(run, str(form["ticket"] or ""), events) as told:
            yield told.taken
            for event in events:
                yield told.message(event)
                if isinstance(event, Refused) and event.cause is not None:
                    if isinstance(event.cause, gr.Error):  # ZeroGPU's, which Gradio shows as it came
                        raise event.cause
                    raise gr.Error(event.sentence, visible=False, print_exception=False) from event.cause

    def together(self, asked: str, request: gr.Request | None = None) -> Iterator[str]:
        """Runs several forms together, as `Service.together` does; a yield has the messages of a step, one in a line.

        Nothing that is wrong with one form or run concerns the others: it has its own `refused`.

        Args:
            asked: JSON with `runs`, a list of forms as `generate` takes them by name, and `alone`: one after the other?

        Raises:
            gr.Error: this is not such a list, or it is too long.
        """
        forms, alone = _forms(asked)
        visitor = request.request.scope.get("visitor", NOBODY) if request and request.request else NOBODY
        session = request.session_hash or "" if request else ""
        with ExitStack() as stack:
            runs = [self.service.runs.start(visitor, session) for _ in forms]
            told = [
                stack.enter_context(Telling(run, str(form.get("ticket") or "")))
                for run, form in zip(runs, forms, strict=True)
            ]
            yield "\n".join(one.taken for one in told)
            specs = [spec_of(form) for form in forms]
            for form, run in zip(forms, runs, strict=True):
                run.recorded = self._recorded(form)
            for news in stack.enter_context(closing(self.service.together(specs, runs, alone=alone))):
                yield "\n".join(told[place].message(event) for place, event in news)

    def _events(self, form: dict[str, Any], run: Run) -> Generator[Event, None, None]:
        try:
            spec = _spec(form)
            run.recorded = self._recorded(form)
        except Exception as error:
            yield refused(error)
        else:
            yield from self.service.run(spec, run)

    def _recorded(self, form: dict[str, Any]) -> Trace | None:
        """The trace of the run that a form's run branches from, if the server still has it."""
        try:
            name = json.loads(form.get("branch") or "{}").get("run")
        except (ValueError, RecursionError, AttributeError):
            return None  # the spec says what is wrong with it
        return self.service.runs.recorded(name)

    def stop(self, control: str) -> bool:
        """Ends a run after its current step. Returns False if `control` stops no run, or one that has ended."""
        run = self.service.runs.controlled(control)
        if run is None or run.ended:
            return False
        run.stop.set()
        return True

    def ended(self, name: str) -> bool:
        """Is the run over, or unknown? A run that waits for its turn is neither."""
        run = self.service.runs.find(name)
        return run is None or run.ended

    def trace(self, name: str) -> dict[str, str]:
        """Returns the run's `.trace` file as base64 under `packed`, or one sentence under `refused`.

        Args:
            name: of a run; a study's runs are called by its name and their number in it, with a slash between.
        """
        if packed := self.service.kept.find(name):
            return {"packed": base64.b64encode(packed).decode("ascii")}
        run = self.service.runs.find(name)
        if run is not None and (packed := run.packed()):
            return {"packed": base64.b64encode(packed).decode("ascii")}
        if run is not None and not run.ended:
            return {"refused": "This run has not ended yet."}
        return {"refused": str(self.service.limits.refuse("runs_kept"))}

    def model_status(self, _: str) -> dict[str, Any]:
        """Returns the state of the model, as `EngineSlot.status` does.

        Once it is ready, adds its own `defaults`, in the order of the knobs, and its `abilities`. The first call also
        starts loading, because a page that asks has been drawn and loading can no longer delay it.
        """
        self.service.slot.start()
        status = self.service.slot.status()
        if self._public:
            status.pop("way_out", None)
        if status["state"] == "ready":
            settings = self.service.slot.settings.to_dict()
            status["abilities"] = self.service.slot.abilities
            status["defaults"] = [settings.get(name, knob.default) for name, knob in all_knobs().items()]
        return status

    def way_defaults(self, way: str) -> dict[str, Value]:
        """Returns the defaults of the settings in `WAY_KNOBS` for a way of writing; an unknown way has none."""
        if way not in WAYS:
            return {}
        slot = self.service.slot
        own = slot.settings if slot.status()["state"] == "ready" else SamplerSettings()
        values = own.to_dict() | dict(WAYS[way].defaults)
        return {name: values[name] for name in WAY_KNOBS}

    def about_prompt(self, text: str) -> dict[str, Any]:
        """Says what the embedded model makes of a prompt, as `playground.world.about` does; of others, nothing."""
        if self.service.slot.name != EMBEDDED_NAME:
            return dataclasses.asdict(about_prompt(text, None))
        return dataclasses.asdict(about_prompt(text, embedded_words(), embedded_card()))

    def puzzle(self, text: str) -> dict[str, str]:
        """Draws the Sudoku that `text` asks for, such as "9 30" for 9x9 with 30 clues: rows of digits and points.

        Returns it under `puzzle`, or one sentence under `refused`.
        """
        try:
            return {"puzzle": to_text(asked_puzzle(text, random.Random()))}
        except PromptError as error:
            return {"refused": str(error)}

    def own_text(self, asked: str) -> dict[str, Any]:
        """Says how a text falls into tokens, which pins a template has, or what noise replaces; see `own_text`."""
        try:
            model = self.service.slot.model
        except PlaygroundError as error:
            return {"refused": str(error)}
        return answer(model, asked)

    def use_embedded(self, _: str) -> None:
        """Loads the embedded model instead of one that could not be loaded, as the reader agreed."""
        self.service.slot.use_embedded()


@functools.cache
def embedded_words() -> frozenset[str] | None:
    """The words that the embedded checkpoint was trained with; None if it ships no list."""
    return read_words(EMBEDDED)


def _forms(asked: str) -> tuple[list[dict[str, Any]], bool]:
    try:
        values = json.loads(asked)
        forms = values["runs"]
        known = isinstance(forms, list) and all(isinstance(form, dict) for form in forms)
    except (ValueError, RecursionError, KeyError, TypeError):
        known = False
    if not known or not 1 <= len(forms) <= MOST_TOGETHER:
        sentence = f"Runs that are asked for together must be a list of 1 to {MOST_TOGETHER} forms."
        raise gr.Error(sentence, visible=False, print_exception=False)
    return forms, values.get("alone") is True


def spec_of(form: dict[str, Any]) -> RunSpec | Exception:
    """The spec of a form by names, of which any may be missing; an error if it has none."""
    usual = {name: knob.default for name, knob in all_knobs().items()}
    try:
        return _spec({"prompt": "", "seed": 0, "system": "", "thinking": False, "image": "", **usual, **form})
    except Exception as error:
        return error


def _spec(form: dict[str, Any]) -> RunSpec:
    """Makes a spec from a form.

    Raises:
        SettingError: a setting is not allowed.
        PromptError: as `prompt_of`.
        SpecError: it branches from what is no run, or has no such step; or its pins, start or edits are malformed.
    """
    others = {name for name in all_knobs() if form["sampler"] not in (samplers_with(name) or [form["sampler"]])}
    values = {name: form[name] for name in all_knobs() if name not in others}
    settings, seed = SamplerSettings.from_dict(values), check_seed(form["seed"])
    prompt = prompt_of(form["prompt"], form["system"], form["thinking"], form["image"])
    branch = branch_from(form.get("branch") or "", prompt.image)
    return RunSpec(prompt=prompt, settings=settings, seed=seed, branch=branch, **steering_of(form.get("steering")))


def branch_from(said: str, image: bytes = b"") -> Branch | None:
    """Reads where a form's run branches off: JSON with the spec of its `parent`, a `block` and a `step`; "" for none.

    Its `run`, the server's name for the parent's run, is not needed for the spec.

    Raises:
        SpecError, SettingError: as `RunSpec.from_dict`.
    """
    if not said:
        return None
    try:
        values = json.loads(said)
    except (ValueError, RecursionError) as error:
        raise SpecError("The branch is not JSON.") from error
    if isinstance(values, dict):
        values.pop("run", None)
    return Branch.from_dict(values, image)
