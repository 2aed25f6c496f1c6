"""`doctor`: examines this host for a checkpoint."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from playground.commands.options import model_options


class Duration(click.ParamType):
    """A time such as `90`, `90s` or `9m`, in seconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        match = re.fullmatch(r"([0-9]{1,6})(s|m|)", value)
        if match is None or not int(match[1]):
            self.fail(f"{value!r} is not a time such as 90s or 9m.", param, ctx)
        return float(match[1]) * (60 if match[2] == "m" else 1)


@click.command()
@model_options
@click.option("--rehearse", is_flag=True, help="Run the loop of the 26B checkpoint on a device that holds no memory.")
@click.option(
    "--card",
    is_flag=True,
    help="Examine this host's GPU in a few minutes: what runs on it, what each fast path brings, and what `serve` "
    "should be given. With --rehearse, at tiny sizes on the CPU.",
)
@click.option("--full-size-random", is_flag=True, help="With --card, examine with random weights of the 26B size.")
@click.option("--budget", type=Duration(), default="9m", show_default=True, help="With --card, the time for all of it.")
@click.option(
    "--report",
    type=click.Path(file_okay=False, path_type=Path),
    default="card",
    show_default=True,
    help="With --card, the folder for what is found; `serve --as-measured` takes it.",
)
@click.option(
    "--rows", type=click.IntRange(1, 64), default=4, show_default=True, help="With --card, the most rows of a pass."
)
@click.option(
    "--prompt-tokens",
    type=click.IntRange(1, 100_000),
    default=4096,
    show_default=True,
    help="With --card, the length of the long prompt.",
)
@click.option("--only", multiple=True, metavar="PART", help="With --card, examine only this part; repeatable.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list with one object for each finding.")
def doctor(
    loading: dict[str, Any], rehearse: bool, card: bool, full_size_random: bool, budget: float, report: Path, rows: int,
    prompt_tokens: int, only: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Examine this host: is the checkpoint there, does it fit, is it right, how fast is it, what should the limits be?

    The command stops at the first thing that makes the rest pointless, and then exits with 1.
    """
    from playground.commands.terminal import printable
    from playground.plugins.card.gpu.report import SIGNS
    from playground.plugins.card.measure import doctor as examination

    if card:
        sizes = {"full_size_random": full_size_random, "rehearse": rehearse, "rows": rows, "context": prompt_tokens}
        _examine_card({"loading": loading, **sizes}, budget, report, only)
        return

    findings = []
    examined = examination.rehearse() if rehearse else examination.examine(loading, _tell)
    for finding in examined:
        findings.append(finding)
        _tell("")
        if not as_json:
            click.echo(printable(f"{SIGNS[finding.verdict]:4}  {finding.check:<11} {finding.said}"))
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    if not examination.healthy(findings):
        sys.exit(1)


def _examine_card(options: dict[str, Any], budget: float, folder: Path, only: tuple[str, ...]) -> None:
    """Prints what is found as it is found. Exits with 1 if anything is wrong."""
    from torch import cuda

    from playground.commands.terminal import printable
    from playground.plugins.card.gpu.examination import examine
    from playground.plugins.card.gpu.host import Examined
    from playground.plugins.card.gpu.parts import PARTS
    from playground.plugins.card.gpu.report import command, entry, recommended, shown, write_report

    if not (options["rehearse"] or cuda.is_available()):
        raise click.UsageError("--card examines a GPU, and torch can use none here; --rehearse tries it without one.")
    if unknown := [name for name in only if name not in PARTS]:
        raise click.UsageError(f"--only: there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}.")
    lines = []
    for line in examine(Examined(**options), folder, budget, only):
        lines.append(line)
        write_report(folder, lines)
        if line.get("state") not in ("begun", "done"):
            click.echo(printable(shown(line)))
    click.echo(printable(f"\n{command(recommended(lines))}\n{folder}/report.txt has all of it."))
    if any(entry(line)[0] == "STOP" for line in lines if line.get("state") != "begun"):
        sys.exit(1)


def _tell(progress: object) -> None:
    """Writes over the last line of the terminal; nothing where no one watches."""
    from playground.commands.terminal import printable

    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{printable(str(progress))}", nl=False, err=True)
