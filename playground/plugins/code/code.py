"""A run's settings for use elsewhere: as code with this package, a command line, or for transformers and diffusers.

Pure functions of a `RunSpec`, which `spec_of` makes from a trace. Each text repeats the run: the tests run them.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Mapping
from typing import Any

from playground.engine.loading.source import EMBEDDED_NAME
from playground.errors import SettingError, SpecError
from playground.rules.samplers import BUILT_IN, SAMPLERS
from playground.spec.run import RunSpec
from playground.spec.settings import KNOBS, SamplerSettings
from playground.spec.short import shortened
from playground.trace.header import Header

PICTURE = "PICTURE"
"""Stands for the prompt's picture file, which is not in a trace."""


def spec_of(header: Header) -> RunSpec:
    """Makes the description of a recorded run. A picture, which no trace holds, becomes `PICTURE`.

    Raises:
        SettingError: the run has a setting that this playground does not know, such as somebody's own sampler.
        SpecError: as `RunSpec.from_dict`, or another program made the run.
    """
    header.check_remakable()
    values = {**header.spec, "sampler_source": ""}  # it is for use where the sampler's code may be another
    image = PICTURE.encode() if header.image_sha256 else b""
    return RunSpec.from_dict(_with_picture(values, hashlib.sha256(image).hexdigest()) if image else values, image)


def _with_picture(values: Any, sha256: str) -> Any:
    """The same with another picture, in what it branches from too."""
    prompt, branch = values.get("prompt"), values.get("branch")
    changed = {**values, "prompt": {**prompt, "image_sha256": sha256} if isinstance(prompt, Mapping) else prompt}
    if isinstance(branch, Mapping) and isinstance(branch.get("parent"), Mapping):
        changed["branch"] = {**branch, "parent": _with_picture(branch["parent"], sha256)}
    return changed


def as_generation_config(settings: SamplerSettings) -> dict[str, Any]:
    """The settings as `DiffusionGemmaGenerationConfig.from_dict` and a generation_config.json take them.

    generate() writes whole canvases, so it may write on where a run of `max_new_tokens` has been cut.

    Raises:
        SettingError: generate() cannot do what a setting says.
    """
    _refuse_others(settings, "transformers' generate()", "draw", "self_conditioning", "self_conditioning_scale")
    if settings.t_min == settings.t_max:
        raise SettingError("t_min equals t_max, which transformers' generate() does not allow.")
    if settings.confidence_threshold == 0:
        raise SettingError("confidence_threshold is 0, which transformers' generate() does not allow.")
    numbers = {name: getattr(settings, name) for name, knob in KNOBS.items() if not knob.choices}
    del numbers["self_conditioning_scale"], numbers["favour_margin"]  # it is 1; there is no text of one's own
    sampler = {"_cls_name": "EntropyBoundSamplerConfig", "entropy_bound": settings.entropy_bound}
    return numbers | {"sampler_config": sampler}


def as_transformers(spec: RunSpec) -> str:
    """Python code that calls transformers' generate() with the checkpoint and the prompt in its chat template.

    Raises:
        SettingError: as `as_generation_config`.
        SpecError: the run starts from given tokens, or has pins, edits or a picture.
    """
    if reason := _steered(spec) or ("has a picture in its prompt" if spec.prompt.image else ""):
        raise SpecError(f"The run {reason}, which the code for transformers' generate() does not have.")
    config = as_generation_config(spec.settings)
    entries = "".join(f"    {name!r}: {value!r},\n" for name, value in config.items())
    prompt = spec.prompt
    chat = [{"role": "system", "content": system}] if (system := prompt.system.strip()) else []
    chat.append({"role": "user", "content": prompt.text})
    template = dict(chat=chat, add_generation_prompt=True, sanitize_control_tokens=True, return_tensors="pt")
    template |= {"return_dict": False}
    source = {"name": _Code("EMBEDDED")} | _model(spec)
    if spec.prompt.thinking or not isinstance(source["name"], _Code):  # some think unless they are told not to
        template |= {"enable_thinking": prompt.thinking}
    imported = "from playground.engine.loading.source import EMBEDDED\n" if isinstance(source["name"], _Code) else ""
    return (
        "import torch\n"
        "from transformers import AutoTokenizer, DiffusionGemmaForBlockDiffusion\n"
        "from transformers.models.diffusion_gemma.generation_diffusion_gemma import DiffusionGemmaGenerationConfig\n"
        f"{imported}\n"
        'device, dtype = ("cuda", "auto") if torch.cuda.is_available() else ("cpu", "float32")\n'
        f"source = {_call('dict', dict(pretrained_model_name_or_path=source.pop('name'), **source))}\n"
        "model = DiffusionGemmaForBlockDiffusion.from_pretrained(**source, dtype=dtype, device_map=device)\n"
        "tokenizer = AutoTokenizer.from_pretrained(**source)\n"
        f"input_ids = {_call('tokenizer.apply_chat_template', template, first='chat')}.to(device)\n\n"
        f"config = {{\n{entries}}}\n"
        f"torch.manual_seed({spec.seed})\n"
        "output = model.generate(input_ids, generation_config=DiffusionGemmaGenerationConfig.from_dict(config))\n"
    )


