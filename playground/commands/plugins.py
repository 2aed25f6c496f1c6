"""`plugins`: lists the plugins that are there, from where they come and what each adds, and those that do not load."""

from __future__ import annotations

import click

from playground.commands.terminal import printable
from playground.plugin_loading import plugins as loaded


@click.command()
def plugins() -> None:
    """List the plugins that are there, from where they come, and what each adds."""
    there = loaded()
    commands = there.by_plugin("commands")
    for name, plugin in there.known.items():
        adds = ", ".join(hook.replace("_", " ") for hook in there.hooks_of(plugin))
        click.echo(printable(f"{name} ({plugin.origin}): {plugin.about}. Adds {adds}."))
        for command, added in commands.get(name, {}).items():
            click.echo(printable(f"    {command}: {added.help}"))
    for sentence in there.faults.values():
        click.echo(printable(sentence))
