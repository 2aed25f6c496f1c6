"""`lesson`: checks lessons."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from playground.assets import ASSETS


@click.group()
def lesson() -> None:
    """Work on lessons; docs/plugins/learn.md says how one is written."""


@lesson.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Compile lessons with their traces, and name what is wrong by line.

    A lesson names traces beside it, or the page's recorded runs; path.json has their order. The exit code is 1 if
    anything is wrong.
    """
    from playground.commands.terminal import printable
    from playground.plugins.learn.library import check_file
    from playground.plugins.learn.path import FILE, check_path
    from playground.plugins.learn.problems import LessonError
    from playground.trace.branching import counted

    wrong = False
    for path in files:
        try:
            if path.name == FILE:
                click.echo(printable(f"{path.name}: right. {check_path(path)}."))
                continue
            read = check_file(path, ASSETS / "recorded")
        except LessonError as error:
            wrong = True
            for line in str(error).splitlines():
                click.echo(printable(line), err=True)
        else:
            predictions = sum(block["kind"] == "predict" for part in read.parts for block in part["blocks"])
            counts = [counted(len(read.parts), "part"), counted(read.words, "word"), counted(predictions, "prediction")]
            click.echo(printable(f"{path.name}: right. {', '.join(counts)}."))
    sys.exit(wrong)