def as_diffusers(spec: RunSpec) -> str:
    """Python code that makes diffusers' scheduler with the same rule, and the arguments of its pipeline's call.

    Raises:
        SettingError: diffusers has no such rule, or cannot do what a setting says.
        SpecError: the run starts from given tokens, or has pins or edits.
    """
    if reason := _steered(spec):
        raise SpecError(f"The run {reason}, which diffusers' pipeline does not take.")
    settings = spec.settings
    _refuse_others(settings, "diffusers", "draw", "self_conditioning", "self_conditioning_scale")
    rule = dict(
        entropy_bound=settings.entropy_bound,
        t_max=settings.t_max,
        t_min=settings.t_min,
        num_inference_steps=settings.max_denoising_steps,
    )
    call = dict(
        gen_length=settings.max_new_tokens,
        num_inference_steps=settings.max_denoising_steps,
        stability_threshold=settings.stability_threshold,
        confidence_threshold=settings.confidence_threshold,
    )
    return (
        "from diffusers import EntropyBoundScheduler\n\n"
        f"scheduler = {_call('EntropyBoundScheduler', rule)}\n"
        f"call = {_call('dict', call)}\n"
        "# DiffusionGemmaPipeline(model, scheduler, processor)(prompt, **call): the same rule at each step. The\n"
        "# pipeline returns the sampled canvas, not the most probable one, so its text may differ.\n"
    )


def as_pg(spec: RunSpec) -> str:
    """Python code that makes the run again with this package, as `trace`. A sampler of your own must be loaded.

    The page writes the same of a recorded run; see `assets/page/plugins/code/python-code.ts`.
    """
    values = shortened(spec.to_dict() | {"model": "", "revision": "", "sampler_source": ""})
    entries = "".join(f"    {name!r}: {value!r},\n" for name, value in values.items())
    picture = f', open("{PICTURE}", "rb").read()' if spec.prompt.image else ""
    return (
        "import playground as pg\n\n"
        f"model = {_call('pg.load_model', _model(spec), first='name')}\n"
        f"spec = pg.RunSpec.from_dict({{\n{entries}}}{picture})\n"
        "trace = pg.record(model, spec)\n"
    )


def as_cli(spec: RunSpec) -> str:
    """The command line that makes the run again, for a POSIX shell.

    Every number is given, because defaults differ from checkpoint to checkpoint.

    Raises:
        SpecError: the run starts from given tokens, has pins, edits or somebody's own sampler, which no option says; or
            its text holds characters that move, colour or reorder what a terminal shows.
    """
    settings, prompt = spec.settings, spec.prompt
    if reason := _unsayable(spec):
        raise SpecError(f"The run {reason}, so there is no command line for it; the Python code works.")
    usual = SamplerSettings().replace(way=settings.way)
    options: dict[str, object] = {"model" if name == "name" else name: value for name, value in _model(spec).items()}
    options |= {"seed": spec.seed} | ({"way": settings.way} if settings.way != KNOBS["way"].default else {})
    for name, value in settings.to_dict().items():
        if name not in KNOBS or not KNOBS[name].choices or value != getattr(usual, name):
            options[name.replace("_", "-")] = value
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    words += ["--system", prompt.system] if prompt.system else []
    words += ["--thinking"] if prompt.thinking else []
    words += ["--image", PICTURE] if prompt.image else []
    return shlex.join(["python", "-m", "playground", "generate", *words, "--", prompt.text])


def _steered(spec: RunSpec) -> str:
    """What a person holds, changes or starts from in a run; "" for nothing."""
    if spec.branch:
        return "branches from a step of another run"
    if spec.start is not None:
        return "starts from given tokens"
    if spec.processors:
        return "has processed logits"
    return "has pinned tokens" if spec.pins else "has edited cells" if spec.edits else ""


def _unsayable(spec: RunSpec) -> str:
    """What of a run a command line cannot say; "" if it can say all."""
    if reason := _steered(spec):
        return reason
    if type(SAMPLERS[spec.settings.sampler]) not in BUILT_IN:
        return "has a sampler of somebody's own"
    texts = "".join([spec.prompt.text, spec.prompt.system, spec.model, spec.revision]).replace("\n", "")
    return "" if texts.isprintable() else "has characters that a terminal does not show as they are"


FORMATS: dict[str, Callable[[RunSpec], str]] = {
    "pg": as_pg,
    "cli": as_cli,
    "transformers": as_transformers,
    "diffusers": as_diffusers,
}


class _Code(str):
    """Python code; its `repr` is itself."""

    __repr__ = str.__str__


def _call(function: str, arguments: dict[str, Any], first: str = "") -> str:
    """Python code of a call; the argument `first` goes without its name."""
    words = [repr(value) if name == first else f"{name}={value!r}" for name, value in arguments.items()]
    return f"{function}({', '.join(words)})"


def _model(spec: RunSpec) -> dict[str, str]:
    """What `load_model` must know. Only a hub's models have a revision that can be asked for."""
    if spec.model in ("", EMBEDDED_NAME):
        return {}
    return {"name": spec.model} | ({"revision": spec.revision} if "/" in spec.model and spec.revision else {})


def _refuse_others(settings: SamplerSettings, who: str, *more: str) -> None:
    """Refuses settings that others do not have: they know only what DiffusionGemma was published with.

    Raises:
        SettingError: a setting is another one.
    """
    for name in ("way", "sampler", "schedule", *more):
        value, only = getattr(settings, name), KNOBS[name].default
        if value != only:
            raise SettingError(f"{name} is {value!r}, which {who} cannot do; it only knows {only!r}.")
