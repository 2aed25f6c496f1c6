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
    from playground.plugins.small_world.judge import MOST_CHARACTERS, judge
    from playground.plugins.small_world.unread import unread

    if text is None:
        try:
            text = sys.stdin.buffer.read().decode()
        except UnicodeDecodeError as error:
            raise click.UsageError(f"The text on standard input is not valid UTF-8: {error.reason}.") from error
    if max(len(prompt), len(text)) > MOST_CHARACTERS:
        raise PromptError(f"A prompt and a text have at most {MOST_CHARACTERS:,} characters to be judged.")
    verdict = judge(prompt, text)
    if verdict is None:
        if more := unread(prompt):
            raise PromptError(f"No rule reads all of this prompt: {', '.join(more)}.")
        raise PromptError(
            "There is no rule for this prompt; it must ask for a story, a Sudoku, a function, a sum, words in order or "
            "JSON in the words of the embedded checkpoint's examples."
        )
    sentence = verdict.sentence.removeprefix("wrong: ")
    click.echo(printable(f"{verdict.task}: {'right' if verdict.right else 'wrong'} ({sentence})"))
    sys.exit(0 if verdict.right else 1)
