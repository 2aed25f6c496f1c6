"""The key that a door may ask for: the options of `serve` that set it, and who has it."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

import click
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from playground.commands.options import Utf8
from playground.errors import PolicyError

SENTENCE = "The API key is missing or wrong."


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


def holds(headers: Headers, key: str) -> bool:
    """Does a request have the key? Any does if the key is ""."""
    sent = headers.get("authorization", "").removeprefix("Bearer ")
    return not key or hmac.compare_digest(sent.encode(), key.encode())


class Keyed:
    """Lets requests with the key through to `app`, and answers others with one sentence."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app, self._key = app, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if holds(Headers(scope=scope), self._key):
            return await self._app(scope, receive, send)
        answer = JSONResponse({"error": SENTENCE}, 401, {"WWW-Authenticate": "Bearer"})
        await answer(scope, receive, send)
