"""What a client asks for: the body of `POST /v1/chat/completions`, and the values of a run that it stands for."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from playground.inputs import fault
from playground.plugins.api.arguments import Argument, all_arguments
from playground.plugins.api.arguments import schema as plain
from playground.plugins.openai.errors import RequestError
from playground.spec.settings import LEAST_TEMPERATURE, MAX_SEED

MOST_STOPS = 4
"""Stop sequences of one request."""
Tokens = Annotated[int, Field(ge=1, le=1_000_000)]
Temperature = Annotated[float, Field(ge=0, le=100)]


class Picture(BaseModel):
    url: str = ""


class Part(BaseModel):
    """A part of a message."""

    type: Literal["text", "image_url"]
    text: str = ""
    image_url: Picture = Field(default_factory=lambda: Picture())


class Message(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None


class StreamOptions(BaseModel):
    include_usage: bool = False


class Body(BaseModel):
    """The fields of OpenAI's that mean something here. Settings of the sampler stand beside them, by their names."""

    model_config = ConfigDict(strict=True, extra="allow")

    model: str
    messages: list[Message] = Field(min_length=1, max_length=64)
    stream: bool = False
    stream_options: StreamOptions | None = None
    seed: int | None = Field(None, ge=-1, le=MAX_SEED)
    """-1 asks for any, as no seed does."""
    max_tokens: Tokens | None = None
    max_completion_tokens: Tokens | None = None
    temperature: Temperature | None = None
    stop: (
        Annotated[str, Field(min_length=1, max_length=1000)]
        | list[Annotated[str, Field(min_length=1, max_length=1000)]]
        | None
    ) = None
    diffusing: bool = False
    """Send the steps too, as chunks with an empty delta that a strict client ignores. Only with `stream`."""
    thinking: bool = False
    """Should the model think before it answers? For a model that can."""


NEUTRAL: dict[str, tuple[Any, ...]] = {
    "n": (1,), "top_p": (1,), "presence_penalty": (0,), "frequency_penalty": (0,), "logprobs": (False,),
    "logit_bias": ({},), "tools": ([],), "functions": ([],), "tool_choice": ("none", "auto"),
    "response_format": ({"type": "text"},), "modalities": (["text"],), "store": (False,), "top_logprobs": (0,),
    "reasoning_effort": ("none",), "reasoning": ({}, {"effort": "none"}, {"enabled": False}),
    "enable_thinking": (False,),
    "chat_template_kwargs": ({}, {"enable_thinking": False}, {"thinking": False}), "function_call": ("none", "auto"),
    "top_k": (-1, 0), "min_p": (0,), "repetition_penalty": (1,), "length_penalty": (1,), "best_of": (1,),
    "min_tokens": (0,), "ignore_eos": (False,), "use_beam_search": (False,), "echo": (False,), "verbosity": ("medium",),
}  # fmt: skip
"""Fields of OpenAI's and of its followers' that this server cannot follow, and the values that ask for nothing; null
always does."""
FROM_MESSAGES = {"prompt", "system", "image"}
"""What a run takes and the messages hold."""
IGNORED = {"user", "metadata", "service_tier", "parallel_tool_calls", "safety_identifier", "prompt_cache_key"}
"""Fields that say nothing about the text."""


class ChatRequest:
    """A checked request.

    Args:
        models: the names of the server's models, the first one first.

    Raises:
        RequestError: a field has the wrong type or value, is unknown, or asks for what this server cannot do.
    """

    def __init__(self, raw: bytes, models: Sequence[str]) -> None:
        try:
            body = Body.model_validate_json(raw)
        except ValidationError as error:
            field, sentence = fault(error, "The request", _read(raw))
            raise RequestError(400, sentence, field or None) from error
        more = {name: value for name, value in (body.model_extra or {}).items() if value is not None}
        for name in [name for name in more if name not in further()]:
            _check_neutral(name, more.pop(name))
        check_model(body.model, models)
        self.stream, self.frames, self.model = body.stream, body.diffusing and body.stream, body.model
        self.usage = bool(body.stream_options and body.stream_options.include_usage)
        self.stops = [body.stop] if isinstance(body.stop, str) else body.stop or []
        if len(self.stops) > MOST_STOPS:
            raise RequestError(400, f"stop has {len(self.stops)} sequences; at most {MOST_STOPS} are allowed.", "stop")
        seed = None if body.seed == -1 else body.seed
        self.values = {**more, **_temperature(body, more), **_prompt(body), "seed": seed}
        if seed is None and not (more.get("branch") or more.get("spec")):
            self.values["seed"] = random.randrange(2**32)  # without one, each answer is another
        if (tokens := body.max_completion_tokens or body.max_tokens) is not None:
            _check_alone("max_new_tokens", "max_tokens", more)
            self.values["max_new_tokens"] = tokens
        if body.model != models[0]:
            self.values["model"] = body.model


