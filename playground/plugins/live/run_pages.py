"""Pages that open from the disk: one of all runs, a player for each, the glossary, and those of plugins."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence, Set
from types import MappingProxyType

import playground
from playground.errors import ExportError
from playground.export.page import page, template
from playground.export.run import LABEL, line_of, title_of
from playground.plugins.live.site_hooks import SitePart
from playground.trace import Trace

HOME = "runs.html"
"""The page of all runs."""
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


def run_pages(
    runs: Sequence[Trace], titles: Mapping[str, str] = MappingProxyType({}), parts: Sequence[SitePart] = ()
) -> dict[str, str]:
    """The pages by their names in a folder, the one of all runs first.

    Args:
        titles: of runs, by name; the others have their own.
        parts: the pages to put beside the runs.

    Raises:
        ExportError: there are no runs, or one has no steps.
    """
    if not runs:
        raise ExportError("There are no runs to write a site of; give trace files.")
    for run in runs:
        if len(run) == 0:
            raise ExportError(f"{run.name} has no steps, so there is nothing to show; leave it out.")
    files = file_names(runs, "html")
    cards = [_card(run, titles.get(run.name, title_of(run)), file) for run, file in zip(runs, files, strict=True)]
    return {
        HOME: _index(cards, parts),
        "glossary.html": _glossary(),
        **{name: make() for part in parts for name, make in part["pages"].items()},
        **{f"runs/{file}": page([run], home=f"../{HOME}") for run, file in zip(runs, files, strict=True)},
    }


def file_names(runs: Sequence[Trace], ending: str, taken: Set[str] = frozenset()) -> list[str]:
    """A file's name for each run, none twice, and none of those that are taken."""
    names: list[str] = []
    for run in runs:
        stem = re.sub(r"[^\w-]+", "-", run.name, flags=re.ASCII).strip("-") or "run"
        name, number = f"{stem}.{ending}", 2
        while name in names or name in taken:
            name, number = f"{stem}-{number}.{ending}", number + 1
        names.append(name)
    return names


def _card(run: Trace, title: str, file: str) -> str:
    header = run.header
    judged = f" · by rule: {header.verdict.sentence}" if header.verdict else ""
    made = f"{header.model}, seed {header.seed} · {run.nfe} passes"
    if header.source:
        made = f"from {header.source} · {len(run)} steps"
    about = f"{LABEL} · {made}{judged}"
    return (
        f'<li><h2><a href="runs/{file}">{html.escape(title)}</a></h2>'
        f'<p dir="auto">{html.escape(line_of(run.text))}</p><p class="about">{html.escape(about)}</p></li>'
    )


def _index(cards: list[str], parts: Sequence[SitePart]) -> str:
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<title>How text diffusion writes</title>",
            f"<style>{_STYLE}</style>",
            "<h1>How text diffusion writes</h1>",
            "<p>A canvas of random tokens turns into text, step by step. Each page plays one run as it was recorded: "
            "what the model proposed, how sure it was, and what the sampler kept or threw back.</p>",
            f"<ul>{''.join(cards)}</ul>",
            *map(_links, parts),
            '<p><a href="glossary.html">The words, and what they mean</a></p>',
            '<p><a href="index.html">The playground: make runs of your own</a></p>',
            f'<p class="about">Text Diffusion Playground {playground.__version__}. Left out, because no trace has it: '
            "the probabilities of all tokens but the most probable ones, attention, and a prompt's picture.</p>",
            "</html>",
            "",
        ]
    )


def _links(part: SitePart) -> str:
    entries = [f'<li><a href="{address}">{html.escape(words)}</a></li>' for address, words in part["links"]().items()]
    return f"<h2>{part['title']}</h2><ol>{''.join(entries)}</ol>"


def _glossary() -> str:
    back = f'<p><a href="{HOME}">All runs</a></p><h1>The words, and what they mean</h1>'
    style = ".tdp-glossary dt { font-weight: 600; margin-top: 10px; } .tdp-glossary dd { margin: 0; }"
    return (
        template("glossary")
        .replace("<title>A run of text diffusion</title>", "<title>The words of text diffusion</title>", 1)
        .replace('<div id="tdp-file">', f'<style>{style}</style><div id="tdp-file" class="token-canvas">{back}', 1)
    )
