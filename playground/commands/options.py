"""Options that several commands share."""

from __future__ import annotations

import errno
import functools
import math
import os
import re
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from playground.engine.loading.packing import packing_options
from playground.rules.knobs import Knob, Value
from playground.rules.samplers import SAMPLERS
from playground.rules.samplers.from_file import load
from playground.spec.settings import all_knobs, samplers_with
from playground.trace.columns import MAX_MIB


class Finite(click.FloatRange):
    """A finite number in a range. Every option that takes a fraction has this type."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


class Utf8(click.ParamType):
    """Text in UTF-8, also where the locale has another encoding. Refuses other bytes from the shell."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            try:
                return os.fsencode(value).decode()
            except UnicodeError:
                self.fail(f"{value!r} is not valid UTF-8.", param, ctx)
        return value


class PinOption(click.ParamType):
    """A place and the text that it holds, such as `12=cat`."""

    name = "pin"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        if isinstance(value, tuple):
            return value
        place, equals, text = value.partition("=")
        if not (equals and text and place.isascii() and place.isdecimal() and len(place) < 10):
            self.fail(f"{value!r} does not have the form PLACE=TEXT, such as 12=cat.", param, ctx)
        return int(place), Utf8().convert(text, param, ctx)


class BranchOption(click.ParamType):
    """A step of a recorded run: FILE@STEP or FILE@BLOCK.STEP."""

    name = "branch"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Path, int, int]:
        match = re.fullmatch(r"(.+)@(?:([0-9]{1,9})\.)?([0-9]{1,9})", value)
        if match is None:
            self.fail(f"{value!r} does not have the form TRACE@STEP or TRACE@BLOCK.STEP.", param, ctx)
        return Path(match[1]), int(match[2] or 1), int(match[3])


LOADING = {
    "model": "Hub id or local folder; by default the embedded checkpoint.",
    "revision": "Branch, tag or commit of a hub id.",
    "family": "Which of several families with one config.json the model is, as KIND, or with the length of a block "
    "as KIND:LENGTH; by default its name or the path of its folder says so.",
    "device": "cpu, cuda, cuda:N, or auto for all GPUs; by default a GPU if there is one.",
    "dtype": "auto, float32, bfloat16 or float16; by default float32 on a CPU, otherwise the checkpoint's own.",
}
"""The options that say what is loaded, and how: name -> help."""


def model_options(command: Callable, *, environment: bool = False) -> Callable:
    """Adds them and --offline. The command gets them as `loading`, by name as `load_model` takes them.

    Args:
        environment: does each have a variable of the environment too, such as PLAYGROUND_MODEL?
    """
    options = LOADING | packing_options()

    @functools.wraps(command)
    def wrapped(**values: Any) -> Any:
        loading = {name: values.pop(name) for name in [*options, "offline"]}
        return command(**values, loading={"name": loading.pop("model"), **loading})

    wrapped = click.option("--offline", is_flag=True, help="Load from the cache and do not use the network.")(wrapped)
    for name, text in reversed(options.items()):
        variable = f"PLAYGROUND_{name.upper()}" if environment else None
        wrapped = click.option(f"--{name}", envvar=variable, help=text)(wrapped)
    return wrapped


def new_trace_file(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Checks the file that a run will be saved to, as an option's callback: before the run, so that none is lost."""
    if path is None:
        return None
    if path.exists() and not path.is_file():
        raise click.BadParameter(f"{path} is not an ordinary file; give the name of a file to write.")
    check_folder(path.absolute().parent)
    return path


def writable_folder(_context: click.Context, _parameter: click.Parameter, folder: Path | None) -> Path | None:
    """Checks a folder that a command will write to, as an option's callback."""
    if folder is not None:
        check_folder(folder)
    return folder


def check_folder(folder: Path) -> None:
    """Checks that a folder exists and can be written to.

    Raises:
        BadParameter: it does not exist, or nothing can be written to it.
    """
    if not folder.is_dir():
        raise click.BadParameter(f"the folder {folder} does not exist.")
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise click.BadParameter(f"the folder {folder} cannot be written to: {error.strerror}.") from error


def check_address(host: str, port: int, option: str) -> None:
    """Checks that a server can have an address, before it loads anything.

    Args:
        option: what the names of the options for the host and the port begin with.

    Raises:
        UsageError: the port is taken, or the host is no address of this computer.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        socket.create_server(address, family=family).close()
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise click.UsageError(f"Port {port} on {host} is taken; choose another with {option}port.") from error
        raise click.UsageError(
            f"{host!r} is not an address of this computer; choose another with {option}host."
        ) from error


max_mib_option = click.option(
    "--max-mib", type=click.IntRange(min=1), default=MAX_MIB, show_default=True,
    help="The largest size that a trace may unpack to, in MiB. Without a limit, a small file could fill the memory.",
)  # fmt: skip


class SamplerName(click.ParamType):
    """The name of a sampler, or a file with one, which is loaded."""

    name = "sampler"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(SAMPLERS)}|FILE.py]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value.endswith(".py"):
            return load(Path(value))
        if value not in SAMPLERS:
            self.fail(f"{value!r} is not a sampler; allowed are {', '.join(SAMPLERS)}, or a FILE.py.", param, ctx)
        return value


def _named_values(_context: click.Context, _parameter: click.Parameter, pairs: tuple[str, ...]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} does not have the form NAME=VALUE.")
        values[name] = value_of(value)
    return values


def value_of(text: str) -> Value:
    """The value of a setting, as somebody typed it: a number, or else a name."""
    try:
        return float(text)
    except ValueError:
        return text


set_option = click.option(
    "--set", "named", metavar="NAME=VALUE", multiple=True, callback=_named_values,
    help="Set any setting by name, such as one that FILE.py declares; repeatable.",
)  # fmt: skip


sampler_option = click.option(
    "--sampler", type=SamplerName(), help="The sampler: a name, or a FILE.py with one of your own, which is loaded.",
)  # fmt: skip


def settings_options(command: Callable) -> Callable:
    """Adds an option for each setting. Settings that are not given keep the checkpoint's defaults."""
    command = set_option(command)
    for name, knob in reversed(all_knobs().items()):
        command = _option(name, knob)(command)
    return command


def _option(name: str, knob: Knob) -> Callable:
    flag, samplers = "--" + name.replace("_", "-"), samplers_with(name)
    if name == "sampler":
        rules = " ".join(f"{choice}: {meaning}" for choice, meaning in knob.choices.items())
        return click.option(flag, type=SamplerName(), help=f"{knob.help} {rules}")
    if knob.choices:
        meanings = "; ".join(f"{choice}: {meaning.rstrip('.')}" for choice, meaning in knob.choices.items())
        return click.option(flag, type=click.Choice(list(knob.choices)), help=f"{knob.help} {meanings}.")
    text = f"{knob.help} For {', '.join(samplers)}." if samplers else knob.help
    return click.option(flag, type=int if knob.whole else float, metavar=knob.unit.upper(), help=text)


def chosen(options: dict[str, Any]) -> dict[str, Any]:
    """The settings that the command line names, by name; `named` holds those of `--set`."""
    settings = {name: value for name, value in options.items() if value is not None and name != "named"}
    return settings | options.get("named", {})
