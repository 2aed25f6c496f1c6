"""The text of a lesson, as data that the page turns into elements: no markup of a lesson reaches the page as markup.

A text is a list of pieces. A piece is a string, or an object with one of these: `strong`, `em` (a list of pieces),
`code` (a string), `href` (an address, with `text`), or `ref` (what the words name, with `text`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from playground.plugins.learn.expression import evaluate, written
from playground.plugins.learn.problems import Wrong, on_line
from playground.plugins.learn.things import Cell, Step
from playground.trace import Trace

MARKDOWN = MarkdownIt("commonmark", {"html": False})
"""CommonMark without HTML, which is text here."""

NAMED = {
    "canvas": ".tdp-stage",
    "timeline": ".tdp-timeline",
    "play": ".tdp-play",
    "legend": ".tdp-legend",
    "kept": ".tdp-legend .tdp-state:nth-child(1)",
    "just-kept": ".tdp-legend .tdp-state:nth-child(2)",
    "thrown-back": ".tdp-legend .tdp-state:nth-child(3)",
    "reopened": ".tdp-legend .tdp-state:nth-child(4)",
    "went-in": ".tdp-layers [data-value=input]",
    "drawn": ".tdp-layers [data-value=sampled]",
    "best-guess": ".tdp-layers [data-value=argmax]",
    "scale": ".tdp-scale-place",
    "sentence": ".tdp-sentence",
    "details": ".tdp-tabs",
    "prediction": ".tdp-lesson-part:last-of-type .tdp-predict",
}
"""What of the page words can name, and the selector of where it is; see `workshop.makers.page_tables`."""

_FIGURE = re.compile(r"\{([^{}]*)\}")
_WEB = re.compile(r"https?://[^\s]+")

Pieces = list[Any]


def pieces(text: str, names: Mapping[str, Any]) -> Pieces:
    """Reads one line of Markdown.

    Raises:
        Wrong: a figure or a reference in it cannot be read.
    """
    (inline,) = MARKDOWN.parseInline(text)
    return from_tokens(inline.children or [], names)


def from_tokens(tokens: list[Token], names: Mapping[str, Any]) -> Pieces:
    """As `pieces`, from what markdown-it has read; a `Wrong` says on which line below the first it is."""
    return list(_read(iter(tokens), names, [0], ""))


def plain(text: Pieces) -> str:
    """The words of a text alone."""
    return "".join(
        piece
        if isinstance(piece, str)
        else piece["code"]
        if "code" in piece
        else plain(piece.get("strong") or piece.get("em") or piece.get("text") or [])
        for piece in text
    )


def place(thing: object) -> dict[str, Any]:
    """Where a run, a step or a cell is: the name of its run, the row of its step, and its position."""
    if isinstance(thing, Trace):
        return {"run": thing.name}
    if isinstance(thing, Step):
        return {"run": thing.run.name, "row": thing.row, "noise": thing.noise}
    if isinstance(thing, Cell):
        return {"run": thing.run.name, "row": thing.row, "noise": False, "position": thing.position}
    raise Wrong("this is no run, step or cell.")


def _read(tokens: Iterator[Token], names: Mapping[str, Any], line: list[int], closes: str) -> Iterator[Any]:
    for token in tokens:
        match token.type:
            case _ if token.type == closes:
                return
            case "text":
                yield from _figures(token.content, names, line)
            case "softbreak" | "hardbreak":
                line[0] += 1
                yield " "
            case "code_inline":
                yield {"code": token.content}
            case "strong_open" | "em_open":
                kind = token.type.removesuffix("_open")
                yield {kind: list(_read(tokens, names, line, f"{kind}_close"))}
            case "link_open":
                begins = line[0]
                text = list(_read(tokens, names, line, "link_close"))
                yield _link(unquote(str(token.attrs["href"])), text, names, begins)
            case _:
                raise Wrong(
                    f"a lesson has no {token.type.replace('_', ' ')}; allowed are text, links and figures.", line[0]
                )


def _figures(text: str, names: Mapping[str, Any], line: list[int]) -> Iterator[str]:
    end = 0
    for match in _FIGURE.finditer(text):
        if match.start() > end:
            yield text[end : match.start()]
        with on_line(line[0]):
            figure = written(evaluate(match[1], names))
        yield figure
        end = match.end()
    if end < len(text):
        yield text[end:]


def _link(target: str, text: Pieces, names: Mapping[str, Any], line: int) -> dict[str, Any]:
    if _WEB.fullmatch(target):
        return {"href": target, "text": text}
    kind, _, name = target.partition(":")
    with on_line(line):
        if kind == "page":
            if name not in NAMED:
                raise Wrong(f"the page has no “{name}” to light up; it has {', '.join(NAMED)}.")
            return {"ref": {"named": name}, "text": text}
        if kind == "at":
            return {"ref": place(evaluate(name, names)), "text": text}
        raise Wrong(f"a link to “{target}” leads nowhere; allowed are at:NAME, page:NAME and https addresses.")
