"""Reads the Spacefile: one YAML file that says how the app is deployed. Whatever is wrong is named with its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import yaml
from huggingface_hub import SpaceHardware
from pydantic import BaseModel, Field, ValidationError

from playground.plugins.deploy.errors import DeployError

COLOURS = ("red", "yellow", "green", "blue", "indigo", "purple", "pink", "gray")
HARDWARE = tuple(hardware.value for hardware in SpaceHardware)
ZERO = "zero-a10g"

HEADER = (
    "title", "emoji", "colorFrom", "colorTo", "sdk", "sdk_version", "python_version", "app_file", "short_description",
    "license", "models",
)  # fmt: skip
"""The fields that become the header of the Space's README."""
STATIC_HEADER = ("title", "emoji", "colorFrom", "colorTo", "short_description", "license")
"""Those of a Space without a server."""


_ID = r"[\w.-]+/[\w.-]+"
_PATH = r"(?!/|.*\.\.)[\w./-]+"


def _text(pattern: str, allowed: str) -> Any:
    """A text of which all fits a pattern."""
    return Field(pattern=rf"\A(?:{pattern})\Z", description=allowed)


def _one_of(*choices: str) -> Any:
    return _text("|".join(map(re.escape, choices)), f"one of {', '.join(choices)}")


_Name = Annotated[str, _text("[A-Z][A-Z0-9_]*", "a name in capitals")]
_Id = Annotated[str, _text(_ID, "a hub id")]
_Path = Annotated[str, _text(_PATH, "a path below this folder")]


class Spacefile(BaseModel, extra="forbid", frozen=True, strict=True, regex_engine="python-re"):
    """What the file says; the comments in it say what each field means. A description says what is allowed."""

    title: Annotated[str, _text(r"\S.{0,98}\S", "a text of 2 to 100 characters")]
    emoji: Annotated[str, _text(r"[^\x00-\x7f]{1,8}", "one emoji")]
    colorFrom: Annotated[str, _one_of(*COLOURS)]
    colorTo: Annotated[str, _one_of(*COLOURS)]
    sdk: Annotated[str, _one_of("gradio")]
    sdk_version: Annotated[str, _text(r"\d+\.\d+\.\d+", "a version such as 6.31.0")]
    python_version: Annotated[str, _text(r"3\.\d+(\.\d+)?", 'a version in quotes, such as "3.11"')]
    app_file: Annotated[str, _text(_PATH + r"\.py", "a Python file of this folder")]
    short_description: Annotated[str, _text(".{1,60}", "a text of at most 60 characters")]
    license: Annotated[str, _text("[a-z0-9.-]+", "a licence's name on the hub, such as apache-2.0")]
    models: Annotated[list[_Id], Field(description="a list of hub ids such as OWNER/NAME")]
    hardware: Annotated[str, _one_of(*HARDWARE)]
    model: Annotated[str, _text(f"embedded|{_ID}", "`embedded` or a hub id such as OWNER/NAME")]
    variables: Annotated[
        dict[_Name, str], Field(description="names in capitals, each with a text (put numbers and true in quotes)")
    ]
    secrets: Annotated[list[_Name], Field(description="a list of names in capitals, without values")]
    """Names only; a value never stands in a file."""
    exclude: Annotated[list[_Path], Field(description="a list of paths below this folder")]
    """Files and folders that git tracks and the Space does not need."""


def read(path: Path) -> Spacefile:
    """Reads a Spacefile.

    Raises:
        DeployError: it cannot be read, or a field is unknown, missing, there twice, or not allowed.
    """
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        values = yaml.safe_load(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise DeployError(f"{path} cannot be read: {reason}.") from error
    except RecursionError as error:
        raise DeployError(f"{path} cannot be read: it nests too deeply.") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise DeployError(f"{path.name}{where}: this is not YAML ({getattr(error, 'problem', error)}).") from error
    if not isinstance(node, yaml.MappingNode):
        raise DeployError(f"{path.name}, line 1: there must be a field in each line, such as `title: A name`.")
    return _checked(path.name, node, values)


def _checked(name: str, node: yaml.MappingNode, values: dict[str, Any]) -> Spacefile:
    fields, seen = Spacefile.model_fields, dict[str, tuple[int, Any]]()
    for key, value in node.value:
        field, line = key.value, key.start_mark.line + 1
        if field not in fields:
            raise DeployError(f"{name}, line {line}: {field!r} is no field; allowed are {', '.join(fields)}.")
        if field in seen:
            raise DeployError(f"{name}, line {line}: {field} stands in line {seen[field][0]} already.")
        seen[field] = line, value
    try:
        return Spacefile(**values)
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0])
    allowed = fields[field].description
    if field not in seen:
        raise DeployError(f"{name}: {field} is missing; it is {allowed}.")
    line, value = seen[field]
    shown = repr(value.value) if isinstance(value, yaml.ScalarNode) else "what stands there"
    raise DeployError(f"{name}, line {line}: {field} cannot be {shown}; allowed is {allowed}.")
