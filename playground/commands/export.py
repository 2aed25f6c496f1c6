"""`export`: takes runs away in the form that a file's ending names."""

from __future__ import annotations

import pkgutil
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any

import click

from playground.commands.options import max_mib_option
from playground.commands.terminal import printable
from playground.export.export import export as write
from playground.export.export import form_of, forms
from playground.export.run import read_runs
from playground.plugin_loading import plugins


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="RUN.trace ... OUT")
@max_mib_option
def export(paths: tuple[Path, ...], max_mib: int, **added: Any) -> None:
    """Write one or several runs to OUT, in the form that its ending names; docs/sharing.md says more."""
    *files, out = paths
    if not files:
        raise click.UsageError("Give at least one trace file, and then the file to write.")
    form_of(out)
    sources = {ending: at for added in plugins().each("export_sources") for ending, at in added.items()}
    endings = {file.suffix for file in files}
    ending = next((each for each in endings if each in sources), None)
    if ending and len(endings) > 1:
        raise click.UsageError(f"A file holds runs or {ending} files; give only {ending} files, or only traces.")
    chosen = {name: value for name, value in added.items() if value is not None}
    for form in forms():
        option = next((option for option in form.options if option.name in chosen), None)
        if option and (ending or out.suffix.lower() not in form.endings):
            but = f"not for {ending} files" if ending else ", ".join(form.endings)
            raise click.UsageError(f"{option.opts[0]} is for {form.kind}: {but}.")
    if ending:
        written = pkgutil.resolve_name(sources[ending])(files, out)
    else:
        written = write(read_runs(files, max_mib), out, **chosen, progress=_tell)
    for path in written:
        click.echo(printable(f"{path}  {path.stat().st_size:,} bytes"))


def _tell(done: int, of: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {of}; Ctrl-C stops." + ("\n" if done == of else ""), nl=False, err=True)


for _form in forms():
    export.params.extend(_form.options)
    export.help = f"{cleandoc(export.help or '')}\n\n{_form.help}"
