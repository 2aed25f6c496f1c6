"""`serve --blocks` refuses what belongs to the page or its guard, and takes the rest."""

from types import SimpleNamespace

import click
import pytest

from playground.commands import serve as commands
from playground.errors import PolicyError

HOOKS = {"paged": ["page_part", "serve_options"], "fast": ["passes", "serve_options"]}


@pytest.fixture
def context(monkeypatch):
    """Two plugins have an option each, which is given or has a default."""
    options = {name: [click.Option([f"--{name}"], default="yes")] for name in HOOKS}
    known = {name: SimpleNamespace(name=name) for name in HOOKS}
    plugins = SimpleNamespace(known=known, hooks_of=lambda plugin: HOOKS[plugin.name])
    monkeypatch.setattr(commands, "plugins", lambda: plugins)

    def made(*names, **params):
        monkeypatch.setattr(commands, "_ADDED", {name: options[name] for name in names})
        command = click.Command("serve", params=[option for name in names for option in options[name]])
        return SimpleNamespace(command=command, params=params)

    return made


def test_an_option_of_a_plugin_that_adds_to_the_page_is_refused(context):
    with pytest.raises(PolicyError, match=r"has neither the page nor its guard, so it does not go with --paged\.$"):
        commands._check_blocks(context("fast", "paged", fast="yes", paged="yes"))


def test_how_passes_are_run_goes_with_it(context):
    commands._check_blocks(context("fast", "paged", fast="yes", paged=None))
