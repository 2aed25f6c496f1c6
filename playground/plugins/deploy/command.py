"""`deploy`: puts the app of this checkout on a Hugging Face Space."""

from __future__ import annotations

import pkgutil
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from playground.plugins.deploy.plan import Plan


def _space(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    if not re.fullmatch(r"[\w-][\w.-]*/[\w-][\w.-]*", name):
        raise click.BadParameter(f"{name!r} does not have the form OWNER/NAME.")
    return name


@click.command()
@click.option("--space", required=True, metavar="OWNER/NAME", callback=_space, help="The Space, which need not exist.")
@click.option("--static", is_flag=True, help="Without a server: the folder that `site` writes.")
@click.option("--dry-run", is_flag=True, help="Say what would be created and uploaded, and ask no one for anything.")
@click.option("--private", is_flag=True, help="Make a new Space private.")
@click.option(
    "--from", "folder", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The checkout with the Spacefile; by default this folder.",
)  # fmt: skip
def deploy(space: str, static: bool, dry_run: bool, private: bool, folder: Path) -> None:
    """Create or update a Space as the Spacefile says, with the files that git tracks.

    Secrets are never uploaded: their values are set in the Space's settings. With --static nothing runs on the Space:
    it hands out the playground's files, and the embedded model runs in the reader's browser.
    """
    from playground.plugins.deploy.plan import plan

    with tempfile.TemporaryDirectory() as spare:
        _deploy(_static(folder, Path(spare) / "site") if static else plan(folder), space, dry_run, private)


def _static(folder: Path, site: Path) -> Plan:
    from playground.cli import added_commands
    from playground.plugins.deploy.plan import static_plan
    from playground.server.guard.answers import ISOLATION

    writes = added_commands().get("site")
    if writes is None:
        raise click.UsageError("--static uploads what the command `site` writes, which no plugin here brings.")
    pkgutil.resolve_name(writes.at).main([str(site)], standalone_mode=False)
    return static_plan(folder, site, ISOLATION)


def _deploy(planned: Plan, space: str, dry_run: bool, private: bool) -> None:
    from playground.commands.terminal import printable
    from playground.plugins.deploy.space import deploy as run

    click.echo(f"Space {space}: {planned.sdk}" + (f" on {planned.hardware}" if planned.hardware else ""))
    if planned.doubt:
        click.echo(printable(f"  {planned.doubt}"))
    for name, value in planned.variables.items():
        click.echo(printable(f"  variable {name}={value}"))
    for name in planned.secrets:
        click.echo(f"  secret {name}: set its value at https://huggingface.co/spaces/{space}/settings")
    if dry_run:
        for name, size in sorted(planned.sizes.items()):
            click.echo(printable(f"  {size:>10,}  {name}"))
    click.echo(f"  {len(planned.files)} files, {sum(planned.sizes.values()) / 1e6:.1f} MB")
    if planned.changed:
        click.echo(printable(f"  not committed yet: {', '.join(planned.changed)}"))
    if dry_run:
        click.echo("Nothing was created or uploaded.")
        return
    click.echo(run(planned, space, private, lambda sentence: click.echo(printable(sentence))))
