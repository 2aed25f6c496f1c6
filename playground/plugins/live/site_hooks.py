"""The hooks of `site`, which writes the page as files: what other plugins can add to that folder."""

# Specifications have no bodies.
# mypy: disable-error-code="empty-body"

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from playground.hooks import specified

if TYPE_CHECKING:
    import click


class SitePart(TypedDict):
    """Pages of their own beside those of the runs. A plugin does without this one, so it returns a plain dict."""

    title: str
    """Stands above the links."""
    links: Callable[[], Mapping[str, str]]
    """Addresses on these pages, and the words that lead there from the page of all runs."""
    pages: Mapping[str, Callable[[], str]]
    """What makes them, by the names of their files."""
    count: str
    """What there is, such as `3 tours`."""


@specified
def site_options() -> Sequence[click.Option]:
    """Options of `site`. They are apart from those of `serve` because most options of a server mean nothing there."""


@specified
def site_part(options: Mapping[str, Any], home: str) -> SitePart | None:
    """Pages beside those of the runs, which open from the disk.

    Args:
        options: of `site`, by name; empty for a site that is written in Python.
        home: the file of the page of all runs, to link to.
    """
