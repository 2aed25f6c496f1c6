"""`check`: decides by rule whether a text does what its prompt asks, for the embedded checkpoint's tasks."""

from __future__ import annotations

import sys

import click

from playground.commands.options import Utf8
from playground.commands.terminal import printable
from playground.errors import PromptError


@click.command()
@click.argument("prompt", type=Utf8())
@click.argument("text", type=Utf8(), required=False)
def check(prompt: str, text: str | None) -> None:
    """Check whether TEXT, or standard input, does what PROMPT asks.

    PROMPT may ask for a story, a Sudoku, a function, a sum, words in order or JSON.

    The exit code is 0 if the text is right, else 1.
    """
    from playground.plugins.small_world.check import check_answer
    from playground.plugins.small_world.unread import unread

    if text is None:
        try:
            text = sys.stdin.buffer.read().decode()
        except UnicodeDecodeError as error:
            raise click.UsageError(f"The text on standard input is not valid UTF-8: {error.reason}.") from error
    verdict = check_answer(prompt, text)
    if verdict.is_right and (more := unread(prompt)):
        raise PromptError(f"No rule reads all of this prompt: {', '.join(more)}. What it reads is done right.")
    click.echo(f"{verdict.task}: {'right' if verdict.is_right else 'wrong'}")
    for reason in verdict.reasons:
        click.echo(printable(f"- {reason}"))
    sys.exit(0 if verdict.is_right else 1)
