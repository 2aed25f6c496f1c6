"""Where what somebody sent, which may be anything, becomes the runs of a tape; and a run in the model's own tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playground.errors import PlaygroundError, PromptError, SettingError, SpecError
from playground.evaluation.study import MOST_VALUES, at_changes, with_seeds
from playground.service import Order, Service, Tape, Visitor
from playground.spec.prompt import Prompt, picture
from playground.spec.run import RunSpec
from playground.spec.settings import check_seed
from playground.spec.steering import USUAL_KEEP
from playground.trace import Trace
from playground.trace.branching import branch, spec_of

if TYPE_CHECKING:
    from playground.engine.models import Model

FIELDS = ("specs", "branches", "picture", "alone", "freely", "study")
"""What the JSON of several runs may have."""


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
