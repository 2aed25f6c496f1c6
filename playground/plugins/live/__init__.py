"""The engine in the page: runs in the reader's browser, where there is no server, and in a page of one file.

`portable` writes a checkpoint as graphs, which `assets/page/plugins/live` runs with ONNX Runtime Web. `site` writes the
page for any static host, and `export --with-model` a page that holds the model. docs/plugins/live.md says more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from playground.assets import ASSETS
from playground.hooks import Command, ExportForm, PagePart, hook
from playground.plugins.live import site_hooks

if TYPE_CHECKING:
    from playground.trace import Trace

needs = ("small_world",)
"""Its tables: what the embedded model is said to know, and the rules that judge its texts."""
hooks = site_hooks
"""What others can add to a site."""


@hook
def commands() -> Mapping[str, Command]:
    return {
        "site": Command(
            help="Write recorded runs and the glossary as a static site.",
            at="playground.plugins.live.site_command:site",
        ),
        "portable": Command(
            help="Write a checkpoint as graphs that run without Python.",
            at="playground.plugins.live.portable_command:portable",
        ),
    }


@hook
def exports() -> Sequence[ExportForm]:
    import click

    return [
        ExportForm(
            endings=(".html",),
            kind="pages that hold the model",
            help="With --with-model, a page (.html) holds the embedded model too, and makes runs offline.",
            write=_write,
            options=[
                click.Option(
                    ["--with-model"], is_flag=True, default=None, help="A page (.html) holds the embedded model too."
                )
            ],
        )
    ]


def _write(runs: Sequence[Trace], out: Path, *, with_model: bool, progress: object = None) -> list[Path]:
    from playground.export.page import write_page
    from playground.plugins.live.model_page import write_model_page

    return (write_model_page if with_model else write_page)(runs, out)


@hook
def page_part() -> PagePart:
    from playground.plugins.live.files import files, shipped
    from playground.plugins.live.model_page import edition, template

    return PagePart(
        script=ASSETS / "dist/plugins-live.js",
        engine=True,
        forms=True,
        held=True,
        files={**files(), "share/model.html": lambda: template().encode()},
        edition=edition(),
        config=shipped(),
    )
