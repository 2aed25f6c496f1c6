"""`deploy`: puts the app of this checkout on a Hugging Face Space."""

from __future__ import annotations

import re
from pathlib import Path

import click


def _space(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    if not re.fullmatch(r"[\w-][\w.-]*/[\w-][\w.-]*", name):
        raise click.BadParameter(f"{name!r} does not have the form OWNER/NAME.")
    return name


@click.command()
@click.option("--space", required=True, metavar="OWNER/NAME", callback=_space, help="The Space, which need not exist.")
@click.option("--dry-run", is_flag=True, help="Say what would be created and uploaded, and ask no one for anything.")
@click.option("--private", is_flag=True, help="Make a new Space private.")
@click.option(
    "--from", "folder", default=".", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The checkout with the Spacefile; by default this folder.",
)  # fmt: skip
def deploy(space: str, dry_run: bool, private: bool, folder: Path) -> None:
    """Create or update a Space as the Spacefile says, with the files that git tracks.

    Secrets are never uploaded: their values are set in the Space's settings.
    """
    from playground.commands.terminal import printable
    from playground.deploy.plan import plan
    from playground.deploy.space import deploy as run

    planned = plan(folder)
    spacefile = planned.spacefile
    click.echo(f"Space {space}: {spacefile.sdk} {spacefile.sdk_version} on {spacefile.hardware}")
    if planned.doubt:
        click.echo(printable(f"  {planned.doubt}"))
    for name, value in planned.variables.items():
        click.echo(printable(f"  variable {name}={value}"))
    for name in spacefile.secrets:
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
