"""The options of `serve` for a denoiser on another server, and what they ask for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import click

from playground.commands.options import Utf8
from playground.plugins.remote.elsewhere import Elsewhere
from playground.plugins.remote.errors import RemoteError

OPTIONS = (
    click.Option(
        ["--remote"],
        type=Utf8(),
        metavar="URL",
        help="Have vLLM on another server denoise, such as http://127.0.0.1:8000/v1, and decide here: --model is the "
        "name that it gives the model. docs/plugins/remote.md says what is lost. Its key, if it needs one, is in "
        "PLAYGROUND_REMOTE_KEY. With --public only together with --remote-for-all.",
    ),
    click.Option(
        ["--remote-top"],
        type=click.IntRange(min=2),
        metavar="K",
        default=20,
        show_default=True,
        help="How many tokens of each position to ask it for: at most its own --max-logprobs.",
    ),
    click.Option(["--remote-for-all"], is_flag=True, help="Let strangers use that server through this one."),
)


def home_of(options: Mapping[str, Any], model: str | None) -> Elsewhere:
    """Where the model is.

    Args:
        model: what that server calls it.

    Raises:
        RemoteError: the address is wrong, or the model has no name.
    """
    if not model:
        raise RemoteError("--remote needs --model: the name that the other server gives its model.")
    key = os.environ.get("PLAYGROUND_REMOTE_KEY", "")
    return Elsewhere(url=options["remote"], top=options["remote_top"], key=key)
