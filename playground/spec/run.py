"""RunSpec: everything about one run, as one value with one serialised form.

A run that branches from a step of another holds that run's spec, so it can be computed from its spec alone.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, GetJsonSchemaHandler, SkipValidation, model_validator

from playground.errors import SpecError
from playground.rules.samplers import source_hash
from playground.rules.ways import WAYS
from playground.spec.frozen import Frozen
from playground.spec.prompt import Prompt
from playground.spec.settings import MAX_SEED, SamplerSettings, check_seed, settings_of
from playground.spec.steering import FIELDS as STEERING
from playground.spec.steering import Edits, Keep, Noise, Pins, Processors, Start

SPEC_VERSION = 1
_FIELDS = {"version", "model", "revision", "prompt", "settings", "sampler_source", "seed", "branch", *STEERING}

MOST_BRANCHES = 32
"""The longest chain of runs that branch from each other."""


def check_place(block: object, step: object) -> None:
    """Checks the place where a run branches off.

    Raises:
        SpecError: the block or the step is no whole number, or too small.
    """
    for name, value, least in (("block", block, 1), ("step", step, 0)):
        if type(value) is not int or value < least:
            raise SpecError(f"The {name} of a branch is {value!r}; it must be a whole number from {least}.")


class Branch(Frozen):
    """Where a run leaves another one: it has everything in common with it up to this step.

    Raises:
        SpecError: the step cannot be one of that run.
    """

    parent: RunSpec
    block: Annotated[int, Field(ge=1), SkipValidation]
    """Counted from 1."""
    step: Annotated[int, Field(ge=0), SkipValidation]
    """The last step that both share, counted from 1; 0 shares only the canvas that the block begins with."""

    @model_validator(mode="after")
    def _checked(self) -> Branch:
        check_place(self.block, self.step)
        most = self.parent.settings.max_denoising_steps
        if self.step > most and not self.parent.causal:
            raise SpecError(
                f"There is no step {self.step} to branch from; a block of this run has at most {most} steps."
            )
        if self.parent.branch and (self.block, self.step) < (self.parent.branch.block, self.parent.branch.step):
            raise SpecError(
                f"Step {self.step} of block {self.block} comes before the run itself branched off; branch from the run "
                "that has this step."
            )
        return self

    def of(self, parent: RunSpec) -> Branch:
        """The same place in another run; raises as the constructor."""
        return Branch(parent=parent, block=self.block, step=self.step)

    def to_dict(self) -> dict[str, Any]:
        """Returns the serialised form, ready for JSON."""
        return {"parent": self.parent.to_dict(), "block": self.block, "step": self.step}

    @classmethod
    def from_dict(cls, values: Any, image: bytes = b"", depth: int = 1, usual: Mapping[str, Any] = {}) -> Branch:
        """Reads what `to_dict` wrote. The values may come from anywhere.

        Args:
            usual: fields of the parent that may be left out.
            depth: how many runs branch one from the other, this one included.

        Raises:
            SpecError, SettingError: as `RunSpec.from_dict`.
        """
        if not isinstance(values, Mapping) or set(values) != {"parent", "block", "step"}:
            raise SpecError("A branch must have a parent, a block and a step, and nothing else.")
        if depth > MOST_BRANCHES:
            raise SpecError(f"At most {MOST_BRANCHES} runs can branch one from the other.")
        parent = values["parent"]
        parent = RunSpec.from_dict({**usual, **parent} if isinstance(parent, Mapping) else parent, image, depth)
        return cls(parent=parent, block=values["block"], step=values["step"])


def _fixed(settings: object) -> object:
    if not isinstance(settings, SamplerSettings):
        raise SpecError(
            f"settings is {settings!r:.60}; a RunSpec has fixed values, as pg.SamplerSettings(...). "
            "model.spec(prompt, ...) changes some of a model's own."
        )
    return settings


Seed = Annotated[int, Field(ge=0, le=MAX_SEED), BeforeValidator(check_seed)]


class RunSpec(Frozen):
    """What to run. A spec from outside names the model and the sampler's code but never chooses them.

    Its settings are fixed values. `Model.spec` makes one with what a checkpoint has of its own.

    Raises:
        PromptError: as `Prompt.of`.
        SettingError: a seed is not a whole number from 0 to MAX_SEED.
        SpecError: the settings are no `SamplerSettings`, the start is not a list of token ids, its noise is not a share
            of it, `keep` is no name, pins or edits are malformed, or a branch changes what it must share with its run.
    """

    prompt: Annotated[Prompt, BeforeValidator(Prompt.of)]
    """A string, or a mapping of its fields, will do."""
    settings: Annotated[SamplerSettings, BeforeValidator(_fixed)] = Field(default_factory=SamplerSettings)
    seed: Seed = 0
    start: Start = None
    """Token ids of the first canvas, or of more of them; None starts as the way of writing does, such as with noise."""
    noise: Noise = 0.0
    """The share of the start's tokens that the forward process replaces, 0 to 1; see `spec.steering.noised`."""
    noise_seed: Seed = 0
    keep: Keep = "free"
    """How what noise leaves of the start is kept; one of `spec.steering.KEEP`."""
    pins: Pins = ()
    """Tokens that are held in every input and in the text; a mapping place -> token id will do."""
    edits: Edits = ()
    """Cells that are changed before a step, by block and step."""
    processors: Processors = ()
    """What plugins do to its logits, by the plugins' names for it; a mapping name -> settings will do."""
    branch: Branch | None = None
    """The step of another run that this one goes on from; its own settings hold after it. The random numbers go on too,
    unless it has another seed."""
    model: str = ""
    """The name of the model that this run is for; "" for any."""
    revision: str = ""
    """The revision of that model; "" for any."""

    @model_validator(mode="after")
    def _checked(self) -> RunSpec:
        if (branch := self.branch) is None:
            return self
        parent, steps = branch.parent, self.settings.max_denoising_steps
        if self.prompt != parent.prompt:
            raise SpecError("A branch keeps the prompt of its run; a new prompt needs a new run.")
        if self.settings.way != parent.settings.way:
            raise SpecError(
                f"A branch keeps the way of writing of its run, which is {parent.settings.way}; another one needs a "
                "new run."
            )
        if self.start is not None:
            raise SpecError("A branch starts where its run was; it has no start of its own.")
        if steps < branch.step and not self.causal:
            raise SpecError(
                f"max_denoising_steps is {steps}, but the branch goes on after step {branch.step}; allowed are "
                f"{branch.step} or more."
            )
        for edit in self.edits:
            if (edit.block, edit.step) <= (branch.block, branch.step):
                raise SpecError(
                    f"An edit is at step {edit.step} of block {edit.block}, but the branch goes on after step "
                    f"{branch.step} of block {branch.block}; a branch changes only what comes after."
                )
        if len(self.chain) > MOST_BRANCHES + 1:
            raise SpecError(f"At most {MOST_BRANCHES} runs can branch one from the other.")
        return self

    def __repr_args__(self) -> Iterable[tuple[str, Any]]:
        """What differs from the defaults."""
        fields = type(self).model_fields
        return [(name, value) for name, value in self if value != fields[name].default]

    @property
    def causal(self) -> bool:
        """Does it write token after token?"""
        return WAYS[self.settings.way].causal

    @property
    def chain(self) -> list[RunSpec]:
        """The runs that it has been on its way, the first one first, itself last."""
        runs = [self]
        while runs[-1].branch is not None:
            runs.append(runs[-1].branch.parent)
        return runs[::-1]

    def size(self, canvas: int, added: Callable[[RunSpec, int], int] = lambda _run, _steps: 0) -> tuple[int, int]:
        """The most tokens and denoiser passes of the run, with those of the runs that it branches from.

        Args:
            canvas: how many positions a canvas has.
            added: how many passes so many steps of a block of a run take beyond one each.
        """
        chain, tokens, passes, block, step = self.chain, 0, 0, 1, 0
        for run, following in zip_longest(chain, chain[1:]):
            most = run.settings.max_new_tokens
            steps = canvas if run.causal else run.settings.max_denoising_steps
            if following is not None and following.branch is not None:
                to_block, to_step = following.branch.block, following.branch.step
            elif run.causal:
                to_block, to_step = most // canvas + 1, most % canvas
            else:
                to_block, to_step = math.ceil(most / canvas), steps
            tokens = max(tokens, min(most, to_block * canvas))
            passes += max(0, (to_block - block) * steps + to_step - step)
            passes += max(0, (to_block - block) * added(run, steps) + added(run, to_step) - added(run, step))
            block, step = to_block, to_step
        return tokens, passes

    def meant_for(self, model: str, revision: str) -> RunSpec:
        """The same run of this model, and so are the runs that it branches from.

        Raises:
            SpecError: one of them is meant for another model or revision.
        """
        if self.model not in ("", model):
            raise SpecError(f"This run is meant for the model {self.model!r}; the model here is {model!r}.")
        if self.revision not in ("", revision):
            raise SpecError(
                f"This run is meant for revision {self.revision!r} of {model}; the revision here is {revision!r}."
            )
        branch = self.branch and self.branch.of(self.branch.parent.meant_for(model, revision))
        return self.replace(model=model, revision=revision, branch=branch)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """The JSON that `from_dict` reads. The prompt of a run that this one branches from may be left out."""
        schema = handler.resolve_ref_schema(handler(core))
        version = {"type": "integer", "maximum": SPEC_VERSION, "default": SPEC_VERSION}
        text = {"type": "string", "default": ""}
        schema["properties"] = {"version": version, **schema["properties"], "sampler_source": text}
        schema["properties"]["pins"]["default"] = schema["properties"]["processors"]["default"] = {}
        del schema["required"]
        return schema

    def to_dict(self) -> dict[str, Any]:
        """Returns the serialised form, ready for JSON, with a version. Of a picture it holds only the SHA-256."""
        image = self.prompt.image
        values = {
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
        # What a run does not have is not written, so that playgrounds that do not know it yet can read the run.
        values |= {"noise": self.noise, "noise_seed": self.noise_seed} if self.noise else {}
        values |= {"keep": self.keep} if self.keep != "free" else {}
        values |= {"pins": {str(place): token for place, token in self.pins}} if self.pins else {}
        values |= {"edits": [edit.to_dict() for edit in self.edits]} if self.edits else {}
        values |= {"processors": {name: json.loads(text) for name, text in self.processors}} if self.processors else {}
        values |= {"branch": self.branch.to_dict()} if self.branch else {}
        return values

    @classmethod
    def from_dict(cls, values: Any, image: bytes = b"", depth: int = 0) -> RunSpec:
        """Reads what `to_dict` wrote. The values may come from anywhere.

        All but the prompt may be left out and then has its default: the version is the newest, and a run that this one
        branches from has its prompt.

        Args:
            image: the prompt's picture file; a prompt that does not name its picture has this one.
            depth: how many runs branch from this one, one from the other.

        Raises:
            SpecError: the values do not describe a run, or need a newer version, another picture or other code.
            SettingError: a setting or the seed is not allowed.
        """
        version = values.get("version", SPEC_VERSION) if isinstance(values, Mapping) else SPEC_VERSION
        if not isinstance(version, int) or version > SPEC_VERSION:
            raise SpecError(
                f"This description of a run has version {version!r}; this playground reads up to version "
                f"{SPEC_VERSION}."
            )
        if not isinstance(values, Mapping) or "prompt" not in values:
            raise SpecError("This does not describe a run: it has no prompt.")
        if unknown := sorted(set(map(str, values)) - _FIELDS):
            fields = ", ".join(sorted(_FIELDS))
            raise SpecError(f"The description of a run has no field {unknown[0]!r}; its fields are {fields}.")
        prompt, settings, branch = values["prompt"], values.get("settings", {}), values.get("branch")
        if not isinstance(prompt, Mapping) or not isinstance(settings, Mapping):
            raise SpecError("The description of a run must hold a prompt and settings, both as objects.")
        sha256 = hashlib.sha256(image).hexdigest() if image else ""
        texts = {name: values.get(name, "") for name in ("model", "revision", "sampler_source")}
        texts |= {name: prompt.get(name, "") for name in ("text", "system")}
        texts |= {"image_sha256": prompt.get("image_sha256", sha256)}
        for name, value in texts.items():
            if not isinstance(value, str):
                raise SpecError(f"{name} is {value!r}; it must be text.")
        if texts["image_sha256"] != sha256:
            raise SpecError("The picture that came with this run is not the one in its description.")
        thinking = prompt.get("thinking") is True
        spec = cls(
            prompt=Prompt(text=texts["text"], system=texts["system"], thinking=thinking, image=image),
            settings=SamplerSettings(**{str(name): value for name, value in settings.items()}),
            branch=None if branch is None else Branch.from_dict(branch, image, depth + 1, {"prompt": prompt}),
            model=texts["model"],
            revision=texts["revision"],
            **{name: values[name] for name in ("seed", *STEERING) if name in values},
        )
        sampler = spec.settings.sampler
        if texts["sampler_source"] not in ("", source_hash(sampler)):
            raise SpecError(f"This run used a different version of the sampler {sampler!r} from the one here.")
        return spec

    def replace(self, **changes: Any) -> RunSpec:
        """Returns a copy with some fields or settings changed, such as `seed` or `entropy_bound`.

        Args:
            changes: `settings` may be a mapping too; what it does not name stays.

        Raises:
            SettingError, SpecError: as the constructor.
        """
        fields = type(self).model_fields
        settings = settings_of(self.settings, changes.get("settings")).replace(
            **{name: value for name, value in changes.items() if name not in fields}
        )
        return RunSpec(
            **dict(self) | {name: changes[name] for name in changes if name in fields} | {"settings": settings}
        )
