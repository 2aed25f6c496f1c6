"""Makes a site of docs/, for mkdocs: in the order of docs/README.md, with what lies outside and is linked."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PLUGINS = DOCS / "plugins"
LINK = re.compile(r"\[([^\[\]]*)\]\((?!\w+:)([^)#\s]+)((?:#[^)]*)?)\)")
"""The words of a link, its path and its heading."""
LANGUAGES = {".py": "python", ".ts": "typescript", "": "yaml"}
"""Ending of a source file that is shown as a page -> how its text is coloured."""
OUTSIDE = "source/"
"""In the site, the folder of what lies outside of docs/."""


def write(folder: Path, playground: str = "") -> None:
    """Builds the site; a link that leads nowhere is an error.

    Args:
        playground: where the playground is, seen from `folder`, if it is beside the pages; they then link to it.

    Raises:
        Abort: of mkdocs; its log says what is wrong.
    """
    extra = {"homepage": playground} if playground else {}
    build(load_config(str(ROOT / "mkdocs.yml"), strict=True, site_dir=str(folder), extra=extra))


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = _order((DOCS / "README.md").read_text(encoding="utf-8"))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds whatever the pages link to, and the pages link to that are added."""
    names = {page.name: page.read_text(encoding="utf-8").split("\n")[0].strip("# ") for page in PLUGINS.glob("*.md")}
    listed = "\n".join(f"- [{title}]({name})" for name, title in sorted(names.items(), key=lambda each: each[1]))
    files.append(File.generated(config, "plugins/index.md", content=f"# Plugins\n\n{listed}\n"))
    pages = sorted(DOCS.rglob("*.md"))
    for page in pages:
        for path in _linked(page):
            uri = _uri(path)
            if files.get_file_from_path(uri) is None:
                files.append(_added(path, uri, config))
                pages += [path] if path.suffix == ".md" else []
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turns links to where the files are in the site; of a page that went with its plugin the words are left."""
    uri = page.file.src_uri
    if uri == "README.md" and "homepage" in config.extra:  # as HTML, since mkdocs finds no page there
        markdown += f'\n<p><a href="{config.extra["homepage"]}">The playground itself</a> is beside these pages.</p>\n'
    source = (ROOT / uri.removeprefix(OUTSIDE)) if uri.startswith(OUTSIDE) else DOCS / uri

    def turned(link: re.Match[str]) -> str:
        words, name, heading = link.groups()
        if target := _target(source, name):
            return f"[{words}]({os.path.relpath(_uri(target), Path(uri).parent)}{heading})"
        return words if (source.parent / name).resolve().parent == PLUGINS else link[0]

    return LINK.sub(turned, markdown)


def _order(contents: str) -> list[Any]:
    """The site's sections with their pages, as the headings and links of the first page have them."""
    order: list[Any] = [{"Start": "README.md"}]
    for section in contents.split("\n## ")[1:]:
        heading, _, text = section.partition("\n")
        pages = [path for _, path, _ in LINK.findall(text) if path.endswith(".md")]
        order.append({heading: [page for page in pages if not page.startswith("..")]})
    plugins = sorted(page.relative_to(DOCS).as_posix() for page in PLUGINS.glob("*.md"))
    return [*order, {"Plugins": ["plugins/index.md", *plugins]}]


def _linked(page: Path) -> Iterator[Path]:
    for _, name, _ in LINK.findall(page.read_text(encoding="utf-8")):
        if target := _target(page, name):
            yield target


def _target(page: Path, name: str) -> Path | None:
    """The file that a link of a page leads to; none if it is no file, such as an example of a link."""
    path = (page.parent / name).resolve()
    if path == PLUGINS:
        return PLUGINS / "index.md"
    return path if path.is_file() and path.is_relative_to(ROOT) else None


def _uri(path: Path) -> str:
    """Where a file is in the site: its source, as mkdocs has it."""
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    return OUTSIDE + path.relative_to(ROOT).as_posix() + (".md" if path.suffix in LANGUAGES else "")


def _added(path: Path, uri: str, config: MkDocsConfig) -> File:
    if path.suffix not in LANGUAGES:
        return File.generated(config, uri, abs_src_path=str(path))
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix()
    return File.generated(config, uri, content=f"# {name}\n\n````{LANGUAGES[path.suffix]}\n{text}````\n")
