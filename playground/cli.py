"""`python -m playground COMMAND`. Each command is a file in `playground/commands`, or comes from a plugin. Nothing here
imports torch."""

from __future__ import annotations

import codecs
import errno
import io
import locale
import os
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

from playground import __version__, workshop
from playground.errors import PlaygroundError
from playground.hooks import Command
from playground.plugin_loading import plugins

COMMANDS = {
    "serve": "Serve the page.",
    "generate": "Run a prompt, print the text and save a trace.",
    "export": "Write runs as pages, tables and in other forms.",
    "plugins": "List the plugins that are there, and what each adds.",
}


PLAIN = {"·": "-", "–": "-", "×": "x", "“": '"', "”": '"', "…": "...", "↵": "|"}
"""What stands for signs that an encoding lacks; "?" stands for others."""


def commands() -> list[str]:
    """The commands that there are here; with those of the workshop where it stands beside."""
    return [*{**COMMANDS, **added_commands()}, *(workshop.COMMANDS if workshop.stands_beside() else ())]


def added_commands() -> dict[str, Command]:
    """Those of plugins. None takes the place of one that is there."""
    taken = {*COMMANDS, *workshop.COMMANDS}
    return {
        name: command
        for commands in plugins().each("commands")
        for name, command in commands.items()
        if name not in taken
    }


class Commands(click.Group):
    """Imports a command's file only when it is called, and shows what goes wrong as one sentence."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        _reopen()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="plain")
        if not locale.getencoding().lower().startswith("utf"):
            # Torch's compiler reads files of its own without saying how they are encoded, here and in its processes.
            with suppress(locale.Error):
                locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
            os.environ["PYTHONUTF8"] = "1"
        return super().main(*arguments, **options)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with _one_sentence():  # --help writes here
            return super().make_context(*arguments, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return commands()

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in workshop.COMMANDS:
            return getattr(workshop.part(f"commands.{name}", f"`{name}`"), name)
        if name in COMMANDS:
            return getattr(import_module(f"playground.commands.{name}"), name)
        added = added_commands()
        return pkgutil.resolve_name(added[name].at) if name in added else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The core's commands with what they do, others by their names alone: all of it fits on a screen."""
        apart = {
            "From plugins": sorted(added_commands()),
            "For developers": workshop.COMMANDS if workshop.stands_beside() else (),
        }
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))
        more = [(source, ", ".join(names)) for source, names in apart.items() if names]
        if more:
            with formatter.section("More commands; `plugins` says what plugins add"):
                formatter.write_dl(more)

    def invoke(self, ctx: click.Context) -> object:
        with _one_sentence():
            return super().invoke(ctx)


class _ClosedInput(io.RawIOBase):
    """Standard input that the shell has closed: reading it fails."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: object) -> int:
        raise OSError(errno.EBADF, "it is closed", "Standard input")


def _reopen() -> None:
    """Opens the streams that the shell has closed, which Python leaves out: reading fails, writing goes nowhere.

    Each takes its number again, so that no other file gets it, and with it what libraries write.
    """
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_ClosedInput()), encoding="utf-8")
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))


@contextmanager
def _one_sentence() -> Iterator[None]:
    """Turns what goes wrong into one sentence.

    Raises:
        ClickException: something went wrong.
    """
    try:
        yield
    except (PlaygroundError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # who reads the output has left; click ends quietly
            raise
        raise click.ClickException(_sentence(error)) from error


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Writes what the encoding of a terminal or a pipe has in place of what it lacks."""
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


codecs.register_error("plain", _plain)


def _sentence(error: Exception) -> str:
    from playground.commands.terminal import printable

    if isinstance(error, OSError) and error.strerror:
        return printable(f"{error.filename or 'A file or a stream'} cannot be used: {error.strerror}.")
    return printable(str(error))


@click.group(cls=Commands)
@click.version_option(__version__)
def main() -> None:
    """Text Diffusion Playground: see and steer text diffusion."""
