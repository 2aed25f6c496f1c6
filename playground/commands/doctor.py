"""`doctor`: examines this host for a checkpoint."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

import click

from playground.commands.options import model_options

SIGNS = {"fine": "ok  ", "note": "note", "stop": "STOP"}


@click.command()
@model_options
@click.option("--rehearse", is_flag=True, help="Run the loop of the 26B checkpoint on a device that holds no memory.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list with one object for each finding.")
def doctor(loading: dict[str, Any], rehearse: bool, as_json: bool) -> None:
    """Examine this host: is the checkpoint there, does it fit, is it right, how fast is it, what should the limits be?

    The command stops at the first thing that makes the rest pointless, and then exits with 1.
    """
    from playground.commands.terminal import printable
    from playground.measure import doctor as examination

    case = examination.Case(**loading)
    findings = []
    examined = examination.rehearse() if rehearse else examination.examine(case, lambda now: _tell(printable(str(now))))
    for finding in examined:
        findings.append(finding)
        _tell("")
        if not as_json:
            click.echo(printable(f"{SIGNS[finding.verdict]}  {finding.check:<11} {finding.said}"))
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    if not examination.healthy(findings):
        sys.exit(1)


def _tell(progress: str) -> None:
    """Writes over the last line of the terminal; nothing where no one watches."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{progress}", nl=False, err=True)
