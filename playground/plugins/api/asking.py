"""Where values by name, which anybody may have sent, become a run.

What is missing among them has the loaded model's own default. A spec is taken as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from anyio.to_thread import run_sync

from playground.errors import SpecError
from playground.inputs import checked_text
from playground.plugins.api.arguments import ARGUMENTS, MOST_PINS
from playground.plugins.api.filling import surest
from playground.plugins.api.runs import Runs, step_of
from playground.service import Tape, Visitor
from playground.service.requests import Completion, branch_of, prompt_of
from playground.service.turns import NOBODY
from playground.spec.prompt import Prompt, picture
from playground.spec.run import RunSpec
from playground.spec.settings import SEED, SamplerSettings, all_knobs, check_seed
from playground.trace import Trace

_PIN = re.compile(r"([0-9]{1,9})=(.+)", re.DOTALL)


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
        values: by the names of `playground.plugins.api.arguments`. None, "" and [] count as missing.
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