def _read(raw: bytes) -> Any:
    try:
        return from_json(raw)
    except ValueError:
        return None


def check_model(name: str, models: Sequence[str]) -> None:
    """Raises:
    RequestError: the server has no model of that name.
    """
    if name not in models:
        there = f"the model of this server is {models[0]!r}" if len(models) == 1 else f"there are {', '.join(models)}"
        sentence = f"The model {json.dumps(name[:80])} does not exist; {there}."
        raise RequestError(404, sentence, "model", "model_not_found")


def further() -> dict[str, Argument]:
    """What OpenAI has no field for: the settings, and what steers a run. Clients send it as `extra_body`."""
    elsewhere = {*FROM_MESSAGES, *Body.model_fields}
    return {name: argument for name, argument in all_arguments().items() if name not in elsewhere}


def _check_neutral(name: str, value: Any) -> None:
    if name in IGNORED or value in NEUTRAL.get(name, ()):
        return
    if name in NEUTRAL:
        raise RequestError(400, f"{name} is not supported by this server; leave it out.", name, "unsupported_parameter")
    allowed = ", ".join([*Body.model_fields, *further()])
    raise RequestError(
        400, f"There is no parameter {json.dumps(name[:80])}; those of this server are {allowed}.", name[:80]
    )


def _check_alone(setting: str, field: str, values: Mapping[str, Any]) -> None:
    if setting in values:
        raise RequestError(400, f"{setting} and {field} mean the same here; give only one of them.", field)


def _temperature(body: Body, values: Mapping[str, Any]) -> dict[str, Any]:
    """A constant schedule; at 0, the most probable token at the model's own temperatures.

    A temperature of 0 would make every entropy 0, so that a single step kept everything.
    """
    if body.temperature is None:
        return {}
    if body.temperature == 0:
        _check_alone("draw", "temperature", values)
        return {"draw": "greedy"}
    for setting in ("schedule", "t_max", "t_min"):
        _check_alone(setting, "temperature", values)
    temperature = max(body.temperature, LEAST_TEMPERATURE)
    return {"schedule": "constant", "t_max": temperature, "t_min": temperature}


def _prompt(body: Body) -> dict[str, Any]:
    """The prompt of a request: at most one system message, then one of the user."""
    system: list[Message] = []
    user: list[Message] = []
    for message in body.messages:
        into = {"system": system, "developer": system, "user": user}.get(message.role)
        if into is None:
            sentence = (
                f"messages holds one with the role {message.role}; this server answers one prompt, without history."
            )
            raise RequestError(400, sentence, "messages")
        into.append(message)
    if len(system) > 1 or len(user) != 1:
        sentence = "messages must hold one message of the user, and at most one of the system."
        raise RequestError(400, sentence, "messages")
    text, picture = _content(user[0])
    instructions, unseen = _content(system[0]) if system else ("", "")
    if picture and not text.strip() and not (body.model_extra or {}).get("branch"):
        sentence = "messages holds a picture and no text; write what the text should be about, too."
        raise RequestError(400, sentence, "messages")
    if unseen:
        raise RequestError(
            400, "messages holds a picture in the system's message; only the user may send one.", "messages"
        )
    return {"prompt": text, "system": instructions, "thinking": body.thinking, "image": picture}


def _content(message: Message) -> tuple[str, str]:
    """The text of a message, and its picture as a data URL."""
    if not isinstance(message.content, list):
        return message.content or "", ""
    pictures = [part.image_url.url for part in message.content if part.type == "image_url"]
    if len(pictures) > 1 or "" in pictures:
        raise RequestError(400, "messages may hold one picture, as image_url with a data URL.", "messages")
    return "".join(part.text for part in message.content if part.type == "text"), (pictures or [""])[0]


def schema() -> dict[str, Any]:
    """The JSON schema of the body, with each setting and its bounds."""
    values = Body.model_json_schema(ref_template="#/components/schemas/{model}")
    for name, argument in further().items():
        values["properties"][name] = {"anyOf": [plain(argument), {"type": "null"}], "description": argument.help}
    values["additionalProperties"] = False
    return values
