"""The key of a door: the options of `serve` for it, and what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from playground.commands.options import Utf8
from playground.errors import PolicyError


def options(name: str, purpose: str) -> list[click.Option]:
    """The options of `serve` for a door that may ask for a key: `--NAME` opens it, `--NAME-key` sets the key.

    Args:
        purpose: what the door is for, in a sentence.
    """
    variable = f"PLAYGROUND_{name.upper()}"
    return [
        click.Option([f"--{name}"], is_flag=True, envvar=variable, help=purpose),
        click.Option(
            [f"--{name}-key"],
            type=Utf8(),
            metavar="KEY",
            default="",
            envvar=f"{variable}_KEY",
            help=f"Key that these clients must send, as `Authorization: Bearer KEY`; better set as {variable}_KEY. "
            "Needed with --auth.",
        ),
    ]


def key_of(name: str, options: Mapping[str, Any], logins: bool) -> str:
    """The key of the door called `name`; "" for none.

    Raises:
        PolicyError: the page asks for a login, and the door has no key.
    """
    key: str = options[f"{name}_key"]
    if logins and not key:
        raise PolicyError(f"With --auth, --{name} needs a key: set PLAYGROUND_{name.upper()}_KEY or give --{name}-key.")
    return key
