"""The one place where plain values by name, which anybody may have sent, become the spec of a run.

What is missing among values has the loaded model's own default. A spec is taken as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from anyio.to_thread import run_sync

from playground.doors.arguments import ARGUMENTS, MOST_PINS
from playground.doors.filling import surest
from playground.doors.runs import Runs, step_of
from playground.errors import PlaygroundError, PromptError, SettingError, SpecError
from playground.evaluation.study import MOST_VALUES, at_changes, with_seeds
from playground.inputs import checked_text
from playground.service import Order, Service, Tape, Visitor
from playground.service.turns import NOBODY
from playground.spec.prompt import Prompt, picture
from playground.spec.run import RunSpec
from playground.spec.settings import SEED, SamplerSettings, all_knobs, check_seed
from playground.spec.steering import USUAL_KEEP
from playground.trace import Trace
from playground.trace.branching import branch, spec_of

if TYPE_CHECKING:
    from playground.engine.models import Model

FIELDS = ("specs", "branches", "picture", "alone", "freely", "study")
"""What the JSON of several runs may have."""
_PIN = re.compile(r"([0-9]{1,9})=(.+)", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Completion:
    """What of a run waits for its model, which makes settings and tokens of it."""

    settings: Mapping[str, Any] | None = None
    """What differs from the model's own settings; None for a spec that has its own."""
    pins: tuple[tuple[int, str], ...] = ()
    """(place, text) of each pin."""
    template: str | None = None
    start: str | None = None
    noise: float = 0.0
    noise_seed: int = 0
    keep: str = USUAL_KEEP

    def __call__(self, spec: RunSpec, model: Model) -> RunSpec:
        """The spec with all of it, in the model's settings and tokens.

        Raises:
            SettingError: a setting is not allowed.
            SpecError: the model has no token for something, or two texts want the same place.
        """
        from playground.engine.filling import with_templates
        from playground.engine.steering import pins_of, start_of

        pins = [*spec.pins]
        if self.settings is not None:
            spec = spec.replace(settings=model.settings.replace(**self.settings))
        for place, text in self.pins:
            pins += pins_of(model, text, place).items()
        spec = spec.replace(pins=tuple(pins))
        if self.template is not None:
            (spec,) = with_templates(model, spec, [self.template])
        if self.start is None and not self.noise and not self.noise_seed:
            return spec
        start, keep = (None, "free") if self.start is None else (start_of(model, self.start), self.keep)
        return spec.replace(start=start, noise=self.noise, noise_seed=self.noise_seed, keep=keep)


async def begin(runs: Runs, values: Mapping[str, Any], visitor: Visitor) -> Tape:
    """Begins the run that values ask for, and returns its tape; first it tries the lengths of gaps that are open.

    Raises:
        PlaygroundError: as `read` and `Service.start`.
    """
    spec, completion, parent = await run_sync(read, values, runs, visitor)
    runs.service.slot.start()
    completion = await surest(spec, completion, parent, runs.service, visitor)
    return runs.service.start([spec], visitor, recorded=[parent], complete=completion)


def read(values: Mapping[str, Any], runs: Runs, visitor: Visitor = NOBODY) -> tuple[RunSpec, Completion, Trace | None]:
    """Reads a run from values that may be anything.

    Args:
        values: by the names of `playground.doors.arguments`. None, "" and [] count as missing.
        runs: those from which it may branch, if the visitor may read them.

    Returns:
        What of it is known at once, what waits for the model, and what the run recorded that it branches from.

    Raises:
        PlaygroundError: a value is not allowed, or there is no such run.
    """
    values = {name: value for name, value in values.items() if value not in (None, "", [])}
    if "spec" in values:
        return _whole_spec(values), Completion(), None
    settings = {name: value for name, value in values.items() if name not in ARGUMENTS}
    check_names(settings)
    texts = _texts(values, runs.service.limits.prompt_characters)
    if "branch" not in values:
        prompt = prompt_of(*(values.get(name, "") for name in ("prompt", "system", "thinking", "image")))
        seed = check_seed(values.get("seed", SEED.default))
        spec = RunSpec(prompt=prompt, seed=seed, model=str(values.get("model", "")))
        return spec, Completion(settings=settings, **texts), None
    name, block, step = step_of(values["branch"])
    parent = runs.trace(name, visitor)
    if "start" in values:
        raise SpecError("A branch starts where its run was; leave out start.")
    image = picture(str(values.get("image", "")))
    return branch_of(parent, block, step, image, settings, values), Completion(**texts), parent


def branch_of(
    parent: Trace, block: int, step: int, image: bytes, settings: Mapping[str, Any], values: Mapping[str, Any]
) -> RunSpec:
    """A run that goes on from a step of another one. What is missing stays as it was there.

    Args:
        image: the prompt's picture file, which a trace does not hold.
        values: of `prompt`, `system`, `thinking`, `seed` and `model`; any others are left alone.

    Raises:
        PlaygroundError: there is no such step, or a branch cannot have these values.
    """
    before = spec_of(parent, image)
    prompt = Prompt(
        text=values.get("prompt", before.prompt.text),
        system=values.get("system", before.prompt.system),
        thinking=bool(values.get("thinking")) or before.prompt.thinking,
        image=image,
    )
    changes: dict[str, Any] = {
        "prompt": prompt,
        "settings": before.settings.replace(**settings),
        "seed": check_seed(values.get("seed", before.seed)),
        "model": str(values.get("model", before.model)),
    }
    return branch(parent, step, block=block, image=image, **changes)


