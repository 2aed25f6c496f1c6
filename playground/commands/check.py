"""`check`: is a text what its prompt asked for? By rule, for the tasks of the embedded checkpoint."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("prompt")
@click.argument("text", required=False)
def check(prompt: str, text: str | None) -> None:
    """Check TEXT, or standard input, against PROMPT: a story, a Sudoku or a function of the small world.

    The exit code is 0 where the text is right, else 1.
    """
    from playground.world.check import check_answer

    verdict = check_answer(prompt, sys.stdin.read() if text is None else text)
    click.echo(f"{verdict.task}: {'right' if verdict.is_right else 'wrong'}")
    for reason in verdict.reasons:
        click.echo(f"- {reason}")
    sys.exit(0 if verdict.is_right else 1)
