"""Runs that are asked for in plain values by name. What is not given has the loaded model's own default."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from playground.errors import PromptError
from playground.prompt import Prompt, picture
from playground.service import Event, Service
from playground.service.runs import Run
from playground.service.service import refused
from playground.settings import KNOBS, SamplerSettings, all_knobs, check_seed, samplers_with
from playground.spec import RunSpec

IN_PROMPT = ("prompt", "system", "thinking", "image")
"""What belongs to the prompt. `image` is the data URL of a picture."""


def run(service: Service, given: Mapping[str, Any], run: Run) -> Generator[Event, None, None]:
    """Runs what was asked for, and yields the events of `Service.run`. It never raises.

    Args:
        given: `prompt`, `seed`, `system`, `thinking`, `image` and settings by name. None counts as not given.
    """
    try:
        given = {name: value for name, value in given.items() if value is not None}
        prompt = prompt_of(*(given.pop(name, "") for name in IN_PROMPT))
        spec = RunSpec(prompt=prompt, seed=check_seed(given.pop("seed", 0)))
        check_names(given)
    except Exception as error:
        run.close()
        yield refused(error)
    else:
        service.slot.start()
        yield from service.run(spec, run, lambda own: settings_of(own, given))


def prompt_of(text: Any, system: Any, thinking: Any, image: Any) -> Prompt:
    """Makes a prompt from values that may be anything.

    Raises:
        PromptError: the text is empty, or the picture is not a data URL of a picture.
    """
    if not isinstance(text, str) or not text.strip():
        raise PromptError("The prompt is empty; write what the text should be about.")
    return Prompt(text=text, system=system or "", thinking=bool(thinking), image=picture(str(image or "")))


def check_names(given: Mapping[str, Any]) -> None:
    """Refuses values that no run can have, before anybody waits for the model.

    Raises:
        SettingError: a name is unknown, or a value is out of its knob's bounds.
    """
    table = all_knobs()
    for name, value in given.items():
        if name in table:
            table[name].check(name, value)
    unknown = {name: value for name, value in given.items() if name not in table}
    if unknown:
        SamplerSettings.from_dict(unknown)


def settings_of(own: SamplerSettings, given: Mapping[str, Any]) -> SamplerSettings:
    """Changes a model's own settings into those that were asked for, with the defaults of the way of writing.

    Raises:
        SettingError: as `SamplerSettings`.
    """
    way = str(KNOBS["way"].check("way", given.get("way", own.way)))
    return own.in_way(way).replace(**given)


def described(name: str) -> str:
    """The help of a setting for programs: what it does, what it may be, and what it is by default."""
    knob = all_knobs()[name]
    owners = samplers_with(name)
    of = f"For the sampler {' or '.join(owners)}. " if owners else ""
    if knob.choices:
        return f"{of}{knob.help} One of {', '.join(knob.choices)}; by default the model's own."
    allowed = f"From {knob.minimum:,.16g} to {knob.maximum:,.16g}{' ' + knob.unit if knob.unit else ''}"
    return f"{of}{knob.help} {allowed}; by default the model's own, as published {knob.default:g}."
