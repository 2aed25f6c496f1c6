"""The options of `serve` for its limits, and for who may reach the page."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from playground.errors import PlaygroundError, PolicyError
from playground.server.guard import Policy
from playground.server.interface import Logins
from playground.service.limits import Limits, on_space


@dataclass(frozen=True, kw_only=True)
class Access:
    """public: strangers use the server. logins: None if nobody must log in."""

    public: bool
    limits: Limits
    policy: Policy
    logins: Logins | None


_OPTIONS = (
    click.option(
        "--max-rows",
        type=click.IntRange(1, 64),
        envvar="PLAYGROUND_MAX_ROWS",
        help="How many runs may share the model's passes, while the others queue; the same as --limit runs=N.",
    ),
    click.option(
        "--public/--private",
        default=on_space,
        envvar="PLAYGROUND_PUBLIC",
        help="Use the limits for strangers or for a laptop; docs/operating.md lists them. "
        "A Space is public by default.",
    ),
    click.option(
        "--limit",
        "changes",
        metavar="NAME=VALUE",
        multiple=True,
        envvar="PLAYGROUND_LIMITS",
        help="Change a limit; repeatable.",
    ),
    click.option(
        "--allow-host",
        "hosts",
        metavar="NAME",
        multiple=True,
        envvar="PLAYGROUND_HOSTS",
        help="Name of the page, besides localhost and bare addresses; repeatable.",
    ),
    click.option(
        "--embed-host",
        "embed_hosts",
        metavar="ORIGIN",
        multiple=True,
        envvar="PLAYGROUND_EMBED_HOSTS",
        help="Site, such as https://example.org, that may show the page in a frame; repeatable.",
    ),
    click.option(
        "--allow-origin",
        "origins",
        metavar="ORIGIN",
        multiple=True,
        envvar="PLAYGROUND_ORIGINS",
        help="Site whose scripts may call this server; repeatable.",
    ),
    click.option(
        "--proxies",
        metavar="ADDRESSES",
        default="",
        envvar="PLAYGROUND_PROXIES",
        help="Addresses or networks of proxies, separated by commas. "
        "They are trusted to say where a request came from.",
    ),
    click.option(
        "--auth",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar="PLAYGROUND_AUTH",
        help="File with a NAME:PASSWORD on each line. Everyone who opens the page must log in.",
    ),
)


def access_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options. The command gets what they ask for as `access`."""

    @functools.wraps(command)
    def wrapped(
        *, max_rows: int | None, public: bool, changes: tuple[str, ...], hosts: tuple[str, ...],
        embed_hosts: tuple[str, ...], origins: tuple[str, ...], proxies: str, auth: Path | None, **rest: Any,
    ) -> None:  # fmt: skip
        try:
            access = Access(
                public=public,
                limits=Limits.of(public, changes if max_rows is None else (*changes, f"runs={max_rows}")),
                policy=Policy(hosts=hosts, embed_hosts=embed_hosts, origins=origins, proxies=proxies).here(),
                logins=None if auth is None else _logins(auth),
            )
        except PlaygroundError as error:
            raise click.UsageError(str(error)) from error
        return command(**rest, access=access)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped


def _logins(file: Path) -> Logins:
    """Reads names and passwords from a file.

    Raises:
        PolicyError: the file cannot be read, or does not hold names and passwords.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(
            f"{file} cannot be read: it must be a text file with a NAME:PASSWORD on each line."
        ) from error
    logins = [(name, password) for name, _, password in (line.strip().partition(":") for line in lines) if name]
    if not logins or not all(password for _, password in logins):
        raise PolicyError(f"{file} must hold a NAME:PASSWORD on each line.")
    return logins
