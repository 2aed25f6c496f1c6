"""Has vLLM on another server denoise, and decides here: only the words of the model are in this process."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.hooks import hook

if TYPE_CHECKING:
    import click

    from playground.service.home import Home


@hook
def serve_options() -> Sequence[click.Option]:
    from playground.plugins.remote.options import OPTIONS

    return OPTIONS


@hook
def check_options(options: Mapping[str, Any], public: bool) -> None:
    from playground.errors import PolicyError

    if options["remote"] is not None and public and not options["remote_for_all"]:
        raise PolicyError("--remote with --public lets strangers use that server: say --remote-for-all too.")


@hook
def home(options: Mapping[str, Any], model: str | None) -> Home | None:
    if options["remote"] is None:
        return None
    from playground.plugins.remote.elsewhere import Elsewhere
    from playground.plugins.remote.errors import RemoteError

    if not model:
        raise RemoteError("--remote needs --model: the name that the other server gives its model.")
    key = os.environ.get("PLAYGROUND_REMOTE_KEY", "")
    return Elsewhere(url=options["remote"], top=options["remote_top"], key=key)
