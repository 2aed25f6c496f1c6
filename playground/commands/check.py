"""`check`: does a text do what its prompt asked? Decided by rule, for the tasks of the embedded checkpoint."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("prompt")
@click.argument("text", required=False)
def check(prompt: str, text: str | None) -> None:
    """Check TEXT, or standard input, against PROMPT, which asks for a story, a Sudoku or a function.

    The exit code is 0 if the text is right, else 1.
    """
    from playground.world.check import check_answer

    verdict = check_answer(prompt, sys.stdin.read() if text is None else text)
    click.echo(f"{verdict.task}: {'right' if verdict.is_right else 'wrong'}")
    for reason in verdict.reasons:
        click.echo(f"- {reason}")
    sys.exit(0 if verdict.is_right else 1)
