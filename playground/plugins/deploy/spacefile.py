"""Reads the Spacefile: one YAML file that says how the app is deployed. Whatever is wrong is named with its line."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import yaml
from huggingface_hub import SpaceHardware

from playground.errors import DeployError

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


_NAME = "[A-Z][A-Z0-9_]*"
_ID = r"[\w.-]+/[\w.-]+"
_PATH = r"(?!/|.*\.\.)[\w./-]+"


def _text(pattern: str, allowed: str) -> Callable[[Any], str]:
    return lambda value: "" if isinstance(value, str) and re.fullmatch(pattern, value) else allowed


def _one_of(*choices: str) -> Callable[[Any], str]:
    return lambda value: "" if value in choices else f"one of {', '.join(choices)}"


def _list(pattern: str, allowed: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        fine = isinstance(value, list) and all(isinstance(item, str) and re.fullmatch(pattern, item) for item in value)
        return "" if fine else f"a list of {allowed}"

    return check


def _variables(value: Any) -> str:
    if not isinstance(value, dict):
        return "a name and a text in each line"
    for name, text in value.items():
        if not (isinstance(name, str) and re.fullmatch(_NAME, name) and isinstance(text, str)):
            return f"names in capitals, each with a text; {name} is not such a line (put numbers and true in quotes)"
    return ""


@dataclass(frozen=True, kw_only=True)
class Spacefile:
    """What the file says; the comments in it say what each field means.

    Beside the type of a field is its check, which returns what is allowed, or "" for a value that is.
    """

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
    models: Annotated[list[str], _list(_ID, "hub ids such as OWNER/NAME")]
    hardware: Annotated[str, _one_of(*HARDWARE)]
    model: Annotated[str, _text(f"embedded|{_ID}", "`embedded` or a hub id such as OWNER/NAME")]
    variables: Annotated[dict[str, str], _variables]
    secrets: Annotated[list[str], _list(_NAME, "names in capitals, without values")]
    """Names only; a value never stands in a file."""
    exclude: Annotated[list[str], _list(_PATH, "paths below this folder")]
    """Files and folders that git tracks and the Space does not need."""


CHECKS: dict[str, Callable[[Any], str]] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Spacefile, include_extras=True).items()
}


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
    _check(path.name, node, values)
    return Spacefile(**values)


def _check(name: str, node: yaml.MappingNode, values: dict[str, Any]) -> None:
    seen: dict[str, int] = {}
    for key, value in node.value:
        field, line = key.value, key.start_mark.line + 1
        if field not in CHECKS:
            raise DeployError(f"{name}, line {line}: {field!r} is no field; allowed are {', '.join(CHECKS)}.")
        if field in seen:
            raise DeployError(f"{name}, line {line}: {field} stands in line {seen[field]} already.")
        seen[field] = line
        if allowed := CHECKS[field](values[field]):
            shown = repr(value.value) if isinstance(value, yaml.ScalarNode) else "what stands there"
            raise DeployError(f"{name}, line {line}: {field} cannot be {shown}; allowed is {allowed}.")
    if missing := [field for field in CHECKS if field not in seen]:
        raise DeployError(f"{name}: {missing[0]} is missing; it is {CHECKS[missing[0]](None)}.")
