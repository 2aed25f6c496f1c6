"""Compiles one lesson: its file and the traces that it names become what the page plays, or a list of what is wrong."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from markdown_it.token import Token

from playground.plugins.learn.blocks import compiled
from playground.plugins.learn.expression import evaluate, written
from playground.plugins.learn.inline import MARKDOWN, Pieces, from_tokens, plain
from playground.plugins.learn.problems import Follows, Problem, Problems, Wrong
from playground.plugins.learn.query import name as name_thing
from playground.trace import Trace

if TYPE_CHECKING:
    from playground.plugins.learn.library import Runs

MOST_CHARACTERS = 100_000


@dataclass(frozen=True)
class Lesson:
    """What the page plays.

    Args:
        parts: each is {"show": what the page shows, "blocks": paragraphs and more}.
        sources: where to read more.
        runs: by name, {"title", "file"}.
        words: how many a reader reads, answers included; sources and what is not shown do not count.
    """

    title: str
    parts: list[dict[str, Any]]
    sources: list[Pieces]
    runs: dict[str, dict[str, str]]
    words: int

    def to_dict(self) -> dict[str, Any]:
        content = {"title": self.title, "parts": self.parts, "sources": self.sources, "runs": self.runs}
        digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
        return content | {"version": digest[:8]}  # other words, moments or answers are another version


def compile_lesson(text: str, name: str, runs: Runs) -> Lesson:
    """Compiles the text of a lesson.

    Args:
        name: of the file, for messages.
        runs: those that it may name.

    Raises:
        Problems: something is wrong with it; all of it is named, line by line.
    """
    return _Compiler(name, runs).read(text)


def title_of(text: str) -> str:
    """The first heading of a lesson; empty if there is none."""
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), "")


class _Compiler:
    def __init__(self, name: str, runs: Runs) -> None:
        self.name = name
        self.runs = runs
        self.names: dict[str, Any] = {}
        self.large: list[Trace] = []
        """Runs that it shows without a name."""
        self.problems: list[Problem] = []
        self.title = ""
        self.parts: list[dict[str, Any]] = [{"show": {}, "blocks": []}]
        self.sources: list[Pieces] = []
        self.in_sources = self.show_is_wrong = False
        self.words = 0
        self.backed = (1, "")
        """The line and the words of the last paragraph, which an assertion backs."""

    def read(self, text: str) -> Lesson:
        if len(text) > MOST_CHARACTERS:
            raise Problems(self.name, [Problem(1, f"a lesson has at most {MOST_CHARACTERS} characters.")])
        tokens = iter(MARKDOWN.parse(text))
        for token in tokens:
            self._token(token, tokens)
        if not self.title:
            self._wrong(1, "a lesson begins with its title: “# The title”.")
        self.parts = [part for part in self.parts if part["blocks"] or part["show"]]
        if not self.show_is_wrong and not any(part["show"].get("run") for part in self.parts):
            self._wrong(1, "a lesson shows at least one run: a block “show” with “at: NAME”.")
        if self.problems:
            raise Problems(self.name, self.problems)
        runs = [thing for thing in (*self.names.values(), *self.large) if isinstance(thing, Trace)]
        return Lesson(
            self.title, self.parts, self.sources, {run.name: self.runs.about(run.name) for run in runs}, self.words
        )

    def _token(self, token: Token, tokens: Iterator[Token]) -> None:
        line = token.map[0] + 1 if token.map else 1
        match token.type:
            case "heading_open":
                inline = next(tokens)
                next(tokens)
                self._heading(token.tag, inline, line)
            case "hr":
                self.parts.append({"show": {}, "blocks": []})
            case "paragraph_open":
                inline = next(tokens)
                next(tokens)
                self._paragraph(inline, line)
            case "bullet_list_open":
                self._list(tokens, line)
            case "fence":
                self._fence(token, line)
            case _:
                self._wrong(line, f"a lesson has no {token.type.removesuffix('_open').replace('_', ' ')}.")
                self._skip(token, tokens)

    def _heading(self, tag: str, inline: Token, line: int) -> None:
        words = inline.content.strip()
        if tag == "h1" and not self.title:
            self.title = words
        elif tag == "h2" and words == "Sources":
            self.in_sources = True
        else:
            self._wrong(line, "a lesson has one title (“# The title”) and perhaps “## Sources”, and no other headings.")

    def _paragraph(self, inline: Token, line: int) -> None:
        text = self._guarded(line, partial(from_tokens, inline.children or [], self.names))
        if text is None:
            return
        self.backed = line, plain(text)
        if self.in_sources:
            self.sources.append(text)
            return
        self.words += len(plain(text).split())
        self.parts[-1]["blocks"].append({"kind": "text", "text": text})

    def _list(self, tokens: Iterator[Token], line: int) -> None:
        items: list[Pieces] = []
        for token in tokens:
            if token.type == "bullet_list_close":
                break
            if token.type == "inline":
                at = token.map[0] + 1 if token.map else line
                text = self._guarded(at, partial(from_tokens, token.children or [], self.names))
                items += [] if text is None else [text]
            elif token.type not in ("list_item_open", "list_item_close", "paragraph_open", "paragraph_close"):
                self._wrong(token.map[0] + 1 if token.map else line, "an item of a list is one line of text.")
                self._skip(token, tokens)
        if self.in_sources:
            self.sources += items
        else:
            self.words += sum(len(plain(item).split()) for item in items)
            self.parts[-1]["blocks"].append({"kind": "list", "items": items})

    def _fence(self, token: Token, line: int) -> None:
        kind = token.info.strip()
        if kind in ("name", "check"):
            name: Callable[[str], Any] = partial(name_thing, names=self.names, runs=self.runs)
            read = name if kind == "name" else self._check
            for at, text in enumerate(token.content.splitlines(), line + 1):
                if text.strip():
                    self._guarded(at, partial(read, text.strip()))
            return
        block = self._guarded(line, partial(compiled, kind, token.content, self.names, self.runs.looks.of))
        if block is not None:
            self._add(block, line)
        elif kind == "show":
            self.show_is_wrong = True

    def _add(self, block: dict[str, Any], line: int) -> None:
        part = self.parts[-1]
        if block["kind"] == "show":
            if part["show"]:
                self._wrong(line, "a part has one “show”; begin another part with ---.")
            part["show"] = {key: value for key, value in block.items() if key != "kind"}
            return
        if block["kind"] == "large":
            try:
                self.large.append(self.runs.find(block["run"]))
            except Wrong:
                return  # an empty place is not shown
        self.words += _words(block)
        if block["kind"] == "predict" and any(earlier["kind"] == "predict" for earlier in part["blocks"]):
            self._wrong(line, "a part has one prediction; begin another part with ---.")
        part["blocks"].append(block)

    def _check(self, condition: str) -> None:
        if evaluate(condition, self.names) is True:
            return
        line, words = self.backed
        sides = ", ".join(self._sides(condition))
        backing = f" It backs line {line}: “{words[:120]}{'…' if len(words) > 120 else ''}”" if words else ""
        raise Wrong(f"this does not hold: {condition}{f' ({sides})' if sides else ''}.{backing}")

    def _sides(self, condition: str) -> Iterator[str]:
        """What the names in a condition are now."""
        for name in dict.fromkeys(re.findall(r"[a-z]\w*(?:\.\w+)+", condition)):
            try:
                yield f"{name} is {written(evaluate(name, self.names))}"
            except Wrong:
                continue

    def _guarded(self, line: int, read: Callable[[], Any]) -> Any:
        """What `read` returns; None after something is wrong."""
        try:
            return read()
        except Follows:
            return None
        except Wrong as wrong:
            self._wrong(line + wrong.after, str(wrong))
            return None

    def _wrong(self, line: int, sentence: str) -> None:
        self.problems.append(Problem(line, sentence[0].upper() + sentence[1:]))

    @staticmethod
    def _skip(token: Token, tokens: Iterator[Token]) -> None:
        """Passes over what a token opens."""
        depth: int = token.nesting
        while depth > 0:
            depth += next(tokens).nesting


def _words(block: dict[str, Any]) -> int:
    """How many words of a block are read."""
    texts = [block[name] for name in ("ask", "because", "say", "label") if name in block]
    texts += [item["text"] for item in (*block.get("options", ()), *block.get("rows", ()))]
    return sum(len(plain(text).split()) for text in texts)