def begin_all(service: Service, values: Any, visitor: Visitor) -> Tape:
    """Begins the runs of a list of specs, or of a study, and returns their tape.

    Args:
        values: an object with some of `FIELDS`, or anything else.

    Raises:
        PlaygroundError: they are malformed, or as `Service.start`.
    """
    if not isinstance(values, dict) or not set(values) <= set(FIELDS):
        raise SpecError(f"Runs are asked for with the JSON of an object that may have {', '.join(FIELDS)}.")
    image = picture(str(values.get("picture") or ""))
    service.slot.start()
    if "study" in values:
        return service.start(study_of(values["study"], image), visitor, Order.FREELY)
    specs, branches = values.get("specs"), values.get("branches") or []
    if not isinstance(specs, list) or not isinstance(branches, list):
        raise SpecError("specs and branches must be lists.")
    recorded = [service.tapes.recorded(name, visitor) for name in branches[: len(specs)]]
    recorded += [None] * (len(specs) - len(recorded))
    order = (
        Order.FREELY if values.get("freely") is True else Order.ALONE if values.get("alone") is True else Order.TOGETHER
    )
    return service.start([_spec(spec, image) for spec in specs], visitor, order, recorded=recorded)


def prompt_of(text: Any, system: Any = "", thinking: Any = False, image: Any = "") -> Prompt:
    """Makes a prompt from values that may be anything.

    Raises:
        PromptError: the text is empty, or the picture is not a data URL of a picture.
    """
    if not isinstance(text, str) or not text.strip():
        raise PromptError("The prompt is empty; write what the text should be about.")
    return Prompt(text=text, system=system or "", thinking=bool(thinking), image=picture(str(image or "")))


def check_names(settings: Mapping[str, Any]) -> None:
    """Refuses settings that no run can have, before anybody waits for the model.

    Raises:
        SettingError: a name is unknown, or a value is out of its knob's bounds.
    """
    table = all_knobs()
    for name, value in settings.items():
        if name in table:
            table[name].check(name, value)
    unknown = {name: value for name, value in settings.items() if name not in table}
    if unknown:
        SamplerSettings(**unknown)


def _whole_spec(values: Mapping[str, Any]) -> RunSpec:
    """The run that a spec among values describes, as `RunSpec.to_dict` writes it.

    Raises:
        PlaygroundError: it is none, or says not all of the run.
    """
    beside = [name for name, value in values.items() if name not in ("spec", "image") and value is not False]
    if beside:
        raise SpecError(f"spec describes the whole run; leave out {beside[0]}.")
    return RunSpec.from_dict(values["spec"], picture(str(values.get("image", ""))))


def _texts(values: Mapping[str, Any], most: int) -> dict[str, Any]:
    """The fields of a `Completion` that steer its run.

    Args:
        most: the most characters of all texts together.

    Raises:
        SpecError, SettingError: a value is not what it must be, or the texts are too long.
    """
    pins = _pins(values.get("pins", []))
    texts = {name: checked_text(name, values[name], SpecError) for name in ("template", "start") if name in values}
    size = sum(map(len, [*texts.values(), *(text for _, text in pins)]))
    if size > most:
        raise SpecError(f"The pins, the template and the start have {size:,} characters; at most {most:,} here.")
    beside = {name: values[name] for name in ("noise", "noise_seed", "keep") if name in values}
    if beside and "start" not in texts:
        raise SpecError(f"{next(iter(beside))} is for a text to start from; give start too.")
    RunSpec(prompt=Prompt(text=""), start=(0,) if "start" in texts else None, **beside)  # checks them
    return {"pins": pins, **texts, **beside}


def _pins(values: Any) -> tuple[tuple[int, str], ...]:
    if not isinstance(values, list) or len(values) > MOST_PINS:
        raise SpecError(f"pins must be a list of up to {MOST_PINS:,} texts, each as PLACE=TEXT, such as '12= cat'.")
    pins = []
    for value in values:
        match = _PIN.fullmatch(checked_text("a pin", value, SpecError))
        if match is None:
            raise SpecError(f"A pin is {value!r:.60}; it must be PLACE=TEXT, such as '12= cat'.")
        pins.append((int(match[1]), match[2]))
    return tuple(pins)


def _spec(values: Any, image: bytes) -> RunSpec | Exception:
    """The run that a spec describes, or why it is none. The picture is that of all prompts but those that name none."""
    prompt = values.get("prompt") if isinstance(values, dict) else None
    without = isinstance(prompt, dict) and prompt.get("image_sha256") == ""
    try:
        return RunSpec.from_dict(values, b"" if without else image)
    except PlaygroundError as error:
        return error


def study_of(values: Any, image: bytes) -> list[RunSpec]:
    """The runs of a study.

    Raises:
        PlaygroundError: it is none, or as `RunSpec.from_dict`, `with_seeds` and `at_changes`.
    """
    changes = values.get("changes", [{}]) if isinstance(values, dict) else []
    if not isinstance(changes, list) or not all(isinstance(change, dict) for change in changes):
        changes = []
    if not 1 <= len(changes) <= MOST_VALUES:
        raise SettingError(f"A study must have spec, seeds, and 1 to {MOST_VALUES} changes: objects with settings.")
    spec = _spec(values.get("spec"), image)
    if isinstance(spec, Exception):
        raise spec
    return [*at_changes(with_seeds(spec, values.get("seeds")), changes)]
