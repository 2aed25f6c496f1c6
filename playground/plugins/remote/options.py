"""The options of `serve` for a denoiser on another server."""

from __future__ import annotations

import click

from playground.commands.options import Utf8

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
