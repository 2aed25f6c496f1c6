"""Writes a static site that opens from the disk: a page of all runs, their players, lessons and the glossary."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import playground
from playground.errors import ExportError
from playground.export.lesson import lessons_page
from playground.export.page import page, template
from playground.export.run import LABEL, Run, line_of
from playground.export.whole import writing
from playground.lessons import Library

MARK = "A site of the Text Diffusion Playground"
"""In the head of the first page; a folder that has it may be written again."""

_STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #1c2330; --soft: #5d6675; --line: #e4e2dc; --card: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12161d; --ink: #e9ecf1; --soft: #98a2b3; --line: #2c3440; --card: #191e27; }
}
body { margin: 0 auto; max-width: 1100px; padding: 20px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 24px; } h2 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; display: grid; gap: 16px;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); }
ol { columns: 300px 2; }
ul li { border: 1px solid var(--line); border-radius: 12px; background: var(--card); padding: 14px 16px; }
a { color: inherit; text-underline-offset: 3px; }
p { margin: 6px 0; overflow-wrap: anywhere; } .about { color: var(--soft); font-size: 14px; }
"""


def write_site(
    runs: Sequence[Run], out: Path, library: Library | None = None, titles: Mapping[str, str] = MappingProxyType({})
) -> list[Path]:
    """Writes the folder `out`, whole or not at all. One that this made before is replaced.

    Args:
        library: the lessons to put beside the runs; None for no lessons.
        titles: of runs, by name; the others have their own.

    Returns:
        The pages, the first one first.

    Raises:
        ExportError: there are no runs, one has no steps, or `out` holds something else or cannot be written.
        LessonError: a lesson is wrong, or there is none.
    """
    if not runs:
        raise ExportError("There are no runs to write a site of; give trace files.")
    for run in runs:
        if len(run.trace) == 0:
            raise ExportError(f"{run.name} has no steps, so there is nothing to show; leave it out.")
    if out.exists() and not _ours(out):
        raise ExportError(f"{out} holds something else than a site of the playground; name a new folder.")
    files = _files(runs)
    cards = [_card(run, titles.get(run.name, run.title), file) for run, file in zip(runs, files, strict=True)]
    pages = {"index.html": _index(cards, library), "glossary.html": _glossary()}
    if library is not None:
        pages["lessons.html"] = lessons_page(library, home="index.html")
    with writing(out) as folder:
        (folder / "runs").mkdir(parents=True)
        folder.chmod(0o755)
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8")
        for run, file in zip(runs, files, strict=True):
            (folder / "runs" / file).write_text(page([run], home="../index.html"), encoding="utf-8")
    return [*(out / name for name in pages), *(out / "runs" / file for file in files)]


def _ours(folder: Path) -> bool:
    """May the folder be replaced: is it empty, or a site from here?"""
    if not folder.is_dir():
        return False
    first = folder / "index.html"
    return not any(folder.iterdir()) or (
        first.is_file() and MARK in first.read_text(errors="replace", encoding="utf-8")[:1000]
    )


def _files(runs: Sequence[Run]) -> list[str]:
    """A file's name for each run, none twice."""
    names: list[str] = []
    for run in runs:
        stem = re.sub(r"[^\w-]+", "-", run.name, flags=re.ASCII).strip("-") or "run"
        name, number = f"{stem}.html", 2
        while name in names:
            name, number = f"{stem}-{number}.html", number + 1
        names.append(name)
    return names


def _card(run: Run, title: str, file: str) -> str:
    verdict = run.trace.header.verdict
    judged = f" · by rule: {verdict.sentence}" if verdict else ""
    taken = f"{len(run.trace)} steps" if run.trace.header.source else f"{run.trace.nfe} passes"
    about = f"{LABEL} · {run.maker} · {taken}{judged}"
    return (
        f'<li><h2><a href="runs/{file}">{html.escape(title)}</a></h2>'
        f'<p dir="auto">{html.escape(line_of(run.trace.text))}</p><p class="about">{html.escape(about)}</p></li>'
    )


def _index(cards: list[str], library: Library | None) -> str:
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="description" content="{MARK}"><title>How text diffusion writes</title>',
            f"<style>{_STYLE}</style>",
            "<h1>How text diffusion writes</h1>",
            "<p>A canvas of random tokens turns into text, step by step. Each page plays one run as it was recorded: "
            "what the model proposed, how sure it was, and what the sampler kept or threw back.</p>",
            f"<ul>{''.join(cards)}</ul>",
            *([] if library is None else [_lessons(library)]),
            '<p><a href="glossary.html">The words, and what they mean</a></p>',
            f'<p class="about">Text Diffusion Playground {playground.__version__}. Left out, because no trace has it: '
            "the probabilities of all tokens but the most probable ones, attention, and a prompt's picture.</p>",
            "</html>",
            "",
        ]
    )


def _lessons(library: Library) -> str:
    entries = [
        f'<li><a href="lessons.html#lesson={int(name[:2])}">{html.escape(library.lesson(name).title)}</a></li>'
        for name in library.files
    ]
    return f"<h2>Lessons: say what will happen, and let the run answer</h2><ol>{''.join(entries)}</ol>"


def _glossary() -> str:
    back = '<p><a href="index.html">All runs</a></p><h1>The words, and what they mean</h1>'
    style = ".tdp-glossary dt { font-weight: 600; margin-top: 10px; } .tdp-glossary dd { margin: 0; }"
    return (
        template("glossary")
        .replace("<title>A run of text diffusion</title>", "<title>The words of text diffusion</title>", 1)
        .replace('<div id="tdp-file">', f'<style>{style}</style><div id="tdp-file" class="token-canvas">{back}', 1)
    )
