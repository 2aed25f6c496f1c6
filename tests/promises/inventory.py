"""What there is today of all that a version promises, in a form that later ones can be compared with.

Each part has its figures by plugin, "" for the core, so that a plugin that is deleted takes its promises along.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import click
import gradio as gr

import playground as pg
from playground import hooks
from playground.cli import COMMANDS, main
from playground.engine.loading.packing import packings
from playground.plugin_loading import plugins as loaded
from playground.plugins.api.functions import Api
from playground.server.interface import RECORDED
from playground.service import EngineSlot, Service
from playground.trace.wire import recorded_messages

ROOT = Path(__file__).parents[2]
RETURNED = {"Batch", "Filling", "Model", "Row", "StepFrame", "StudyResult", "Trace"}
"""Classes that functions return; how they are made is no promise."""
UNSIGNED = "(*arguments, **options)"
"""Of what Python knows no signature, such as an exception's."""


def signature_text(thing: Any) -> str:
    """Its parameters and their defaults, without types; `...` stands for a default that is no literal."""
    try:
        signature = inspect.signature(thing)
    except ValueError:
        return UNSIGNED
    parameters = []
    for each in signature.parameters.values():
        default = each.default
        if default is not each.empty:
            try:
                ast.literal_eval(repr(default))
            except (ValueError, SyntaxError):
                default = ...
        parameters.append(each.replace(annotation=each.empty, default=default))
    text = str(inspect.Signature(parameters))
    return text.replace("=Ellipsis", "=...")


def python() -> dict[str, dict[str, str]]:
    """Public names, with their signatures, and those of their members that a page names: docs/python.md, and of
    plugins their own."""
    plugins = {name: {*names} for name, names in loaded().by_plugin("names").items()}
    return {
        plugin: {
            member: text
            for name in sorted(names - {"__version__"})
            for member, text in _described(name, getattr(pg, name), _members(plugin))
        }
        for plugin, names in {"": {*pg.__all__}, **plugins}.items()
    }


def _members(plugin: str) -> set[str]:
    pages = ["python.md", *([f"plugins/{plugin}.md"] if plugin else [])]
    return {name for page in pages for name in re.findall(r"\.(\w+)", (ROOT / "docs" / page).read_text("utf-8"))}


def _described(name: str, thing: Any, named: set[str]) -> list[tuple[str, str]]:
    described = [(name, signature_text(thing) if callable(thing) and name not in RETURNED else "")]
    if isinstance(thing, type):
        fields = {*dir(thing), *(field for each in thing.__mro__ for field in getattr(each, "__annotations__", ()))}
        for member in sorted(named & {field for field in fields if not field.startswith("_")}):
            value = getattr(thing, member, None)
            described.append((f"{name}.{member}", signature_text(value) if inspect.isroutine(value) else ""))
    return described


def hook_signatures() -> dict[str, dict[str, str]]:
    """Hooks with their arguments, and what they return of `playground.hooks`, with its fields."""
    specified = {name: thing for name, thing in vars(hooks).items() if hasattr(thing, f"{hooks.GROUP}_spec")}
    returned = {name: thing for name, thing in vars(hooks).items() if is_dataclass(thing)}
    return {"": {name: signature_text(thing) for name, thing in sorted({**specified, **returned}.items())}}


def _taken(name: str, kind: str, choices: Any = ()) -> list[str]:
    return [f"{name} {kind}", *(f"{name} {kind} {choice}" for choice in choices)]


def command_options() -> dict[str, dict[str, Any]]:
    """Commands by plugin, with what they require and take; options that a plugin adds to others' are that plugin's.

    Those of the workshop, and `bench`, are for developers.
    """
    by_plugin = loaded().by_plugin
    owner = {
        (command, option.name): plugin
        for command in ("serve", "site")
        for plugin, options in by_plugin(f"{command}_options").items()
        for option in options
    }
    for plugin, forms in by_plugin("exports").items():
        owner |= {("export", option.name): plugin for form in forms for option in form.options}
    packed = {packing.option: type(packing).__module__.split(".")[2] for packing in packings() if packing.option}
    commands = {name: plugin for plugin, added in by_plugin("commands").items() for name in added if name != "bench"}
    result: dict[str, dict[str, Any]] = defaultdict(dict)
    for name, plugin in {**dict.fromkeys(COMMANDS, ""), **commands}.items():
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for each in _parameters(command):
            whose = owner.get((name, each.name)) or packed.get(str(each.name)) or plugin
            of = result[whose].setdefault(name, {"requires": [], "takes": []})
            flag = max(each.opts, key=len) if isinstance(each, click.Option) else str(each.name)
            of["takes"] += _taken(flag, _kind(each), getattr(each.type, "choices", ()))
            of["requires"] += [flag] if each.required else []
    return dict(result)


def _parameters(command: click.Command) -> list[click.Parameter]:
    """Its own, or those of all of its commands."""
    commands = command.commands.values() if isinstance(command, click.Group) else [command]
    return [each for command in commands for each in command.params]


def _kind(parameter: click.Parameter) -> str:
    if getattr(parameter, "is_flag", False):
        return "flag"
    many = " ..." if getattr(parameter, "multiple", False) or parameter.nargs == -1 else ""
    return parameter.type.name.replace(" range", "") + (f" x{parameter.nargs}" if parameter.nargs > 1 else "") + many


def api() -> dict[str, dict[str, Any]]:
    """The functions for programs, with what they require, take and give, and the messages of a tape."""
    with gr.Blocks() as blocks:
        Api(Service(EngineSlot("a model that is never loaded")), RECORDED).offer()
    functions = {}
    for name, function in blocks.get_api_info()["named_endpoints"].items():
        values = function["parameters"]
        functions[name] = {
            "requires": [each["parameter_name"] for each in values if not each["parameter_has_default"]],
            "takes": [
                text
                for each in values
                for text in _taken(each["parameter_name"], _json_kind(each["type"]), each["type"].get("enum", ()))
            ],
            "gives": [text for each in function["returns"] for text in _fields(each["type"])],
        }
    messages = map(json.loads, recorded_messages(pg.Trace.load(RECORDED / "lily.trace")))
    return {"": functions | {f"message {each['kind']}": {"gives": sorted(each)} for each in messages}}


def _json_kind(schema: Mapping[str, Any]) -> str:
    return str(schema.get("type", "any"))


def _fields(schema: Mapping[str, Any], at: str = "") -> list[str]:
    """Each field of a JSON schema, as its path and its type."""
    if "items" in schema:
        return _fields(schema["items"], f"{at}[]")
    inner = [text for name, each in schema.get("properties", {}).items() for text in _fields(each, f"{at}.{name}")]
    kinds = [_json_kind(each) for each in schema.get("oneOf", ())] or [_json_kind(schema)]
    return inner or [f"{at} {' or '.join(kinds)}".strip()]


PARTS: dict[str, Callable[[], Mapping[str, Mapping[str, Any]]]] = {
    "python": python,
    "hooks": hook_signatures,
    "commands": command_options,
    "api": api,
}
"""What a version promises, by the file that holds it: plugin -> name -> a signature, or lists of what there is."""
