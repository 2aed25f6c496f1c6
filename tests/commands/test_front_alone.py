"""What serves in place of the page refuses what belongs to the page or its guard, and takes the rest."""

import click
import pytest

from playground.commands import serve as commands
from playground.errors import PolicyError
from playground.hooks import Front

FRONT = Front(option="--alone", launch=lambda *_: None)


@pytest.fixture
def context(monkeypatch):
    """Of a command with an option of a plugin that adds to the page, and one that says how passes are run."""
    monkeypatch.setattr(commands, "ADDED_TO_PAGE", {"paged"})
    command = click.Command("serve", params=[click.Option([f"--{name}"], default="yes") for name in ("paged", "fast")])
    return lambda *arguments: command.make_context("serve", [*arguments])


def test_an_option_of_a_plugin_that_adds_to_the_page_is_refused(context):
    sentence = r"^--alone has neither the page nor its guard, so it does not go with --paged\.$"
    with pytest.raises(PolicyError, match=sentence):
        commands._check_front(FRONT, context("--fast", "no", "--paged", "no"))


def test_its_default_and_how_passes_are_run_go_with_it(context):
    commands._check_front(FRONT, context("--fast", "no"))
