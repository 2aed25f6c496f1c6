"""The hooks of `site`, which writes the page as files: what other plugins can add to that folder."""

# Specifications have no bodies.
# mypy: disable-error-code="empty-body"

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.hooks import specified

if TYPE_CHECKING:
    import click

    from playground.export.run_pages import SitePart


@specified
def site_options() -> Sequence[click.Option]:
    """Options of `site`. They are apart from those of `serve` because most options of a server mean nothing there."""


@specified
def site_part(options: Mapping[str, Any]) -> SitePart | None:
    """Pages beside those of the runs, which open from the disk.

    Args:
        options: of `site`, by name; empty for a site that is written in Python.
    """
