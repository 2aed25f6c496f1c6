"""Runs that are asked for in plain values by name, or by a spec.

Among values, what is not given has the loaded model's own default. A spec is taken as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playground.doors import kept
from playground.doors.arguments import ARGUMENTS
from playground.doors.steered import Steered, step_of
from playground.errors import PromptError, SpecError
from playground.service import Service, Tape, Visitor
from playground.spec.prompt import Prompt, picture
from playground.spec.run import RunSpec
from playground.spec.settings import KNOBS, SEED, SamplerSettings, all_knobs, check_seed
from playground.trace import Trace
from playground.trace.branching import branch, spec_of


def begin(service: Service, recorded: Path, given: Mapping[str, Any], visitor: Visitor) -> Tape:
    """Begins the run that is asked for, and returns its tape.

    Args:
        recorded: the folder of the recorded runs, from which a run may branch too.
        given: values of `playground.doors.arguments` by name. None, "" and [] count as not given.

    Raises:
        PlaygroundError: a value is not allowed, or as `Service.start`.
    """
    given = {name: value for name, value in given.items() if value not in (None, "", [])}
    if "spec" in given:
        service.slot.start()
        return service.start([described(given)], visitor)
    settings = {name: value for name, value in given.items() if name not in ARGUMENTS}
    check_names(settings)
    steered = Steered.of(given, service.limits.prompt_characters)
    parent = None
    if "branch" in given:
        name, block, step = step_of(given["branch"])
        parent = kept.trace(service, recorded, name)
        spec = branched(parent, block, step, given, settings)
    else:
        prompt = prompt_of(*(given.get(name, "") for name in ("prompt", "system", "thinking", "image")))
        spec = RunSpec(prompt=prompt, seed=check_seed(given.get("seed", SEED.default)))

    def adapted(spec: RunSpec) -> RunSpec:
        own = spec.settings if spec.branch else settings_of(service.slot.settings, settings)
        return steered.into(spec.replace(settings=own), service.slot)

    service.slot.start()
    return service.start([spec], visitor, recorded=[parent], adapt=adapted)


def described(given: Mapping[str, Any]) -> RunSpec:
    """The run that a spec describes, as `RunSpec.to_dict` writes it.

    Raises:
        PlaygroundError: it is none, or says not all of the run.
    """
    beside = [name for name, value in given.items() if name not in ("spec", "image") and value is not False]
    if beside:
        raise SpecError(f"spec describes the whole run; leave out {beside[0]}.")
    return RunSpec.from_dict(given["spec"], picture(str(given.get("image", ""))))


def branched(
    trace: Trace, block: int, step: int, given: Mapping[str, Any], settings: Mapping[str, Any]
) -> RunSpec:  # fmt: skip
    """The spec of a run that goes on from a step of another one. What is not given stays as it was there.

    Raises:
        PlaygroundError: there is no such step, or a branch cannot have these values.
    """
    if "start" in given:
        raise SpecError("A branch starts where its run was; leave out start.")
    image = picture(str(given.get("image", "")))
    own = spec_of(trace, image)
    prompt = Prompt(
        text=given.get("prompt", own.prompt.text),
        system=given.get("system", own.prompt.system),
        thinking=bool(given.get("thinking")) or own.prompt.thinking,
        image=image,
    )
    seed = check_seed(given.get("seed", own.seed))
    changes: dict[str, Any] = {"prompt": prompt, "settings": own.settings.replace(**settings), "seed": seed}
    return branch(trace, step, block=block, image=image, **changes)


def prompt_of(text: Any, system: Any, thinking: Any, image: Any) -> Prompt:
    """Makes a prompt from values that may be anything.

    Raises:
        PromptError: the text is empty, or the picture is not a data URL of a picture.
    """
    if not isinstance(text, str) or not text.strip():
        raise PromptError("The prompt is empty; write what the text should be about.")
    return Prompt(text=text, system=system or "", thinking=bool(thinking), image=picture(str(image or "")))


def check_names(given: Mapping[str, Any]) -> None:
    """Refuses settings that no run can have, before anybody waits for the model.

    Raises:
        SettingError: a name is unknown, or a value is out of its knob's bounds.
    """
    table = all_knobs()
    for name, value in given.items():
        if name in table:
            table[name].check(name, value)
    unknown = {name: value for name, value in given.items() if name not in table}
    if unknown:
        SamplerSettings(**unknown)


def settings_of(own: SamplerSettings, given: Mapping[str, Any]) -> SamplerSettings:
    """Changes a model's own settings into those that were asked for, with the defaults of the way of writing.

    Raises:
        SettingError: as `SamplerSettings`.
    """
    way = str(KNOBS["way"].check("way", given.get("way", own.way)))
    return own.in_way(way).replace(**given)
