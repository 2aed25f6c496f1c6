"""What a run can be asked for by name: the one place where the doors learn of each value what it is and may be.

The settings come from the table of knobs. The rest stands here: the prompt, the seed, and what steers a run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from playground.spec.settings import SEED, all_knobs, samplers_with
from playground.spec.steering import KEEP, USUAL_KEEP

MOST_COMPARED = 8
"""Runs that one call may compare."""
MOST_PINS = 1000
"""Pins of one call; a template holds more."""


@dataclass(frozen=True)
class Argument:
    """One value."""

    kind: Any
    """Its type, with its bounds."""
    help: str
    example: Any = None
    """A value that works, for the page of the API; None leaves it out."""


ARGUMENTS: dict[str, Argument] = {
    "prompt": Argument(
        str,
        "What the text should be about. Of a branch it may stay empty, and of a spec it must.",
        "Write a story about Lily, a cat and a red ball.",
    ),
    "seed": Argument(
        Annotated[int, Field(ge=SEED.minimum, le=SEED.maximum)],
        f"{SEED.help} A whole number from 0 to 2^53 - 1; by default {SEED.default}, or that of the run that it "
        "branches from.",
        7,
    ),
    "system": Argument(str, "A system prompt, for a model whose template takes one.", ""),
    "thinking": Argument(bool, "Should the model think before it answers? For a model that can.", False),
    "image": Argument(
        str, "A picture as a data URL, such as data:image/png;base64,..., for a model that can see.", ""
    ),
    "pins": Argument(
        Annotated[list[str], Field(max_length=MOST_PINS)],
        "Texts that are held in every pass and in what is written, each as PLACE=TEXT, such as '12= cat'. Places count "
        "tokens of the output from 0; a text may have several tokens.",
    ),
    "template": Argument(
        str,
        "The whole text with gaps for the model, such as 'Once ____(12) the end.' with a gap of 12 tokens. Of "
        "____(2-6) each length is tried, and the surest text is taken. Everything else in it is held.",
    ),
    "start": Argument(str, "A text to start from instead of noise."),
    "noise": Argument(
        Annotated[float, Field(ge=0, le=1)],
        "The share of the start's tokens that is replaced by random ones first, from 0 to 1; by default 0.",
    ),
    "noise_seed": Argument(
        Annotated[int, Field(ge=SEED.minimum, le=SEED.maximum)],
        "Which tokens of the start are replaced, and by which; by default 0.",
    ),
    "keep": Argument(
        Literal[tuple(KEEP)],
        "How the tokens of the start that noise leaves are kept. "
        + " ".join(f"{name}: {rule}." for name, rule in KEEP.items())
        + f" By default {USUAL_KEEP}.",
    ),
    "spec": Argument(
        dict[str, Any],
        "The whole run as one value: what a trace has under `spec`, or of it the prompt and what differs from the "
        "defaults, such as {\"prompt\": {\"text\": \"Hello\"}, \"seed\": 7}. Only a picture may stand beside it.",
    ),
    "branch": Argument(
        str,
        "The step of another run to go on from, as RUN@STEP or RUN@BLOCK.STEP, such as lily@9. Prompt, seed and "
        "settings that are not given stay as they were there.",
    ),
    "model": Argument(
        str,
        "The name of the model, for a server that has several. By default the first one, or that of the run that it "
        "branches from.",
    ),
}  # fmt: skip
"""What a run takes besides its settings."""


OTHER_ARGUMENTS: dict[str, Argument] = {
    "run": Argument(str, "The name of a run: what `write` returned under `run`, or the name of an example.", "lily"),
    "step": Argument(int, "The step, counted over the whole run, from 1.", 9),
    "runs": Argument(
        Annotated[list[str], Field(min_length=1, max_length=MOST_COMPARED)],
        f"Names of up to {MOST_COMPARED} runs; they are compared with the first one.",
        ["lily", "ending"],
    ),
    "text": Argument(str, "The text to judge.", "Lily had a cat and a red ball."),
    "asked": Argument(
        str,
        "JSON: `specs`, a list of runs, each as a trace's `spec` describes it. Only the prompt must be there.",
        '{"specs": [{"prompt": {"text": "Write a story about Lily, a cat and a red ball."}, "seed": 7}]}',
    ),
}
"""What the other functions take."""


def all_arguments() -> dict[str, Argument]:
    """Name -> what a run takes: prompt and seed, then the settings, then the rest."""
    first = {name: ARGUMENTS[name] for name in ("prompt", "seed")}
    return first | {name: _setting(name) for name in all_knobs()} | ARGUMENTS


def setting_help(name: str) -> str:
    """The help of a setting for programs: what it does, what it may be, and what it is by default."""
    knob = all_knobs()[name]
    owners = samplers_with(name)
    of = f"For the sampler {' or '.join(owners)}. " if owners else ""
    if knob.choices:
        return f"{of}{knob.help} One of {', '.join(knob.choices)}; by default the model's own."
    allowed = f"From {knob.minimum:,.16g} to {knob.maximum:,.16g}{' ' + knob.unit if knob.unit else ''}"
    return f"{of}{knob.help} {allowed}; by default the model's own, as published {knob.default:g}."


def schema(argument: Argument) -> dict[str, Any]:
    """The JSON schema of a value, with its bounds."""
    return TypeAdapter(argument.kind).json_schema()


def _setting(name: str) -> Argument:
    knob = all_knobs()[name]
    if knob.choices:
        return Argument(Literal[tuple(knob.choices)], setting_help(name))
    kind = int if knob.whole else float
    return Argument(Annotated[kind, Field(ge=knob.minimum, le=knob.maximum)], setting_help(name))
