"""Lessons on recorded runs, the path through them, and a game of five canvases, in a mode of the page: Learn.

A lesson is a Markdown file that names moments of recorded runs by query, and is compiled to what the page plays. Python
alone evaluates queries, figures and assertions, each time that a lesson is read; nothing derived is stored. The page
gets steps, cells and figures, and plays them. `docs/plugins/learn.md` says how a lesson is written. No torch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.assets import ASSETS
from playground.hooks import Command, PagePart, hook

if TYPE_CHECKING:
    import click

    from playground.plugins.live.site_hooks import SitePart
    from playground.service import Service

needs = ("inside",)
"""Its scripts: where a position looks, in a lesson."""


@hook
def commands() -> Mapping[str, Command]:
    return {"lesson": Command(help="Check lessons that you write.", at="playground.plugins.learn.command:lesson")}


@hook
def serve_options() -> Sequence[click.Option]:
    help = "Folder with lessons of your own, and their traces, in place of the ones that are installed."
    return [_folder(help, envvar="PLAYGROUND_LESSONS")]


@hook(optionalhook=True)
def site_options() -> Sequence[click.Option]:
    return [_folder("Folder with lessons of your own, and their traces.")]


def _folder(help: str, **more: Any) -> click.Option:
    import click

    kind = click.Path(file_okay=False, path_type=Path)
    return click.Option(["--lessons"], metavar="DIR", type=kind, help=help, **more)


@hook
def check_options(options: Mapping[str, Any]) -> None:
    from playground.plugins.learn.library import library_of

    library = library_of(options)
    if options.get("lessons") is not None:
        library.check()


@hook
def page_part(service: Service | None, options: Mapping[str, Any]) -> PagePart:
    from playground.plugins.learn.library import library_of
    from playground.plugins.learn.page import empty_page

    library = library_of(options)
    compiled = {f"lessons/{name}.json": partial(library.file, name) for name in library.files}
    return PagePart(
        script=ASSETS / "dist/plugins-learn.js",
        mode="Learn",
        words=("lesson", "game"),
        files={
            "lessons/index.json": library.index,
            **compiled,
            **{f"lessons/{path.name}": path for path in library.traces},
            "share/lessons.html": lambda: empty_page().encode(),
        },
        edition=library.edition,
        config={"looks": service is None or service.slot.looks},
    )


@hook(optionalhook=True)
def site_part(options: Mapping[str, Any], home: str) -> SitePart:
    from playground.plugins.learn.library import library_of
    from playground.plugins.learn.page import lessons_page
    from playground.trace.branching import counted

    library = library_of(options)
    return {
        "title": "Lessons: say what will happen, and let the run answer",
        "links": lambda: {f"lessons.html#lesson={int(name[:2])}": library.lesson(name).title for name in library.files},
        "pages": {"lessons.html": lambda: lessons_page(library, home=home)},
        "count": counted(len(library.files), "lesson"),
    }


@hook
def export_sources() -> Mapping[str, str]:
    return {".md": "playground.plugins.learn.page:export_lessons"}
