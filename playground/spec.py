"""RunSpec: everything about one run, as one value with one serialised form."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.engine.samplers import source_hash
from playground.errors import SpecError
from playground.prompt import Prompt
from playground.settings import SamplerSettings, check_seed

SPEC_VERSION = 1
_FIELDS = {"version", "model", "revision", "prompt", "settings", "sampler_source", "seed", "start"}


@dataclass(frozen=True, kw_only=True)
class RunSpec:
    """What to run. A spec from outside names the model and the sampler's code but never chooses them.

    Raises:
        SettingError: the seed is not a whole number from 0 to MAX_SEED.
        SpecError: the start is not a list of token ids.
    """

    prompt: Prompt
    settings: SamplerSettings = field(default_factory=SamplerSettings)
    seed: int = 0
    start: tuple[int, ...] | None = None
    """Token ids of the whole first canvas; None starts as the way of writing does, such as with noise."""
    model: str = ""
    """The name of the model that this run is for; "" for any."""
    revision: str = ""
    """The revision of that model; "" for any."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", check_seed(self.seed))
        if self.start is not None:
            start = tuple(self.start)
            if not start or not all(type(token) is int and token >= 0 for token in start):
                raise SpecError("The start of a run must be a list of token ids: whole numbers from 0.")
            object.__setattr__(self, "start", start)

    def check_model(self, name: str, revision: str) -> None:
        """Refuses a run that is meant for another model.

        Raises:
            SpecError: the run is not for the model `name` at `revision`.
        """
        if self.model not in ("", name):
            raise SpecError(f"This run is meant for the model {self.model!r}; the model here is {name!r}.")
        if self.revision not in ("", revision):
            raise SpecError(
                f"This run is meant for revision {self.revision!r} of {name}; the revision here is {revision!r}."
            )

    def to_dict(self) -> dict[str, Any]:
        """Returns the serialised form, ready for JSON, with a version. Of a picture it holds only the SHA-256."""
        image = self.prompt.image
        return {
            "version": SPEC_VERSION,
            "model": self.model,
            "revision": self.revision,
            "prompt": {
                "text": self.prompt.text,
                "system": self.prompt.system,
                "thinking": self.prompt.thinking,
                "image_sha256": hashlib.sha256(image).hexdigest() if image else "",
            },
            "settings": self.settings.to_dict(),
            "sampler_source": source_hash(self.settings.sampler),
            "seed": self.seed,
            "start": None if self.start is None else list(self.start),
        }

    @classmethod
    def from_dict(cls, values: Any, image: bytes = b"") -> RunSpec:
        """Reads what `to_dict` wrote. The values may come from anywhere.

        Args:
            image: the prompt's picture file.

        Raises:
            SpecError: the values do not describe a run, or need a newer version, another picture or other code.
            SettingError: a setting or the seed is not allowed.
        """
        if not isinstance(values, Mapping) or not isinstance(values.get("version"), int):
            raise SpecError("This does not describe a run: it has no version.")
        if values["version"] > SPEC_VERSION:
            raise SpecError(
                f"This description of a run has version {values['version']}; this playground reads up to version "
                f"{SPEC_VERSION}."
            )
        if unknown := sorted(set(map(str, values)) - _FIELDS):
            fields = ", ".join(sorted(_FIELDS))
            raise SpecError(f"The description of a run has no field {unknown[0]!r}; its fields are {fields}.")
        prompt, settings, start = values.get("prompt"), values.get("settings", {}), values.get("start")
        if not isinstance(prompt, Mapping) or not isinstance(settings, Mapping):
            raise SpecError("The description of a run must hold a prompt and settings, both as objects.")
        if start is not None and not isinstance(start, list | tuple):
            raise SpecError("The start of a run must be a list of token ids: whole numbers from 0.")
        names = {name: values.get(name, "") for name in ("model", "revision", "sampler_source")}
        names |= {name: prompt.get(name, "") for name in ("text", "system", "image_sha256")}
        for name, value in names.items():
            if not isinstance(value, str):
                raise SpecError(f"{name} is {value!r}; it must be text.")
        if names["image_sha256"] != (hashlib.sha256(image).hexdigest() if image else ""):
            raise SpecError("The picture that came with this run is not the one in its description.")
        spec = cls(
            prompt=Prompt(
                text=names["text"], system=names["system"], thinking=prompt.get("thinking") is True, image=image
            ),
            settings=SamplerSettings.from_dict({str(name): value for name, value in settings.items()}),
            seed=values.get("seed", 0),
            start=None if start is None else tuple(start),
            model=names["model"],
            revision=names["revision"],
        )
        sampler = spec.settings.sampler
        if names["sampler_source"] not in ("", source_hash(sampler)):
            raise SpecError(f"This run used a different version of the sampler {sampler!r} from the one here.")
        return spec

    def replace(self, **changes: Any) -> RunSpec:
        """Returns a copy with some fields changed.

        Raises:
            SettingError, SpecError: as the constructor.
        """
        return dataclasses.replace(self, **changes)
